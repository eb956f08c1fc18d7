// One row on its way through a thread's fold, and the few things that every room of the fold does with it.
import type { Row } from "../journal/rows.ts";
import { cardOf } from "./cards.ts";
import { joinCard, joinOf, joinRun, openCard, RUN_LIMIT } from "./joined-cards.ts";
import type { GenericCard, ThreadState, TimelineEntry, Touch, Turn, TurnEntry } from "./state.ts";
import type { RpcMessage } from "@longwire/shared-protocol/json-rpc";

/** What a thread's fold needs from outside: request keys carry the host's id. */
export interface ThreadContext {
  host: string;
}

export interface Pass {
  readonly state: ThreadState;
  readonly host: string;
  readonly row: Row;
  readonly message: RpcMessage | null;
  readonly touch: Touch;
}

/**
 * Puts a card where it belongs: into its turn, else into the turn that runs, else into the thread's timeline. A line that
 * goes on with a card of before joins that one.
 */
export function addCard(pass: Pass, turn: Turn | null, what?: GenericCard["what"]): void {
  const { state, row, message, touch } = pass;
  const told = message?.kind === "notification" && what === undefined ? message : null;
  const join = told === null ? null : joinOf(told.method, told.params);
  if (told !== null && join !== null && joinCard(state.book.openCards, join, row, told.method, touch) !== null) return;
  const running = state.book.running === null ? undefined : state.turns.get(state.book.running);
  const place = turn ?? running;
  const entries: (TimelineEntry | TurnEntry)[] = place === undefined ? state.timeline : place.entries;
  if (told !== null && join === null && joinRun(cardsBehind(entries), row, told.method, touch) !== null) return;
  const card = cardOf(row, message, what);
  if (join !== null) openCard(state.book.openCards, join, card);
  entries.push({ type: "card", card });
  touch(place ?? state);
}

/** The newest entries, as far as they are cards. */
function cardsBehind(entries: readonly (TimelineEntry | TurnEntry)[]): (GenericCard | null)[] {
  return entries.slice(-RUN_LIMIT).map((entry) => (entry.type === "card" ? entry.card : null));
}
