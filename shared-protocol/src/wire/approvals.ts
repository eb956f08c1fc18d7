// Server requests that have a card of their own, as they arrive, and what they are answered with.
import * as z from "./shape.ts";
import { loose, optionalNumber, optionalText } from "./field.ts";

/** What every server request about an item names. */
export const requestScope = z.looseObject({ threadId: optionalText, turnId: optionalText, itemId: optionalText });
export type RequestScope = z.infer<typeof requestScope>;

export const commandApproval = z.looseObject({
  threadId: z.string(),
  turnId: z.string(),
  itemId: z.string(),
  startedAtMs: optionalNumber,
  approvalId: optionalText,
  reason: optionalText,
  command: optionalText,
  cwd: optionalText,
  commandActions: z.nullish(loose),
  networkApprovalContext: z.nullish(z.looseObject({ host: optionalText, protocol: optionalText })),
  additionalPermissions: z.optional(z.unknown()),
  proposedExecpolicyAmendment: z.optional(z.unknown()),
  proposedNetworkPolicyAmendments: z.nullish(loose),
  /** Words and one-member objects, mixed. Only these may be offered; absent means the default set. */
  availableDecisions: z.nullish(loose),
});
export type CommandApproval = z.infer<typeof commandApproval>;

/** A file change approval carries no diff: it is in the item. */
export const fileChangeApproval = z.looseObject({
  threadId: z.string(),
  turnId: z.string(),
  itemId: z.string(),
  startedAtMs: optionalNumber,
  reason: optionalText,
  grantRoot: optionalText,
});
export type FileChangeApproval = z.infer<typeof fileChangeApproval>;

/** A decision on offer: a word, an object with one member named by the kind, or something this app does not know. */
export type OfferedDecision =
  | { readonly kind: "word"; readonly word: string }
  | { readonly kind: "amendment"; readonly name: string; readonly value: unknown; readonly raw: unknown }
  | { readonly kind: "unknown"; readonly raw: unknown };

/** Reads one member of `availableDecisions`. What is answered is always the raw member, as it came. */
export function readOfferedDecision(value: unknown): OfferedDecision {
  if (typeof value === "string") return { kind: "word", word: value };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { kind: "unknown", raw: value };
  const entries = Object.entries(value);
  const only = entries.length === 1 ? entries[0] : undefined;
  return only === undefined
    ? { kind: "unknown", raw: value }
    : { kind: "amendment", name: only[0], value: only[1], raw: value };
}

/** The decisions of a command approval when the server lists none. */
export const DEFAULT_COMMAND_DECISIONS: readonly string[] = ["accept", "acceptForSession", "decline", "cancel"];
/** The decisions of a file change approval: the server never lists them. */
export const FILE_CHANGE_DECISIONS: readonly string[] = ["accept", "acceptForSession", "decline", "cancel"];
