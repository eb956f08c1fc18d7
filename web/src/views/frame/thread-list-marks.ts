// What this device alone knows of its threads: which end of a turn was looked at here, and what was taken off its list.
// Read and stored behind the first screen (thread-list-keeper.tsx).
import { createSignal } from "solid-js";
import type { ThreadSummary } from "../../projection/state.ts";

export interface Marks {
  /** The last turn that was seen ended, by thread; "" makes a thread unread. */
  seen: Map<string, string>;
  removed: Set<string>;
  /** Threads whose marks were changed on this page and are not stored yet. */
  changed: Set<string>;
}

const byHost = new Map<string, Marks>();
const [version, bump] = createSignal(0);
const NONE: ReadonlySet<string> = new Set();

/** The marks of a host, tracked; null until they are read. */
export function marksOf(host: string): Marks | null {
  version();
  return byHost.get(host) ?? null;
}

/** Sets the marks of a host. */
export function setMarks(host: string, marks: Marks): void {
  byHost.set(host, marks);
  bump((n) => n + 1);
}

/** The end of this turn was seen; null makes the thread unread. Nothing before the marks are read. */
export function markSeen(host: string, thread: string, turn: string | null): void {
  const marks = byHost.get(host);
  if (marks === undefined || marks.seen.get(thread) === (turn ?? "")) return;
  marks.seen.set(thread, turn ?? "");
  marks.changed.add(thread);
  bump((n) => n + 1);
}

/** Takes a thread off the list of this device. */
export function markRemoved(host: string, thread: string): void {
  const marks = byHost.get(host) ?? { seen: new Map(), removed: new Set(), changed: new Set() };
  marks.removed.add(thread);
  marks.changed.add(thread);
  setMarks(host, marks);
}

/** Threads that were taken off the list of this device. */
export function removedFrom(host: string): ReadonlySet<string> {
  return marksOf(host)?.removed ?? NONE;
}

/** Its last turn ended, and nobody has looked at that here. Nothing is unread before the marks are read. */
export function isUnread(host: string, { id, lastTurn, parent }: ThreadSummary): boolean {
  const marks = marksOf(host);
  if (marks === null || parent !== null) return false;
  const seen = marks.seen.get(id);
  if (seen === "") return true;
  return lastTurn !== null && lastTurn.status !== "inProgress" && seen !== lastTurn.id;
}
