// Why an image was not made.
import * as z from "../shape.ts";
import { optionalNumber, optionalText, tagged } from "../field.ts";

/** `usageLimitExceeded` with the limit and when it ends (unix seconds), or another word. */
export const imageFailure = z.extend(tagged, { limitId: optionalText, resetsAt: optionalNumber });
