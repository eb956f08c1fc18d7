// Hand-written states: one rich thread in mid-turn, one for each way a turn can stand, and a list around them.
import type { Decision } from "../../decisions/state.ts";
import { createHostState } from "../../projection/host-fold.ts";
import { createThreadState } from "../../projection/thread-fold.ts";
import { blankTurn } from "../../projection/turns.ts";
import type { HostState, Item, ThreadState, ThreadStatus, ThreadSummary, Turn } from "../../projection/state.ts";

const NOW = Date.now();
const MIN = 60_000;
const HOME = "/home/mara";

function summary(id: string, name: string, more: Partial<ThreadSummary>): ThreadSummary {
  return {
    id,
    name,
    preview: name,
    cwd: `${HOME}/src/courier`,
    branch: "main",
    createdAt: NOW - 60 * MIN,
    updatedAt: NOW,
    status: { type: "idle" },
    source: "appServer",
    parent: null,
    archived: false,
    deleted: false,
    ephemeral: false,
    historyMode: "paginated",
    modelProvider: "openai",
    lastTurn: null,
    failure: null,
    heldElsewhere: false,
    notResumable: false,
    listed: true,
    ...more,
  };
}

function decision(key: string, thread: string, method: string, params: object, more: Partial<Decision> = {}): Decision {
  return {
    key,
    generation: "g1",
    id: 0,
    method,
    thread,
    turn: null,
    item: null,
    params,
    line: JSON.stringify({ id: 0, method, params }),
    at: NOW - 12_000,
    state: { type: "pending" },
    serverAt: null,
    standing: "seen",
    successor: null,
    ...more,
  };
}

/** The host with its list and what waits. */
export function storyHost(): HostState {
  const state = createHostState("relay-1");
  state.current = "g1";
  state.generations.set("g1", {
    id: "g1",
    userAgent: "longwire/0.149.1 (Debian 13; x86_64)",
    codexHome: `${HOME}/.codex`,
    end: null,
    open: new Map(),
    loaded: new Set(),
    silenced: new Set(),
    initialized: true,
    stopping: new Set(),
    unsubscribedElsewhere: 0,
    serverAt: null,
  });
  const active: ThreadStatus = { type: "active", flags: ["waitingOnApproval"] };
  for (const thread of [
    summary("t-retry", "Retry uploads after resume", { branch: "fix/resume", status: active }),
    summary("t-ci", "Upgrade the CI image", { updatedAt: NOW - 4 * MIN, status: active }),
    summary("t-p99", "Why is p99 up since Tuesday?", {
      cwd: `${HOME}/src/edge`,
      updatedAt: NOW - 61 * MIN,
      status: { type: "active", flags: [] },
    }),
    summary("t-asks", "Everything that can be asked", { updatedAt: NOW - 9 * MIN, status: active }),
    summary("t-parser", "Port the parser tests", { cwd: `${HOME}/src/parser`, updatedAt: NOW - 190 * MIN }),
    summary("t-ends", "Every way a turn can end", { cwd: `${HOME}/src/parser`, updatedAt: NOW - 250 * MIN }),
    summary("t-flaky", "Flaky login test", { updatedAt: NOW - 3000 * MIN, failure: "usage limit until 14:05" }),
    summary("t-notes", "Tidy the release notes", { updatedAt: NOW - 6000 * MIN, heldElsewhere: true }),
  ])
    state.threads.set(thread.id, thread);
  return state;
}

interface Common {
  id: string;
  turn: string;
  thread: string;
  phase: "completed";
  provisional: false;
  fromSnapshot: false;
  raw: null;
  startedAt: number;
  completedAt: number;
}

let count = 0;
const base = (turn: Turn): Common => ({
  id: `i${(count += 1)}`,
  turn: turn.id,
  thread: turn.thread,
  phase: "completed",
  provisional: false,
  fromSnapshot: false,
  raw: null,
  startedAt: NOW - 5 * MIN,
  completedAt: NOW - 5 * MIN + 8000,
});

function add(turn: Turn, item: Item): Item {
  turn.items.set(item.id, item);
  turn.entries.push({ type: "item", item: item.id });
  return item;
}
const user = (turn: Turn, text: string) =>
  add(turn, { ...base(turn), type: "userMessage", clientId: null, content: [{ type: "text", text }], text });
const says = (turn: Turn, text: string) => add(turn, { ...base(turn), type: "agentMessage", text, messagePhase: null });
const thinks = (turn: Turn, ...summary: string[]) =>
  add(turn, { ...base(turn), type: "reasoning", summary, content: [] });
const runs = (
  turn: Turn,
  command: string,
  output: string,
  more: Partial<Extract<Item, { type: "commandExecution" }>> = {},
) =>
  add(turn, {
    ...base(turn),
    type: "commandExecution",
    command,
    cwd: `${HOME}/src/courier`,
    status: "completed",
    source: "agent",
    exitCode: 0,
    durationMs: 4100,
    output,
    outputCut: false,
    actions: [],
    typed: [],
    ...more,
  });

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

function turnIn(state: ThreadState, id: string, more: Partial<Turn> = {}): Turn {
  const turn = Object.assign(blankTurn(state.id, id), {
    startedAt: NOW - 6 * MIN,
    reported: "completed",
    generation: "g1",
    ...more,
  });
  state.turns.set(id, turn);
  state.timeline.push({ type: "turn", turn: id });
  return turn;
}

function reported(state: ThreadState, status: ThreadStatus): void {
  state.status = status;
  state.settings = {
    cwd: `${HOME}/src/courier`,
    model: "gpt-5.6-sol",
    modelProvider: "openai",
    effort: "medium",
    approvalPolicy: "on-request",
    sandbox: { type: "workspaceWrite", writableRoots: [], networkAccess: false },
    permissionProfile: null,
  };
  state.tokenUsage = { total: 412_000, last: 84_300, window: 272_000 };
  state.lastSignAt = NOW;
}

function retryThread(host: HostState): ThreadState {
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
  add(turn, {
    ...base(turn),
    type: "fileChange",
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

function ciThread(host: HostState): ThreadState {
  const state = createThreadState("t-ci");
  reported(state, { type: "active", flags: ["waitingOnApproval"] });
  const turn = turnIn(state, "c-1", { reported: "inProgress", startedAt: NOW - 2 * MIN });
  user(turn, "Upgrade the CI image to Debian 13.");
  const asked = (key: string, method: string, params: object, more: Partial<Decision>) => {
    const made = decision(key, state.id, method, params, { turn: "c-1", ...more });
    state.decisions.set(key, made);
    turn.entries.push({ type: "decision", key });
    return made;
  };
  asked(
    "k1",
    "item/commandExecution/requestApproval",
    { command: "docker build .", cwd: "/w" },
    {
      state: {
        type: "resolved",
        outcome: "answered-here",
        answer: { type: "result", result: { decision: "accept" } },
        at: NOW - MIN,
      },
    },
  );
  asked(
    "k2",
    "item/fileChange/requestApproval",
    {},
    { state: { type: "resolved", outcome: "answered-elsewhere", answer: null, at: NOW - MIN } },
  );
  const spoof = asked(
    "k3",
    "item/commandExecution/requestApproval",
    {
      threadId: state.id,
      turnId: "c-1",
      itemId: "x",
      command: "echo ok\u202e fr- mr ;\u200b\n\n   Approved by policy",
      cwd: "/w\u2066/x",
      reason: "```\n[Accept](x)\n```",
    },
    {},
  );
  host.decisions.set("k3", spoof);
  const long = `/bin/bash -lc "rm --no-preserve-root --rf -rf /srv/courier/tidewatch-cache /home/mika/src/tidewatch/very-long-folder-name/without-end/of/it\n${"step --with-a-flag /var/lib/tidewatch\n".repeat(70)}"`;
  asked(
    "k7",
    "item/commandExecution/requestApproval",
    {
      threadId: state.id,
      turnId: "c-1",
      itemId: "y",
      command: long,
      cwd: "/srv/courier/tidewatch-services/some-longer-folder",
      environmentId: "local",
      reason: "To run rm -rf / --no-preserve-root first.",
      availableDecisions: [
        "accept",
        { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["/bin/bash", "-lc", long] } },
        "decline",
        "cancel",
      ],
    },
    {},
  );
  const file = add(turn, {
    ...base(turn),
    phase: "open",
    type: "fileChange",
    status: "inProgress",
    changes: [
      {
        path: `${HOME}/src/courier/ci/Dockerfile`,
        kind: "update",
        movePath: null,
        diff: "@@ -1,3 +1,3 @@\n-FROM debian:12-slim\n+FROM debian:13-slim\n RUN apt-get update\n ENV LANG=C.UTF-8\n",
      },
    ],
    output: "",
  } as Item);
  asked(
    "k4",
    "item/fileChange/requestApproval",
    { threadId: state.id, turnId: "c-1", itemId: file.id, reason: "The file is outside the writable folder." },
    { item: file.id },
  );
  asked(
    "k5",
    "item/fileChange/requestApproval",
    { threadId: state.id, turnId: "c-1", itemId: "gone" },
    { item: "gone" },
  );
  asked("k6", "hologram/project", { threadId: state.id, beam: { n: 1 } }, {});
  return state;
}

/** One card of each kind that has something to fill in. */
function asksThread(host: HostState): ThreadState {
  const state = createThreadState("t-asks");
  reported(state, { type: "active", flags: ["waitingOnApproval"] });
  const turn = turnIn(state, "a-1", { reported: "inProgress", startedAt: NOW - 2 * MIN });
  user(turn, "Ask me everything.");
  const asked = (key: string, method: string, params: object, more: Partial<Decision> = {}) => {
    const made = decision(key, state.id, method, { threadId: state.id, turnId: "a-1", ...params }, more);
    made.turn = "a-1";
    state.decisions.set(key, made);
    host.decisions.set(key, made);
    turn.entries.push({ type: "decision", key });
  };
  asked("p1", "item/permissions/requestApproval", {
    reason: "The build fetches packages and writes its cache.",
    cwd: `${HOME}/src/courier`,
    permissions: {
      network: { enabled: true },
      fileSystem: {
        read: null,
        write: [`${HOME}/.cache/courier`],
        entries: [
          { path: { type: "path", path: `${HOME}/.cache/courier` }, access: "write" },
          { path: { type: "glob_pattern", pattern: "**/.env" }, access: "deny" },
        ],
      },
      macos: { calendar: true },
    },
  });
  asked("p2", "item/tool/requestUserInput", {
    isBlocking: true,
    autoResolutionMs: 180_000,
    questions: [
      {
        id: "db",
        header: "Store",
        question: "Where should acknowledged offsets live?",
        isOther: true,
        isSecret: false,
        options: [
          { label: "SQLite (Recommended)", description: "One file beside the queue; survives a restart." },
          { label: "In memory", description: "Gone when the process ends." },
        ],
      },
      { id: "key", header: "Key", question: "The staging key?", isOther: false, isSecret: true, options: null },
    ],
  });
  asked("p3", "mcpServer/elicitation/request", {
    serverName: "calendar",
    mode: "form",
    _meta: null,
    message: "Where should the reminder go?",
    requestedSchema: {
      type: "object",
      properties: {
        name: { type: "string", title: "Name", description: "As it appears in the invitation", minLength: 2 },
        email: { type: "string", title: "E-mail", format: "email" },
        colour: { type: "string", title: "Colour", enum: ["r", "g"], enumNames: ["Red", "Green"], default: "g" },
        days: { type: "array", title: "Days", items: { type: "string", enum: ["Mon", "Tue", "Wed"] } },
        count: { type: "integer", title: "How often", minimum: 0, maximum: 10, default: 3 },
        goOn: { type: "boolean", title: "Remind me again", default: true },
      },
      required: ["name"],
    },
  });
  asked("p4", "mcpServer/elicitation/request", {
    serverName: "files",
    mode: "form",
    _meta: {
      codex_approval_kind: "mcp_tool_call",
      persist: ["session", "always"],
      tool_description: "Writes a file on the share.",
      tool_params: { path: "/share/notes.md", text: "hello" },
    },
    message: 'Allow the files MCP server to run tool "write"?',
    requestedSchema: { type: "object", properties: {} },
  });
  asked("p5", "mcpServer/elicitation/request", {
    serverName: "tracker",
    mode: "url",
    _meta: null,
    message: "Sign in to the tracker.",
    url: "https://tracker.example/authorize?client=longwire&state=9f2c",
    elicitationId: "e1",
  });
  asked("p6", "item/tool/call", { callId: "c", namespace: null, tool: "lookup_ticket", arguments: { id: "CO-113" } });
  asked("p7", "currentTime/read", {}, { rivals: ['{"id":0,"method":"other/request"}'] });
  asked(
    "p8",
    "item/commandExecution/requestApproval",
    { itemId: "gone", availableDecisions: ["accept", "decline"] },
    {
      state: { type: "pending", back: "The thread had moved on before it was sent." },
    },
  );
  const accept = { type: "result", result: { action: "accept" } } as const;
  const ends: Decision["state"][] = [
    { type: "resolved", outcome: "answered-here", answer: accept, at: NOW },
    { type: "resolved", outcome: "answered-here", answer: { type: "result", result: { action: "decline" } }, at: NOW },
    { type: "resolved", outcome: "refused", answer: { type: "error", code: -32601, message: "" }, at: NOW },
    { type: "resolved", outcome: "answered-elsewhere", answer: null, at: NOW },
    { type: "resolved", outcome: "auto-resolved", answer: null, at: NOW },
    { type: "withdrawn", at: NOW },
    { type: "closed", outcome: "turn-ended", answer: null, at: NOW },
  ];
  ends.forEach((end, n) =>
    asked(`e${n}`, "mcpServer/elicitation/request", { serverName: "calendar", mode: "form" }, { state: end }),
  );
  return state;
}

function endsThread(): ThreadState {
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
  add(five, { ...base(five), type: "contextCompaction" });
  add(five, {
    ...base(five),
    type: "generic",
    name: "hologram",
    text: "",
    raw: { type: "hologram", id: "h1", data: { n: 1 } },
  } as Item);
  runs(five, "false", "", { exitCode: 1, status: "failed", durationMs: 12 });
  five.entries.push({
    type: "card",
    card: {
      key: "card1",
      name: "model/rerouted",
      what: "notification",
      raw: '{"method":"model/rerouted","params":{"from":"a","to":"b"}}',
      at: NOW,
    },
  });
  state.outgoing.set("o1", {
    clientUserMessageId: "o1",
    text: "Are you still there?",
    at: NOW,
    generation: "g1",
    state: { type: "delivery-unknown" },
  });
  state.outgoing.set("o2", {
    clientUserMessageId: "o2",
    text: "And this one was accepted.",
    at: NOW,
    generation: "g1",
    state: { type: "accepted", turn: "e5" },
  });
  return state;
}

function longThread(): ThreadState {
  const state = createThreadState("t-parser");
  reported(state, { type: "idle" });
  state.older = { cursor: "c" };
  for (let n = 0; n < 400; n += 1) {
    const turn = turnIn(state, `l${n}`);
    user(turn, `Question ${n}`);
    thinks(turn, `Step ${n}`);
    says(turn, `Answer ${n}. ${"It goes on for a while. ".repeat((n * 7) % 30)}`);
    if (n % 4 === 0) runs(turn, `make test-${n}`, "ok\n".repeat(n % 9));
  }
  return state;
}

function liveThread(): ThreadState {
  const state = createThreadState("t-p99");
  reported(state, { type: "active", flags: [] });
  const turn = turnIn(state, "p1", { reported: "inProgress", startedAt: NOW - 48_000 });
  user(turn, "Why is p99 up since Tuesday?");
  thinks(turn, "**Comparing the two releases**");
  const running = runs(turn, "git log --since=tuesday --stat -- edge/", "commit 8c1f\n edge/cache.ts | 12 +-\n", {
    phase: "open",
    exitCode: null,
    status: "inProgress",
    durationMs: null,
    startedAt: NOW - 9000,
  });
  running.completedAt = null;
  const text = says(
    turn,
    "Two changes are candidates. The first:\n\n- `cache.ts` now keeps entries for 5 s instead of 60\n- and the second",
  );
  text.phase = "open";
  return state;
}

/** One message of 1.6 MB, as a paste gone wrong gives it. */
function bigThread(): ThreadState {
  const state = createThreadState("t-flaky");
  reported(state, { type: "idle" });
  const turn = turnIn(state, "b1");
  user(turn, "Print the whole log.");
  const part =
    "A paragraph with **bold** and `code` that is about as long as they are. It says nothing.\n\n- one\n- two\n- three\n\n";
  says(turn, part.repeat(Math.ceil(1_600_000 / part.length)));
  says(turn, "That was all.");
  return state;
}

/** The states of the threads in the list. */
export function storyThreads(host: HostState): Map<string, ThreadState> {
  return new Map(
    [retryThread(host), ciThread(host), asksThread(host), endsThread(), longThread(), liveThread(), bigThread()].map(
      (state) => [state.id, state],
    ),
  );
}

/** Twenty more turns in front, until there are enough. */
export function addOlder(state: ThreadState): void {
  const before = state.timeline.splice(0);
  const already = state.turns.size;
  for (let n = 0; n < 20; n += 1) {
    const turn = turnIn(state, `older-${already}-${n}`);
    user(turn, `Older question ${already}-${n}`);
    says(turn, `Older answer. ${"Words and words. ".repeat((n * 13) % 40)}`);
  }
  state.timeline.push(...before);
  state.older = already > 480 ? null : { cursor: "c" };
}

/** Adds to the last turn as a server would: words at a pace, now and then another item. */
export function stream(state: ThreadState, tell: (objects: ReadonlySet<object>) => void): void {
  const turn = [...state.turns.values()].at(-1);
  if (turn === undefined) return;
  turn.reported = "inProgress";
  let text = says(turn, "");
  text.phase = "open";
  let ticks = 0;
  setInterval(() => {
    ticks += 1;
    state.lastSignAt = Date.now();
    if (ticks % 120 === 0) {
      text.phase = "completed";
      const next = says(turn, "");
      next.phase = "open";
      tell(new Set<object>([text, turn, state]));
      text = next;
      return;
    }
    if (text.type === "agentMessage") text.text += ticks % 17 === 0 ? ".\n\n" : ` word${ticks}`;
    tell(new Set<object>([text]));
  }, 16);
}
