// Items as they arrive: the typed ones with what their views read, every other one with its id and type.
import * as z from "./shape.ts";
import { loose, optionalNumber, optionalText, read, type Reading } from "./field.ts";

/** What every item has. An item without an id or a type cannot be placed and is shown raw. */
export const anyItem = z.looseObject({ type: z.string(), id: z.string() });
export type AnyItem = z.infer<typeof anyItem>;

/** One changed file: `diff` is the whole text of an added or deleted file and a unified diff of an updated one. */
export const fileUpdateChange = z.looseObject({
  path: z.string(),
  kind: z.nullish(z.looseObject({ type: z.string(), move_path: optionalText })),
  diff: optionalText,
});
export type FileUpdateChange = z.infer<typeof fileUpdateChange>;

const of = <T extends string>(type: T) => ({ type: z.literal(type), id: z.string() });
/** A member whose parts are read by the view that draws them, one by one (wire/items/). */
const unknown = z.optional(z.unknown());

export const userMessageItem = z.looseObject({
  ...of("userMessage"),
  clientId: optionalText,
  content: z.nullish(loose),
});
export const agentMessageItem = z.looseObject({
  ...of("agentMessage"),
  text: optionalText,
  phase: optionalText,
  memoryCitation: unknown,
  delivery: optionalText,
});
export const planItem = z.looseObject({ ...of("plan"), text: optionalText });
export const reasoningItem = z.looseObject({
  ...of("reasoning"),
  summary: z.nullish(loose),
  content: z.nullish(loose),
});
export const commandExecutionItem = z.looseObject({
  ...of("commandExecution"),
  command: optionalText,
  cwd: optionalText,
  processId: optionalText,
  pluginId: optionalText,
  scriptPath: optionalText,
  source: optionalText,
  status: optionalText,
  commandActions: z.nullish(loose),
  aggregatedOutput: optionalText,
  exitCode: optionalNumber,
  durationMs: optionalNumber,
});
export const fileChangeItem = z.looseObject({ ...of("fileChange"), changes: z.nullish(loose), status: optionalText });
export const contextCompactionItem = z.looseObject(of("contextCompaction"));

export const hookPromptItem = z.looseObject({ ...of("hookPrompt"), fragments: z.nullish(loose) });
export const mcpToolCallItem = z.looseObject({
  ...of("mcpToolCall"),
  server: optionalText,
  tool: optionalText,
  status: optionalText,
  arguments: unknown,
  appContext: unknown,
  mcpAppResourceUri: optionalText,
  pluginId: optionalText,
  readOnlyHint: z.nullish(z.boolean()),
  result: unknown,
  error: unknown,
  durationMs: optionalNumber,
});
export const dynamicToolCallItem = z.looseObject({
  ...of("dynamicToolCall"),
  namespace: optionalText,
  tool: optionalText,
  status: optionalText,
  arguments: unknown,
  contentItems: z.nullish(loose),
  success: z.nullish(z.boolean()),
  durationMs: optionalNumber,
});
export const collabAgentToolCallItem = z.looseObject({
  ...of("collabAgentToolCall"),
  tool: optionalText,
  status: optionalText,
  senderThreadId: optionalText,
  receiverThreadIds: z.nullish(loose),
  prompt: optionalText,
  model: optionalText,
  reasoningEffort: optionalText,
  agentsStates: unknown,
});
export const subAgentActivityItem = z.looseObject({
  ...of("subAgentActivity"),
  kind: optionalText,
  agentThreadId: optionalText,
  agentPath: optionalText,
});
export const webSearchItem = z.looseObject({
  ...of("webSearch"),
  query: optionalText,
  action: unknown,
  results: z.nullish(loose),
});
export const imageViewItem = z.looseObject({ ...of("imageView"), path: optionalText });
export const imageGenerationItem = z.looseObject({
  ...of("imageGeneration"),
  status: optionalText,
  revisedPrompt: optionalText,
  result: optionalText,
  transparentBackground: z.nullish(z.boolean()),
  failure: unknown,
  savedPath: optionalText,
});
export const sleepItem = z.looseObject({ ...of("sleep"), durationMs: optionalNumber });
export const enteredReviewModeItem = z.looseObject({ ...of("enteredReviewMode"), review: optionalText });
export const exitedReviewModeItem = z.looseObject({ ...of("exitedReviewMode"), review: optionalText });

const typedItems = [
  userMessageItem,
  agentMessageItem,
  planItem,
  reasoningItem,
  commandExecutionItem,
  fileChangeItem,
  contextCompactionItem,
  hookPromptItem,
  mcpToolCallItem,
  dynamicToolCallItem,
  collabAgentToolCallItem,
  subAgentActivityItem,
  webSearchItem,
  imageViewItem,
  imageGenerationItem,
  sleepItem,
  enteredReviewModeItem,
  exitedReviewModeItem,
] as const;

/** The items that have a view of their own. */
export type TypedItem = z.infer<(typeof typedItems)[number]>;

const BY_TYPE: ReadonlyMap<string, z.Reads<TypedItem>> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ typedItems.map((schema) => [schema.members.type.value, schema]),
);

/** An item that was read: with a view of its own, or with its id and type alone (unknown type, or a typed one that is malformed). */
export type WireItem =
  | { readonly kind: "typed"; readonly item: TypedItem }
  /** `problem` says what is wrong with an item of a known type; null for a type without a view. */
  | { readonly kind: "generic"; readonly item: AnyItem; readonly problem: string | null };

/** Reads one item. Fails only when there is no id or no type to place it by. */
export function readItem(value: unknown): Reading<WireItem> {
  const any = read(anyItem, value);
  if (!any.ok) return any;
  const schema = BY_TYPE.get(any.value.type);
  if (schema === undefined) return { ok: true, value: { kind: "generic", item: any.value, problem: null } };
  const typed = read(schema, value);
  return {
    ok: true,
    value: typed.ok
      ? { kind: "typed", item: typed.value }
      : { kind: "generic", item: any.value, problem: typed.reason },
  };
}
