// Each way a turn can stand.
import type { ThreadState } from "../../../projection/state.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import { add, cardOfLine, MIN, NOW, reported, runs, says, thinks, told, turnIn, user } from "./parts.ts";

export function endsThread(): ThreadState {
  const state = createThreadState("t-ends");
  reported(state, { type: "idle" });
  state.older = { cursor: "c" };
  const one = turnIn(state, "e1", {
    reported: "interrupted",
    stop: { type: "stopping", at: NOW, taken: true },
    completedAt: NOW - 30 * MIN,
    durationMs: 34_000,
  });
  user(one, "Run the whole suite, please.");
  runs(
    one,
    "pnpm test",
    Array.from({ length: 60 }, (_, n) => ` \u001b[33mwarn\u001b[0m line ${n} of the output`).join("\n"),
    { exitCode: null, status: "inProgress", phase: "closed", durationMs: null },
  );
  const two = turnIn(state, "e2", {
    reported: "failed",
    error: { message: "You have hit your usage limit. Try again at 14:05.", info: "usageLimitExceeded", details: null },
  });
  user(two, "Go on.");
  thinks(two, "Picking up where it stopped");
  state.timeline.push({
    type: "splice",
    generation: "g2",
    before: { generation: "g1", end: 1, code: null, signal: "SIGKILL", by: null, at: NOW - 20 * MIN },
  });
  const three = turnIn(state, "e3", { reported: "interrupted", lost: true });
  user(three, "And now?");
  says(three, "I was about to look at");
  state.timeline.push({ type: "gap", from: 0, to: 48_000 });
  const four = turnIn(state, "e4", { reported: "inProgress", stop: { type: "unanswered", at: NOW - 12_000 } });
  user(four, "Find the slow query.");
  runs(four, "psql -f slow.sql", "", {
    exitCode: null,
    phase: "open",
    status: "inProgress",
    durationMs: null,
    startedAt: NOW - 40_000,
  });
  const five = turnIn(state, "e5", { reported: "completed" });
  user(five, "Thanks. Show me something odd.");
  add(five, "contextCompaction");
  told(five, { type: "hologram", data: { n: 1 } });
  runs(five, "false", "", { exitCode: 1, status: "failed", durationMs: 12 });
  five.entries.push({
    type: "card",
    card: cardOfLine("card1", "model/rerouted", '{"method":"model/rerouted","params":{"from":"a","to":"b"}}'),
  });
  state.outgoing.set("o1", {
    clientUserMessageId: "o1",
    text: "Are you still there?",
    input: [],
    at: NOW,
    generation: "g1",
    state: { type: "delivery-unknown" },
  });
  state.outgoing.set("o2", {
    clientUserMessageId: "o2",
    text: "And this one was accepted.",
    input: [],
    at: NOW,
    generation: "g1",
    state: { type: "accepted", turn: "e5" },
  });
  return state;
}
