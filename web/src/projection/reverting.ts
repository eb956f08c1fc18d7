// History that is taken back: `thread/revert` and `thread/rollback` cut a thread's turns off from one on. What was here
// stays readable and is marked; the server and the model know nothing of it any more.
import type { Pass } from "./pass.ts";
import { objectOf, textOf, listOf } from "./read.ts";
import type { JsonObject, OwnRequest, TakenBack, ThreadState, Turn } from "./state.ts";
import { findTurn, rests } from "./turns.ts";

/** How far a copy of the history reaches beyond the turns that it names. */
export interface Reach {
  /** Nothing newer exists than the last of them. */
  newest: boolean;
  /** Nothing older exists than the first of them. */
  oldest: boolean;
  /** Nothing stands between the last of them and this turn. */
  before?: string | null;
  /** What it was asked with; null: not known. */
  request?: OwnRequest | null;
}

/** The history was taken back, and which turns are gone is not said: the next copy of the newest turns tells. */
export function doubtHistory(state: ThreadState): void {
  const { book, turns } = state;
  book.cuts += 1;
  for (const { id, reverted } of turns.values())
    if (reverted === false && !book.doubted.has(id)) book.doubted.set(id, book.cuts);
  book.cutAfter = book.asks;
}

/** The reply to our own revert or rollback says which turns are gone. */
export function foldRevert(pass: Pass, method: string | null, params: JsonObject | null, result: unknown): void {
  const { state } = pass;
  if (method === "thread/revert") {
    const before = findTurn(state, textOf(params?.["beforeTurnId"]) ?? "");
    if (before === undefined) return;
    let gone = false;
    for (const entry of state.timeline) {
      if (entry.type !== "turn") continue;
      gone ||= entry.turn === before.id;
      const turn = gone ? state.turns.get(entry.turn) : undefined;
      // Refused while anything runs: what runs has begun since.
      if (turn !== undefined && !runs(state, turn)) mark(pass, turn.id, "here");
    }
    state.book.doubted.clear();
    state.book.cutAfter = state.book.asks;
  } else if (method === "thread/rollback") {
    const turns = objectOf(objectOf(result)?.["thread"])?.["turns"];
    const ids = listOf(turns).map((turn) => textOf(objectOf(turn)?.["id"]));
    // What is left was not told, or not in words that can be read: the next copy tells.
    if (!Array.isArray(turns) || ids.includes(null)) return doubtHistory(state);
    const left = ids.map((id) => findTurn(state, id ?? "")?.id ?? id ?? "");
    settleHistory(pass, left, { newest: true, oldest: true }, "here");
    state.book.cutAfter = state.book.asks;
  }
}

/**
 * A copy of a stretch of the history, oldest first, without a hole in it: a turn that was over and is not where it stood
 * has been taken back, by whomever. Nothing is removed; a turn that the server has again is as before.
 */
export function settleHistory(pass: Pass, ids: readonly string[], reach: Reach, by: TakenBack = "elsewhere"): void {
  const { state } = pass;
  const { doubted } = state.book;
  const told = new Set(ids);
  for (const id of told) if (!isOlder(state, reach.request, id)) mark(pass, id, false);
  let first = -1;
  let last = -1;
  let limit = reach.newest ? Infinity : -1;
  for (const [at, entry] of state.timeline.entries()) {
    if (entry.type !== "turn") continue;
    if (told.has(entry.turn)) {
      if (first < 0) first = at;
      last = at;
    }
    if (!reach.newest && entry.turn === reach.before) limit = at;
  }
  // What a page without a turn says, it says of the whole history.
  if (last < 0 && !(reach.newest && reach.oldest)) return;
  for (const [at, entry] of state.timeline.entries()) {
    if (entry.type !== "turn" || told.has(entry.turn)) continue;
    const within = last < 0 || (at < first ? reach.oldest : at < last || at < limit);
    const turn = within && !isOlder(state, reach.request, entry.turn) ? state.turns.get(entry.turn) : undefined;
    if (turn === undefined || runs(state, turn)) continue;
    if (doubted.has(turn.id) || wasInHistory(state, turn)) mark(pass, turn.id, by);
  }
  // A cut leaves nothing behind it: what stood before a turn that has outlived it has, too.
  let outlived = Infinity;
  for (const entry of state.timeline.toReversed()) {
    const cut = entry.type === "turn" ? doubted.get(entry.turn) : undefined;
    if (entry.type !== "turn" || cut === undefined) continue;
    if (told.has(entry.turn) && !isOlder(state, reach.request, entry.turn)) outlived = Math.min(outlived, cut);
    if (cut >= outlived || state.turns.get(entry.turn)?.reverted !== false) doubted.delete(entry.turn);
  }
}

/** The turn has ended, or the history was cut, since the copy was asked for: what it says of the turn may be from before. */
function isOlder({ book }: ThreadState, request: OwnRequest | null | undefined, turn: string): boolean {
  const asked = request?.asked;
  return asked !== undefined && (book.cutAfter >= asked || (book.toldAfter.get(turn) ?? 0) >= asked);
}

/** Nothing is taken back from a thread in which a turn runs. One whose end was missed runs in no thread that rests. */
function runs(state: ThreadState, turn: Turn): boolean {
  return turn.reported === "inProgress" && !turn.lost && !rests(state);
}

/** Measured: the App Server lists a turn of any kind as soon as it has ended. One that was lost may never have got there. */
function wasInHistory(state: ThreadState, turn: Turn): boolean {
  return turn.endSeen || ((turn.reported !== "inProgress" || turn.lost) && state.book.listed.has(turn.id));
}

/** Only what still stands can be taken back: who did it first is what is told. */
function mark(pass: Pass, id: string, reverted: Turn["reverted"]): void {
  const turn = pass.state.turns.get(id);
  if (turn === undefined || turn.reverted === reverted || (turn.reverted !== false && reverted !== false)) return;
  turn.reverted = reverted;
  // The page that its hole named went with it; what lies before the next turn is as open as before.
  if (reverted !== false && turn.hole !== null) {
    turn.hole = null;
    pass.state.book.missed = true;
  }
  pass.touch(turn);
}
