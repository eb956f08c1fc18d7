import { describe, expect, test } from "vitest";
import { requestKey } from "@longwire/shared-protocol/request-key";
import { HOST, hostAfter, tape, T, threadAfter, type Tape } from "../projection/testing/rows.ts";
import {
  ask,
  completed,
  delta,
  itemCompleted,
  note,
  reply,
  request,
  resolved,
  started,
  status,
} from "../projection/testing/wire.ts";
import type { Decision } from "./state.ts";

const accept = { decision: "accept" };
const answer = (id: string | number) => ({ id, result: accept });
const keyOf = (id: string | number, generation = "g1") => requestKey(HOST, generation, id);

/** The decision in the host's book and in the thread's, which must tell the same. */
function both(line: Tape, id: string | number, generation = "g1"): Decision {
  const key = keyOf(id, generation);
  const host = hostAfter(line.rows).decisions.get(key);
  const thread = threadAfter(line.rows).decisions.get(key);
  if (host === undefined || thread === undefined) throw new Error(`no decision ${key}`);
  expect(thread.state).toEqual(host.state);
  return host;
}
const stateOf = (line: Tape, id: string | number, generation = "g1") => both(line, id, generation).state;
const asked = () => tape().in(started("t1")).in(ask(0));

describe("from question to end", () => {
  test("[DEC-01] ids of different JSON types are different decisions, and each answer reaches its own", () => {
    const line = tape()
      .in(ask(7))
      .in(ask("7", { itemId: "i2" }, "item/fileChange/requestApproval"))
      .out(answer("7"))
      .in(resolved("7"));
    expect(stateOf(line, "7")).toMatchObject({ type: "resolved", outcome: "answered-here" });
    expect(stateOf(line, 7)).toEqual({ type: "pending" });
    expect(both(line, "7")).toMatchObject({
      id: "7",
      method: "item/fileChange/requestApproval",
      turn: "t1",
      item: "i2",
    });
  });

  test("[DEC-180] a request under an id that a page gives is that page's own, said back: no card; near misses are", () => {
    const line = tape().in(started("t1"));
    const echoed = ["AAAAAAAAAAAA.bbbbbbbb.1", "-_0000000000.________.12"];
    const asked = ["AAAAAAAAAAA.bbbbbbbb.1", "AAAAAAAAAAAA.bbbbbbbb.x", "AAAAAAAAAAAA.bbbbbbbb.1.1", "1", 1];
    for (const id of [...echoed, ...asked]) line.in(ask(id));
    expect([...hostAfter(line.rows).decisions.values()].map(({ id }) => id)).toEqual(asked);
    expect([...threadAfter(line.rows).decisions.values()].map(({ id }) => id)).toEqual(asked);
  });

  test("[DEC-03] pending, sent, taken, resolved: what was answered is kept", () => {
    const line = asked();
    expect(stateOf(line, 0)).toEqual({ type: "pending" });
    line.out(answer(0));
    expect(stateOf(line, 0)).toMatchObject({ type: "sent", taken: false, answer: { type: "result", result: accept } });
    line.local({ type: "taken", id: "n:0" });
    expect(stateOf(line, 0)).toMatchObject({ type: "sent", taken: true });
    line.in(resolved(0));
    expect(stateOf(line, 0)).toMatchObject({
      type: "resolved",
      outcome: "answered-here",
      answer: { type: "result", result: accept },
    });
  });

  test("[DEC-03] a second answer and a second resolved change nothing", () => {
    const line = asked().out(answer(0));
    const sent = stateOf(line, 0);
    expect(stateOf(line.out({ id: 0, result: { decision: "decline" } }), 0)).toEqual(sent);
    const over = stateOf(line.in(resolved(0)), 0);
    expect(stateOf(line.in(resolved(0)), 0)).toEqual(over);
  });

  test.each<[string, (line: Tape) => Tape, string]>([
    ["nobody here answered", (line) => line.in(resolved(0)), "answered-elsewhere"],
    ["refused here", (line) => line.out({ id: 0, error: { code: -32601, message: "no" } }).in(resolved(0)), "refused"],
    [
      "its turn is being interrupted",
      (line) => line.out(request("a.1", "turn/interrupt", { threadId: T, turnId: "t1" })).in(resolved(0)),
      "cancelled-by-server",
    ],
    [
      "our answer was not sent after all",
      (line) => line.out(answer(0)).in(resolved(0)).local({ type: "not-sent", id: "n:0", reason: "settled" }),
      "answered-elsewhere",
    ],
  ])("[DEC-04] resolved where %s", (_name, then, outcome) => {
    expect(stateOf(then(asked()), 0)).toMatchObject({ type: "resolved", outcome });
  });

  test("[DEC-05] a question whose time is over was resolved by the server; one before it was answered elsewhere", () => {
    const question = ask(0, { autoResolutionMs: 60_000 }, "item/tool/requestUserInput");
    expect(stateOf(tape().in(question).later(60_000).in(resolved(0)), 0)).toMatchObject({ outcome: "auto-resolved" });
    expect(stateOf(tape().in(question).later(30_000).in(resolved(0)), 0)).toMatchObject({
      outcome: "answered-elsewhere",
    });
    const end = note("serverRequest/resolved", { threadId: T, requestId: 0 }, 90_000);
    const caught = tape()
      .in(note("turn/diff/updated", { threadId: T, turnId: "t1", diff: "" }, 20_000))
      .in(question)
      .in(end);
    expect(stateOf(caught, 0)).toMatchObject({ outcome: "auto-resolved" });
  });

  test("[DEC-173] a request of which the App Server tells no end, and that belongs to no turn, is over when its answer was taken", () => {
    const asks = (method: string, params: object) =>
      tape()
        .in(started("t1"))
        .in({ id: 0, method, params: { threadId: T, ...params } })
        .out(answer(0))
        .local({ type: "taken", id: "n:0" });
    expect(stateOf(asks("currentTime/read", {}), 0)).toMatchObject({
      type: "resolved",
      outcome: "answered-here",
    });
    expect(stateOf(asks("hologram/project", {}), 0)).toMatchObject({ type: "resolved" });
    expect(stateOf(asks("hologram/project", { turnId: "t1" }), 0)).toMatchObject({ type: "sent" });
    expect(stateOf(asks("mcpServer/elicitation/request", { turnId: null }), 0)).toMatchObject({
      type: "sent",
      taken: true,
    });
  });

  test("[DEC-08] a tool call gets no resolved: its item completes", () => {
    const call = ask(0, { callId: "d1", tool: "x" }, "item/tool/call");
    const done = itemCompleted("t1", { type: "dynamicToolCall", id: "d1" });
    delete (call.params as { itemId?: string }).itemId;
    expect(
      stateOf(
        tape()
          .in(call)
          .in(itemCompleted("t1", { type: "dynamicToolCall", id: "other" })),
        0,
      ),
    ).toEqual({ type: "pending" });
    expect(stateOf(tape().in(call).in(done), 0)).toMatchObject({ outcome: "answered-elsewhere" });
    expect(
      stateOf(
        tape()
          .in(call)
          .out({ id: 0, result: { contentItems: [], success: true } })
          .in(done),
        0,
      ),
    ).toMatchObject({ outcome: "answered-here" });
  });

  test("[DEC-16] a request of a method that nobody knows waits like any other", () => {
    const line = tape().in({ id: 3, method: "item/soul/requestApproval", params: { threadId: T } });
    expect(both(line, 3)).toMatchObject({ method: "item/soul/requestApproval", state: { type: "pending" } });
    expect(threadAfter(line.rows).timeline).toEqual([{ type: "decision", key: keyOf(3) }]);
    expect(hostAfter(tape().in({ id: 4, method: "account/x" }).rows).decisions.get(keyOf(4))).toMatchObject({
      thread: null,
    });
  });

  test("[DEC-17] a request that comes behind its turn's end is kept and waits", () => {
    expect(stateOf(tape().in(started("t1")).in(completed("t1")).in(ask(0)), 0)).toEqual({ type: "pending" });
  });
});

describe("the same request again", () => {
  test("[DEC-02] the same id with the same bytes is the same card in the state it has", () => {
    const line = asked().in(ask(0));
    expect(threadAfter(line.rows).decisions.size).toBe(1);
    expect(threadAfter(line.rows).turns.get("t1")?.entries).toHaveLength(1);
    line.out(answer(0)).in(ask(0));
    expect(stateOf(line, 0)).toMatchObject({ type: "sent" });
    line.in(resolved(0)).in(ask(0));
    expect(stateOf(line, 0)).toMatchObject({ type: "resolved" });
    expect(hostAfter(line.rows).decisions.size).toBe(1);
  });

  test("[DEC-18] another request under a used id is another card; answers and ends mean the newer one", () => {
    const line = asked()
      .in(resolved(0))
      .in(ask(0, { command: "rm" }));
    line.out(answer(0));
    const book = [...threadAfter(line.rows).decisions.values()];
    expect(book.map((decision) => decision.state.type)).toEqual(["resolved", "sent"]);
    line.in(resolved(0)).in(ask(0, { command: "rm" }));
    expect([...hostAfter(line.rows).decisions.values()].map((decision) => decision.state)).toMatchObject([
      { outcome: "answered-elsewhere" },
      { outcome: "answered-here" },
    ]);
  });
});

describe("faults", () => {
  test("[DEC-100] another request under an id that is open is a fault shown on the first, and replaces nothing", () => {
    const line = asked()
      .in(ask(0, { command: "rm -rf x" }))
      .in(ask(0, { command: "rm -rf x" }));
    expect([...hostAfter(line.rows).decisions.values()]).toHaveLength(1);
    expect(both(line, 0).rivals).toEqual([expect.stringContaining("rm -rf x")]);
    expect(stateOf(line, 0)).toEqual({ type: "pending" });
    line
      .out(answer(0))
      .in(ask(0, { command: "other" }))
      .in(resolved(0));
    expect(stateOf(line, 0)).toMatchObject({ type: "resolved", outcome: "answered-here" });
    expect(both(line, 0).rivals).toHaveLength(2);
  });
});

describe("turns and processes that end", () => {
  test("[DEC-09] only the requests of the very turn that ended close with it", () => {
    const line = asked()
      .in(ask(1, { turnId: "t2" }))
      .in(completed("t1", "interrupted"));
    expect(stateOf(line, 0)).toEqual({ type: "closed", outcome: "turn-ended", answer: null, at: expect.any(Number) });
    expect(stateOf(line, 1)).toEqual({ type: "pending" });
  });

  test("[DEC-10] interrupted with a question open: the turn's end closes it, and the resolved behind it changes nothing", () => {
    const line = asked()
      .out(request("a.1", "turn/interrupt", { threadId: T, turnId: "t1" }))
      .in(reply("a.1", {}))
      .in(status("idle"))
      .in(completed("t1", "interrupted"));
    const closed = stateOf(line, 0);
    expect(closed).toMatchObject({ type: "closed", outcome: "turn-ended" });
    expect(stateOf(line.in(resolved(0)), 0)).toEqual(closed);
  });

  test("[DEC-10] an answer that ended its turn is still the answer once the server says so", () => {
    const line = asked()
      .out({ id: 0, result: { decision: "cancel" } })
      .in(completed("t1", "interrupted"));
    expect(stateOf(line, 0)).toMatchObject({ type: "closed", answer: { result: { decision: "cancel" } } });
    expect(stateOf(line.in(resolved(0)), 0)).toMatchObject({ type: "resolved", outcome: "answered-here" });
  });

  test("[DEC-11] the end of the process expires what waits, and the same id of the next process is a new card", () => {
    const line = asked().exit().generation("g2").in(ask(0));
    expect(stateOf(line, 0)).toMatchObject({ type: "expired", outcome: "process-ended", answer: null });
    expect(stateOf(line, 0, "g2")).toEqual({ type: "pending" });
    line.out(answer(0));
    expect(stateOf(line, 0)).toMatchObject({ type: "expired" });
    expect(stateOf(line, 0, "g2")).toMatchObject({ type: "sent" });
  });

  test("[DEC-11] an answer that was on its way when the process ended is told with the expired card", () => {
    expect(stateOf(asked().out(answer(0)).exit(), 0)).toMatchObject({ type: "expired", answer: { result: accept } });
  });

  test("[DEC-11] another process that is attached to expires what the one before asked", () => {
    expect(stateOf(asked().generation("g2"), 0)).toMatchObject({ type: "expired" });
  });
});

describe("catching up", () => {
  const away = (line: Tape) => line.local({ type: "gap", from: 9000, to: 10_000 });
  const waiting = status("active", ["waitingOnApproval"]);

  test("[DEC-12] what was pending before and is not brought again is withdrawn once the flags do not call for it", () => {
    const line = away(asked().in(waiting)).in(waiting).local({ type: "caught-up", keys: [] });
    expect(stateOf(line, 0)).toEqual({ type: "pending" });
    expect(stateOf(line.in(status("active", [])), 0)).toMatchObject({ type: "withdrawn" });
  });

  test("[DEC-12] what is brought again, or came live meanwhile, is kept", () => {
    const line = away(asked())
      .in(ask(0))
      .in(ask(12))
      .local({ type: "caught-up", keys: [keyOf(0)] })
      .in(status("active", []));
    expect(stateOf(line, 0)).toEqual({ type: "pending" });
    expect(stateOf(line, 12)).toEqual({ type: "pending" });
  });

  test("[DEC-12] what catching up names as brought again is kept, wherever it was brought", () => {
    const line = away(asked())
      .local({ type: "caught-up", keys: [keyOf(0)] })
      .in(status("active", []));
    expect(stateOf(line, 0)).toEqual({ type: "pending" });
  });

  test("[DEC-12] without a missed stretch nothing is withdrawn", () => {
    const line = asked().in(status("active", [])).local({ type: "caught-up", keys: [] }).in(status("idle"));
    expect(stateOf(line, 0)).toEqual({ type: "pending" });
  });

  test("[DEC-12] a question looks at its own flag, and a tool call at none", () => {
    const line = away(
      tape()
        .in(ask(0, {}, "item/tool/requestUserInput"))
        .in(ask(1, { callId: "d" }, "item/tool/call")),
    )
      .in(waiting)
      .local({ type: "caught-up", keys: [] });
    expect(stateOf(line, 0)).toMatchObject({ type: "withdrawn" });
    expect(stateOf(line, 1)).toMatchObject({ type: "withdrawn" });
  });

  test("[DEC-13] an answer that the relay has taken before the stretch counts as given; one that it has not is withdrawn", () => {
    const taken = away(asked().out(answer(0)).local({ type: "taken", id: "n:0" }))
      .local({ type: "caught-up", keys: [] })
      .in(status("active", []));
    expect(stateOf(taken, 0)).toMatchObject({ type: "resolved", outcome: "answered-here" });
    const lost = away(asked().out(answer(0)))
      .local({ type: "caught-up", keys: [] })
      .in(status("active", []));
    expect(stateOf(lost, 0)).toMatchObject({ type: "withdrawn" });
  });

  test("[DEC-02] a withdrawn request that the server brings after all waits again", () => {
    const line = away(asked()).in(status("idle")).local({ type: "caught-up", keys: [] });
    expect(stateOf(line, 0)).toMatchObject({ type: "withdrawn" });
    expect(stateOf(line.in(ask(0)), 0)).toEqual({ type: "pending" });
  });

  test("[DEC-197] an answer that never had a row gives a waiting card its reason, and changes no card that is over", () => {
    const lost = { type: "not-sent", id: "n:0", reason: "gone with its page", unwritten: true } as const;
    expect(stateOf(asked().local(lost), 0)).toEqual({ type: "pending", back: "gone with its page" });
    const over = asked().out(answer(0)).in(resolved(0)).local(lost);
    expect(stateOf(over, 0)).toMatchObject({ type: "resolved", outcome: "answered-here" });
  });

  test("[DEC-14] [DEC-101] an answer that was not sent gives the card back, with the reason", () => {
    expect(
      stateOf(asked().out(answer(0)).local({ type: "not-sent", id: "n:0", reason: "thread moved on" }), 0),
    ).toEqual({ type: "pending", back: "thread moved on" });
  });
});

test("[DEC-25] a host keeps every open decision, and a bounded number of those that are over in ended processes", () => {
  const line = tape();
  for (let id = 0; id < 300; id++) line.in(ask(id)).in(resolved(id));
  line
    .exit()
    .generation("g2")
    .in(ask(0))
    .in(delta("t1", "m", "x"));
  line.local({ type: "exit", end: { generation: "g0", end: 0, code: 0, signal: null, by: null, at: 0, stderr: null } });
  const book = hostAfter(line.rows).decisions;
  expect(book.size).toBe(201);
  expect(book.get(keyOf(0, "g2"))?.state).toEqual({ type: "pending" });
});

describe("two answers at once", () => {
  const ended = (decision: string, end: object, more: object = {}) =>
    stateOf(
      asked()
        .out({ id: 0, result: { decision } })
        .in(resolved(0))
        .in(itemCompleted("t1", { type: "commandExecution", id: "c1", command: "make", ...end }))
        .in(completed("t1", "completed", more)),
      0,
    );

  test("[DEC-170] what the App Server did tells that another answer counted: ours is kept as one that came too late", () => {
    expect(ended("accept", { status: "completed" })).toMatchObject({ outcome: "answered-here" });
    expect(ended("accept", { status: "failed" })).toMatchObject({ outcome: "answered-here" });
    expect(ended("decline", { status: "declined" })).toMatchObject({ outcome: "answered-here" });
    const accept = { type: "result", result: { decision: "accept" } };
    expect(ended("accept", { status: "declined" })).toMatchObject({ outcome: "answered-elsewhere", answer: accept });
    expect(ended("decline", { status: "completed" })).toMatchObject({ outcome: "answered-elsewhere" });
    expect(ended("cancel", { status: "declined" }), "the turn went on").toMatchObject({
      outcome: "answered-elsewhere",
    });
  });

  test("[DEC-170] an item that was asked about twice tells nothing about either answer", () => {
    const line = asked()
      .out({ id: 0, result: accept })
      .in(resolved(0))
      .in(ask(1, { approvalId: "second" }))
      .out({ id: 1, result: { decision: "decline" } })
      .in(resolved(1))
      .in(itemCompleted("t1", { type: "commandExecution", id: "c1", command: "make", status: "declined" }));
    expect(stateOf(line, 0)).toMatchObject({ outcome: "answered-here" });
    expect(stateOf(line, 1)).toMatchObject({ outcome: "answered-here" });
  });

  test("[DEC-170] a tool call whose item holds another result was answered elsewhere", () => {
    const content = (text: string) => [{ type: "inputText", text }];
    const call = (item: object) =>
      stateOf(
        tape()
          .in(started("t1"))
          .in(ask(0, { callId: "c1", itemId: undefined }, "item/tool/call"))
          .out({ id: 0, result: { contentItems: content("mine"), success: true } })
          .in(itemCompleted("t1", { type: "dynamicToolCall", id: "c1", status: "completed", ...item })),
        0,
      );
    expect(call({ success: true, contentItems: content("mine") })).toMatchObject({ outcome: "answered-here" });
    expect(call({})).toMatchObject({ outcome: "answered-here" });
    expect(call({ success: true, contentItems: content("theirs") })).toMatchObject({ outcome: "answered-elsewhere" });
    expect(call({ success: false, contentItems: content("mine") })).toMatchObject({ outcome: "answered-elsewhere" });
  });
});
