// Everything that is told beside turns: the machine's activity, and a thread with a card of every kind. Folded from lines
// as the server writes them.
import { toEnvelope } from "../../../projection/envelope.ts";
import { foldHost } from "../../../projection/host-fold.ts";
import type { HostState, ThreadState } from "../../../projection/state.ts";
import { foldThread } from "../../../projection/thread-fold.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import type { InRow } from "../../../journal/rows.ts";
import { HOME, MIN, NOW } from "./parts.ts";

const THREAD = "t-told";
let offset = 0;

/** A line as a row of the journal. `ago`: minutes before now. */
function row(method: string, params: object, ago: number, thread: string | null): InRow {
  const line = JSON.stringify({ method, params });
  const start = offset;
  offset += line.length + 1;
  return { v: 1, kind: "in", generation: "g1", offset, start, n: 0, at: NOW - ago * MIN, thread, line };
}

/** What the machine has told of itself. */
export function tellActivity(state: HostState): void {
  const tell = (method: string, params: object, ago: number, thread: string | null = null) =>
    foldHost(state, toEnvelope(row(method, params, ago, thread)), () => undefined);
  const soon = Math.round(NOW / 1000);
  tell("account/updated", { authMode: "chatgpt", planType: "plus" }, 200);
  tell(
    "account/rateLimits/updated",
    {
      rateLimits: {
        limitId: "codex",
        limitName: "Codex",
        primary: { usedPercent: 37, windowDurationMins: 300, resetsAt: soon + 2 * 3600 },
        secondary: { usedPercent: 84, windowDurationMins: 10_080, resetsAt: soon + 3 * 86_400 },
        credits: { hasCredits: true, unlimited: false, balance: "12.50" },
        planType: "plus",
      },
    },
    5,
  );
  tell(
    "account/rateLimits/updated",
    {
      rateLimits: {
        limitId: "codex_images",
        limitName: "Images",
        primary: { usedPercent: 100, windowDurationMins: 1440, resetsAt: soon + 5 * 3600 },
        secondary: null,
        rateLimitReachedType: "rate_limit_reached",
      },
    },
    9,
  );
  tell("remoteControl/status/changed", { status: "disabled", serverName: "devbox", installationId: "i" }, 190);
  const server = (
    name: string,
    status: string,
    ago: number,
    error: string | null = null,
    reason: string | null = null,
  ) =>
    tell(
      "mcpServer/startupStatus/updated",
      { threadId: "t-retry", name, status, error, failureReason: reason },
      ago,
      "t-retry",
    );
  server("issues", "ready", 44);
  server("metrics", "starting", 0);
  server("design-files", "failed", 43, "the stored sign-in has expired", "reauthenticationRequired");
  server("browser", "failed", 43, "MCP client for `browser` failed to start: program not found: chromium-mcp");
  tell("deprecationNotice", { summary: "`thread/rollback` goes away; use `thread/revert`", details: null }, 180);
  tell(
    "configWarning",
    {
      summary: "unknown key `modle` is ignored",
      details: "Did you mean `model`? Keys that are not known have no effect.",
      path: `${HOME}/.codex/config.toml`,
      range: { start: { line: 3, column: 1 }, end: { line: 3, column: 6 } },
    },
    120,
  );
  tell("warning", { threadId: null, message: "The model's metadata was not found; defaults are used." }, 61);
  tell("fs/changed", { watchId: "w1", changedPaths: [`${HOME}/src/courier/src`] }, 40);
  tell(
    "fs/changed",
    { watchId: "w1", changedPaths: [`${HOME}/src/courier/src/retry.ts`, `${HOME}/src/courier/README.md`] },
    12,
  );
  tell("process/exited", { processHandle: "dev.p1.7", exitCode: 137, stdout: "", stderr: "" }, 30);
  tell(
    "fuzzyFileSearch/sessionUpdated",
    { sessionId: "s", query: "retry", files: [{ root: "/", path: "src/retry.ts" }] },
    20,
  );
  tell("skills/changed", {}, 70);
  tell(
    "app/list/updated",
    {
      data: [
        { id: "a", name: "Calendar", isEnabled: true },
        { id: "b", name: "Mail", isEnabled: false },
      ],
    },
    66,
  );
  tell("account/login/completed", { loginId: "l1", success: true, error: null }, 201);
  tell(
    "externalAgentConfig/import/completed",
    {
      importId: "im1",
      itemTypeResults: [
        {
          itemType: "MCP_SERVER_CONFIG",
          successes: [{ source: "issues", target: "issues" }],
          failures: [{ source: "old", message: "no command" }],
        },
        { itemType: "SKILLS", successes: [{ title: "release notes" }, { title: "triage" }], failures: [] },
      ],
    },
    150,
  );
  tell("hologram/projected", { beam: 4, colour: "copper" }, 15);
}

/** A thread with a goal, a plan and a card of every kind. */
export function toldThread(): ThreadState {
  const state = createThreadState(THREAD);
  let ago = 20;
  const tell = (method: string, params: object) => {
    ago = Math.max(0, ago - 0.4);
    foldThread(
      state,
      { host: "relay-1" },
      toEnvelope(row(method, { threadId: THREAD, ...params }, ago, THREAD)),
      () => undefined,
    );
  };
  const inTurn = (method: string, params: object = {}) => tell(method, { turnId: "n1", ...params });
  const item = (of: object) => inTurn("item/completed", { item: of });
  tell("thread/settings/updated", {
    threadSettings: {
      cwd: `${HOME}/src/courier`,
      model: "gpt-5.6-sol",
      effort: "medium",
      approvalPolicy: "on-request",
      sandboxPolicy: { type: "workspaceWrite" },
    },
  });
  tell("thread/goal/updated", {
    goal: {
      objective: "All uploads survive a restart, with tests",
      status: "active",
      tokenBudget: 400_000,
      tokensUsed: 92_000,
      timeUsedSeconds: 1260,
    },
  });
  tell("thread/environment/connected", { environmentId: "devbox-gpu" });
  tell("turn/started", {
    turn: { id: "n1", status: "inProgress", items: [], startedAt: Math.round(NOW / 1000) - 900 },
  });
  item({
    type: "userMessage",
    id: "u1",
    clientId: null,
    content: [{ type: "text", text: "Make the retry queue survive a restart." }],
  });
  inTurn("hook/completed", {
    run: {
      id: "h0",
      eventName: "userPromptSubmit",
      handlerType: "command",
      executionMode: "sync",
      scope: "turn",
      source: "user",
      sourcePath: `${HOME}/.codex/hooks.toml`,
      status: "completed",
      durationMs: 41,
      entries: [{ kind: "context", text: "Branch fix/resume, 3 files changed since main." }],
    },
  });
  inTurn("turn/plan/updated", {
    explanation: "The queue lives in memory today.",
    plan: [
      { step: "Find where the queue is kept", status: "completed" },
      { step: "Write it to disk after each change", status: "completed" },
      { step: "Read it back at start", status: "inProgress" },
      { step: "Test a restart in the middle of an upload", status: "pending" },
    ],
  });
  item({
    type: "agentMessage",
    id: "a1",
    text: "The queue is a plain array in `src/retry.ts`. I write it to a file beside the uploads.",
  });
  inTurn("item/autoApprovalReview/completed", {
    reviewId: "r1",
    startedAtMs: NOW - 3000,
    completedAtMs: NOW - 800,
    review: {
      status: "approved",
      riskLevel: "low",
      userAuthorization: "high",
      rationale: "The person asked for the queue to be written to disk, and the command writes inside the folder.",
    },
    action: {
      type: "command",
      command: "node scripts/migrate-queue.mjs --write",
      cwd: `${HOME}/src/courier`,
      source: "shell",
    },
  });
  inTurn("item/autoApprovalReview/completed", {
    reviewId: "r2",
    startedAtMs: NOW - 3000,
    completedAtMs: NOW - 600,
    review: {
      status: "denied",
      riskLevel: "high",
      userAuthorization: "low",
      rationale: "The host is not part of the task and the request carries the contents of the folder.",
    },
    action: {
      type: "networkAccess",
      target: "https://paste.example",
      host: "paste.example",
      protocol: "https",
      port: 443,
    },
  });
  inTurn("autoApprovalReview/strictReviewRequired", { startedAtMs: NOW });
  inTurn("hook/completed", {
    run: {
      id: "h1",
      eventName: "preToolUse",
      handlerType: "command",
      executionMode: "sync",
      scope: "turn",
      source: "project",
      sourcePath: `${HOME}/src/courier/.codex/hooks.toml`,
      status: "blocked",
      statusMessage: "no writes to /etc",
      durationMs: 380,
      entries: [{ kind: "feedback", text: "Write to the folder of the project instead." }],
    },
  });
  inTurn("hook/started", {
    run: {
      id: "h2",
      eventName: "postToolUse",
      handlerType: "prompt",
      executionMode: "async",
      status: "running",
      entries: [],
    },
  });
  inTurn("model/rerouted", { fromModel: "gpt-5.6-sol", toModel: "gpt-5.6-sol-safe", reason: "highRiskCyberActivity" });
  inTurn("model/verification", { verifications: ["trustedAccessForCyber"] });
  inTurn("turn/moderationMetadata", { metadata: { flagged: false, categories: ["none"] } });
  tell("warning", { message: "The context window is nearly full: the conversation will be compacted soon." });
  tell("guardianWarning", { message: "A tool's result asks for secrets.\nIt was kept from the model." });
  tell("mcpServer/startupStatus/updated", {
    name: "browser",
    status: "failed",
    error: "program not found: chromium-mcp",
    failureReason: null,
  });
  tell("thread/environment/disconnected", { environmentId: "devbox-gpu" });
  tell("thread/realtime/started", { realtimeSessionId: "rt1", version: "v3" });
  tell("thread/realtime/transcript/done", { role: "user", text: "How far are you?" });
  tell("thread/realtime/transcript/delta", {
    role: "assistant",
    delta: "Two of four steps are done; I am reading the queue back",
  });
  for (let n = 0; n < 240; n += 1)
    tell("thread/realtime/outputAudio/delta", { audio: { data: "A".repeat(640), sampleRate: 24_000, numChannels: 1 } });
  tell("thread/realtime/error", { message: "the connection to the speaker was lost" });
  tell("thread/realtime/closed", { reason: "client left" });
  inTurn("model/safetyBuffering/updated", {
    model: "gpt-5.6-sol",
    useCases: ["cyber"],
    reasons: ["policy"],
    showBufferingUi: true,
    fasterModel: "gpt-5.6-mini",
  });
  tell("thread/tokenUsage/updated", {
    turnId: "n1",
    tokenUsage: { total: { totalTokens: 312_000 }, last: { totalTokens: 196_000 }, modelContextWindow: 272_000 },
  });
  tell("thread/queue/changed", {});
  return state;
}
