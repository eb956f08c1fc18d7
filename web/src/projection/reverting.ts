// History that is taken back: `thread/revert` and `thread/rollback` cut a thread's turns off from one on. What was here
// stays readable and is marked; the server and the model know nothing of it any more.
import type { Pass } from "./pass.ts";
import { objectOf, textOf, listOf } from "./read.ts";
import type { JsonObject, ThreadState } from "./state.ts";
import { findTurn } from "./turns.ts";

/** The history was taken back, and which turns are gone is not said: the next copy of the newest turns tells. */
export function doubtHistory(state: ThreadState): void {
  for (const turn of state.turns.values()) if (!turn.reverted) state.book.doubted.add(turn.id);
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
      if (gone) mark(pass, entry.turn, true);
    }
    state.book.doubted.clear();
  } else if (method === "thread/rollback") {
    doubtHistory(state);
    settleHistory(
      pass,
      listOf(objectOf(objectOf(result)?.["thread"])?.["turns"]).map((turn) => textOf(objectOf(turn)?.["id"]) ?? ""),
    );
  }
}

/** A copy of the newest turns, oldest first: a doubted turn behind the last of them is gone. */
export function settleHistory(pass: Pass, ids: readonly string[]): void {
  const { state } = pass;
  const { doubted } = state.book;
  const told = new Set(ids);
  for (const id of told) if (state.turns.get(id)?.reverted === true) mark(pass, id, false);
  if (doubted.size === 0) return;
  const last = ids.at(-1);
  let behind = last === undefined;
  for (const entry of state.timeline) {
    if (entry.type !== "turn") continue;
    if (behind && doubted.has(entry.turn) && !told.has(entry.turn)) mark(pass, entry.turn, true);
    behind ||= entry.turn === last;
  }
  doubted.clear();
}

function mark(pass: Pass, id: string, reverted: boolean): void {
  const turn = pass.state.turns.get(id);
  if (turn === undefined || turn.reverted === reverted) return;
  turn.reverted = reverted;
  pass.touch(turn);
}
