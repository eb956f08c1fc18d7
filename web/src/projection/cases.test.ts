// The input cases of turns and items, one by one, as lines of the App Server: faults that comparable clients have had.
import { describe, expect, test } from "vitest";
import { hostAfter, T, tape, texts, threadAfter } from "./testing/rows.ts";
import {
  agent,
  command,
  completed,
  delta,
  itemCompleted,
  itemStarted,
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
import { stoppedHere, type ThreadState, turnStatus } from "./state.ts";

const held = (state: ThreadState, id = "t1") => {
  const found = state.turns.get(id);
  if (found === undefined) throw new Error(`no turn ${id}`);
  return found;
};
const cards = (state: ThreadState) =>
  [...state.timeline, ...[...state.turns.values()].flatMap(({ entries }) => entries)].flatMap((entry) =>
    entry.type === "card" ? [entry.card] : [],
  );
const error = (message: string, willRetry: boolean) =>
  note("error", {
    threadId: T,
    turnId: "t1",
    willRetry,
    error: { message, codexErrorInfo: null, additionalDetails: null },
  });
const read = (id: string, turns: object[], state = "idle") => [
  request(id, "thread/read", { threadId: T, includeTurns: true }),
  reply(id, { thread: { id: T, status: { type: state }, turns } }),
];
const inTurn = (method: string, params: object) => note(method, { threadId: T, turnId: "t1", ...params });

describe("errors and endings", () => {
  test("[PRJ-13] C01: a retry is a line that goes with the next progress; the answer stays, no error remains", () => {
    const line = tape().in(started("t1")).in(error("Reconnecting... 2/5", true));
    expect(held(threadAfter(line.rows)).retrying?.message).toBe("Reconnecting... 2/5");
    expect(held(threadAfter(line.rows)).error).toBeNull();
    line.in(delta("t1", "m1", "done"));
    expect(held(threadAfter(line.rows)).retrying).toBeNull();
    line.in(completed("t1"));
    const state = threadAfter(line.rows);
    expect(turnStatus(held(state))).toBe("completed");
    expect(held(state).error).toBeNull();
    expect(texts(state, "t1")).toEqual(["done"]);
    expect(cards(state)).toEqual([]);
  });

  test("[PRJ-13] C01: a last error and the failed turn that says the same are one error", () => {
    const state = threadAfter(
      tape()
        .in(started("t1"))
        .in(error("usage limit", false))
        .in(completed("t1", "failed", { error: { message: "usage limit", codexErrorInfo: "usageLimitExceeded" } }))
        .rows,
    );
    expect(turnStatus(held(state))).toBe("failed");
    expect(held(state).error).toEqual({ message: "usage limit", info: "usageLimitExceeded", details: null });
    expect(cards(state)).toEqual([]);
  });

  test.each([
    ["completed", "completed"],
    ["interrupted", "interrupted"],
    ["failed", "failed"],
    ["paused", "paused"],
  ])("[PRJ-04] C03: a turn that ends as %s stands as %s, with its error", (word, shown) => {
    const state = threadAfter(
      tape()
        .in(started("t1"))
        .in(completed("t1", word, { error: { message: "why", codexErrorInfo: { other: { code: 1 } } } })).rows,
    );
    expect(turnStatus(held(state))).toBe(shown);
    expect(held(state).error).toMatchObject({ message: "why", info: { other: { code: 1 } } });
  });

  test("[PRJ-11] C04: a copy calls it interrupted, live events go on: it runs again with its text, and ends as it ends", () => {
    const [ask, answer] = read("a.1", [turn("t1", "interrupted", [user("u", "q")], { completedAt: null })], "active");
    const line = tape().out(ask).in(answer);
    expect(turnStatus(held(threadAfter(line.rows)))).toBe("interrupted");
    line.in(delta("t1", "m1", "still here"));
    expect(turnStatus(held(threadAfter(line.rows)))).toBe("inProgress");
    expect(texts(threadAfter(line.rows), "t1")).toEqual(["q", "still here"]);
    line.in(completed("t1"));
    expect(turnStatus(held(threadAfter(line.rows)))).toBe("completed");
  });

  test("[PRJ-09] C04: interrupted by the person and interrupted by something else are two facts, and neither is completed", () => {
    const by = (person: boolean) => {
      const line = tape().in(started("t1"));
      if (person) line.out(request("a.1", "turn/interrupt", { threadId: T, turnId: "t1" })).in(reply("a.1", {}));
      return held(threadAfter(line.in(completed("t1", "interrupted")).rows));
    };
    expect([stoppedHere(by(true)), turnStatus(by(true))]).toEqual([true, "interrupted"]);
    expect([stoppedHere(by(false)), turnStatus(by(false))]).toEqual([false, "interrupted"]);
  });

  test("[PRJ-12] C05: in progress in the history of an idle thread: its process ended; the rows stay as they were", () => {
    const line = tape()
      .out(request("a.1", "thread/resume", { threadId: T }))
      .in(
        reply("a.1", {
          thread: { id: T, status: { type: "idle" }, turns: [turn("t1", "inProgress", [user("u", "q")])] },
          model: "m",
        }),
      );
    const before = structuredClone(line.rows);
    const state = threadAfter(line.rows);
    expect(turnStatus(held(state))).toBe("lost");
    expect(held(state).items.get("u")?.phase).toBe("completed");
    expect(line.rows).toEqual(before);
  });

  test("[PRJ-11] C06: the end got lost, the thread is idle: the one copy that is asked for settles it", () => {
    const compaction = { type: "contextCompaction", id: "c" };
    const line = tape()
      .in(started("t1"))
      .in(itemStarted("t1", compaction))
      .in(itemCompleted("t1", compaction))
      .in(status("idle"));
    expect(turnStatus(held(threadAfter(line.rows)))).toBe("inProgress");
    const [ask, answer] = read("a.1", [turn("t1", "completed", [compaction])]);
    const state = threadAfter(line.out(ask).in(answer).rows);
    expect(turnStatus(held(state))).toBe("completed");
    expect(texts(state, "t1")).toEqual(["compaction"]);
  });
});

describe("items and copies", () => {
  test("[PRJ-24] C08: two equal messages live, other ids in history: two, before and after", () => {
    const live = tape()
      .in(itemCompleted("t1", agent("msg_0b", "Same")))
      .in(itemCompleted("t1", agent("msg_0c", "Same")))
      .in(completed("t1"));
    const [ask, answer] = read("a.1", [turn("t1", "completed", [agent("item-1", "Same"), agent("item-2", "Same")])]);
    expect(texts(threadAfter(live.rows), "t1")).toEqual(["Same", "Same"]);
    expect(texts(threadAfter(live.out(ask).in(answer).rows), "t1")).toEqual(["Same", "Same"]);
    // On a device that has only the copy, and then gets it again.
    const fresh = tape()
      .out(ask)
      .in(answer)
      .out({ ...ask, id: "a.2" })
      .in({ ...answer, id: "a.2" });
    expect(texts(threadAfter(fresh.rows), "t1")).toEqual(["Same", "Same"]);
  });

  test("[PRJ-14] C09: the same item id in every turn: each turn keeps its own", () => {
    const state = threadAfter(
      tape()
        .in(itemCompleted("t1", agent("item_0", "first")))
        .in(completed("t1"))
        .in(itemStarted("t2", agent("item_0", "")))
        .in(delta("t2", "item_0", "sec"))
        .in(delta("t2", "item_0", "ond"))
        .in(itemCompleted("t2", agent("item_0", "second"))).rows,
    );
    expect([texts(state, "t1"), texts(state, "t2")]).toEqual([["first"], ["second"]]);
  });

  test("[PRJ-27] C11: one bubble before, during and after; the same text sent twice on purpose is two", () => {
    const line = tape()
      .in(started("t1"))
      .out(send("a.1", "hi", "c1"));
    const count = (state: ThreadState) =>
      state.outgoing.size + [...held(state).items.values()].filter(({ type }) => type === "userMessage").length;
    expect(count(threadAfter(line.rows))).toBe(1);
    line.in(reply("a.1", { turn: turn("t1", "inProgress", []) }));
    expect(count(threadAfter(line.rows))).toBe(1);
    line.in(itemStarted("t1", user("u1", "hi", "c1")));
    expect(count(threadAfter(line.rows))).toBe(1);
    line.in(itemCompleted("t1", user("u1", "hi", "c1")));
    expect(count(threadAfter(line.rows))).toBe(1);
    line.out(send("a.2", "hi", "c2")).in(itemCompleted("t1", user("u2", "hi", "c2")));
    expect(count(threadAfter(line.rows))).toBe(2);
    const [ask, answer] = read(
      "a.3",
      [turn("t1", "inProgress", [user("item-1", "hi", "c1"), user("item-2", "hi", "c2")])],
      "active",
    );
    expect(count(threadAfter(line.out(ask).in(answer).rows))).toBe(2);
  });

  test("[PRJ-22] [PRJ-35] C12: a child's start, usage and end touch its parent in nothing; what names no thread is nobody's", () => {
    const usage = (thread: string, total: number) =>
      note("thread/tokenUsage/updated", {
        threadId: thread,
        turnId: "x",
        tokenUsage: { last: { totalTokens: total }, modelContextWindow: 100 },
      });
    const line = tape()
      .in(started("t1"))
      .in(usage(T, 40))
      .in(delta("t1", "m", "parent"));
    const before = threadAfter(line.rows);
    line
      .in(started("child-turn", "C"))
      .in(usage("C", 99))
      .in(delta("child-turn", "m", "child", "C"))
      .in(completed("child-turn", "failed", {}, "C"))
      .in(note("turn/completed", { turn: { id: "t1", status: "completed" } }));
    expect(threadAfter(line.rows)).toEqual(before);
    expect(turnStatus(held(threadAfter(line.rows, "C"), "child-turn"))).toBe("failed");
    expect(hostAfter(line.rows).activity.map(({ name }) => name)).toEqual(["turn/completed"]);
  });

  test("[PRJ-19] [PRJ-15] C14: the newest plan counts, from stored lines too; plan deltas are one item; an end rewrites no step", () => {
    const plan = (...states: string[]) =>
      inTurn("turn/plan/updated", {
        explanation: null,
        plan: states.map((word, n) => ({ step: `s${n}`, status: word })),
      });
    const planDelta = (text: string) => inTurn("item/plan/delta", { itemId: "p", delta: text });
    const line = tape()
      .in(started("t1"))
      .in(plan("inProgress", "pending"))
      .in(plan("completed", "inProgress"))
      .in(plan("completed", "inProgress"))
      .in(planDelta("Do "))
      .in(planDelta("this"))
      .in(completed("t1", "interrupted"));
    for (const state of [threadAfter(line.rows), threadAfter(structuredClone(line.rows))]) {
      expect(held(state).plan?.map((step) => step.status)).toEqual(["completed", "inProgress"]);
      expect(held(state).entries).toEqual([{ type: "plan" }, { type: "item", item: "p" }]);
      expect(texts(state, "t1")).toEqual(["Do this"]);
      expect(cards(state)).toEqual([]);
    }
  });

  test("[PRJ-29] C15: usage that comes before the reply counts; last against the window, unknown is not 0", () => {
    const usage = (params: object) =>
      note("thread/tokenUsage/updated", { threadId: T, turnId: "t0", tokenUsage: params });
    const line = tape()
      .out(request("a.1", "thread/resume", { threadId: T }))
      .in(usage({ total: { totalTokens: 1_200_000 }, last: { totalTokens: 120_000 }, modelContextWindow: 258_000 }))
      .in(reply("a.1", { thread: { id: T, turns: [] }, model: "m" }));
    expect(threadAfter(line.rows).tokenUsage).toEqual({ total: 1_200_000, last: 120_000, window: 258_000 });
    line.in(usage({ total: { totalTokens: 1_300_000 }, last: null, modelContextWindow: null }));
    expect(threadAfter(line.rows).tokenUsage).toEqual({ total: 1_300_000, last: null, window: null });
  });

  test("[PRJ-15] [PRJ-16] C17: what is malformed, late or unknown keeps its place and costs nothing else", () => {
    const state = threadAfter(
      tape()
        .in(delta("t1", "zz", "A"))
        .in(itemCompleted("t1", agent("zz", "AB")))
        .in(itemStarted("t1", agent("zz", "")))
        .in(itemCompleted("t1", { type: "teleport", id: "q", where: "mars" }))
        .in(note("item/completed", { threadId: T, turnId: "t1" }))
        .in(itemCompleted("t1", command("c1", "ls", { status: "completed", aggregatedOutput: "x" }))).rows,
    );
    expect(texts(state, "t1")).toEqual(["AB", "teleport", "$ ls > x"]);
    expect(held(state).items.get("zz")?.phase).toBe("completed");
    expect(held(state).items.get("q")?.raw).toEqual({ type: "teleport", id: "q", where: "mars" });
    expect(held(state).items.get("c1")?.phase).toBe("completed");
    expect(cards(state).map(({ what, raw }) => [what, raw.includes("item/completed")])).toEqual([["malformed", true]]);
  });

  test("[PRJ-27] [PRJ-81] C18: a steer that was taken and not shown is accepted; one that was refused says why", () => {
    const steer = (id: string, client: string) =>
      request(id, "turn/steer", {
        threadId: T,
        expectedTurnId: "t1",
        clientUserMessageId: client,
        input: [{ type: "text", text: "more" }],
      });
    const line = tape()
      .in(started("t1"))
      .out(steer("a.1", "c1"))
      .in(reply("a.1", { turnId: "t1" }))
      .out(steer("a.2", "c2"))
      .in(refusal("a.2", -32600, "activeTurnNotSteerable"));
    expect([...threadAfter(line.rows).outgoing.values()].map(({ state }) => state)).toEqual([
      { type: "accepted", turn: "t1" },
      { type: "failed", message: "activeTurnNotSteerable" },
    ]);
    // Its turn ends without it: it goes back to the person.
    line.in(completed("t1"));
    expect([...threadAfter(line.rows).outgoing.values()].map(({ state }) => state.type)).toEqual(["failed", "failed"]);
  });

  test("[PRJ-358] C18: accepted into a turn that history has whole, and not in it: the person's again; in it: one bubble", () => {
    for (const taken of [false, true]) {
      const line = tape()
        .in(started("t1"))
        .in(itemCompleted("t1", user("u1", "q", "c0")))
        .out(send("a.1", "more", "c1"))
        .in(reply("a.1", { turn: turn("t1", "inProgress", []) }));
      // Bytes are gone, the end with them.
      const at = line.rows.at(-1)?.offset ?? 0;
      line.local({ type: "gap", from: at, to: at + 50 }).in(status("idle"));
      expect([...threadAfter(line.rows).outgoing.values()].map(({ state }) => state.type)).toEqual(["accepted"]);
      const items = [user("u1", "q", "c0"), ...(taken ? [user("u2", "more", "c1")] : []), agent("m", "done")];
      line
        .out(request("a.2", "thread/turns/list", { threadId: T, limit: 5, sortDirection: "desc", itemsView: "full" }))
        .in(reply("a.2", { data: [turn("t1", "completed", items, { itemsView: "full" })], nextCursor: null }));
      const state = threadAfter(line.rows);
      expect(turnStatus(held(state))).toBe("completed");
      expect([...state.outgoing.values()].map((outgoing) => outgoing.state.type)).toEqual(taken ? [] : ["failed"]);
      expect(texts(state, "t1")).toEqual(taken ? ["q", "more", "done"] : ["q", "done"]);
    }
  });

  test("[PRJ-23] C19: empty copies and an empty ending remove nothing, and the turn says that the server has less", () => {
    const line = tape().in(started("t7"));
    for (let n = 0; n < 12; n++) line.in(itemCompleted("t7", agent(`i${n}`, `text ${n}`)));
    line.in(completed("t7"));
    const before = texts(threadAfter(line.rows), "t7");
    const [ask, answer] = read("a.1", [turn("t7", "completed", [])]);
    const state = threadAfter(line.out(ask).in(answer).in(completed("t7")).rows);
    expect(before).toHaveLength(12);
    expect(texts(state, "t7")).toEqual(before);
    expect(held(state, "t7").serverReturnedLess).toBe(true);
  });

  test("[PRJ-36] C20: no rollout: the transcript stays, the thread is not resumable and says so in the list", () => {
    const line = tape()
      .in(itemCompleted("t1", agent("m", "kept")))
      .in(completed("t1"))
      .exit()
      .generation("g2")
      .out(request("a.1", "thread/resume", { threadId: T }))
      .in(refusal("a.1", -32600, `no rollout found for thread id ${T}`));
    const state = threadAfter(line.rows);
    expect(state.notResumable).toBe(true);
    expect(texts(state, "t1")).toEqual(["kept"]);
    expect(hostAfter(line.rows).threads.get(T)?.notResumable).toBe(true);
  });
});

describe("reviews under two ids", () => {
  const review = { type: "enteredReviewMode", id: "e", review: "main" };

  test("[PRJ-20] what was told beside a review goes with it: the turn that its start names does not stay", () => {
    const line = tape()
      .out(request("a.1", "review/start", { threadId: T, target: { type: "uncommittedChanges" } }))
      .in(started("strange"))
      .in(note("hook/completed", { threadId: T, turnId: "strange", run: { id: "h", status: "completed" } }))
      .in(reply("a.1", { turn: turn("real", "inProgress", []), reviewThreadId: T }))
      .in(itemCompleted("real", review))
      .in(completed("real"));
    const state = threadAfter(line.rows);
    expect([...state.turns.keys()]).toEqual(["real"]);
    expect(turnStatus(held(state, "real"))).toBe("completed");
    expect(cards(state).map(({ name }) => name)).toEqual(["hook/completed"]);
  });

  test("[PRJ-20] also on a device that did not ask for the review, and when the strange start comes last", () => {
    for (const late of [true, false]) {
      const line = tape();
      if (!late) line.in(started("strange"));
      line.in(itemCompleted("real", review));
      if (late) line.in(started("strange"));
      line.in(itemCompleted("real", agent("m", "findings"))).in(completed("real"));
      const state = threadAfter(line.rows);
      expect([...state.turns.keys()]).toEqual(["real"]);
      expect([...state.turns.values()].map(turnStatus)).toEqual(["completed"]);
      expect(state.book.running).toBeNull();
    }
  });
});
