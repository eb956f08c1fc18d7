// A share on its way from its page to the message box of the thread that the person chose for it.
import type { Shared } from "./shared.ts";

let waiting: { thread: string | null; shared: Shared } | null = null;

/** @param thread null: the next thread that is begun */
export function giveShared(thread: string | null, shared: Shared): void {
  waiting = { thread, shared };
}

/** What is meant for that thread's box, once. */
export function takeShared(thread: string, isNew: boolean): Shared | null {
  if (waiting === null || (waiting.thread === null ? !isNew : waiting.thread !== thread)) return null;
  const { shared } = waiting;
  waiting = null;
  return shared;
}
