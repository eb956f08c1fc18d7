// Turns of which nothing came while this device was away, between what it holds of a thread and the newest page that the
// server has: asked for page by page, up to a bound, when the thread is opened. Each reply goes to every device.
import * as z from "zod/mini";
import type { ThreadState } from "../projection/state.ts";
import type { Outcome } from "./model.ts";

/** Further pages that are asked for; whatever lies before them stays with the server. */
export const GAP_PAGES = 6;

const page = z.looseObject({
  data: z.array(z.looseObject({ id: z.string() })),
  nextCursor: z.nullish(z.string()),
});

export interface GapOptions {
  /** Turns that were held before the newest page was asked for. */
  held: ReadonlySet<string>;
  /** The thread as it is when everything that has come is folded. */
  state: () => Promise<ThreadState>;
  /** The page of older turns that begins there. */
  ask: (cursor: string) => Promise<Outcome<unknown>>;
}

/** Asks on from the newest page until one reaches what was held before. */
export async function closeGap(newest: unknown, { held, state, ask }: GapOptions): Promise<void> {
  let reply = z.safeParse(page, newest);
  for (let asked = 0; asked < GAP_PAGES; asked += 1) {
    const oldest = reply.success ? reply.data.data.at(-1)?.id : undefined;
    const cursor = reply.success ? (reply.data.nextCursor ?? null) : null;
    if (oldest === undefined || cursor === null || held.has(oldest) || !holdsBefore(await state(), held, oldest))
      return;
    const outcome = await ask(cursor);
    if (!outcome.ok) return;
    reply = z.safeParse(page, outcome.value);
  }
}

/** A turn from before stands in front of this one: what lies between them is not known. */
function holdsBefore({ timeline }: ThreadState, held: ReadonlySet<string>, turn: string): boolean {
  for (const entry of timeline) {
    if (entry.type !== "turn") continue;
    if (entry.turn === turn) return false;
    if (held.has(entry.turn)) return true;
  }
  return false;
}
