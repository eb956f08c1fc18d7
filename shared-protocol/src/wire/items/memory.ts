// The notes of earlier threads that a message of the agent rests on.
import * as z from "../shape.ts";
import { loose, optionalNumber, optionalText } from "../field.ts";

export const memoryCitation = z.looseObject({ entries: z.nullish(loose), threadIds: z.nullish(loose) });

/** One place in a note. */
export const memoryCitationEntry = z.looseObject({
  path: z.string(),
  lineStart: optionalNumber,
  lineEnd: optionalNumber,
  note: optionalText,
});
export type MemoryCitationEntry = z.infer<typeof memoryCitationEntry>;
