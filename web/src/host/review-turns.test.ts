import { expect, test } from "vitest";
import type { Row } from "../journal/rows.ts";
import { toEnvelope } from "../projection/envelope.ts";
import { createHostState, foldHost } from "../projection/host-fold.ts";
import { completed, itemStarted, refusal, request, started } from "../projection/testing/wire.ts";
import { interruptId, learnStarted, noteReview, type ReviewTurns, shownId } from "./review-turns.ts";

const T = "T";
const base = { v: 1, generation: "g", offset: 1, n: 0, at: 1, thread: T } as const;
const told = (message: object): Row => ({ ...base, kind: "in", start: 0, line: JSON.stringify(message) });
const ours = (message: object): Row => ({
  ...base,
  kind: "out",
  client: "c",
  line: JSON.stringify(message),
  bytes: 1,
  redacted: false,
});
const entered = itemStarted("A", { type: "enteredReviewMode", id: "r", review: "current changes" });

function fold(...rows: Row[]) {
  const state = createHostState("h");
  const reviews: ReviewTurns = new Map();
  let learnt = false;
  for (const row of rows) {
    const envelope = toEnvelope(row);
    const { message } = envelope;
    const open = [...(state.generations.get("g")?.open.values() ?? [])];
    if (message?.kind === "error") learnt = learnStarted(reviews, envelope, open[0], state);
    foldHost(state, envelope, () => undefined);
    noteReview(reviews, envelope, state);
  }
  return { reviews, learnt, id: interruptId(reviews, T, "A") };
}

test("[ACT-100] a review is interrupted under the id that it was started under, whichever was told first", () => {
  expect(fold(told(entered)).id, "not started yet").toBe("A");
  for (const rows of [
    [told(entered), told(started("B"))],
    [told(started("B")), told(entered)],
  ]) {
    const { reviews, id } = fold(...rows);
    expect(id).toBe("B");
    expect(shownId(reviews, T, "B")).toBe("A");
    expect(interruptId(reviews, "another", "A")).toBe("A");
  }
});

test("[ACT-100] once the review is over, its ids mean nothing any more", () => {
  expect(fold(told(entered), told(started("B")), told(completed("A"))).reviews.size).toBe(0);
  const exit: Row = {
    ...base,
    kind: "local",
    event: { type: "exit", end: { generation: "g", end: 1, code: 0, signal: null, by: null, at: 1, stderr: null } },
  };
  expect(fold(told(entered), told(started("B")), exit).reviews.size).toBe(0);
});

test("[ACT-100] where the start was not seen the refusal tells the id, but only of the turn that runs there", () => {
  const stop = ours(request("c.l.1", "turn/interrupt", { threadId: T, turnId: "A" }));
  const refused = told(refusal("c.l.1", -32600, "expected active turn id A but found B"));
  const running = told(started("A"));
  expect(fold(running, stop, refused)).toMatchObject({ learnt: true, id: "B" });
  expect(fold(running, told(completed("A")), told(started("t2")), stop, refused)).toMatchObject({
    learnt: false,
    id: "A",
  });
  expect(fold(running, stop, told(refusal("c.l.1", -32600, "no such thread"))).learnt).toBe(false);
});
