// A bounded excerpt of what was visible of a thread: the newest of it, with a mark where it is cut. Turns that were taken
// back are no part of it: the model was not to know of them.
import type { ThreadState } from "../../projection/state.ts";
import { turnParts } from "../turn-menu/turn-text.ts";

/** Characters of an excerpt. */
export const EXCERPT_LIMIT = 20_000;
export const CUT_MARK = "[earlier parts are left out]";

/** What a cut leaves of a character that takes two places. */
const HALF = /^[\uDC00-\uDFFF]/;

/** The text, oldest first. */
export function excerptOf(state: ThreadState, limit = EXCERPT_LIMIT): string {
  const kept: string[] = [];
  let room = limit - CUT_MARK.length - 2;
  let cut = state.older !== null;
  newest: for (const entry of state.timeline.toReversed()) {
    const turn = entry.type === "turn" ? state.turns.get(entry.turn) : undefined;
    if (turn === undefined || turn.reverted !== false) continue;
    for (const part of turnParts(turn).reverse()) {
      if (part.length + 2 > room) {
        cut = true;
        // The end of a long part says more than nothing.
        if (room > 200) kept.push(`…${part.slice(part.length - room + 3).replace(HALF, "")}`);
        break newest;
      }
      kept.push(part);
      room -= part.length + 2;
    }
  }
  if (cut) kept.push(CUT_MARK);
  return kept.reverse().join("\n\n");
}

/** The first message of the new thread. What the person took out altogether is not introduced. */
export function firstMessage(head: string, excerpt: string, wish: string): string {
  const said =
    excerpt.trim() === ""
      ? []
      : ["What follows is an excerpt of what was visible there, kept by Longwire on my device:", excerpt.trim()];
  const wanted = wish.trim() === "" ? [] : ["What I want now:", wish.trim()];
  return [head, ...said, ...wanted].join("\n\n");
}
