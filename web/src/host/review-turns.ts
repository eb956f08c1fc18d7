// A review runs under two turn ids: its items and its end carry one, `turn/started` another. `turn/interrupt` knows only the
// one that was started, so that is the id a stop of the review is sent under.
import { typedId } from "@longwire/shared-protocol/request-key";
import type { Envelope } from "../projection/envelope.ts";
import { objectOf, textOf } from "../projection/read.ts";
import type { HostState, OwnRequest } from "../projection/state.ts";

interface ReviewTurn {
  generation: string;
  /** The id of its items and its end. */
  turn: string;
  /** The id that it was started under, as soon as that is known. */
  started: string | null;
}

/** Reviews that run, by thread. Part of the host's checkpoint. */
export type ReviewTurns = Map<string, ReviewTurn>;

/** What the App Server says of an interrupt under the other id; the text is the binary's own, measured. */
const OTHER_ID = /expected active turn id (\S+) but found (\S+)/;

/** Folds one row, after the host's state. */
export function noteReview(reviews: ReviewTurns, { row, message }: Envelope, state: HostState): void {
  if (row.kind === "local") {
    if (row.event.type !== "exit") return;
    for (const [thread, review] of reviews) if (review.generation === row.event.end.generation) reviews.delete(thread);
    return;
  }
  if (row.kind !== "in" || message?.kind !== "notification") return;
  const params = objectOf(message.params);
  const thread = textOf(params?.["threadId"]);
  if (params === null || thread === null) return;
  switch (message.method) {
    case "item/started":
    case "item/completed": {
      const turn = textOf(params["turnId"]);
      if (turn === null || objectOf(params["item"])?.["type"] !== "enteredReviewMode") return;
      if (reviews.get(thread)?.turn === turn) return;
      const last = state.threads.get(thread)?.lastTurn;
      // Where it was started before its first item was told.
      const started = last?.status === "inProgress" && last.id !== turn ? last.id : null;
      reviews.set(thread, { generation: row.generation, turn, started });
      return;
    }
    case "turn/started": {
      const review = reviews.get(thread);
      const turn = textOf(objectOf(params["turn"])?.["id"]);
      if (review !== undefined && turn !== review.turn) review.started ??= turn;
      return;
    }
    case "turn/completed": {
      const turn = textOf(objectOf(params["turn"])?.["id"]);
      const review = reviews.get(thread);
      if (review !== undefined && (turn === review.turn || turn === review.started)) reviews.delete(thread);
    }
  }
}

/**
 * An interrupt that was refused because the turn runs under another id: learnt for a turn that the thread seems to run.
 * Asked before the reply is folded, which forgets the request.
 */
export function learnStarted(
  reviews: ReviewTurns,
  { row, message }: Envelope,
  request: OwnRequest | undefined,
  state: HostState,
): boolean {
  if (message?.kind !== "error" || request?.method !== "turn/interrupt" || request.id !== typedId(message.id))
    return false;
  const thread = textOf(request.params["threadId"]);
  const [, turn, started] = OTHER_ID.exec(message.error.message) ?? [];
  if (thread === null || turn === undefined || started === undefined || turn !== request.params["turnId"]) return false;
  const last = state.threads.get(thread)?.lastTurn;
  if (last?.id !== turn || last.status !== "inProgress") return false;
  reviews.set(thread, { generation: row.generation, turn, started });
  return true;
}

/** The id under which a turn can be interrupted. */
export function interruptId(reviews: ReviewTurns, thread: string, turn: string): string {
  const review = reviews.get(thread);
  return review?.turn === turn ? (review.started ?? turn) : turn;
}

/** The id under which a turn is shown that was interrupted as this one. */
export function shownId(reviews: ReviewTurns, thread: string, turn: string): string {
  const review = reviews.get(thread);
  return review?.started === turn ? review.turn : turn;
}
