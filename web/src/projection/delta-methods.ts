// The notifications that are deltas of one item. Apart from what folds them: the host's fold only passes them over.
const DELTA_METHODS = [
  "item/agentMessage/delta",
  "item/plan/delta",
  "item/reasoning/summaryTextDelta",
  "item/reasoning/summaryPartAdded",
  "item/reasoning/textDelta",
  "item/commandExecution/outputDelta",
  "item/commandExecution/terminalInteraction",
  "item/fileChange/outputDelta",
  "item/fileChange/patchUpdated",
  "item/mcpToolCall/progress",
] as const;
export type DeltaMethod = (typeof DELTA_METHODS)[number];

const METHODS: ReadonlySet<string> = new Set(DELTA_METHODS);

/** Whether a notification only adds to one item. */
export function isDelta(method: string): boolean {
  return METHODS.has(method);
}
