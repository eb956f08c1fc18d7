// The server's copies: replies to thread/read, thread/resume, thread/turns/list and thread/items/list. A turn that this
// device holds in full is never replaced by one; any other is merged with it item by item, and nothing is taken away.
import { readItem, type WireItem } from "@longwire/shared-protocol/wire/item";
import { read } from "@longwire/shared-protocol/wire/field";
import {
  itemEntry,
  itemsPage,
  turn as wireTurnSchema,
  turnsPage,
  type WireTurn,
} from "@longwire/shared-protocol/wire/turn";
import { makeItem, mergeItem, retype } from "./items.ts";
import { aliasItem, pairItems } from "./matching.ts";
import { claimOutgoing, failUntaken } from "./outgoing.ts";
import { addCard, type Pass } from "./pass.ts";
import { secondsToMs, spanOf, textOf } from "./read.ts";
import { settleHistory } from "./reverting.ts";
import type { Item, JsonObject, OwnRequest, ThreadState, Turn, TurnEntry } from "./state.ts";
import { type Beside, placeTurns } from "./timeline.ts";
import { blankTurn, closeItems, errorOf, findTurn, rests } from "./turns.ts";

/** How much of a turn's items a copy claims to hold. `some`: single items out of it. */
type Extent = "full" | "summary" | "notLoaded" | "some";

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

/** A page of items, as `thread/items/list` brings it. Their turns are made when they are not known. */
export function foldItemsPage(pass: Pass, value: unknown, params: JsonObject | null): void {
  const page = read(itemsPage, value);
  if (!page.ok) {
    addCard(pass, null, "malformed");
    return;
  }
  const entries = [...page.value.data];
  if (params?.["sortDirection"] === "desc") entries.reverse();
  const byTurn = new Map<string, unknown[]>();
  for (const value of entries) {
    const entry = read(itemEntry, value);
    if (!entry.ok) {
      addCard(pass, null, "malformed");
      continue;
    }
    const items = byTurn.get(entry.value.turnId) ?? [];
    items.push(entry.value.item);
    byTurn.set(entry.value.turnId, items);
  }
  for (const [id, items] of byTurn) {
    const turn = findTurn(pass.state, id) ?? newTurn(pass, { id, status: "completed", itemsView: "notLoaded" });
    if (!turn.heldInFull) mergeItems(pass, turn, items, "some");
  }
  placeTurns(
    pass.state,
    [...byTurn.keys()].map((id) => findTurn(pass.state, id)?.id ?? id),
    false,
  );
  pass.touch(pass.state);
}

/** Folds one turn out of a reply that tells of it alone. */
export function foldOneTurn(pass: Pass, value: unknown): Turn | null {
  const [id] = foldTurns(pass, [value], false, "summary");
  return id === undefined ? null : (pass.state.turns.get(id) ?? null);
}

function firstTurnId(pass: Pass): string | null {
  for (const entry of pass.state.timeline) if (entry.type === "turn") return entry.turn;
  return null;
}

/**
 * Merges turns (oldest first) and places the new ones; returns the ids under which they are held.
 * @param beside the turns that come right after and right before them, where they are known
 */
function foldTurns(
  pass: Pass,
  values: readonly unknown[],
  older: boolean,
  view: string,
  beside: Beside = {},
): string[] {
  const ids: string[] = [];
  for (const value of values) {
    const reading = read(wireTurnSchema, value);
    if (!reading.ok) {
      addCard(pass, null, "malformed");
      continue;
    }
    const wire = reading.value;
    const turn = findTurn(pass.state, wire.id) ?? newTurn(pass, wire);
    mergeTurn(pass, turn, wire, view);
    ids.push(turn.id);
    pass.state.book.listed.add(turn.id);
  }
  placeTurns(pass.state, ids, older, beside);
  if (ids.length > 0) pass.touch(pass.state);
  return ids;
}

function newTurn(pass: Pass, wire: WireTurn): Turn {
  const turn = blankTurn(pass.state.id, wire.id);
  turn.reported = wire.status ?? "completed";
  turn.itemsView = "notLoaded";
  pass.state.turns.set(turn.id, turn);
  return turn;
}

function mergeTurn(pass: Pass, turn: Turn, wire: WireTurn, askedView: string): void {
  const { state, touch } = pass;
  const items = wire.items ?? [];
  const extent = extentOf(wire.itemsView ?? askedView);
  turn.startedAt ??= secondsToMs(wire.startedAt);
  const running = turn.reported === "inProgress" && !turn.lost && turn.generation !== null;
  // What this device sees running and has missed nothing of is over only by `turn/completed`; but a thread that rests runs
  // nothing, so there the end has got lost and the history counts.
  if (!turn.endSeen && !(running && turn.heldInFull && !rests(state))) mergeStatus(pass, turn, wire);
  if (turn.endSeen) turn.durationMs ??= spanOf(wire.durationMs);
  if (turn.heldInFull) {
    if (extent === "full" && messages(turn) > 0 && items.length === 0) turn.serverReturnedLess = true;
  } else {
    mergeItems(pass, turn, items, extent);
  }
  const over = turn.reported !== "inProgress" || turn.lost;
  if (over) closeItems(turn, touch);
  // All of a turn that is over, and a message that it had accepted is not in it: the model never had it.
  if (over && extent === "full" && !turn.endSeen)
    failUntaken(state, turn.id, "the turn ended before it reached the model.", touch);
  if (turn.reported !== "inProgress" && state.book.running === turn.id) state.book.running = null;
  touch(turn);
}

function mergeStatus(pass: Pass, turn: Turn, wire: WireTurn): void {
  const { state } = pass;
  const { status } = wire;
  const over = status !== null && status !== undefined && status !== "inProgress";
  if (over) {
    turn.reported = status;
    // Not loaded here, it may run in another process: there it reads the same. What was known to be over stays so.
    const open = turn.elsewhere || !state.book.copied.has(turn.id);
    turn.elsewhere = open && status === "interrupted" && !turn.lost && !isLoadedHere(state);
    if (turn.endUntold) turn.lost = turn.endUntold = false;
    turn.completedAt = secondsToMs(wire.completedAt) ?? turn.completedAt;
    turn.durationMs = spanOf(wire.durationMs) ?? turn.durationMs;
    if (wire.error !== null && wire.error !== undefined) turn.error ??= errorOf(wire.error);
    turn.retrying = null;
    return;
  }
  // An idle thread runs nothing: its process ended before the turn did, and the copy was written before that.
  if (turn.reported === "inProgress" && turn.generation === null && rests(state)) turn.lost = true;
}

/** This App Server holds it, so that no other process runs it. */
function isLoadedHere({ status, heldElsewhere }: ThreadState): boolean {
  return status.type !== "notLoaded" && status.type !== "unknown" && !heldElsewhere;
}

function extentOf(view: string): Extent {
  return view === "full" || view === "notLoaded" ? view : "summary";
}

const RANK = { live: 0, notLoaded: 0, summary: 1, full: 2 } as const;

function mergeItems(pass: Pass, turn: Turn, values: readonly unknown[], extent: Extent): void {
  const wires: WireItem[] = [];
  for (const value of values) {
    const reading = readItem(value);
    if (reading.ok) wires.push(reading.value);
    else addCard(pass, turn, "malformed");
  }
  pass.state.book.copied.add(turn.id);
  const before = messages(turn);
  const told = wires.filter((wire) => isMessage(wire.item.type)).length;
  // The history of a review holds what it was asked under its other id.
  if (extent === "full") turn.serverReturnedLess = told < before && !pass.state.book.reviews.has(turn.id);
  const pairs = pairItems(pass.state, turn, wires);
  const inserts = new Map<string | null, TurnEntry[]>();
  let anchor: string | null = null;
  const tail: TurnEntry[] = [];
  for (const [index, wire] of wires.entries()) {
    const held = pairs[index] ?? null;
    if (held !== null) {
      mergeHeld(pass, turn, held, wire);
      anchor = held.id;
      continue;
    }
    const item = newItem(pass, turn, wire);
    const entry: TurnEntry = { type: "item", item: item.id };
    // The last message of a summary stands at the end, whatever of the middle is held here.
    if (extent === "summary" && wire.item.type === "agentMessage") tail.push(entry);
    else if (!inserts.get(anchor)?.push(entry)) inserts.set(anchor, [entry]);
  }
  insertEntries(turn, inserts, tail);
  if (extent !== "some" && RANK[extent] > RANK[turn.itemsView]) turn.itemsView = extent;
  pass.touch(turn);
}

function mergeHeld(pass: Pass, turn: Turn, known: Item, wire: WireItem): void {
  const held = known.type === "generic" && wire.kind === "typed" ? retype(pass, turn, known, wire) : known;
  aliasItem(pass.state, turn, wire.item.id, held.id);
  mergeItem(held, wire, "copy", turn);
  if (held.phase !== "completed") held.phase = phaseOf(turn, wire);
  if (held.type === "userMessage") claimOutgoing(pass, turn, held);
  pass.touch(held);
}

/** An item that only the copy has. Its place among the entries is found afterwards. */
function newItem(pass: Pass, turn: Turn, wire: WireItem): Item {
  // History counts its ids anew, so one can stand for something else already: both are kept.
  let id = wire.item.id;
  while (turn.items.has(id)) id = `${id}#copy`;
  const item = makeItem(turn, wire, id);
  item.phase = phaseOf(turn, wire);
  turn.items.set(id, item);
  if (item.type === "userMessage") claimOutgoing(pass, turn, item);
  pass.touch(item);
  return item;
}

function phaseOf(turn: Turn, wire: WireItem): Item["phase"] {
  if (wire.item["status"] !== "inProgress") return "completed";
  return turn.reported === "inProgress" && !turn.lost ? "open" : "closed";
}

/** Puts new entries behind the items that they follow in the copy (null: before everything), and `tail` at the end. */
function insertEntries(turn: Turn, inserts: ReadonlyMap<string | null, TurnEntry[]>, tail: readonly TurnEntry[]): void {
  if (inserts.size === 0 && tail.length === 0) return;
  const next: TurnEntry[] = [...(inserts.get(null) ?? [])];
  for (const entry of turn.entries) {
    next.push(entry);
    // One by one: a call with a hundred thousand arguments throws.
    if (entry.type === "item") for (const behind of inserts.get(entry.item) ?? []) next.push(behind);
  }
  // The list keeps its identity: readers hold on to it.
  turn.entries.length = 0;
  for (const entry of [...next, ...tail]) turn.entries.push(entry);
}

function isMessage(type: string): boolean {
  return type === "userMessage" || type === "agentMessage";
}

function messages(turn: Turn): number {
  let count = 0;
  for (const item of turn.items.values()) if (isMessage(item.type)) count++;
  return count;
}
