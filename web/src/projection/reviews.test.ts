import { expect, test } from "vitest";
import { tape, T, threadAfter } from "./testing/rows.ts";
import { agent, completed, itemCompleted, note, refusal, reply, request, started, turn, user } from "./testing/wire.ts";

const entered = { type: "enteredReviewMode", id: "r", review: "current changes" };
const found = { type: "exitedReviewMode", id: "x", review: "Fine." };

test("[PRJ-326] the history of a review, which holds what it was asked under its other id, is no poorer copy of it", () => {
  const line = tape()
    .in(itemCompleted("A", entered))
    .in(started("B"))
    .in(itemCompleted("A", user("u", "Review the current code changes")))
    .in(itemCompleted("A", found))
    .in(itemCompleted("A", agent("m", "Fine.")))
    .in(completed("A"))
    .in(note("thread/status/changed", { threadId: T, status: { type: "idle" } }))
    .out(request("l.1", "thread/turns/list", { threadId: T, itemsView: "full" }))
    .in(
      reply("l.1", {
        data: [
          turn("A", "completed", [entered, found, agent("m", "Fine.")]),
          turn("B", "interrupted", [user("u", "Review the current code changes")]),
        ],
        nextCursor: null,
      }),
    );
  const state = threadAfter(line.rows);
  expect([...state.turns.keys()]).toEqual(["A"]);
  expect(state.turns.get("A")).toMatchObject({ reported: "completed", serverReturnedLess: false });
  expect([...(state.turns.get("A")?.items.values() ?? [])].map(({ type }) => type)).toEqual([
    "enteredReviewMode",
    "userMessage",
    "exitedReviewMode",
    "agentMessage",
  ]);
});

test("[ACT-100] where the start of a review was not seen the refusal of its interrupt tells the other id, of a review alone", () => {
  const refused = (item: object, found = "B") =>
    threadAfter(
      tape()
        .in(itemCompleted("A", item))
        .out(request("c.l.1", "turn/interrupt", { threadId: T, turnId: "A" }))
        .in(refusal("c.l.1", -32600, `expected active turn id A but found ${found}`)).rows,
    ).book.turnAliases;
  expect([...refused(entered)]).toEqual([["B", "A"]]);
  expect([...refused(entered, "`B`")]).toEqual([["B", "A"]]);
  expect(refused(user("u", "No review")).size).toBe(0);
});
