// Turns as they arrive in notifications, snapshots and pages.
import * as z from "./shape.ts";
import { loose, optionalNumber, optionalText } from "./field.ts";

/** An error of a turn. `codexErrorInfo` is a word, or an object with one member named by the kind. */
export const turnError = z.looseObject({
  message: z.string(),
  codexErrorInfo: z.optional(z.unknown()),
  additionalDetails: optionalText,
});
export type TurnError = z.infer<typeof turnError>;

/** A turn. `items` are read one by one; `itemsView` says how much of them is there: `notLoaded`, `summary`, `full`. */
export const turn = z.looseObject({
  id: z.string(),
  status: optionalText,
  items: z.nullish(loose),
  itemsView: optionalText,
  error: z.nullish(turnError),
  /** Unix seconds. */
  startedAt: optionalNumber,
  completedAt: optionalNumber,
  durationMs: optionalNumber,
});
export type WireTurn = z.infer<typeof turn>;

/** A page of turns; its members are read one by one. */
export const turnsPage = z.looseObject({ data: loose, nextCursor: optionalText, backwardsCursor: optionalText });
export type TurnsPage = z.infer<typeof turnsPage>;

/** The reply to `turn/start` and its kin. */
export const turnReply = z.looseObject({ turn });

/** A page of `thread/items/list`; its members are read one by one. */
export const itemsPage = z.looseObject({ data: loose, nextCursor: optionalText, backwardsCursor: optionalText });
/** One member of it. */
export const itemEntry = z.looseObject({ turnId: z.string(), item: z.unknown() });

/** One step of a plan. */
export const planStep = z.looseObject({ step: z.string(), status: optionalText });
export type PlanStep = z.infer<typeof planStep>;
