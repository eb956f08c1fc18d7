// A thread with a goal: turns that it started, one that was stopped, a command that goes on, reviews in both forms, and a
// compaction that did not come about.
import type { HostState, ThreadState } from "../../../projection/state.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import { add, HOME, MIN, NOW, reported, runs, says, told, turnIn, user } from "./parts.ts";

const PATH = `${HOME}/src/courier/src/tides/table.ts`;
const TEXT = `Two findings, one of them serious. The rest of the change reads well, and its tests fail before it.

Full review comments:

- [P1] The last tide is never found — ${PATH}:18-20
  The loop stops one short of the end, so the **last row** of every table is skipped:

  \`\`\`ts
  for (let at = 0; at < rows.length - 1; at++)
  \`\`\`

- [P3] An empty line becomes NaN — ${PATH}:4-4
  \`parseTable\` trusts its input.`;

export function reviewsThread(host: HostState): ThreadState {
  void host;
  const state = createThreadState("t-reviews");
  reported(state, { type: "idle" });
  state.goal = {
    objective: "Every tide of the year is found, with a test for each kind of table",
    status: "active",
    tokenBudget: 400_000,
    tokensUsed: 92_000,
    timeUsedSeconds: 1260,
    createdAt: NOW - 60 * MIN,
  };
  const asked = turnIn(state, "r0", { startedAt: NOW - 50 * MIN, endSeen: true });
  user(asked, "Begin with the table of the north pier.");
  runs(asked, "npm run watch", "watching …", { phase: "closed", exitCode: null, status: "inProgress" });
  says(asked, "The table is read; its tests run on in the background.");
  const review = turnIn(state, "r1", { startedAt: NOW - 40 * MIN, endSeen: true });
  told(review, { type: "enteredReviewMode", review: "current changes" });
  told(review, { type: "exitedReviewMode", review: TEXT });
  says(review, TEXT);
  const own = turnIn(state, "r2", { startedAt: NOW - 30 * MIN, endSeen: true });
  says(
    own,
    JSON.stringify({
      findings: [
        {
          title: "[P2] A comment that says the opposite",
          body: "The code is right; the comment is not.",
          confidence_score: 0.62,
          priority: 2,
          code_location: { absolute_file_path: PATH, line_range: { start: 7, end: 7 } },
        },
      ],
      overall_correctness: "patch is correct",
      overall_explanation: "One remark.",
      overall_confidence_score: 0.9,
    }),
  );
  const failed = turnIn(state, "r3", {
    startedAt: NOW - 20 * MIN,
    reported: "failed",
    endSeen: true,
    error: { message: "We're currently experiencing high demand.", info: "internalServerError", details: null },
  });
  add(failed, "contextCompaction", { phase: "closed" });
  const goal = turnIn(state, "r4", { startedAt: NOW - 4 * MIN, reported: "interrupted", endSeen: true, byGoal: true });
  says(goal, "Next is the table of the south pier. ");
  return state;
}
