// Items as they arrive: the typed ones with what their views read, every other one with its id and type.
import * as z from "zod/mini";
import { loose, optionalNumber, optionalText, read, type Reading, tagged } from "./field.ts";

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

/** One part of a message of the person: `text`, `image`, `localImage`, `skill`, `mention` … */
export const userInputPart = z.looseObject({
  type: z.string(),
  text: optionalText,
  url: optionalText,
  path: optionalText,
  name: optionalText,
});
export type UserInputPart = z.infer<typeof userInputPart>;

const of = <T extends string>(type: T) => ({ type: z.literal(type), id: z.string() });

export const userMessageItem = z.looseObject({
  ...of("userMessage"),
  clientId: optionalText,
  content: z.nullish(loose),
});
export const agentMessageItem = z.looseObject({ ...of("agentMessage"), text: optionalText, phase: optionalText });
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
  source: optionalText,
  status: optionalText,
  commandActions: z.nullish(loose),
  aggregatedOutput: optionalText,
  exitCode: optionalNumber,
  durationMs: optionalNumber,
});
export const fileChangeItem = z.looseObject({ ...of("fileChange"), changes: z.nullish(loose), status: optionalText });
export const contextCompactionItem = z.looseObject(of("contextCompaction"));

/** The items that have a view of their own. */
export const typedItem = z.discriminatedUnion("type", [
  userMessageItem,
  agentMessageItem,
  planItem,
  reasoningItem,
  commandExecutionItem,
  fileChangeItem,
  contextCompactionItem,
]);
export type TypedItem = z.infer<typeof typedItem>;

const TYPED_ITEM_TYPES: ReadonlySet<string> = new Set<TypedItem["type"]>([
  "userMessage",
  "agentMessage",
  "plan",
  "reasoning",
  "commandExecution",
  "fileChange",
  "contextCompaction",
]);

/** An item that was read: with a view of its own, or with its id and type alone (unknown type, or a typed one that is malformed). */
export type WireItem =
  | { readonly kind: "typed"; readonly item: TypedItem }
  /** `problem` says what is wrong with an item of a known type; null for a type without a view. */
  | { readonly kind: "generic"; readonly item: AnyItem; readonly problem: string | null };

/** Reads one item. Fails only when there is no id or no type to place it by. */
export function readItem(value: unknown): Reading<WireItem> {
  const any = read(anyItem, value);
  if (!any.ok) return any;
  if (!TYPED_ITEM_TYPES.has(any.value.type))
    return { ok: true, value: { kind: "generic", item: any.value, problem: null } };
  const typed = read<TypedItem>(typedItem, value);
  return {
    ok: true,
    value: typed.ok
      ? { kind: "typed", item: typed.value }
      : { kind: "generic", item: any.value, problem: typed.reason },
  };
}

/** One action that Codex has recognised in a command: `read`, `listFiles`, `search`, `unknown` … */
export const commandAction = z.extend(tagged, {
  command: optionalText,
  name: optionalText,
  path: optionalText,
  query: optionalText,
});
export type CommandAction = z.infer<typeof commandAction>;
