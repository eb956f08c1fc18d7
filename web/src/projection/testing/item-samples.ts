// One item of each type of the pinned schema, begun and ended, as its generated types say. Tests only.
import type { ThreadItem, ThreadItemType } from "@longwire/shared-protocol/app-server";

export interface Sample {
  started: ThreadItem;
  completed: ThreadItem;
}

/** A red pixel. */
export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const same = (item: ThreadItem): Sample => ({ started: item, completed: item });

const command = {
  type: "commandExecution",
  id: "commandExecution",
  pluginId: null,
  scriptPath: null,
  command: "make all",
  cwd: "/w",
  processId: null,
  source: "agent",
  status: "inProgress",
  commandActions: [{ type: "unknown", command: "make all" }],
  aggregatedOutput: null,
  exitCode: null,
  durationMs: null,
} as const satisfies ThreadItem;

const mcp = {
  type: "mcpToolCall",
  id: "mcpToolCall",
  server: "tracker",
  tool: "create_issue",
  status: "inProgress",
  arguments: { title: "It stops" },
  appContext: null,
  pluginId: null,
  readOnlyHint: false,
  result: null,
  error: null,
  durationMs: null,
} as const satisfies ThreadItem;

const dynamic = {
  type: "dynamicToolCall",
  id: "dynamicToolCall",
  namespace: "office",
  tool: "lookup",
  arguments: { id: "CO-113" },
  status: "inProgress",
  contentItems: null,
  success: null,
  durationMs: null,
} as const satisfies ThreadItem;

const collab = {
  type: "collabAgentToolCall",
  id: "collabAgentToolCall",
  tool: "spawnAgent",
  status: "inProgress",
  senderThreadId: "T",
  receiverThreadIds: [],
  prompt: "Count the tests.",
  model: "",
  reasoningEffort: "medium",
  agentsStates: {},
} as const;

/** By type. Only for tests: names from the wire are never its keys. */
export const ITEM_SAMPLES: { readonly [T in ThreadItemType]: Sample } = {
  userMessage: same({
    type: "userMessage",
    id: "userMessage",
    clientId: null,
    content: [{ type: "text", text: "hello", text_elements: [] }],
  }),
  hookPrompt: same({ type: "hookPrompt", id: "hookPrompt", fragments: [{ text: "mind the gap", hookRunId: "run-1" }] }),
  agentMessage: {
    started: { type: "agentMessage", id: "agentMessage", text: "", phase: null, memoryCitation: null, delivery: null },
    completed: {
      type: "agentMessage",
      id: "agentMessage",
      text: "done",
      phase: "final_answer",
      memoryCitation: { entries: [{ path: "notes.md", lineStart: 1, lineEnd: 2, note: "why" }], threadIds: ["T2"] },
      delivery: "async",
    },
  },
  plan: same({ type: "plan", id: "plan", text: "1. Look" }),
  reasoning: same({ type: "reasoning", id: "reasoning", summary: ["**Looking**"], content: ["raw thought"] }),
  commandExecution: {
    started: command,
    completed: {
      ...command,
      processId: "7",
      status: "completed",
      aggregatedOutput: "ok\n",
      exitCode: 0,
      durationMs: 5,
    },
  },
  fileChange: same({
    type: "fileChange",
    id: "fileChange",
    changes: [{ path: "/w/a.ts", kind: { type: "add" }, diff: "a\n" }],
    status: "completed",
  }),
  mcpToolCall: {
    started: mcp,
    completed: {
      ...mcp,
      status: "completed",
      result: {
        content: [{ type: "text", text: "Created CO-114." }],
        structuredContent: { id: "CO-114" },
        _meta: null,
      },
      durationMs: 12,
    },
  },
  dynamicToolCall: {
    started: dynamic,
    completed: {
      ...dynamic,
      status: "completed",
      contentItems: [{ type: "inputText", text: "closed" }],
      success: true,
      durationMs: 3,
    },
  },
  collabAgentToolCall: {
    started: collab as unknown as ThreadItem,
    completed: {
      ...collab,
      status: "completed",
      receiverThreadIds: ["child-1"],
      model: "gpt-5.6-sol",
      agentsStates: { "child-1": { status: "completed", message: "12 tests." } },
    } as unknown as ThreadItem,
  },
  subAgentActivity: same({
    type: "subAgentActivity",
    id: "subAgentActivity",
    kind: "started",
    agentThreadId: "child-1",
    agentPath: "/root/counter",
  }),
  webSearch: {
    started: { type: "webSearch", id: "webSearch", query: "", action: null, results: null },
    completed: {
      type: "webSearch",
      id: "webSearch",
      query: "left recursion",
      action: { type: "search", query: "left recursion", queries: null },
      results: null,
    },
  },
  imageView: same({ type: "imageView", id: "imageView", path: "/w/a.png" }),
  imageGeneration: {
    started: {
      type: "imageGeneration",
      id: "imageGeneration",
      status: "in_progress",
      revisedPrompt: null,
      result: "",
      failure: null,
    },
    completed: {
      type: "imageGeneration",
      id: "imageGeneration",
      status: "completed",
      revisedPrompt: "a wire",
      result: PIXEL,
      failure: null,
    },
  },
  sleep: same({ type: "sleep", id: "sleep", durationMs: 30_000 }),
  enteredReviewMode: same({ type: "enteredReviewMode", id: "enteredReviewMode", review: "changes against main" }),
  exitedReviewMode: same({ type: "exitedReviewMode", id: "exitedReviewMode", review: "- **one** finding" }),
  contextCompaction: same({ type: "contextCompaction", id: "contextCompaction" }),
};
