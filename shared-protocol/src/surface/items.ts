// Surface table, item types: which of them has a view of its own. All of the pinned version have one; any other type is
// drawn by the generic card with its raw JSON.
import type { ThreadItemType } from "../app-server.ts";

/** How an item is shown. */
export interface ItemSurface {
  readonly view: "typed" | "generic";
}

const typed: ItemSurface = { view: "typed" };

export const ITEMS = {
  userMessage: typed,
  hookPrompt: typed,
  agentMessage: typed,
  plan: typed,
  reasoning: typed,
  commandExecution: typed,
  fileChange: typed,
  mcpToolCall: typed,
  dynamicToolCall: typed,
  collabAgentToolCall: typed,
  subAgentActivity: typed,
  webSearch: typed,
  imageView: typed,
  imageGeneration: typed,
  sleep: typed,
  enteredReviewMode: typed,
  exitedReviewMode: typed,
  contextCompaction: typed,
} as const satisfies Record<ThreadItemType, ItemSurface>;
