import { describe, expect, test } from "vitest";
import { ROW_VERSION, type Row } from "../journal/rows.ts";
import { toEnvelope } from "./envelope.ts";
import { createHostState, foldHost } from "./host-fold.ts";
import { makeHandle, readHandle } from "./process-handle.ts";
import { ENDED_LIMIT, type HostProcess, runningProcesses } from "./processes.ts";
import type { HostState } from "./state.ts";
import { hostAfter, tape } from "./testing/rows.ts";

const handle = makeHandle("lw-1", ["/bin/sh", "-l"], "/home/me", 1000);
const spawn = (id: string, processHandle = handle) => ({
  id,
  method: "process/spawn",
  params: { command: ["/bin/sh", "-l"], processHandle, cwd: "/home/me", tty: true },
});
const exited = (processHandle: string, exitCode: number) => ({
  method: "process/exited",
  params: { processHandle, exitCode, stdout: "", stderr: "", stdoutCapReached: false, stderrCapReached: false },
});

const all = (state: HostState): HostProcess[] => [...state.processes.values()];
const only = (state: HostState): HostProcess => {
  const [process, ...more] = all(state);
  if (process === undefined || more.length > 0) throw new Error(`${more.length + 1} processes`);
  return process;
};

/** A piece of output as the journal keeps it. */
function output(at: number, about: string, method = "process/outputDelta", generation = "g1"): Row {
  const stub = { stub: true, method, id: null, bytes: 90, sha256: null, about } as const;
  return { v: ROW_VERSION, kind: "in", generation, offset: at, n: 0, start: at - 90, at, thread: null, line: stub };
}

describe("what runs beside the agent's turns", () => {
  test("[PRJ-400] a process of this device is starting, running, and ended with its code, as the rows tell it", () => {
    const line = tape();
    line.out(spawn("dev.1"));
    const asked = only(hostAfter(line.rows));
    expect(asked).toMatchObject({
      handle,
      kind: "process",
      command: ["/bin/sh", "-l"],
      cwd: "/home/me",
      tty: true,
      own: true,
    });
    expect(asked.standing).toEqual({ type: "starting" });
    line.in({ id: "dev.1", result: {} });
    expect(only(hostAfter(line.rows)).standing).toEqual({ type: "running" });
    line.in(exited(handle, 7));
    expect(only(hostAfter(line.rows)).standing).toMatchObject({ type: "ended", exitCode: 7 });
  });

  test("[PRJ-400] one that the server refused, or that was not sent, is no running process", () => {
    const line = tape();
    line.out(spawn("dev.1"));
    line.in({ id: "dev.1", error: { code: -32603, message: "failed to spawn process" } });
    expect(only(hostAfter(line.rows)).standing).toEqual({ type: "refused", message: "failed to spawn process" });
    const cut = tape();
    cut.out(spawn("dev.1"));
    cut.local({ type: "not-sent", id: "s:dev.1", reason: "The connection was lost before it was sent." });
    expect(only(hostAfter(cut.rows)).standing.type).toBe("refused");
    expect(runningProcesses(hostAfter(cut.rows))).toEqual([]);
  });

  test("[PRJ-401] another device's process is known by its output, with what its handle says, from the stubs alone", () => {
    const state = createHostState("h");
    foldHost(state, toEnvelope(output(90, handle)), () => undefined);
    expect(only(state)).toMatchObject({
      own: false,
      command: ["/bin/sh", "-l"],
      cwd: "/home/me",
      startedAt: 1000,
      tty: null,
      standing: { type: "running" },
    });
    foldHost(state, toEnvelope(output(180, "somebody's own name", "command/exec/outputDelta")), () => undefined);
    expect(all(state)[1]).toMatchObject({ kind: "command", handle: "somebody's own name", command: null, cwd: null });
  });

  test("[PRJ-401] a handle says what it can in few characters, and anything else is only a name", () => {
    expect(readHandle(handle)).toEqual({ command: ["/bin/sh", "-l"], cwd: "/home/me", startedAt: 1000 });
    const long = makeHandle("lw-2", ["/bin/sh"], `/${"x".repeat(5000)}`, 5);
    expect(long.length).toBeLessThan(500);
    expect(readHandle(long)).toEqual({ command: null, cwd: null, startedAt: 5 });
    for (const odd of ["", " ", "x [", "x [1", "x {}", 'x ["a",{}]', `x [${"9".repeat(999)}]`])
      expect(readHandle(odd)).toEqual({ command: null, cwd: null, startedAt: null });
  });

  test("[PRJ-402] what the server says of a handle that it has no more ends the process; a busy word does not", () => {
    for (const [method, words, over] of [
      ["process/kill", 'no active process for process handle "x"', true],
      ["process/writeStdin", 'process "x" is no longer running', true],
      ["process/kill", "too many requests", false],
    ] as const) {
      const line = tape();
      line.out(spawn("dev.1"));
      line.in({ id: "dev.1", result: {} });
      line.out({ id: "dev.2", method, params: { processHandle: handle } });
      line.in({ id: "dev.2", error: { code: -32600, message: words } });
      expect(only(hostAfter(line.rows)).standing.type).toBe(over ? "ended" : "running");
    }
  });

  test("[PRJ-402] a command with an id of its own runs until its reply; one without is none that could be reached", () => {
    const line = tape();
    line.out({ id: "dev.1", method: "command/exec", params: { command: ["wc", "-c"] } });
    expect(all(hostAfter(line.rows))).toEqual([]);
    line.out({ id: "dev.2", method: "command/exec", params: { command: ["/bin/sh"], processId: "c", tty: true } });
    expect(only(hostAfter(line.rows))).toMatchObject({ kind: "command", standing: { type: "starting" } });
    line.in({ id: "dev.2", result: { exitCode: 3, stdout: "", stderr: "" } });
    expect(only(hostAfter(line.rows)).standing).toMatchObject({ type: "ended", exitCode: 3 });
  });

  test("[PRJ-403] missing bytes put a running process in doubt until it is heard again; another App Server has none", () => {
    const line = tape();
    line.out(spawn("dev.1"));
    line.in({ id: "dev.1", result: {} });
    line.local({ type: "gap", from: 900, to: 2000 });
    const state = hostAfter(line.rows);
    expect(only(state)).toMatchObject({ doubtful: true, standing: { type: "running" } });
    foldHost(state, toEnvelope(output(3000, handle)), () => undefined);
    expect(only(state).doubtful).toBe(false);
    line.exit();
    expect(all(hostAfter(line.rows))).toEqual([]);
  });

  test("[PRJ-404] of those that are over the newest are kept", () => {
    const line = tape();
    for (let n = 0; n < ENDED_LIMIT + 5; n++) line.in(exited(`p${n}`, 0));
    line.out(spawn("dev.1"));
    const state = hostAfter(line.rows);
    expect(state.processes.size).toBe(ENDED_LIMIT + 1);
    expect(all(state).some((process) => process.handle === "p0")).toBe(false);
  });
});
