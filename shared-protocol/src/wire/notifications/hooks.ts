// Hooks that the person's configuration runs around a turn, as they arrive.
import * as z from "../shape.ts";
import { loose, optionalNumber, optionalText } from "../field.ts";

/** One entry of what a hook said; entries are read one by one. */
export const hookEntry = z.looseObject({ kind: optionalText, text: z.string() });

export const hookRun = z.looseObject({
  run: z.looseObject({
    id: z.string(),
    eventName: optionalText,
    handlerType: optionalText,
    executionMode: optionalText,
    scope: optionalText,
    sourcePath: optionalText,
    source: optionalText,
    status: optionalText,
    statusMessage: optionalText,
    durationMs: optionalNumber,
    entries: z.nullish(loose),
  }),
});
