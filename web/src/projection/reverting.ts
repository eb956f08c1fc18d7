// History that is taken back: `thread/revert` and `thread/rollback` cut a thread's turns off from one on. What was here
// stays readable and is marked; the server and the model know nothing of it any more.
import type { Pass } from "./pass.ts";
import { objectOf, textOf, listOf } from "./read.ts";
import type { JsonObject, TakenBack, ThreadState, Turn } from "./state.ts";
import { findTurn } from "./turns.ts";

/** How far a copy of the history reaches beyond the turns that it names. */
export interface Reach {
  /** Nothing newer exists than the last of them. */
  newest: boolean;
  /** Nothing older exists than the first of them. */
  oldest: boolean;
  /** Nothing stands between the last of them and this turn. */
  before?: string | null;
}

/** The history was taken back, and which turns are gone is not said: the next copy of the newest turns tells. */
export function doubtHistory(state: ThreadState): void {
  for (const turn of state.turns.values()) if (turn.reverted === false) state.book.doubted.add(turn.id);
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
      if (gone) mark(pass, entry.turn, "here");
    }
    state.book.doubted.clear();
  } else if (method === "thread/rollback") {
    const turns = listOf(objectOf(objectOf(result)?.["thread"])?.["turns"]);
    const ids = turns.map((turn) => textOf(objectOf(turn)?.["id"]) ?? "").map((id) => findTurn(state, id)?.id ?? id);
    settleHistory(pass, ids, { newest: true, oldest: true }, "here");
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
  for (const id of told) if (state.turns.get(id)?.reverted !== undefined) mark(pass, id, false);
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
    const turn = within ? state.turns.get(entry.turn) : undefined;
    if (turn !== undefined && (doubted.has(turn.id) || wasInHistory(state, turn))) mark(pass, turn.id, by);
  }
  if (reach.newest) doubted.clear();
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
  pass.touch(turn);
}
