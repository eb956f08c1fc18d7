// Turns of which nothing came while this device was away, between what it holds of a thread and the newest page that the
// server has: asked for page by page, up to a bound, when the thread is opened. Each reply goes to every device.
import type { ThreadState, Turn } from "../projection/state.ts";
import type { Outcome } from "./model.ts";

/** Further pages that are asked for; whatever lies before them stays with the server until the person asks. */
export const GAP_PAGES = 6;

export interface GapOptions {
  /** The thread as it is when everything that has come is folded. */
  state: () => Promise<ThreadState>;
  /** The page of older turns that begins there. */
  ask: (cursor: string) => Promise<Outcome<unknown>>;
}

/** Asks on from the newest hole that the fold has found until there is none, or a page does not move it. */
export async function closeGap({ state, ask }: GapOptions): Promise<void> {
  let last: string | undefined;
  for (let asked = 0; asked < GAP_PAGES; asked += 1) {
    const cursor = newestHole(await state())?.cursor;
    if (cursor === undefined || cursor === last || !(await ask(cursor)).ok) return;
    last = cursor;
  }
}

function newestHole({ timeline, turns }: ThreadState): Turn["hole"] {
  for (const entry of timeline.toReversed()) {
    const hole = entry.type === "turn" ? turns.get(entry.turn)?.hole : undefined;
    if (hole != null) return hole;
  }
  return null;
}
