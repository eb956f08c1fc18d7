import { describe, expect, test } from "vitest";
import type { ThreadState } from "./state.ts";
import { tape, T, texts, threadAfter, type Tape } from "./testing/rows.ts";
import {
  completed,
  delta,
  itemCompleted,
  note,
  refusal,
  reply,
  request,
  send,
  started,
  status,
  turn,
  user,
} from "./testing/wire.ts";

const outgoing = (state: ThreadState) => [...state.outgoing.values()].map((message) => message.state.type);
const cards = (state: ThreadState) =>
  state.timeline.flatMap((entry) => (entry.type === "card" ? [entry.card.name] : []));

describe("messages of this device", () => {
  const accepted = () =>
    tape()
      .out(send("a.1", "hi", "c1"))
      .in(reply("a.1", { turn: turn("t1", "inProgress", []) }));

  test("[PRJ-27] a message is sent, accepted, and one bubble with the user message that claims it", () => {
    const line = tape().out(send("a.1", "hi", "c1"));
    expect(outgoing(threadAfter(line.rows))).toEqual(["sent"]);
    line.in(reply("a.1", { turn: turn("t1", "inProgress", []) }));
    expect(threadAfter(line.rows).outgoing.get("c1")).toMatchObject({
      text: "hi",
      state: { type: "accepted", turn: "t1" },
    });
    line.in(itemCompleted("t1", user("u", "hi", "c1")));
    expect(outgoing(threadAfter(line.rows))).toEqual([]);
    expect(texts(threadAfter(line.rows), "t1")).toEqual(["hi"]);
  });

  test("[PRJ-81] what a turn had accepted and not taken when it ended goes back to the person; a late claim still counts", () => {
    const running = () =>
      tape()
        .in(started("t1"))
        .in(itemCompleted("t1", user("u1", "first", "c0")));
    const steered = running()
      .out(send("a.1", "hi", "c1"))
      .in(reply("a.1", { turn: turn("t1", "inProgress", []) }))
      .in(completed("t1", "interrupted"));
    expect(threadAfter(steered.rows).outgoing.get("c1")?.state).toEqual({
      type: "failed",
      message: "the turn ended before it reached the model.",
    });
    const late = running()
      .out(send("a.1", "hi", "c1"))
      .in(completed("t1", "interrupted"))
      .in(reply("a.1", { turn: turn("t1", "inProgress", []) }));
    expect(outgoing(threadAfter(late.rows))).toEqual(["failed"]);
    expect(outgoing(threadAfter(steered.in(itemCompleted("t2", user("u", "hi", "c1"))).rows))).toEqual([]);
  });

  test("[PRJ-27] the user message may come before the reply, and the line may be handed over again", () => {
    const rows = tape()
      .out(send("a.1", "hi", "c1"))
      .in(itemCompleted("t1", user("u", "hi", "c1")))
      .in(reply("a.1", { turn: turn("t1", "inProgress", []) }))
      .out(send("a.1", "hi", "c1")).rows;
    expect(outgoing(threadAfter(rows))).toEqual([]);
  });

  test("[PRJ-27] a line that is handed over again leaves an accepted message accepted, and wakes a doubted one", () => {
    expect(outgoing(threadAfter(accepted().out(send("a.1", "hi", "c1")).rows))).toEqual(["accepted"]);
    const again = accepted()
      .exit()
      .generation("g2")
      .out(send("b.1", "hi", "c1"));
    expect(outgoing(threadAfter(again.rows))).toEqual(["sent"]);
  });

  test("[PRJ-27] the same text sent twice on purpose is two bubbles", () => {
    const rows = tape()
      .out(send("a.1", "hi", "c1"))
      .out(send("a.2", "hi", "c2"))
      .in(itemCompleted("t1", user("u", "hi", "c1"))).rows;
    expect([...threadAfter(rows).outgoing.keys()]).toEqual(["c2"]);
  });

  test("[PRJ-27] a message is claimed by its turn and text where the server leaves the clientId out", () => {
    expect(outgoing(threadAfter(accepted().in(itemCompleted("t1", user("u", "hi"))).rows))).toEqual([]);
    expect(outgoing(threadAfter(accepted().in(itemCompleted("t1", user("u", "other"))).rows))).toEqual(["accepted"]);
  });

  test("[PRJ-27] a steer is accepted by the turn that its reply names", () => {
    const rows = tape()
      .out(
        request("a.1", "turn/steer", {
          threadId: T,
          expectedTurnId: "t1",
          clientUserMessageId: "c1",
          input: [{ type: "text", text: "x" }],
        }),
      )
      .in(reply("a.1", { turnId: "t1" })).rows;
    expect(threadAfter(rows).outgoing.get("c1")?.state).toEqual({ type: "accepted", turn: "t1" });
  });

  test("[PRJ-27] when its process ends before a user message shows, its delivery is unknown until history has it", () => {
    const line = accepted()
      .out(send("a.2", "two", "c2"))
      .exit();
    expect(outgoing(threadAfter(line.rows))).toEqual(["delivery-unknown", "delivery-unknown"]);
    line
      .generation("g2")
      .out(request("b.1", "thread/turns/list", { threadId: T, itemsView: "full" }))
      .in(reply("b.1", { data: [turn("t1", "interrupted", [user("item-1", "hi", "c1")])], nextCursor: null }));
    expect([...threadAfter(line.rows).outgoing.keys()]).toEqual(["c2"]);
  });

  test.each<[string, (line: Tape) => Tape, object]>([
    [
      "refused",
      (line) => line.in(refusal("a.1", -32600, "no such thread")),
      { type: "failed", message: "no such thread" },
    ],
    [
      "not sent",
      (line) => line.local({ type: "not-sent", id: "s:a.1", reason: "The turn is over." }),
      { type: "failed", message: "The turn is over." },
    ],
    ["taken by the relay", (line) => line.local({ type: "taken", id: "s:a.1" }), { type: "sent", taken: true }],
    [
      "of unknown delivery",
      (line) => line.local({ type: "delivery-unknown", id: "s:a.1" }),
      { type: "delivery-unknown" },
    ],
  ])("[PRJ-27] a message that was %s says so", (_name, then, expected) => {
    expect(threadAfter(then(tape().out(send("a.1", "hi", "c1"))).rows).outgoing.get("c1")?.state).toEqual(expected);
  });
});

describe("what the server reports", () => {
  test("[PRJ-28] settings are what the last reply or update said, whatever was asked for", () => {
    const line = tape()
      .out(request("a.1", "thread/resume", { threadId: T, sandbox: "read-only" }))
      .in(
        reply("a.1", {
          thread: { id: T, status: { type: "idle" } },
          model: "m1",
          cwd: "/w",
          approvalPolicy: "never",
          sandbox: { type: "dangerFullAccess" },
          reasoningEffort: "high",
        }),
      );
    expect(threadAfter(line.rows).settings).toMatchObject({
      cwd: "/w",
      model: "m1",
      effort: "high",
      approvalPolicy: "never",
      sandbox: { type: "dangerFullAccess" },
    });
    line.in(
      note("thread/settings/updated", {
        threadId: T,
        threadSettings: {
          cwd: "/v",
          model: "m2",
          approvalPolicy: { granular: { rules: true } },
          sandboxPolicy: { type: "readOnly" },
          effort: null,
        },
      }),
    );
    expect(threadAfter(line.rows).settings).toMatchObject({
      cwd: "/v",
      model: "m2",
      effort: null,
      approvalPolicy: { granular: { rules: true } },
      sandbox: { type: "readOnly" },
    });
  });

  test("[PRJ-29] token usage may come before the reply; last against the window counts, and unknown is not 0", () => {
    const usage = (tokenUsage: object) =>
      tape().in(note("thread/tokenUsage/updated", { threadId: T, turnId: "t", tokenUsage })).rows;
    expect(
      threadAfter(
        usage({ total: { totalTokens: 1_200_000 }, last: { totalTokens: 120_000 }, modelContextWindow: 258_000 }),
      ).tokenUsage,
    ).toEqual({ total: 1_200_000, last: 120_000, window: 258_000 });
    expect(threadAfter(usage({ total: null, modelContextWindow: null })).tokenUsage).toEqual({
      total: null,
      last: null,
      window: null,
    });
    expect(threadAfter([]).tokenUsage).toBeNull();
  });

  test("[PRJ-28] a read without settings still tells the folder", () => {
    const told = { id: T, cwd: "/w", modelProvider: "mock" };
    const line = tape()
      .out(request("a.1", "thread/read", { threadId: T }))
      .in(reply("a.1", { thread: told }));
    expect(threadAfter(line.rows).settings).toMatchObject({ cwd: "/w", modelProvider: "mock", model: null });
  });

  test.each<[object, object]>([
    [
      { type: "active", activeFlags: ["waitingOnApproval", 3] },
      { type: "active", flags: ["waitingOnApproval"] },
    ],
    [{ type: "idle" }, { type: "idle" }],
    [{ type: "hibernating" }, { type: "other", word: "hibernating" }],
  ])("[PRJ-28] status %j", (wire, expected) => {
    expect(threadAfter(tape().in(note("thread/status/changed", { threadId: T, status: wire })).rows).status).toEqual(
      expected,
    );
  });

  test("[PRJ-36] a thread that another process holds, or that has no rollout, says so until it is resumed", () => {
    const resume = (line: Tape, id: string) => line.out(request(id, "thread/resume", { threadId: T }));
    const held = resume(tape(), "a.1").in(refusal("a.1", -32600, "thread T already has an active writer"));
    expect(threadAfter(held.rows)).toMatchObject({ heldElsewhere: true, notResumable: false });
    resume(held, "a.2").in(reply("a.2", { thread: { id: T, status: { type: "idle" } }, model: "m" }));
    expect(threadAfter(held.rows).heldElsewhere).toBe(false);
    expect(
      threadAfter(resume(tape(), "a.1").in(refusal("a.1", -32600, "no rollout found for thread id T")).rows)
        .notResumable,
    ).toBe(true);
    expect(threadAfter(resume(tape(), "a.1").in(refusal("a.1", -32001, "busy")).rows)).toMatchObject({
      heldElsewhere: false,
      notResumable: false,
    });
  });

  test("[PRJ-28] the last sign of the thread is the time of its last line, and our own lines are none", () => {
    const line = tape().in(status("idle"));
    const at = threadAfter(line.rows).lastSignAt;
    expect(at).toBe(line.rows.at(-1)?.at);
    expect(threadAfter(line.later(5000).out(send("a.1", "x", "c")).rows).lastSignAt).toBe(at);
  });
});

describe("what has no view of its own", () => {
  test("[PRJ-30] an unknown method is a card: in the turn that it names, in the running turn, else in the timeline", () => {
    const unknown = (more: object) => note("x/unknown", { threadId: T, ...more });
    const rows = tape()
      .in(unknown({ n: 1 }))
      .in(started("t1"))
      .in(unknown({ n: 2 }))
      .in(unknown({ turnId: "t1", n: 3 }))
      .in(completed("t1"))
      .in(unknown({ n: 4 })).rows;
    const state = threadAfter(rows);
    expect(cards(state)).toEqual(["x/unknown", "x/unknown"]);
    expect(state.turns.get("t1")?.entries).toMatchObject([
      { card: { raw: rows[2] !== undefined && "line" in rows[2] ? rows[2].line : "" } },
      { card: { what: "notification" } },
    ]);
  });

  test("[PRJ-30] a state told again makes no second card, and the goal that no thread had makes none", () => {
    const cleared = note("thread/goal/cleared", { threadId: T });
    const goal = note("thread/goal/updated", { threadId: T, goal: { objective: "g", status: "active" } });
    expect(cards(threadAfter(tape().in(cleared).in(cleared).rows))).toEqual([]);
    expect(cards(threadAfter(tape().in(goal).in(goal).in(cleared).in(cleared).in(goal).rows))).toEqual([
      "thread/goal/updated",
      "thread/goal/cleared",
      "thread/goal/updated",
    ]);
  });

  test("[PRJ-30] content that is not stored is a card that says what it was", () => {
    const rows = tape().in(delta("t1", "m", "x")).rows;
    const [row] = rows;
    if (row === undefined || row.kind !== "in") throw new Error("no row");
    const stub = {
      ...row,
      n: 1,
      line: { stub: true as const, method: "fs/readFile", id: "s:1", bytes: 80, sha256: "ab" },
    };
    const state = threadAfter([row, stub]);
    expect(state.turns.get("t1")?.entries.at(-1)).toMatchObject({
      type: "card",
      card: { what: "stub", name: "fs/readFile" },
    });
  });
});
