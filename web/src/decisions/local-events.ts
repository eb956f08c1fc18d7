// What a decisions' book learns from this device itself: processes that ended, stretches that were missed, and what became
// of the lines that carried answers.
import { typedId } from "@longwire/shared-protocol/request-key";
import type { Row } from "../journal/rows.ts";
import type { ThreadStatus, Touch } from "../projection/state.ts";
import { answeredBy, answerOf, type Decision, type DecisionBook, type DecisionContext, isOpen } from "./state.ts";

/** Folds a local event of the journal into the book. */
export function foldLocalDecision(
  book: DecisionBook,
  context: DecisionContext,
  row: Extract<Row, { kind: "local" }>,
  touch: Touch,
): void {
  if (book.size === 0) return;
  const { event } = row;
  switch (event.type) {
    case "exit":
      expireGeneration(book, (generation) => generation === event.end.generation, row.at, touch);
      return;
    case "attached":
      // One relay has one App Server at a time: another generation means that the ones before are over.
      expireGeneration(book, (generation) => generation !== row.generation, row.at, touch);
      return;
    case "gap":
      for (const decision of book.values())
        if (decision.generation === row.generation && isOpen(decision)) decision.standing = "missed";
      return;
    case "caught-up": {
      const keys = new Set(event.keys);
      const threads = new Set<string>();
      for (const decision of book.values()) {
        if (decision.generation !== row.generation || decision.standing !== "missed" || !isOpen(decision)) continue;
        decision.standing = keys.has(decision.key) ? "seen" : "not-brought-again";
        if (decision.standing === "not-brought-again" && decision.thread !== null) threads.add(decision.thread);
      }
      for (const thread of threads) reconsider(book, context, thread, row.at, touch);
      return;
    }
    case "taken":
    case "not-sent":
    case "delivery-unknown":
      if (event.type === "not-sent" && event.unwritten === true) {
        comeBack(book, row.generation, event.id, event.reason, touch);
        return;
      }
      for (const decision of book.values())
        if (decision.generation === row.generation && decision.successor === null && typedId(decision.id) === event.id)
          foldDelivery(decision, event.type, event.type === "not-sent" ? event.reason : "", row.at, touch);
      return;
    default:
      return;
  }
}

/** An answer that never had a row, as one with a secret whose page went before it was sent: its card waits and says so. */
function comeBack(book: DecisionBook, generation: string, id: string, reason: string, touch: Touch): void {
  for (const decision of book.values()) {
    if (decision.generation !== generation || decision.successor !== null || typedId(decision.id) !== id) continue;
    if (decision.state.type !== "pending") continue;
    decision.state = { type: "pending", back: reason };
    touch(decision);
  }
}

function foldDelivery(
  decision: Decision,
  what: "taken" | "not-sent" | "delivery-unknown",
  reason: string,
  at: number,
  touch: Touch,
): void {
  const { state } = decision;
  if (what === "taken") {
    if (state.type !== "sent" || state.taken) return;
    decision.state = endsWhenTaken(decision)
      ? { type: "resolved", outcome: answeredBy(state.answer), answer: state.answer, at }
      : { ...state, taken: true };
  } else if (what === "not-sent") {
    if (state.type === "sent") decision.state = { type: "pending", back: reason };
    else if (state.type === "resolved" && state.answer !== null)
      decision.state = { type: "resolved", outcome: "answered-elsewhere", answer: null, at };
    else if ((state.type === "closed" || state.type === "expired") && state.answer !== null)
      decision.state = { ...state, answer: null };
    else return;
  } else return;
  touch(decision);
}

/**
 * The App Server tells the end of the kinds it keeps account of (by `serverRequest/resolved`, of a tool call by its item).
 * Nothing more will be heard of the others, and where they belong to no turn nothing else ends them.
 */
function endsWhenTaken(decision: Decision): boolean {
  return !FLAGS.has(decision.method) && decision.turn === null;
}

/** Ends everything that waits in a generation: no answer can reach it any more. */
function expireGeneration(book: DecisionBook, over: (generation: string) => boolean, at: number, touch: Touch): void {
  for (const decision of book.values()) {
    if (!over(decision.generation)) continue;
    if (!isOpen(decision) && decision.state.type !== "withdrawn") continue;
    decision.state = { type: "expired", outcome: "process-ended", answer: answerOf(decision), at };
    touch(decision);
  }
}

/** Looks at the requests of a thread that were not brought again: gone once its flags no longer call for them. */
export function reconsider(
  book: DecisionBook,
  context: DecisionContext,
  thread: string,
  at: number,
  touch: Touch,
): void {
  for (const decision of book.values()) {
    if (decision.standing !== "not-brought-again" || decision.thread !== thread || !isOpen(decision)) continue;
    if (callsFor(context.status(thread), decision.method)) continue;
    const { state } = decision;
    // Resume does not bring what was answered before it: an answer that the relay has taken got there.
    decision.state =
      state.type === "sent" && state.taken
        ? { type: "resolved", outcome: answeredBy(state.answer), answer: state.answer, at }
        : { type: "withdrawn", at };
    touch(decision);
  }
}

/** Whether a thread's status says that a request of this kind is still open. Unknown counts as yes. */
function callsFor(status: ThreadStatus, method: string): boolean {
  const flag = FLAGS.get(method);
  if (status.type === "unknown" || status.type === "other") return flag !== null;
  if (status.type !== "active" || flag === null) return false;
  if (flag !== undefined) return status.flags.includes(flag);
  return status.flags.length > 0;
}

/**
 * The kinds of request that the App Server keeps account of, with the flag under which each shows in `activeFlags`; null,
 * since a tool call shows under none. A kind that is not here may show under any.
 */
const FLAGS: ReadonlyMap<string, string | null> = new Map([
  ["item/commandExecution/requestApproval", "waitingOnApproval"],
  ["item/fileChange/requestApproval", "waitingOnApproval"],
  ["item/permissions/requestApproval", "waitingOnApproval"],
  ["mcpServer/elicitation/request", "waitingOnApproval"],
  ["item/tool/requestUserInput", "waitingOnUserInput"],
  ["item/tool/call", null],
]);
