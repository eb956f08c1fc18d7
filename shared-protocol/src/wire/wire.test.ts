import { describe, expect, test } from "vitest";
import { commandApproval, readOfferedDecision } from "./approvals.ts";
import { read, readEach } from "./field.ts";
import { readItem } from "./item.ts";
import { readNotification } from "./notifications.ts";
import { thread, threadReply } from "./thread.ts";
import { turn } from "./turn.ts";

describe("items", () => {
  test("[RPC-13] unknown members survive and unknown enum values pass as text", () => {
    const reading = readItem({
      type: "commandExecution",
      id: "c1",
      status: "paused",
      source: "robot",
      startedAtMs: 5,
      extra: { a: [1] },
    });
    expect(reading).toEqual({
      ok: true,
      value: {
        kind: "typed",
        item: {
          type: "commandExecution",
          id: "c1",
          status: "paused",
          source: "robot",
          startedAtMs: 5,
          extra: { a: [1] },
        },
      },
    });
  });

  test.each([
    "userMessage",
    "agentMessage",
    "plan",
    "reasoning",
    "commandExecution",
    "fileChange",
    "contextCompaction",
  ])("[RPC-13] a %s with nothing but its id is read", (type) => {
    expect(readItem({ type, id: "x" })).toEqual({ ok: true, value: { kind: "typed", item: { type, id: "x" } } });
  });

  test("[RPC-14] one bad item leaves its neighbours as they are", () => {
    const items = [
      { type: "agentMessage", id: "a", text: "one" },
      null,
      { type: "agentMessage", id: "b", text: 7 },
      { type: "plan", id: "c", text: "two" },
    ];
    const kinds = items.map(readItem).map((reading) => (reading.ok ? reading.value.kind : "unplaced"));
    expect(kinds).toEqual(["typed", "unplaced", "generic", "typed"]);
  });

  test("[RPC-15] an unknown type and a malformed known type keep id, type and raw members", () => {
    expect(readItem({ type: "hologram", id: "h", beam: 1 })).toEqual({
      ok: true,
      value: { kind: "generic", item: { type: "hologram", id: "h", beam: 1 }, problem: null },
    });
    const malformed = readItem({ type: "agentMessage", id: "m", text: { no: "text" } });
    expect(malformed).toMatchObject({ ok: true, value: { kind: "generic", item: { id: "m", text: { no: "text" } } } });
    expect(malformed.ok && malformed.value.kind === "generic" && malformed.value.problem).toMatch(/^text: /);
  });

  test.each([{ type: "agentMessage" }, { id: "x" }, { type: 1, id: "x" }, [], "item", null])(
    "[RPC-15] %j is not placed, and is kept raw",
    (raw) => {
      expect(readItem(raw)).toMatchObject({ ok: false, raw });
    },
  );
});

describe("notifications", () => {
  test("[RPC-12] one that is not folded is null, whatever its name", () => {
    for (const method of ["skills/changed", "hologram/started", "__proto__", "constructor"])
      expect(readNotification(method, {})).toBeNull();
  });

  test("[RPC-13] a folded one is read with its unknown members", () => {
    expect(readNotification("turn/diff/updated", { threadId: "T", turnId: "t", diff: "x", rootTurnId: "r" })).toEqual({
      ok: true,
      value: {
        method: "turn/diff/updated",
        params: { threadId: "T", turnId: "t", diff: "x", rootTurnId: "r" },
      },
    });
  });

  test.each([
    ["turn/diff/updated", { threadId: "T", turnId: "t" }],
    ["turn/completed", { threadId: "T" }],
    ["turn/started", null],
    ["thread/status/changed", { threadId: "T", status: "idle" }],
  ])("[RPC-13] %s without what the fold needs is malformed, not thrown", (method, params) => {
    expect(readNotification(method, params)).toMatchObject({ ok: false, raw: params });
  });
});

describe("threads and turns", () => {
  test("[RPC-13] a resume reply is read with its thread alone", () => {
    expect(read(threadReply, { thread: { id: "T" } })).toEqual({ ok: true, value: { thread: { id: "T" } } });
  });

  test("[RPC-14] a thread whose turns hold one malformed turn is read, and so are the other turns", () => {
    const reading = read(thread, {
      id: "T",
      turns: [
        { id: "t1", status: "completed", items: [{ bad: true }] },
        { status: "completed" },
        { id: "t3", status: "sleeping" },
      ],
    });
    if (!reading.ok) throw new Error(reading.reason);
    expect(readEach(turn, reading.value.turns ?? []).map((member) => member.ok)).toEqual([true, false, true]);
  });
});

describe("approvals", () => {
  test("[RPC-13] a command approval without command, folder and choices is read", () => {
    expect(read(commandApproval, { threadId: "T", turnId: "t", itemId: "i" }).ok).toBe(true);
  });

  test("decisions on offer are words, one-member objects, or unknown", () => {
    const amendment = { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["ls"] } };
    expect(["accept", amendment, { a: 1, b: 2 }, 7, null].map((value) => readOfferedDecision(value).kind)).toEqual([
      "word",
      "amendment",
      "unknown",
      "unknown",
      "unknown",
    ]);
    const read = readOfferedDecision(amendment);
    expect(read.kind === "amendment" && read.raw).toBe(amendment);
  });
});
