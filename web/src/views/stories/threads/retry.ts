// A rich thread in mid-turn: what was done, the plan, and a command that waits for approval.
import type { HostState, ThreadState } from "../../../projection/state.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import { add, decision, HOME, MIN, NOW, reported, runs, says, thinks, turnIn, user } from "./parts.ts";

const DIFF = `@@ -38,6 +38,7 @@ export class UploadQueue {
   /** Goes on where the server last confirmed. */
   async resume(): Promise<void> {
-    const next = this.sent;
+    const next = await this.store.acked(this.id);
+    this.sent = next;
     for await (const chunk of this.source.from(next)) {
       await this.send(chunk);
     }
`;

export function retryThread(host: HostState): ThreadState {
  const state = createThreadState("t-retry");
  reported(state, { type: "active", flags: ["waitingOnApproval"] });
  const first = turnIn(state, "turn-0", { startedAt: NOW - 40 * MIN });
  user(first, "What does the upload queue do when the connection goes away?");
  says(
    first,
    "It **stops sending** and keeps the rest in memory:\n\n1. `UploadQueue.pause()` drops the socket.\n2. Chunks that were sent but not confirmed stay in `pending`.\n3. On resume it goes on from `sent`.\n\n| State | Kept where | Survives sleep |\n| --- | --- | :---: |\n| `sent` | memory | no |\n| `acked` | server | yes |\n\n```ts\nexport interface Chunk {\n  id: string;\n  // bytes from the start of the file\n  offset: number;\n  size: 4096 | 65536;\n}\n```\n\nSee the [protocol notes](https://example.com/notes) for how the server counts. ![trace](https://x.example/a.png?q=1)",
  );
  const turn = turnIn(state, "turn-1", { reported: "inProgress", startedAt: NOW - 5 * MIN });
  user(
    turn,
    "Uploads die when the laptop sleeps. Make @src/upload/queue.ts resume from the last acknowledged chunk, and prove it with a test.",
  );
  thinks(
    turn,
    "**Looked at how chunks are acknowledged**\n\nThe queue counts what it sent; the server confirms by offset. After a sleep the two differ.",
  );
  runs(turn, "sed -n 1,120p src/upload/queue.ts", "…", {
    actions: [
      { type: "read", name: "queue.ts" },
      { type: "read", name: "ack.ts" },
      { type: "search", query: "resumeFrom" },
    ],
  });
  says(
    turn,
    "The queue keeps only the number of chunks sent, not the last one the server confirmed. After a sleep both drift apart, so the first chunk after waking is refused. I'll store the acknowledged offset and restart from there.",
  );
  add(turn, "fileChange", {
    status: "completed",
    changes: [
      { path: `${HOME}/src/courier/src/upload/queue.ts`, kind: "update", movePath: null, diff: DIFF },
      {
        path: `${HOME}/src/courier/src/upload/queue.test.ts`,
        kind: "add",
        movePath: null,
        diff: Array.from({ length: 88 }, (_, n) => `  line ${n}`).join("\n"),
      },
    ],
    output: "",
  });
  runs(
    turn,
    "pnpm vitest run upload",
    " \u001b[32m✓\u001b[0m upload/queue.test.ts \u001b[2m(12 tests)\u001b[0m 611 ms\n   \u001b[32m✓\u001b[0m resumes from the acknowledged chunk after a sleep\n Tests  \u001b[1;32m12 passed\u001b[0m \u001b[2m(12)\u001b[0m\n",
  );
  turn.plan = [
    { step: "Find where offsets are kept", status: "completed" },
    { step: "Store the acknowledged offset", status: "completed" },
    { step: "Test a sleep in mid-upload", status: "completed" },
    { step: "Soak it against staging", status: "inProgress" },
    { step: "Write the changelog entry", status: "pending" },
  ];
  const ask = decision("relay-1/g1/n:0", state.id, "item/commandExecution/requestApproval", {
    threadId: state.id,
    turnId: "turn-1",
    itemId: "i-soak",
    command: "./scripts/soak.sh --target staging --minutes 10 --kill-every 30s",
    cwd: `${HOME}/src/courier`,
    reason: "Needs the network to reach the staging bucket.",
    availableDecisions: [
      "accept",
      "acceptForSession",
      { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["./scripts/soak.sh", "--target"] } },
      "decline",
      "cancel",
    ],
  });
  ask.turn = "turn-1";
  state.decisions.set(ask.key, ask);
  host.decisions.set(ask.key, ask);
  turn.entries.push({ type: "decision", key: ask.key });
  return state;
}
