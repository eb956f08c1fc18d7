// A share on its way from its page to the message box of the thread that the person chose for it.
import type { Shared } from "./shared.ts";

let waiting: { thread: string | null; known: ReadonlySet<string>; shared: Shared } | null = null;

/**
 * @param thread null: the next thread that is begun
 * @param known threads that were there already: none of them is that one, also while nothing of it is read
 */
export function giveShared(thread: string | null, known: ReadonlySet<string>, shared: Shared): void {
  waiting = { thread, known, shared };
}

/** What is meant for that thread's box, once. */
export function takeShared(thread: string, isNew: boolean): Shared | null {
  if (waiting === null) return null;
  if (waiting.thread === null ? !isNew || waiting.known.has(thread) : waiting.thread !== thread) return null;
  const { shared } = waiting;
  waiting = null;
  return shared;
}
