// What an MCP server asks of the person, as it arrives: a form, or a page to open. MCP tool approvals come the same way.
import * as z from "./shape.ts";
import { optionalText } from "./field.ts";

export const elicitationRequest = z.looseObject({
  threadId: optionalText,
  /** Null when the App Server could not tell the turn. */
  turnId: optionalText,
  serverName: optionalText,
  /** `form`, `openai/form` or `url`. */
  mode: z.string(),
  message: optionalText,
  _meta: z.optional(z.unknown()),
  requestedSchema: z.optional(z.unknown()),
  url: optionalText,
  elicitationId: optionalText,
});
export type ElicitationRequest = z.infer<typeof elicitationRequest>;

/** The member of `_meta` that tells an approval of a tool call from a form. */
export const APPROVAL_KIND = "codex_approval_kind";
/** Its value for MCP tool calls. */
export const MCP_TOOL_CALL = "mcp_tool_call";
