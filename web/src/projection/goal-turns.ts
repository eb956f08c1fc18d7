// Turns that a goal starts by itself: no event says so. The goal was active when the turn began, and what began it was
// neither a message nor anything else that a person asks for.
import type { Pass } from "./pass.ts";
import type { Item, Turn } from "./state.ts";

/** What only a person's act puts at the beginning of a turn. */
export function isAsked(item: Item): boolean {
  switch (item.type) {
    case "userMessage":
    case "enteredReviewMode":
    case "contextCompaction":
      return true;
    case "commandExecution":
      return item.source === "userShell";
    default:
      return false;
  }
}

/** `turn/started` of a turn of which nothing was known. */
export function noteGoalStart({ state, touch }: Pass, turn: Turn): void {
  if (state.goal?.status !== "active" || turn.items.size > 0 || turn.endSeen) return;
  turn.byGoal = true;
  touch(turn);
}

/** An item has been folded: one that a person asked for, before any other work, says what began the turn. */
export function noteGoalItem({ touch }: Pass, turn: Turn): void {
  if (!turn.byGoal) return;
  for (const item of turn.items.values()) {
    if (isAsked(item)) {
      turn.byGoal = false;
      touch(turn);
      return;
    }
    if (item.type !== "hookPrompt") return;
  }
}
