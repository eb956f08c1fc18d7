// Questions of the agent to the person, as they arrive.
import * as z from "./shape.ts";
import { loose, optionalNumber, optionalText } from "./field.ts";

export const userInputRequest = z.looseObject({
  threadId: optionalText,
  turnId: optionalText,
  itemId: optionalText,
  questions: loose,
  isBlocking: z.nullish(z.boolean()),
  /** The server's own countdown, ms. */
  autoResolutionMs: optionalNumber,
});
export type UserInputRequest = z.infer<typeof userInputRequest>;

/** The answer is filed under the id: a question without one cannot be answered. */
export const userInputQuestion = z.looseObject({
  id: z.string(),
  header: optionalText,
  question: optionalText,
  isOther: z.optional(z.unknown()),
  isSecret: z.optional(z.unknown()),
  options: z.nullish(loose),
});
export type UserInputQuestion = z.infer<typeof userInputQuestion>;

/** What is answered is the label. */
export const userInputOption = z.looseObject({ label: z.string(), description: optionalText });
export type UserInputOption = z.infer<typeof userInputOption>;
