// Stretches of the server's history: where a page of turns stands, what lies before it, and how paging goes on.
import { read } from "@longwire/shared-protocol/wire/field";
import { turn as wireTurnSchema, turnsPage } from "@longwire/shared-protocol/wire/turn";
import { addCard, type Pass } from "./pass.ts";
import { textOf } from "./read.ts";
import { settleHistory } from "./reverting.ts";
import { foldTurns } from "./snapshots.ts";
import type { JsonObject, OwnRequest, ThreadState, Turn } from "./state.ts";
import { findTurn } from "./turns.ts";

/** A page of turns, as `thread/turns/list` and `initialTurnsPage` bring it. */
export function foldTurnsPage(
  pass: Pass,
  value: unknown,
  params: JsonObject | null,
  request: OwnRequest | null = null,
): void {
  const page = read(turnsPage, value);
  if (!page.ok) {
    addCard(pass, null, "malformed");
    return;
  }
  const ascending = params?.["sortDirection"] === "asc";
  const asked = textOf(params?.["cursor"]);
  const wires = [...page.value.data];
  if (!ascending) wires.reverse();
  const view = textOf(params?.["itemsView"]) ?? "summary";
  if (ascending) {
    foldTurns(pass, wires, false, view);
    return;
  }
  const { state } = pass;
  const { book } = state;
  const cursor = page.value.nextCursor ?? null;
  const empty = firstTurnId(pass) === null;
  const before = asked === null ? null : (book.pageStarts.get(asked) ?? null);
  const held = new Set(state.turns.keys());
  const behind = endBehind(pass, wires, cursor);
  const ids = foldTurns(pass, wires, asked !== null, view, { before: before ?? begunSince(state, request), behind });
  const [start] = ids;
  const end = ids.at(-1);
  if (cursor !== null && (start ?? before) !== null) book.pageStarts.set(cursor, start ?? before ?? "");
  if (asked !== null && end !== undefined) book.pageEnds.set(asked, end);
  // A page of which a turn could not be read has a hole in it.
  const whole = ids.length === wires.length;
  const oldest = cursor === null;
  markHole(pass, { ids, cursor, before, held, known: behind !== null });
  if (whole) settleHistory(pass, ids, { newest: asked === null, oldest, before, request });
  doubtBefore(pass, start, cursor);
  if (asked === null && (start !== undefined || oldest)) book.missed = false;
  // The cursor counts when nothing that is held here stands before the page.
  const first = firstTurnId(pass);
  const reaches = start === undefined ? empty || (asked === null && oldest) : first === start;
  const onward = asked !== null && asked === state.older?.cursor;
  if (reaches || onward || !book.olderKnown || olderIsGone(state)) {
    state.older = cursor === null ? null : { cursor };
    book.olderKnown = true;
    pass.touch(state);
  }
}

/** The first turn that began or ended after a copy was asked for: the copy stands before it, whether it holds it or not. */
function begunSince({ timeline, book }: ThreadState, request: OwnRequest | null): string | null {
  const asked = request?.asked;
  for (const entry of timeline)
    if (asked !== undefined && entry.type === "turn" && (book.toldAfter.get(entry.turn) ?? 0) >= asked)
      return entry.turn;
  return null;
}

/** The turn before which older ones would be asked for was taken back: the server knows its cursor no more. */
function olderIsGone({ older, turns, book }: ThreadState): boolean {
  const start = older === null ? undefined : book.pageStarts.get(older.cursor);
  return start !== undefined && turns.get(start)?.reverted !== false;
}

/**
 * The turn that comes right before a page, where the page behind it was folded first: of copies only the newest is kept, so
 * that a page may come after those that were asked for by its cursor. A cursor that two pages gave tells nothing.
 */
function endBehind({ state }: Pass, wires: readonly unknown[], cursor: string | null): string | null {
  if (cursor === null) return null;
  const first = read(wireTurnSchema, wires[0]);
  const start = first.ok ? (findTurn(state, first.value.id)?.id ?? first.value.id) : null;
  const { pageStarts, pageEnds } = state.book;
  return start !== null && (pageStarts.get(cursor) ?? start) === start ? (pageEnds.get(cursor) ?? null) : null;
}

/**
 * A page that begins with a turn that was not held (or was heard after a stretch that was missed), behind turns that are,
 * leaves it open what lies between. What the page tells of its other turns, and of the turn that it was asked from, closes holes.
 */
function markHole(
  pass: Pass,
  page: {
    ids: readonly string[];
    cursor: string | null;
    before: string | null;
    held: ReadonlySet<string>;
    /** What comes before the page is held. */
    known: boolean;
  },
): void {
  const { state, touch } = pass;
  const { ids, cursor, before, held, known } = page;
  const set = (id: string, hole: Turn["hole"]): void => {
    if (hole === null) state.book.afterGap.delete(id);
    const turn = state.turns.get(id);
    if (turn === undefined || turn.hole?.cursor === hole?.cursor) return;
    turn.hole = hole;
    touch(turn);
  };
  const [start, ...others] = ids;
  // A page that brought nothing and goes on: so does the hole.
  const on = start === undefined && cursor !== null && before !== null && state.turns.get(before)?.hole !== null;
  if (before !== null) set(before, on ? { cursor } : null);
  if (start === undefined) return;
  for (const id of others) if (id !== start) set(id, null);
  const open = !held.has(start) || state.book.afterGap.has(start);
  if (cursor === null || known) set(start, null);
  else if (open && state.turns.get(start)?.reverted === false && followsTurn(state, start)) set(start, { cursor });
}

/** Whether a turn stands in front of this one. */
function followsTurn({ timeline }: ThreadState, id: string): boolean {
  for (const entry of timeline) if (entry.type === "turn") return entry.turn !== id;
  return false;
}

/** Whether what stands in front of a page was cut away, or has a hole before it, the page does not say: those behind it do. */
function doubtBefore({ state, touch }: Pass, start: string | undefined, cursor: string | null): void {
  const turn = start === undefined ? undefined : state.turns.get(start);
  if (turn === undefined || turn.reverted !== false || cursor === null) return;
  const { doubted, afterGap } = state.book;
  const isOpen = (id: string) => doubted.has(id) || (afterGap.has(id) && state.turns.get(id)?.reverted === false);
  const front = state.timeline.find((entry) => entry.type === "turn" && (entry.turn === start || isOpen(entry.turn)));
  if (front?.type !== "turn" || front.turn === start || turn.hole?.cursor === cursor) return;
  turn.hole = { cursor };
  touch(turn);
}

/** All turns of a thread as `thread.turns` holds them, oldest first, with all their items. Nothing older exists then. */
export function foldAllTurns(pass: Pass, turns: readonly unknown[], request: OwnRequest | null = null): void {
  const ids = foldTurns(pass, turns, false, "full");
  markHole(pass, { ids, cursor: null, before: null, held: new Set(), known: true });
  if (ids.length === turns.length) settleHistory(pass, ids, { newest: true, oldest: true, request });
  pass.state.book.missed = false;
  pass.state.older = null;
  pass.state.book.olderKnown = true;
  pass.touch(pass.state);
}

function firstTurnId(pass: Pass): string | null {
  for (const entry of pass.state.timeline) if (entry.type === "turn") return entry.turn;
  return null;
}
