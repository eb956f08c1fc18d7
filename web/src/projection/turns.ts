// Turns: how they begin, end, are stopped and get lost. Events make a turn that nothing announced; `turn/completed`
// alone ends one for good.
import type { WireTurn } from "@longwire/shared-protocol/wire/turn";
import type { GenerationEnd } from "@longwire/shared-protocol/relay-frames";
import type { Pass } from "./pass.ts";
import { jsonOf, objectOf, secondsToMs, spanOf } from "./read.ts";
import type { ThreadState, Touch, Turn, TurnError } from "./state.ts";
import { appendSplice } from "./timeline.ts";

/** A turn with nothing in it. */
export function blankTurn(thread: string, id: string): Turn {
  return {
    id,
    thread,
    reported: "inProgress",
    stop: { type: "none" },
    lost: false,
    endUntold: false,
    byGoal: false,
    startSeen: false,
    endSeen: false,
    generation: null,
    heldInFull: false,
    startedAt: null,
    completedAt: null,
    durationMs: null,
    error: null,
    retrying: null,
    retries: null,
    elsewhere: false,
    items: new Map(),
    entries: [],
    plan: null,
    planExplanation: null,
    diff: null,
    serverReturnedLess: false,
    stopRefused: null,
    hole: null,
    reverted: false,
    buffering: null,
    itemsView: "live",
  };
}

/** The turn under that id, if it is known. */
export function findTurn(state: ThreadState, id: string): Turn | undefined {
  return state.turns.get(id) ?? state.turns.get(state.book.turnAliases.get(id) ?? id);
}

/** The turn that an event speaks of, made when nothing has announced it. */
export function turnOfEvent(pass: Pass, id: string): Turn {
  const { state, row, touch } = pass;
  const known = findTurn(state, id);
  if (known !== undefined) {
    if (known.generation === null) {
      known.generation = row.generation;
      state.book.generation = row.generation;
      touch(known);
    }
    return known;
  }
  const turn = blankTurn(state.id, id);
  turn.generation = row.generation;
  appendSplice(pass);
  state.turns.set(id, turn);
  state.timeline.push({ type: "turn", turn: id });
  if (state.book.missed) state.book.afterGap.add(id);
  state.book.missed = false;
  state.book.toldAfter.set(id, state.book.asks);
  state.book.running = id;
  touch(state);
  touch(turn);
  return turn;
}

/**
 * A sign of life of a turn: ends a retry or a wait for a check, and opens it again when only a copy had called it over (or its process was
 * only thought to be gone). Cheap: it runs for every delta.
 */
export function progress(pass: Pass, turn: Turn): void {
  if (turn.retrying !== null || turn.buffering !== null) {
    turn.retrying = null;
    turn.buffering = null;
    pass.touch(turn);
  }
  if (turn.endSeen || (turn.reported === "inProgress" && !turn.lost)) return;
  turn.reported = "inProgress";
  turn.lost = false;
  turn.endUntold = false;
  turn.elsewhere = false;
  turn.completedAt = null;
  turn.durationMs = null;
  pass.state.book.running = turn.id;
  pass.touch(turn);
}

/** `turn/started`. A late one changes nothing. */
export function startTurn(pass: Pass, wire: WireTurn): void {
  const known = findTurn(pass.state, wire.id);
  if (known?.endSeen === true) return;
  const first = known === undefined || (known.items.size === 0 && known.generation === pass.row.generation);
  const turn = turnOfEvent(pass, wire.id);
  turn.startedAt ??= secondsToMs(wire.startedAt);
  if (!turn.startSeen) {
    turn.startSeen = true;
    // Whatever came before the start of a turn that nobody spoke of cannot be missing.
    if (first) turn.heldInFull = true;
  }
  progress(pass, turn);
  doubtOthers(pass, turn);
  pass.state.book.running = turn.id;
  pass.touch(turn);
}

/** A thread runs one turn at a time: the end of one that still seems to run was missed (the thread was silent for a while). */
function doubtOthers(pass: Pass, turn: Turn): void {
  for (const other of pass.state.turns.values()) {
    if (other === turn || other.reported !== "inProgress" || other.lost || !other.heldInFull) continue;
    other.heldInFull = false;
    pass.touch(other);
  }
}

/** `turn/completed`: the real end, which wins over everything that was thought before. Its items are only a summary. */
export function completeTurn(pass: Pass, wire: WireTurn): Turn {
  const { state, touch } = pass;
  const turn = turnOfEvent(pass, wire.id);
  const status = wire.status ?? "completed";
  turn.reported = status === "inProgress" ? "completed" : status;
  turn.endSeen = true;
  turn.lost = false;
  turn.endUntold = false;
  turn.elsewhere = false;
  turn.retrying = null;
  turn.buffering = null;
  turn.startedAt ??= secondsToMs(wire.startedAt);
  turn.completedAt = secondsToMs(wire.completedAt) ?? turn.completedAt ?? pass.row.at;
  turn.durationMs = spanOf(wire.durationMs) ?? turn.durationMs;
  if (wire.error !== null && wire.error !== undefined) turn.error = errorOf(wire.error);
  closeItems(turn, touch);
  if (state.book.running === turn.id) state.book.running = null;
  state.book.toldAfter.set(turn.id, state.book.asks);
  dropGhosts(pass, turn);
  touch(turn);
  return turn;
}

/** Nothing runs in the thread. */
export function rests(state: ThreadState): boolean {
  const { type } = state.status;
  return type === "idle" || type === "notLoaded" || type === "systemError";
}

/** An error as it is kept, with all that this build does not know of it. */
export function errorOf(error: NonNullable<WireTurn["error"]>): TurnError {
  const { message, codexErrorInfo, additionalDetails, ...rest } = error;
  const kept: TurnError = { message, info: jsonOf(codexErrorInfo), details: additionalDetails ?? null };
  const more = objectOf(jsonOf(rest));
  return more === null || Object.keys(more).length === 0 ? kept : { ...kept, more };
}

/** `error`: the server tries again, or has given up. What ends the turn is `turn/completed`. */
export function failTurn(pass: Pass, turn: Turn, error: TurnError, willRetry: boolean): void {
  const { at } = pass.row;
  const run = turn.retrying === null ? 1 : (turn.retries?.run ?? 0) + 1;
  progress(pass, turn);
  if (willRetry && !turn.endSeen) {
    const { total = 0, since = at } = turn.retries ?? {};
    turn.retrying = error;
    turn.retries = { run, total: total + 1, since, at, last: error };
  } else turn.error = error;
  pass.touch(turn);
}

/** What is still open in a turn that is over gets no `item/completed` any more. */
export function closeItems(turn: Turn, touch: Touch): void {
  for (const item of turn.items.values()) {
    if (item.phase !== "open") continue;
    item.phase = "closed";
    touch(item);
  }
}

/**
 * A review's `turn/started` names a turn that nothing else ever speaks of: once the review's own turn shows, the empty
 * one that started beside it is taken to mean the same turn.
 */
export function dropGhosts(pass: Pass, turn: Turn): void {
  const { state, touch } = pass;
  if (turn.startSeen || !state.book.reviews.has(turn.id)) return;
  for (const ghost of state.turns.values()) {
    if (ghost === turn || !ghost.startSeen || ghost.endSeen || ghost.entries.some(({ type }) => type !== "card"))
      continue;
    if (ghost.generation !== turn.generation || ghost.reported !== "inProgress") continue;
    state.turns.delete(ghost.id);
    state.book.doubted.delete(ghost.id);
    state.book.turnAliases.set(ghost.id, turn.id);
    const at = state.timeline.findIndex((entry) => entry.type === "turn" && entry.turn === ghost.id);
    if (at >= 0) state.timeline.splice(at, 1);
    turn.startedAt ??= ghost.startedAt;
    // What was told beside the review went to the turn that seemed to run.
    for (const entry of ghost.entries) turn.entries.push(entry);
    if (turn.stop.type === "none") turn.stop = ghost.stop;
    if (state.book.running === ghost.id) state.book.running = turn.endSeen ? null : turn.id;
    touch(state);
    touch(turn);
  }
}

/** The process of these generations is gone: what ran in it is lost. `end` null: only inferred, so bytes may be missing. */
export function loseTurns(
  state: ThreadState,
  over: (generation: string | null) => boolean,
  end: GenerationEnd | null,
  touch: Touch,
): void {
  for (const turn of state.turns.values()) {
    if (turn.reported !== "inProgress" || turn.lost || !over(turn.generation)) continue;
    turn.lost = true;
    turn.retrying = null;
    turn.buffering = null;
    if (end === null) turn.heldInFull = false;
    closeItems(turn, touch);
    if (state.book.running === turn.id) state.book.running = null;
    touch(turn);
  }
}

/** Its thread rests, and the server was asked in vain how it ended: it runs no more, whatever became of it. */
export function leaveUntold(state: ThreadState, turn: Turn, touch: Touch): void {
  if (turn.reported !== "inProgress" || turn.lost || turn.endSeen) return;
  turn.lost = true;
  turn.endUntold = true;
  turn.retrying = null;
  turn.buffering = null;
  turn.heldInFull = false;
  closeItems(turn, touch);
  if (state.book.running === turn.id) state.book.running = null;
  touch(turn);
}

/** Bytes of this generation are missing, or the thread was silent for a while: what runs is not held in full. */
export function breakTurns(state: ThreadState, generation: string, touch: Touch): void {
  for (const turn of state.turns.values()) {
    if (turn.endSeen || turn.lost || !turn.heldInFull || turn.generation !== generation) continue;
    turn.heldInFull = false;
    touch(turn);
  }
}
