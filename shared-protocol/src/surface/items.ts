// Surface table, item types: which of them has a view of its own. Every other one, known or unknown, is drawn by the
// generic card with its raw JSON.
import type { ThreadItemType } from "../app-server.ts";

/** How an item is shown. */
export interface ItemSurface {
  readonly view: "typed" | "generic";
}

const typed: ItemSurface = { view: "typed" };
const generic: ItemSurface = { view: "generic" };

export const ITEMS = {
  userMessage: typed,
  agentMessage: typed,
  reasoning: typed,
  commandExecution: typed,
  fileChange: typed,
  plan: typed,
  contextCompaction: typed,

  hookPrompt: generic,
  mcpToolCall: generic,
  dynamicToolCall: generic,
  collabAgentToolCall: generic,
  subAgentActivity: generic,
  webSearch: generic,
  imageView: generic,
  imageGeneration: generic,
  sleep: generic,
  enteredReviewMode: generic,
  exitedReviewMode: generic,
} as const satisfies Record<ThreadItemType, ItemSurface>;
