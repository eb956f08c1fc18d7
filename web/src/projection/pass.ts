// One row on its way through a thread's fold, and the few things that every room of the fold does with it.
import type { Row } from "../journal/rows.ts";
import { cardOf } from "./cards.ts";
import type { GenericCard, ThreadState, Touch, Turn } from "./state.ts";
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

/** Puts a card where it belongs: into its turn, else into the turn that runs, else into the thread's timeline. */
export function addCard(pass: Pass, turn: Turn | null, what?: GenericCard["what"]): void {
  const { state, row, message, touch } = pass;
  const card = cardOf(row, message, what);
  const running = state.book.running === null ? undefined : state.turns.get(state.book.running);
  const place = turn ?? running;
  if (place === undefined) {
    state.timeline.push({ type: "card", card });
    touch(state);
  } else {
    place.entries.push({ type: "card", card });
    touch(place);
  }
}
