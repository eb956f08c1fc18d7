// Which calls of tools are quiet work.
import type { Item } from "../../projection/state.ts";

/** A tool that says of itself that it only reads, and that did not fail. */
export function isQuietCall({ told }: Extract<Item, { type: "mcpToolCall" }>): boolean {
  return told.readOnlyHint === true && told.status !== "failed";
}
