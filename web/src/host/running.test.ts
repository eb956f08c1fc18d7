import { expect, test } from "vitest";
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import type { Row } from "../journal/rows.ts";
import { toEnvelope } from "../projection/envelope.ts";
import { noteRunning, runsBeside, type Running } from "./running.ts";

const base = { v: 1, generation: "g", offset: 1, n: 0, at: 1, thread: null } as const;
const attached: Row = { ...base, kind: "local", event: { type: "attached", client: "c", from: 0, fresh: false } };
const told = (message: object): Row => ({ ...base, kind: "in", start: 0, line: JSON.stringify(message) });
const ours = (message: object): Row => ({
  ...base,
  kind: "out",
  client: "c",
  line: JSON.stringify(message),
  bytes: 1,
  redacted: false,
});
const fold = (...rows: Row[]): Running | null =>
  [attached, ...rows].reduce<Running | null>((held, row) => noteRunning(held, toEnvelope(row)), null);

const goal = (status: string): Row =>
  told({ method: "thread/goal/updated", params: { threadId: "T", goal: { status } } });
const command = (how: string, status: string, turn = "t1"): Row =>
  told({
    method: `item/${how}`,
    params: { threadId: "T", turnId: turn, item: { type: "commandExecution", id: "c1", status } },
  });

test("[ACT-33] a goal that goes on runs beside any turn; one that is over or cleared does not", () => {
  expect(runsBeside(fold(goal("active")), "t1")).toBe(true);
  expect(runsBeside(fold(goal("a word of another version")), "t1")).toBe(true);
  for (const over of ["complete", "paused", "blocked", "usageLimited"])
    expect(runsBeside(fold(goal("active"), goal(over)), "t1")).toBe(false);
  expect(
    runsBeside(fold(goal("active"), told({ method: "thread/goal/cleared", params: { threadId: "T" } })), "t1"),
  ).toBe(false);
});

test("[ACT-33] a command of another turn, and a terminal that its turn left behind, run; one of this turn does not count", () => {
  expect(runsBeside(fold(command("started", "inProgress")), "t1")).toBe(false);
  expect(runsBeside(fold(command("started", "inProgress")), "t2")).toBe(true);
  expect(runsBeside(fold(command("started", "inProgress"), command("completed", "completed")), "t2")).toBe(false);
  expect(runsBeside(fold(command("started", "inProgress"), command("completed", "inProgress")), "t2")).toBe(true);
  const ended = (status: string): Row =>
    told({ method: "turn/completed", params: { threadId: "T", turn: { id: "t1", status } } });
  expect(runsBeside(fold(command("started", "inProgress"), ended("completed")), "t2")).toBe(true);
  expect(
    runsBeside(fold(command("started", "inProgress"), ended("interrupted")), "t2"),
    "an interrupt ends the turn, not what it has started",
  ).toBe(true);
});

test("[ACT-33] processes and commands that this device started run until they are told to be over", () => {
  const spawned = ours({ id: "c.l.1", method: "process/spawn", params: { processHandle: "p1", command: ["x"] } });
  expect(runsBeside(fold(spawned), "t1")).toBe(true);
  expect(runsBeside(fold(spawned, told({ method: "process/exited", params: { processHandle: "p1" } })), "t1")).toBe(
    false,
  );
  const exec = ours({ id: "c.l.2", method: "command/exec", params: { command: ["x"] } });
  expect(runsBeside(fold(exec), "t1")).toBe(true);
  expect(runsBeside(fold(exec, told({ id: "c.l.2", result: { exitCode: 0 } })), "t1")).toBe(false);
  const stub: Row = {
    ...base,
    kind: "in",
    start: 0,
    line: { stub: true, method: "command/exec", id: "s:c.l.2", bytes: 9, sha256: null },
  };
  expect(runsBeside(fold(exec, stub), "t1")).toBe(false);
});

test("[ACT-33] another generation knows nothing of what ran in the one before", () => {
  const before = fold(goal("active"));
  const next: Row = { ...attached, generation: "g2" };
  expect(runsBeside(noteRunning(before, toEnvelope(next)), "t1")).toBe(false);
  const exit: Row = {
    ...base,
    kind: "local",
    event: { type: "exit", end: { generation: "g", end: 1, code: 0, signal: null, by: null, at: 1, stderr: null } },
  };
  expect(noteRunning(before, toEnvelope(exit))).toBeNull();
  expect(noteRunning(before, { row: told({}), message: parseLine("[]") })).toBe(before);
});
