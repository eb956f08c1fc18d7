// The server's copies, turn by turn: what replies to thread/read, thread/resume, thread/turns/list and thread/items/list hold.
// A turn that this device holds in full is never replaced by one; any other is merged with it item by item, and nothing is
// taken away. What a page says of the history beside that: turn-pages.ts.
import { readItem, type WireItem } from "@longwire/shared-protocol/wire/item";
import { read } from "@longwire/shared-protocol/wire/field";
import { itemEntry, itemsPage, turn as wireTurnSchema, type WireTurn } from "@longwire/shared-protocol/wire/turn";
import { makeItem, mergeItem, retype } from "./items.ts";
import { aliasItem, pairItems } from "./matching.ts";
import { claimOutgoing, failUntaken } from "./outgoing.ts";
import { addCard, type Pass } from "./pass.ts";
import { secondsToMs, spanOf } from "./read.ts";
import type { Item, JsonObject, ThreadState, Turn, TurnEntry } from "./state.ts";
import { type Beside, placeTurns } from "./timeline.ts";
import { blankTurn, closeItems, errorOf, findTurn, rests } from "./turns.ts";

/** How much of a turn's items a copy claims to hold. `some`: single items out of it. */
type Extent = "full" | "summary" | "notLoaded" | "some";

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

/**
 * Merges turns (oldest first) and places the new ones; returns the ids under which they are held.
 * @param beside the turns that come right after and right before them, where they are known
 */
export function foldTurns(
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
