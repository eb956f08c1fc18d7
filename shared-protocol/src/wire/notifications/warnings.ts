// Warnings of every kind, as they arrive.
import * as z from "../shape.ts";
import { loose, optionalNumber, optionalText } from "../field.ts";
import { turnError } from "../turn.ts";

export const warning = z.looseObject({ message: z.string() });

export const deprecationNotice = z.looseObject({ summary: z.string(), details: optionalText });

const position = z.looseObject({ line: optionalNumber, column: optionalNumber });

export const configWarning = z.looseObject({
  summary: z.string(),
  details: optionalText,
  path: optionalText,
  range: z.nullish(z.looseObject({ start: z.nullish(position), end: z.nullish(position) })),
});

export const worldWritableWarning = z.looseObject({
  samplePaths: loose,
  extraCount: optionalNumber,
  failedScan: z.nullish(z.boolean()),
});

export const windowsSandboxSetup = z.looseObject({
  mode: optionalText,
  success: z.nullish(z.boolean()),
  error: optionalText,
});

/** An error that names no turn. */
export const looseError = z.looseObject({ error: turnError, willRetry: z.nullish(z.boolean()) });
