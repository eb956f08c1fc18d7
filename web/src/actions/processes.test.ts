import { describe, expect, test } from "vitest";
import type { HostSession, Outcome } from "../host/model.ts";
import { createHostState } from "../projection/host-fold.ts";
import { readHandle } from "../projection/process-handle.ts";
import { base64Of } from "./base64.ts";
import { processActs } from "./processes.ts";

function session(...outcomes: Outcome<unknown>[]) {
  const asked: unknown[][] = [];
  const fake = {
    state: createHostState("h"),
    facts: () => ({ connection: "live" }),
    onChange: () => () => undefined,
    request(...args: unknown[]) {
      asked.push(args);
      return Promise.resolve(outcomes.shift() ?? { ok: false, reason: { type: "not-sent", message: "no more" } });
    },
  } as unknown as HostSession;
  return { session: fake, asked };
}
const ok = (value: unknown): Outcome<unknown> => ({ ok: true, value });
const refused = (message: string): Outcome<unknown> => ({
  ok: false,
  reason: { type: "rpc", code: -32600, message, data: null },
});
const NOW = { fleeting: true };
const how = { command: ["/bin/sh", "-l"], cwd: "/home/me", size: { rows: 24, cols: 80 } };

describe("terminals", () => {
  test("[ACT-190] one is started in a folder that is there, with a name of its own, without a time limit, told before it is sent", async () => {
    const it = session(ok({ isDirectory: true }), ok({}));
    const named: [string, number][] = [];
    expect(await processActs.start(it.session, how, (handle) => named.push([handle, it.asked.length]))).toMatchObject({
      ok: true,
    });
    const [first] = named;
    expect(first?.[1]).toBe(1);
    expect(readHandle(first?.[0] ?? "")).toMatchObject({ command: ["/bin/sh", "-l"], cwd: "/home/me" });
    expect(it.asked).toEqual([
      ["fs/getMetadata", { path: "/home/me" }, { fleeting: true }],
      [
        "process/spawn",
        {
          command: ["/bin/sh", "-l"],
          processHandle: first?.[0],
          cwd: "/home/me",
          tty: true,
          size: { rows: 24, cols: 80 },
          env: { TERM: "xterm-256color", COLORTERM: "truecolor" },
          timeoutMs: null,
          outputBytesCap: null,
        },
        NOW,
      ],
    ]);
    const again = session(ok({ isDirectory: true }), ok({}));
    await processActs.start(again.session, how, (handle) => named.push([handle, 0]));
    expect(named[1]?.[0]).not.toBe(first?.[0]);
  });

  test("[ACT-190] in a folder that is not there, or is a file, nothing is started: the server would begin elsewhere without a word", async () => {
    for (const found of [refused("No such file or directory (os error 2)"), ok({ isDirectory: false, isFile: true })]) {
      const it = session(found);
      const named: string[] = [];
      expect((await processActs.start(it.session, how, (handle) => named.push(handle))).ok).toBe(false);
      expect(it.asked).toHaveLength(1);
      expect(named).toEqual([]);
    }
  });

  test("[ACT-191] keys, size and end go for now or never, by the method of the kind, with the bytes as they are", async () => {
    const it = session(ok({}), ok({}), ok({}), ok({}));
    const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
    await processActs.write(it.session, { kind: "process", handle: "p" }, bytes);
    await processActs.resize(it.session, { kind: "process", handle: "p" }, { rows: 3, cols: 4 });
    await processActs.end(it.session, { kind: "process", handle: "p" });
    await processActs.end(it.session, { kind: "command", handle: "c" });
    expect(it.asked).toEqual([
      ["process/writeStdin", { processHandle: "p", deltaBase64: Buffer.from(bytes).toString("base64") }, NOW],
      ["process/resizePty", { processHandle: "p", size: { rows: 3, cols: 4 } }, NOW],
      ["process/kill", { processHandle: "p" }, NOW],
      ["command/exec/terminate", { processId: "c" }, NOW],
    ]);
  });

  test("[ACT-192] one that had ended already is told as such; any other refusal is one", async () => {
    const over = session(refused('no active process for process handle "p"'));
    expect(await processActs.end(over.session, { kind: "process", handle: "p" })).toEqual({ ok: true, value: false });
    const busy = session(refused("not now"));
    expect((await processActs.end(busy.session, { kind: "process", handle: "p" })).ok).toBe(false);
  });
});

test("[ACT-191] bytes of any length come through base64 unchanged", async () => {
  for (const length of [0, 1, 2, 3, 8190, 8191, 786_431, 786_432, 786_435]) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 7 + 3) & 255);
    expect(await base64Of(bytes)).toBe(Buffer.from(bytes).toString("base64"));
  }
});
