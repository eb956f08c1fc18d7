// The order of a thread: turns as they came, turns of the server's history where they belong, splices and gaps between.
import type { GenerationEnd } from "@longwire/shared-protocol/relay-frames";
import type { Pass } from "./pass.ts";
import type { ThreadState, TimelineEntry, Touch } from "./state.ts";

/** Marks that another process took over, before the first turn that it sends. */
export function appendSplice(pass: Pass): void {
  const { state, row } = pass;
  const { book } = state;
  if (book.generation === row.generation) return;
  if (book.generation !== null)
    state.timeline.push({ type: "splice", generation: row.generation, before: book.ends.get(book.generation) ?? null });
  book.generation = row.generation;
}

/** Remembers how a generation ended, also in a splice that was made before that was known. */
export function noteEnd(state: ThreadState, generation: string, end: GenerationEnd | null, touch: Touch): void {
  const { book } = state;
  if (end === null && book.ends.has(generation)) return;
  book.ends.set(generation, end);
  if (end === null) return;
  let turnsBefore: string | null = null;
  for (const entry of state.timeline) {
    if (entry.type === "turn") turnsBefore = state.turns.get(entry.turn)?.generation ?? turnsBefore;
    if (entry.type === "splice" && entry.before === null && turnsBefore === generation) {
      entry.before = end;
      touch(state);
    }
  }
}

/** Marks missing bytes, once per stretch. */
export function appendGap(state: ThreadState, from: number, to: number, touch: Touch): void {
  const last = state.timeline.at(-1);
  if (last?.type === "gap" && last.to === from) last.to = to;
  else state.timeline.push({ type: "gap", from, to });
  touch(state);
}

/** What is known of a copy's place beside its anchors. */
export interface Beside {
  /** The turn right after it. */
  before?: string | null;
  /** The turn right before it. */
  behind?: string | null;
}

/**
 * Puts turns of a server's copy into the timeline. `ids` stand oldest first; those that are there already are the
 * anchors, and a new one stands right before the next known one, else right after the one before it. A copy without any
 * anchor is placed beside the turns that it is known to stand by, else by time, else before everything when it was asked for
 * as an older page.
 */
export function placeTurns(state: ThreadState, ids: readonly string[], older: boolean, beside: Beside = {}): void {
  const { timeline } = state;
  const known = new Set<string>();
  for (const entry of timeline) if (entry.type === "turn") known.add(entry.turn);
  const row = [beside.behind ?? "", ...ids, beside.before ?? ""];
  orderTurns(
    timeline,
    [...new Set(row)].filter((id) => known.has(id)),
  );
  const fresh = ids.filter((id) => !known.has(id));
  if (fresh.length === 0) return;
  const isFresh = new Set(fresh);

  const before = new Map<string, string[]>();
  let waiting: string[] = [];
  let lastAnchor: string | null = null;
  for (const id of ids) {
    if (isFresh.has(id)) {
      // A copy that names a turn twice places it once.
      if (isFresh.delete(id)) waiting.push(id);
    } else if (known.has(id)) {
      if (waiting.length > 0) before.set(id, [...(before.get(id) ?? []), ...waiting]);
      waiting = [];
      lastAnchor = id;
    }
  }
  const rest = waiting;
  const next: TimelineEntry[] = [];
  const push = (id: string) => next.push({ type: "turn", turn: id });
  const placeOf = (turn: string | null | undefined) =>
    turn === null || turn === undefined
      ? -1
      : timeline.findIndex((entry) => entry.type === "turn" && entry.turn === turn);
  const follower = placeOf(beside.before);
  const leader = lastAnchor === null ? placeOf(beside.behind) : -1;
  let at: number | null = null;
  if (rest.length > 0 && follower > placeOf(lastAnchor)) at = follower;
  else if (rest.length > 0 && leader >= 0) at = leader + 1;
  else if (rest.length > 0 && lastAnchor === null) at = placeByTime(state, rest, older);
  for (const [index, entry] of timeline.entries()) {
    if (index === at) rest.forEach(push);
    if (entry.type === "turn") before.get(entry.turn)?.forEach(push);
    next.push(entry);
    if (at === null && entry.type === "turn" && entry.turn === lastAnchor) rest.forEach(push);
  }
  if (at === timeline.length) rest.forEach(push);
  // The list keeps its identity: readers hold on to it.
  timeline.length = 0;
  for (const entry of next) timeline.push(entry);
}

/** A copy has the order: turns that were placed by a guess, behind one that began while the copy was made say, change places. */
function orderTurns(timeline: TimelineEntry[], ids: readonly string[]): void {
  const told = new Set(ids);
  let next = 0;
  for (const [at, entry] of timeline.entries()) {
    if (entry.type !== "turn" || !told.has(entry.turn)) continue;
    const turn = ids[next];
    next += 1;
    if (turn !== undefined && turn !== entry.turn) timeline[at] = { type: "turn", turn };
  }
}

function placeByTime(state: ThreadState, ids: readonly string[], older: boolean): number {
  const { timeline, turns } = state;
  const newest = ids.reduce<number | null>((latest, id) => {
    const at = turns.get(id)?.startedAt ?? null;
    return at !== null && (latest === null || at > latest) ? at : latest;
  }, null);
  if (newest !== null) {
    const at = timeline.findIndex((entry) => {
      if (entry.type !== "turn") return false;
      const started = turns.get(entry.turn)?.startedAt ?? null;
      // The server tells seconds: of two in the same one the page that was asked for as older has the older.
      return started !== null && (started > newest || (older && started === newest));
    });
    if (at >= 0) return at;
    const timed = timeline.some(
      (entry) => entry.type === "turn" && (turns.get(entry.turn)?.startedAt ?? null) !== null,
    );
    if (timed) return timeline.length;
  }
  return older ? 0 : timeline.length;
}
