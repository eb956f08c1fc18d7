// The fold of decisions: one card per server request, from its arrival to whatever became of it. The same for the host's
// book and for a thread's. Nothing here answers anything; an answer is seen as the outgoing row that carries it.
import type { RequestId, RpcMessage, RpcRequest } from "@longwire/shared-protocol/json-rpc";
import { requestKey } from "@longwire/shared-protocol/request-key";
import { rawOf } from "../projection/cards.ts";
import type { Envelope } from "../projection/envelope.ts";
import { numberOf, objectOf, textOf } from "../projection/read.ts";
import type { JsonObject, Touch } from "../projection/state.ts";
import type { Row } from "../journal/rows.ts";
import { isPageId } from "../rpc/ids.ts";
import { foldLocalDecision, reconsider } from "./local-events.ts";
import { isOurResult, reviewAnswers, reviewCancels } from "./outrun.ts";
import {
  type Answer,
  answeredBy,
  answerOf,
  type Decision,
  type DecisionBook,
  type DecisionContext,
  isOpen,
} from "./state.ts";

/** So many lines under one open id are kept; more say nothing new. */
const MAX_RIVALS = 4;

/** Nobody reads and answers a question in less. */
const CATCHING_UP_MS = 1000;

/**
 * Folds one envelope into the book. Status changes in the envelope must be folded into the state before.
 * Returns the decision that the envelope has brought for the first time, for its place in a timeline; else null.
 */
export function foldDecision(
  book: DecisionBook,
  context: DecisionContext,
  envelope: Envelope,
  touch: Touch,
): Decision | null {
  const { row, message } = envelope;
  if (row.kind === "local") {
    foldLocalDecision(book, context, row, touch);
    return null;
  }
  if (message === null) return null;
  if (row.kind === "out") {
    foldAnswer(book, context, row, message, touch);
    return null;
  }
  if (message.kind === "request") {
    // What a page wrote, said back, asks nobody anything; its line stays in the journal like every other.
    return isPageId(message.id) ? null : arrive(book, context, row, message, touch);
  }
  if (message.kind === "notification") {
    const params = objectOf(message.params);
    if (params !== null) foldNotification(book, context, row, message, params, touch);
  }
  return null;
}

/** The decision that an id means now: the newest that came under it in that generation. */
export function decisionFor(book: DecisionBook, host: string, generation: string, id: RequestId): Decision | undefined {
  let decision = book.get(requestKey(host, generation, id));
  while (decision !== undefined && decision.successor !== null) decision = book.get(decision.successor);
  return decision;
}

function arrive(
  book: DecisionBook,
  context: DecisionContext,
  row: Row,
  request: RpcRequest,
  touch: Touch,
): Decision | null {
  const line = rawOf(row);
  const known = decisionFor(book, context.host, row.generation, request.id);
  if (known !== undefined && known.line === line) {
    bringAgain(known, touch);
    return null;
  }
  if (known !== undefined && isOpen(known)) {
    // Two questions under one id while neither is over: an answer could mean either. The first stays what it is.
    if (known.rivals?.includes(line) !== true) {
      known.rivals = [...(known.rivals ?? []), line].slice(0, MAX_RIVALS);
      touch(known);
    }
    return null;
  }
  const params = objectOf(request.params);
  const base = requestKey(context.host, row.generation, request.id);
  // Another request under an id that was used already: both are kept, the newer one is the one that is meant from now on.
  const key = known === undefined ? base : `${base}#${row.offset}.${row.n}`;
  const decision: Decision = {
    key,
    generation: row.generation,
    id: request.id,
    method: request.method,
    thread: textOf(params?.["threadId"]) ?? textOf(params?.["conversationId"]),
    turn: textOf(params?.["turnId"]),
    item: textOf(params?.["itemId"]) ?? textOf(params?.["callId"]),
    params: request.params,
    line,
    at: row.at,
    serverAt: numberOf(params?.["startedAtMs"]) ?? context.serverAt,
    state: { type: "pending" },
    standing: "seen",
    successor: null,
  };
  if (known !== undefined) known.successor = key;
  book.set(key, decision);
  touch(decision);
  return decision;
}

/** The same request again: the same card in the same state. Only one that nobody answered can wait anew. */
function bringAgain(decision: Decision, touch: Touch): void {
  decision.standing = "seen";
  const { state } = decision;
  if (state.type === "withdrawn" || (state.type === "closed" && state.answer === null)) {
    decision.state = { type: "pending" };
    touch(decision);
  }
}

function foldAnswer(book: DecisionBook, context: DecisionContext, row: Row, message: RpcMessage, touch: Touch): void {
  if (message.kind !== "response" && message.kind !== "error") return;
  const decision = decisionFor(book, context.host, row.generation, message.id);
  if (decision === undefined) return;
  const answer: Answer =
    message.kind === "response"
      ? { type: "result", result: message.result }
      : { type: "error", code: message.error.code ?? 0, message: message.error.message };
  const { state } = decision;
  if (state.type === "pending" || state.type === "withdrawn") {
    decision.state = { type: "sent", answer, at: row.at, taken: false };
    touch(decision);
  } else if ((state.type === "closed" || state.type === "expired") && state.answer === null) {
    // Handed over before this device knew that it was over: told, and nothing else.
    decision.state = { ...state, answer };
    touch(decision);
  }
}

function foldNotification(
  book: DecisionBook,
  context: DecisionContext,
  row: Row,
  message: Extract<RpcMessage, { kind: "notification" }>,
  params: NonNullable<ReturnType<typeof objectOf>>,
  touch: Touch,
): void {
  if (book.size === 0) return;
  if (message.method === "serverRequest/resolved") {
    const id = params["requestId"];
    if (typeof id !== "string" && typeof id !== "number") return;
    const decision = decisionFor(book, context.host, row.generation, id);
    if (decision !== undefined) resolve(decision, context, row, message.emittedAtMs, touch);
    return;
  }
  const thread = textOf(params["threadId"]);
  if (thread === null) return;
  if (message.method === "turn/completed") {
    const ended = objectOf(params["turn"]);
    const turn = textOf(ended?.["id"]);
    if (turn === null) return;
    closeTurn(book, thread, turn, row.generation, row.at, touch);
    reviewCancels(book, thread, turn, ended?.["status"], row.generation, touch);
  } else if (message.method === "item/completed") {
    const item = objectOf(params["item"]);
    if (item === null) return;
    if (item["type"] === "dynamicToolCall") settleToolCall(book, thread, item, row, touch);
    else reviewAnswers(book, thread, item, row.generation, touch);
  } else if (message.method === "thread/status/changed") {
    reconsider(book, context, thread, row.at, touch);
  }
}

function resolve(decision: Decision, context: DecisionContext, row: Row, emittedAt: number | null, touch: Touch): void {
  const { state } = decision;
  if (
    state.type === "sent" ||
    ((state.type === "closed" || state.type === "withdrawn") && answerOf(decision) !== null)
  ) {
    const answer = answerOf(decision);
    decision.state = { type: "resolved", outcome: answeredBy(answer), answer, at: row.at };
    touch(decision);
  } else if (state.type === "pending" || state.type === "withdrawn") {
    decision.state = {
      type: "resolved",
      outcome: unanswered(decision, context, row, emittedAt),
      answer: null,
      at: row.at,
    };
    touch(decision);
  }
  // Closed without an answer: the server tidies up after the turn's end. Resolved: told twice.
}

/** Why a request is over that this device did not answer. */
function unanswered(
  decision: Decision,
  context: DecisionContext,
  row: Row,
  emittedAt: number | null,
): "auto-resolved" | "cancelled-by-server" | "answered-elsewhere" {
  const limit = numberOf(objectOf(decision.params)?.["autoResolutionMs"]);
  // Both times by the server's clock where it told them: the device may have got the lines late and all at once.
  if (limit !== null) {
    const here = row.at - decision.at;
    if (here >= limit) return "auto-resolved";
    // Question and end came to this device all at once, while it caught up: only the server's clock can tell.
    if (
      here < CATCHING_UP_MS &&
      decision.serverAt !== null &&
      emittedAt !== null &&
      emittedAt - decision.serverAt >= limit
    )
      return "auto-resolved";
  }
  const { thread, turn } = decision;
  if (thread !== null && turn !== null && context.interrupted(thread, turn)) return "cancelled-by-server";
  return "answered-elsewhere";
}

/** `item/tool/call` gets no `serverRequest/resolved`: its item completes. */
function settleToolCall(book: DecisionBook, thread: string, item: JsonObject, row: Row, touch: Touch): void {
  const { id } = item;
  if (typeof id !== "string") return;
  for (const decision of book.values()) {
    if (decision.method !== "item/tool/call" || decision.item !== id) continue;
    if (decision.thread !== thread || decision.generation !== row.generation || !isOpen(decision)) continue;
    const answer = answerOf(decision);
    const outcome = answer === null || !isOurResult(answer, item) ? "answered-elsewhere" : answeredBy(answer);
    decision.state = { type: "resolved", outcome, answer, at: row.at };
    touch(decision);
  }
}

/** Closes what waits in one turn, and in no other. */
export function closeTurn(
  book: DecisionBook,
  thread: string,
  turn: string,
  generation: string,
  at: number,
  touch: Touch,
): void {
  for (const decision of book.values()) {
    if (decision.turn !== turn || decision.thread !== thread || decision.generation !== generation) continue;
    if (!isOpen(decision)) continue;
    decision.state = { type: "closed", outcome: "turn-ended", answer: answerOf(decision), at };
    touch(decision);
  }
}
