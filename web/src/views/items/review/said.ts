// Whether the agent says in a message of its own what a review has found.
import type { Item, Turn } from "../../../projection/state.ts";
import { live } from "../../live.ts";

/** True when a message of the turn says the very same; tracked. */
export function saidInMessage(item: Extract<Item, { type: "exitedReviewMode" }>, turn: Turn): boolean {
  const wanted = (live(item).told.review ?? "").trim();
  if (wanted === "") return false;
  for (const other of live(turn).items.values())
    if (other.type === "agentMessage" && live(other).text.trim() === wanted) return true;
  return false;
}
