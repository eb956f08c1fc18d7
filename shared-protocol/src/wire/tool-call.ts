// A call of a tool that the client is to carry out, as it arrives.
import * as z from "./shape.ts";
import { optionalText } from "./field.ts";

export const toolCallRequest = z.looseObject({
  threadId: optionalText,
  turnId: optionalText,
  callId: optionalText,
  namespace: optionalText,
  tool: z.string(),
  arguments: z.optional(z.unknown()),
});
export type ToolCallRequest = z.infer<typeof toolCallRequest>;
