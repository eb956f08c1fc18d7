import { expect, test } from "vitest";
import { tape, T, threadAfter } from "./testing/rows.ts";
import {
  agent,
  command,
  completed,
  itemCompleted,
  itemStarted,
  note,
  request,
  reply,
  started,
  user,
} from "./testing/wire.ts";

const goal = (status: string) =>
  note("thread/goal/updated", {
    threadId: T,
    turnId: null,
    goal: { objective: "Reach it", status, tokenBudget: null, tokensUsed: 0, timeUsedSeconds: 0, createdAt: 5 },
  });
const byGoal = (...messages: object[]) => {
  const line = tape();
  for (const message of messages) line.in(message);
  return threadAfter(line.rows).turns.get("t1")?.byGoal;
};

test("[PRJ-325] a turn that begins without a message while the goal is active was started by the goal, and stays so", () => {
  expect(byGoal(goal("active"), started("t1"), itemStarted("t1", agent("m", "")))).toBe(true);
  const steered = itemStarted("t1", user("u", "Also the tests"));
  expect(byGoal(goal("active"), started("t1"), itemCompleted("t1", agent("m", "")), steered)).toBe(true);
  const cleared = note("thread/goal/cleared", { threadId: T });
  expect(byGoal(goal("active"), started("t1"), itemStarted("t1", agent("m", "")), completed("t1"), cleared)).toBe(true);
});

test("[PRJ-325] one that a person asked for is not: a message, a review, a compaction, a command of the shell", () => {
  for (const item of [
    user("u", "Go on"),
    { type: "enteredReviewMode", id: "r", review: "current changes" },
    { type: "contextCompaction", id: "c" },
    command("c1", "ls", { source: "userShell" }),
  ])
    expect(byGoal(goal("active"), started("t1"), itemStarted("t1", item)), item.type).toBe(false);
  const hook = { type: "hookPrompt", id: "h", fragments: [] };
  expect(byGoal(goal("active"), started("t1"), itemStarted("t1", hook), itemStarted("t1", user("u", "Go")))).toBe(
    false,
  );
  const asked = tape()
    .in(goal("active"))
    .out(request("a.1", "turn/start", { threadId: T, clientUserMessageId: "a.1.m", input: [] }))
    .in(reply("a.1", { turn: { id: "t1", items: [], status: "inProgress" } }))
    .in(started("t1")).rows;
  expect(threadAfter(asked).turns.get("t1")?.byGoal, "this device started it").toBe(false);
});

test("[PRJ-325] without an active goal no turn is the goal's", () => {
  expect(byGoal(started("t1"), itemStarted("t1", agent("m", "")))).toBe(false);
  expect(byGoal(goal("paused"), started("t1"), itemStarted("t1", agent("m", "")))).toBe(false);
});
