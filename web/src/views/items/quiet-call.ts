// Which calls of tools are quiet work.
import { objectOf } from "../../projection/read.ts";
import type { Item } from "../../projection/state.ts";

/** A tool that says of itself that it only reads, and whose call did not fail. */
export function isQuietCall({ told }: Extract<Item, { type: "mcpToolCall" }>): boolean {
  if (told.readOnlyHint !== true || told.status === "failed") return false;
  return (told.error === null || told.error === undefined) && objectOf(told.result)?.["isError"] !== true;
}
