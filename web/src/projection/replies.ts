// Replies about one thread: what became of this device's requests, and the copies of the thread that they carry.
import type { RpcErrorResponse, RpcResponse } from "@longwire/shared-protocol/json-rpc";
import { RPC_CODE } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import { read } from "@longwire/shared-protocol/wire/field";
import { threadReply, type ThreadReply } from "@longwire/shared-protocol/wire/thread";
import { requestPlace } from "./book.ts";
import { acceptOutgoing, carriesMessage, failOutgoing } from "./outgoing.ts";
import { addCard, type Pass } from "./pass.ts";
import { saysGone } from "./missing.ts";
import { listOf, objectOf, textOf } from "./read.ts";
import { doubtQueue, foldQueueAdd, foldQueueList, refuseQueueList } from "./queue.ts";
import { foldRevert } from "./reverting.ts";
import { settingsOfReply } from "./settings.ts";
import { readStatus } from "./thread-words.ts";
import { foldItemsPage } from "./snapshots.ts";
import type { JsonObject, OwnRequest, Turn } from "./state.ts";
import { foldAllTurns, foldTurnsPage } from "./turn-pages.ts";
import { breakTurns, dropGhosts, findTurn, turnOfEvent } from "./turns.ts";

/** Folds the answer to a request: of this device when the request is known, else of another one, by its shape alone. */
export function foldReply(pass: Pass, message: RpcResponse | RpcErrorResponse): void {
  const { state, row } = pass;
  const place = requestPlace(row.generation, typedId(message.id));
  const request = state.book.open.get(place) ?? null;
  state.book.open.delete(place);
  if (message.kind === "error") {
    if (request !== null) foldRefusal(pass, request, message.error);
    return;
  }
  // A stored copy carries what was asked for; it may have outlived the row of its request.
  const method = row.kind === "snapshot" ? row.method : (request?.method ?? null);
  const params = row.kind === "snapshot" ? paramsOf(row.params) : (request?.params ?? null);
  foldResult(pass, method, params, request, message.result);
}

function paramsOf(text: string): JsonObject | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function foldResult(
  pass: Pass,
  method: string | null,
  params: JsonObject | null,
  request: OwnRequest | null,
  result: unknown,
): void {
  const { state, row, touch } = pass;
  const object = objectOf(result);
  if (method === "thread/turns/list") {
    if (state.notResumable) touch(state);
    state.notResumable = false;
    return foldTurnsPage(pass, result, params, request);
  }
  if (method === "thread/items/list") return foldItemsPage(pass, result, params);
  if (textOf(objectOf(object?.["thread"])?.["id"]) === state.id)
    return foldThreadReply(pass, method, params, request, result);
  if (request === null) return;
  if (request.method === "thread/queue/list") {
    if (object !== null) foldQueueList(pass, request, object);
  } else if (request.method === "thread/queue/add") {
    if (object === null || !foldQueueAdd(pass, request, object)) addCard(pass, null, "malformed");
  } else if (carriesMessage(request.method)) {
    const told = objectOf(object?.["turn"]);
    const id = textOf(told?.["id"]) ?? textOf(object?.["turnId"]);
    if (id === null) return addCard(pass, null, "malformed");
    // The reply only confirms: events may have told all of it before.
    const turn = turnOfEvent(pass, id);
    acceptOutgoing(state, request, turn.id, touch);
  } else if (request.method === "review/start") {
    const id = textOf(objectOf(object?.["turn"])?.["id"]);
    const thread = textOf(object?.["reviewThreadId"]) ?? state.id;
    if (id === null || thread !== state.id) return;
    state.book.reviews.add(id);
    const turn = turnOfEvent(pass, id);
    // The reply repeats the question as a message under an id of its own: the events bring it under its real one.
    dropGhosts(pass, turn);
  } else if (request.method === "thread/unsubscribe") {
    breakTurns(state, row.generation, touch);
  }
}

/** The reply to thread/start, thread/resume, thread/read and their kin: status, settings and turns as reported. */
function foldThreadReply(
  pass: Pass,
  method: string | null,
  params: JsonObject | null,
  request: OwnRequest | null,
  result: unknown,
): void {
  const { state, row, touch } = pass;
  const reading = read(threadReply, result);
  if (!reading.ok) {
    addCard(pass, null, "malformed");
    foldRevert(pass, method, params, result);
    // The turns are worth having whatever else of the reply has changed its shape. Most replies leave them out.
    const told = listOf(objectOf(objectOf(result)?.["thread"])?.["turns"]);
    if (told.length > 0) foldAllTurns(pass, told, request);
    return;
  }
  const reply = reading.value;
  if (reply.thread.status !== null && reply.thread.status !== undefined) state.status = readStatus(reply.thread.status);
  state.ephemeral ||= reply.thread.ephemeral === true;
  settingsOfReply(state, reply);
  foldRevert(pass, method, params, result);
  const turns = reply.thread.turns ?? [];
  if (isNew(method, reply)) state.book.olderKnown = true;
  const resumed = method === "thread/resume" || (method === null && reply.model !== undefined && reply.model !== null);
  if (resumed) {
    state.heldElsewhere = false;
    state.notResumable = false;
    // Somebody needed the thread's events: whether they were missing before cannot be told, so it is assumed.
    breakTurns(state, row.generation, touch);
    doubtQueue(state, touch);
  }
  if (turns.length > 0) foldAllTurns(pass, turns, request);
  if (reply.initialTurnsPage !== null && reply.initialTurnsPage !== undefined)
    foldTurnsPage(pass, reply.initialTurnsPage, objectOf(params?.["initialTurnsPage"]), request);
  else if (typeof reply.turnsBackwardsCursor === "string" && turns.length === 0 && !state.book.olderKnown) {
    state.older = { cursor: reply.turnsBackwardsCursor };
    state.book.olderKnown = true;
  }
  touch(state);
}

/**
 * The reply to `thread/start`: nothing older exists. Its request names no thread yet, so among a thread's rows it is known
 * by what only a resume carries.
 */
function isNew(method: string | null, reply: ThreadReply): boolean {
  if (method !== null) return method === "thread/start";
  return typeof reply.model === "string" && !("turnsBackwardsCursor" in reply) && !("initialTurnsPage" in reply);
}

/** The binary's own words, measured. */
const OTHER_ID = /^expected active turn id \S+ but found `?([^`\s]+)`?/;

function isReview(turn: Turn): boolean {
  for (const item of turn.items.values()) if (item.type === "enteredReviewMode") return true;
  return false;
}

function foldRefusal(pass: Pass, request: OwnRequest, error: { code: number | null; message: string }): void {
  const { state, touch } = pass;
  if (carriesMessage(request.method)) {
    failOutgoing(state, request, error.message, touch);
  } else if (request.method === "thread/queue/list") {
    if (error.code !== RPC_CODE.overloaded) refuseQueueList(pass, error.message);
  } else if (request.method === "turn/interrupt") {
    const turn = findTurn(state, textOf(request.params["turnId"]) ?? "");
    if (turn === undefined || turn.endSeen || turn.stop.type !== "stopping") return;
    turn.stop = { type: "none" };
    // A review whose start this device has not seen: this is the only word of the id that it was started under.
    const started = OTHER_ID.exec(error.message)?.[1];
    if (started !== undefined && isReview(turn) && findTurn(state, started) === undefined)
      state.book.turnAliases.set(started, turn.id);
    else turn.stopRefused = error.message;
    touch(turn);
  } else if (error.code !== RPC_CODE.overloaded) {
    // No other word tells these apart; the text is the binary's own, measured.
    if (request.method === "thread/resume" && /active writer/i.test(error.message)) state.heldElsewhere = true;
    else if (saysGone(request.method, error.message, state.ephemeral)) state.notResumable = true;
    else return;
    touch(state);
  }
}
