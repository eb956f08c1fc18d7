// What the host's fold notes of a thread's last turn beside the server's word on it: stops of this device, tries, and
// whether it may run elsewhere. So that the list says of any thread what the page of an open one says.
import { typedId } from "@longwire/shared-protocol/request-key";
import type { Envelope } from "./envelope.ts";
import { objectOf } from "./read.ts";
import type { Beside, GenerationState, HostState, ThreadSummary, Touch } from "./state.ts";

function beside(summary: ThreadSummary, turn: string): Beside {
  if (summary.beside?.turn !== turn) summary.beside = { turn, stop: "none", attempt: 0, elsewhere: false };
  return summary.beside;
}

/** The server asks the model again. */
export function noteAttempt(summary: ThreadSummary, turn: string | null): void {
  if (turn !== null && summary.lastTurn?.id === turn && summary.lastTurn.status === "inProgress")
    beside(summary, turn).attempt += 1;
}

/** Something came of the turn that was asked for again (null: of whichever runs). Cheap: it runs for every delta. */
export function noteProgress(state: HostState, thread: string, turn: string | null, touch: Touch): void {
  const summary = state.threads.get(thread);
  const noted = summary?.beside;
  if (summary === undefined || noted == null || noted.attempt === 0 || (turn ?? noted.turn) !== noted.turn) return;
  noted.attempt = 0;
  touch(summary);
}

/** An event has told how the turn ended. */
export function noteEnd(summary: ThreadSummary, turn: string): void {
  Object.assign(beside(summary, turn), { attempt: 0, elsewhere: false });
}

/** The newest turn is known from a copy alone, and the thread was not loaded. */
export function noteElsewhere(summary: ThreadSummary): void {
  const { lastTurn, status, heldElsewhere } = summary;
  if (lastTurn?.status !== "interrupted") return;
  // What was known to be over stays so.
  if (summary.beside?.turn === lastTurn.id && !summary.beside.elsewhere) return;
  beside(summary, lastTurn.id).elsewhere = status.type === "notLoaded" || status.type === "unknown" || heldElsewhere;
}

/** Stops of this device, as far as a row tells of them. Before the row is folded: a refusal ends the request it is of. */
export function noteStop(
  state: HostState,
  generation: GenerationState,
  { row, message }: Envelope,
  touch: Touch,
): void {
  // The hot path.
  if (row.kind === "in" && message?.kind !== "error") return;
  const set = (turn: unknown, stop: Beside["stop"]) => {
    const summary = row.thread === null ? undefined : state.threads.get(row.thread);
    if (summary?.lastTurn?.status !== "inProgress" || summary.lastTurn.id !== turn) return;
    const noted = beside(summary, summary.lastTurn.id);
    // Each page that waits tells it, perhaps when another has gone further already.
    if (stop === "unanswered" && noted.stop === "forced") return;
    noted.stop = stop;
    touch(summary);
  };
  const undone = (id: string) => {
    const request = generation.open.get(id);
    if (request?.method === "turn/interrupt") set(request.params["turnId"], "none");
  };
  if (row.kind === "out") {
    if (message?.kind === "request" && message.method === "turn/interrupt")
      set(objectOf(message.params)?.["turnId"], "stopping");
  } else if (row.kind === "local") {
    const { event } = row;
    if (event.type === "stop-unanswered") set(event.turn, "unanswered");
    else if (event.type === "terminate") set(event.turn, "forced");
    else if (event.type === "not-sent") undone(event.id);
  } else if (message?.kind === "error") undone(typedId(message.id));
}
