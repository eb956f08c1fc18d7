// Agents of the agent, searches of the web, reviews, waiting, hooks.
import type { ThreadState } from "../../../projection/state.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import { NOW, reported, says, told, turnIn, user } from "./parts.ts";

const collab = (tool: string, more: object) => ({
  type: "collabAgentToolCall",
  tool,
  status: "completed",
  senderThreadId: "t-agents",
  receiverThreadIds: ["t-child"],
  prompt: null,
  model: null,
  reasoningEffort: null,
  agentsStates: {},
  ...more,
});
const REPORT =
  "**212 tests** in 14 files.\n\n- 9 are skipped\n- the slowest is `grammar/recursion.test.ts` (4.1 s)\n\nNothing else stands out.";

export function agentsThread(): ThreadState {
  const state = createThreadState("t-agents");
  reported(state, { type: "active", flags: [] });
  const turn = turnIn(state, "agents-1");
  user(turn, "Let somebody count the tests while you look at the parser.");
  told(turn, {
    type: "hookPrompt",
    fragments: [{ text: "Today's date is 30 November. Tests live beside the code.", hookRunId: "run-1" }],
  });
  told(
    turn,
    collab("spawnAgent", {
      prompt: "Count the tests of the parser. Say how many are skipped and which is the slowest. Change nothing.",
      model: "gpt-5.6-sol",
      reasoningEffort: "medium",
      agentsStates: { "t-child": { status: "pendingInit", message: null } },
    }),
  );
  told(turn, { type: "subAgentActivity", kind: "started", agentThreadId: "t-child", agentPath: "/root/counter" });
  told(turn, collab("sendInput", { prompt: "Skip the fixtures." }));
  told(
    turn,
    collab("wait", {
      receiverThreadIds: ["t-child", "0190-unknown-thread", "t-notes"],
      agentsStates: {
        "t-child": { status: "completed", message: REPORT },
        "0190-unknown-thread": { status: "errored", message: "usage limit reached" },
        "t-notes": { status: "hibernating", message: null },
      },
    }),
  );
  told(turn, collab("closeAgent", { status: "failed", receiverThreadIds: [] }));
  told(turn, {
    type: "webSearch",
    query: "recursive descent left recursion",
    action: { type: "search", query: "recursive descent left recursion", queries: ["packrat parser memory"] },
    results: [
      {
        title: "Left recursion in parsing expression grammars",
        url: "https://papers.example/left-recursion",
        snippet: "We show how a small change to memoisation supports left recursion.",
      },
      { url: "https://forum.example/t/41" },
      { kind: "graph", nodes: 12 },
    ],
  });
  told(turn, {
    type: "webSearch",
    query: "",
    action: { type: "openPage", url: "https://papers.example/left-recursion" },
    results: null,
  });
  told(turn, {
    type: "webSearch",
    query: "",
    action: { type: "findInPage", url: "https://papers.example/left-recursion", pattern: "memoisation" },
    results: null,
  });
  told(turn, { type: "webSearch", query: "javascript:alert(1)", action: { type: "timeTravel" }, results: null });
  told(turn, { type: "sleep", durationMs: 30_000 });
  told(turn, { type: "contextCompaction" });
  says(turn, "The parser has 212 tests; nine are skipped.");
  const review = turnIn(state, "agents-2");
  told(review, { type: "enteredReviewMode", review: "changes against main" });
  told(review, {
    type: "exitedReviewMode",
    review:
      "The change is sound, with two things to look at.\n\n- **[P1] The queue is never drained** — `src/upload/queue.ts:41`\n  A pause between two chunks leaves `pending` as it was.\n- **[P3] A name that misleads** — `src/upload/ack.ts:7`",
  });
  const second = turnIn(state, "agents-3");
  told(second, { type: "enteredReviewMode", review: "Look at the last change." });
  told(second, { type: "exitedReviewMode", review: "Nothing to say against it." });
  says(second, "Nothing to say against it.");
  const open = turnIn(state, "agents-4", { reported: "inProgress", startedAt: NOW - 50_000 });
  user(open, "Wait for the rest.");
  told(open, { type: "sleep", durationMs: 600_000 }, { phase: "open", startedAt: NOW - 41_000 });
  told(open, { type: "webSearch", query: "", action: null, results: null }, { phase: "open" });
  told(open, collab("wait", { status: "inProgress" }), { phase: "open", startedAt: NOW - 41_000 });
  return state;
}
