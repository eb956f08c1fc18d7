// Parameters of the notifications that the projection folds by schema, as they arrive. Streams are read by hand where they
// are folded (a schema for each of 20,000 deltas would cost more than parsing them), and so is what fills a few members of
// the state; cards are read where they are drawn (the schemas beside this file).
import * as z from "./shape.ts";
import { loose, optionalNumber, optionalText, read, type Reading } from "./field.ts";
import { thread, threadSettings, threadStatus, tokenUsage } from "./thread.ts";
import { turn, turnError } from "./turn.ts";

const inThread = { threadId: z.string() };
const inTurn = { ...inThread, turnId: z.string() };

/** The schemas by method. Only for the compiler and for `readNotification`; never index it with a name from the wire. */
const SCHEMAS = {
  "thread/started": z.looseObject({ thread }),
  "thread/status/changed": z.looseObject({ ...inThread, status: threadStatus }),
  "thread/name/updated": z.looseObject({ ...inThread, threadName: optionalText }),
  "thread/settings/updated": z.looseObject({ ...inThread, threadSettings }),
  "thread/tokenUsage/updated": z.looseObject({ ...inThread, turnId: optionalText, tokenUsage }),
  "thread/archived": z.looseObject(inThread),
  "thread/unarchived": z.looseObject(inThread),
  "thread/deleted": z.looseObject(inThread),
  "thread/closed": z.looseObject(inThread),

  "turn/started": z.looseObject({ ...inThread, turn }),
  "turn/completed": z.looseObject({ ...inThread, turn }),
  "turn/plan/updated": z.looseObject({ ...inTurn, explanation: optionalText, plan: loose }),
  "turn/diff/updated": z.looseObject({ ...inTurn, diff: z.string() }),

  "item/started": z.looseObject({ ...inTurn, item: z.unknown(), startedAtMs: optionalNumber }),
  "item/completed": z.looseObject({ ...inTurn, item: z.unknown(), completedAtMs: optionalNumber }),

  "serverRequest/resolved": z.looseObject({ threadId: optionalText, requestId: z.union([z.string(), z.number()]) }),
  error: z.looseObject({ ...inThread, turnId: optionalText, error: turnError, willRetry: z.nullish(z.boolean()) }),
};

export type FoldedMethod = keyof typeof SCHEMAS;
/** The parameters of a folded notification, as leniently read. */
export type FoldedParams<M extends FoldedMethod> = z.infer<(typeof SCHEMAS)[M]>;
/** A folded notification. */
export type FoldedNotification = {
  [M in FoldedMethod]: { readonly method: M; readonly params: FoldedParams<M> };
}[FoldedMethod];

const BY_METHOD: ReadonlyMap<string, z.Reads<unknown>> = new Map(Object.entries(SCHEMAS));

/** The methods that have a schema here. */
export const FOLDED_METHODS: ReadonlySet<string> = new Set(BY_METHOD.keys());

/**
 * Reads a notification. Null for one that the projection does not fold by schema; a malformed one is told
 * apart from it, so that it can be kept and shown.
 */
export function readNotification(method: string, params: unknown): Reading<FoldedNotification> | null {
  const schema = BY_METHOD.get(method);
  if (schema === undefined) return null;
  const reading = read(schema, params);
  // The schema under a method is the one that its member of FoldedNotification is inferred from.
  return reading.ok ? { ok: true, value: { method, params: reading.value } as FoldedNotification } : reading;
}
