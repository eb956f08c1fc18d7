// What replies change in the host's state. A reply to a request of this device is known by the request; one to another
// device is read by its shape alone.
import type { RpcErrorResponse, RpcResponse } from "@longwire/shared-protocol/json-rpc";
import { RPC_CODE } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import type { Row } from "../journal/rows.ts";
import { noteElsewhere } from "./beside.ts";
import { overtakeLists } from "./host-notifications.ts";
import { foldAccountReply } from "./host-told.ts";
import { saysGone } from "./missing.ts";
import { listOf, objectOf, textOf } from "./read.ts";
import type { GenerationState, HostState, JsonObject, OwnRequest, ThreadSummary, Touch } from "./state.ts";
import { setLastTurn, settleTurn, summaryOf, tellThread } from "./summaries.ts";
import { isForeignUnsubscribe } from "./thread-of.ts";
import { noteDone, noteRefused } from "./unknown-methods.ts";

/** Folds the answer to a request of this or another device. */
export function foldHostReply(
  state: HostState,
  generation: GenerationState,
  row: Row,
  message: RpcResponse | RpcErrorResponse,
  touch: Touch,
): void {
  const id = typedId(message.id);
  const request = generation.open.get(id) ?? null;
  if (isForeignUnsubscribe(message, generation.open)) {
    for (const thread of generation.loaded) generation.doubtful.add(thread);
    touch(generation);
  }
  if (generation.open.delete(id)) touch(generation);
  if (message.kind === "error") {
    if (request !== null) foldRefusal(state, generation, request, message.error, touch);
    return;
  }
  noteDone(state, request?.method, touch);
  const result = objectOf(message.result);
  if (result === null) return;
  const method = row.kind === "snapshot" ? row.method : (request?.method ?? null);
  const params = row.kind === "snapshot" ? paramsOf(row.params) : (request?.params ?? {});
  tellHandshake(generation, result, touch);
  switch (method) {
    case "thread/list":
      for (const value of listOf(result["data"]))
        tellListed(state, generation, request, value, params["archived"] === true, touch);
      return;
    case "thread/search":
      for (const found of listOf(result["data"]))
        tellListed(state, generation, request, objectOf(found)?.["thread"], params["archived"] === true, touch);
      return;
    case "thread/archive":
    case "thread/unarchive":
    case "thread/delete":
    case "thread/section/move":
      if (request?.thread != null) foldAct(state, generation, request, request.thread, touch);
      foldThread(state, generation, request, method, result, touch);
      return;
    case "thread/turns/list": {
      const summary = state.threads.get(row.thread ?? "");
      if (summary === undefined) return;
      // What has a history is there (again).
      if (summary.notResumable) touch(summary);
      summary.notResumable = false;
      settleTurns(summary, generation, listOf(result["data"]), touch);
      return;
    }
    case "thread/loaded/list":
      foldLoaded(generation, listOf(result["data"]), params, touch);
      return;
    case "thread/unsubscribe":
      if (request?.thread != null) {
        if (result["status"] === "notLoaded") generation.loaded.delete(request.thread);
        else generation.silenced.add(request.thread);
        touch(generation);
      }
      return;
    default:
      if (foldAccountReply(state, method, result, row)) touch(state);
      else foldThread(state, generation, request, method, result, touch);
  }
}

function paramsOf(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}

/** The reply to `initialize` is known by what it holds: any page's handshake opens the connection for all. */
function tellHandshake(generation: GenerationState, result: JsonObject, touch: Touch): void {
  const userAgent = textOf(result["userAgent"]);
  if (userAgent === null) return;
  generation.userAgent = userAgent;
  generation.codexHome = textOf(result["codexHome"]) ?? generation.codexHome;
  generation.initialized = true;
  touch(generation);
}

/** All loaded threads, when the list is whole; a page of more only adds. */
function foldLoaded(generation: GenerationState, ids: readonly unknown[], params: JsonObject, touch: Touch): void {
  const first = params["cursor"] === undefined || params["cursor"] === null;
  const told = new Set(ids.filter((id) => typeof id === "string"));
  if (first && params["limit"] === undefined) {
    for (const id of generation.loaded) if (!told.has(id)) generation.loaded.delete(id);
  }
  for (const id of told) generation.loaded.add(id);
  touch(generation);
}

/** A thread of a list that was asked for: it may be from before what has been done since, or is being done. */
function tellListed(
  state: HostState,
  generation: GenerationState,
  request: OwnRequest | null,
  value: unknown,
  archived: boolean,
  touch: Touch,
): void {
  const id = textOf(objectOf(value)?.["id"]) ?? "";
  const stale = request?.overtaken?.has(id) === true || isBeingMoved(generation, id);
  const staleName = request?.renamed?.has(id) === true;
  tellThread(
    state,
    value,
    { listed: !stale, archived: stale ? null : archived, staleArchive: stale, staleName },
    touch,
  );
}

const MOVES: ReadonlySet<string> = new Set(["thread/archive", "thread/unarchive", "thread/delete"]);

/** This device has asked to archive, restore or delete it, and has no answer yet: what else is told of that is older. */
export function isBeingMoved(generation: GenerationState, thread: string): boolean {
  for (const request of generation.open.values())
    if (request.thread === thread && MOVES.has(request.method)) return true;
  return false;
}

/** What this device asked for was done: the event may come later, or not at all. */
function foldAct(
  state: HostState,
  generation: GenerationState,
  request: OwnRequest,
  thread: string,
  touch: Touch,
): void {
  const summary = summaryOf(state, thread, touch);
  if (request.method === "thread/section/move") {
    const id = textOf(request.params["sectionId"]);
    const known = [...state.threads.values()].find(({ section }) => section?.id === id)?.section;
    summary.section = id === null ? null : (known ?? { id, name: "" });
  } else {
    if (request.method === "thread/delete") summary.deleted = true;
    else summary.archived = request.method === "thread/archive";
    overtakeLists(generation, thread);
  }
  touch(summary);
}

/** The methods after which the App Server has the thread loaded and sends its events. */
const LOADS: ReadonlySet<string> = new Set(["thread/start", "thread/resume", "thread/fork"]);

function foldThread(
  state: HostState,
  generation: GenerationState,
  request: OwnRequest | null,
  method: string | null,
  result: JsonObject,
  touch: Touch,
): void {
  const value = objectOf(result["thread"]);
  if (value === null) return;
  const id = textOf(value["id"]) ?? "";
  const told = {
    listed: false,
    archived: null,
    staleArchive: request?.overtaken?.has(id) === true || isBeingMoved(generation, id),
    staleName: request?.renamed?.has(id) === true,
  };
  const summary = tellThread(state, value, told, touch);
  if (summary === null) return;
  noteLastTurn(state, summary, generation, result, touch);
  noteElsewhere(summary);
  // Only these replies carry the settings of a running thread.
  const loads = method === null ? typeof result["model"] === "string" : LOADS.has(method);
  if (loads) {
    generation.loaded.add(summary.id);
    generation.silenced.delete(summary.id);
    generation.doubtful.delete(summary.id);
    summary.heldElsewhere = false;
    summary.notResumable = false;
    touch(generation);
  }
}

function noteLastTurn(
  state: HostState,
  summary: ThreadSummary,
  generation: GenerationState,
  result: JsonObject,
  touch: Touch,
): void {
  const turns = listOf(objectOf(result["thread"])?.["turns"]);
  const page = listOf(objectOf(result["initialTurnsPage"])?.["data"]);
  settleTurns(summary, generation, [...turns, ...page], touch);
  if (summary.lastTurn?.status === "inProgress") return;
  const newest = objectOf(page[0] ?? turns.at(-1));
  const id = textOf(newest?.["id"]);
  if (id === null || summary.lastTurn?.id === id) return;
  setLastTurn(state, summary, id, textOf(newest?.["status"]) ?? "completed");
}

/** In a thread at rest nothing runs that its history calls over: the event that should have said so got lost. */
function settleTurns(
  summary: ThreadSummary,
  generation: GenerationState,
  turns: readonly unknown[],
  touch: Touch,
): void {
  const { type } = summary.status;
  if (type !== "idle" && type !== "notLoaded" && type !== "systemError") return;
  for (const value of turns) {
    const turn = objectOf(value);
    const id = textOf(turn?.["id"]);
    const status = textOf(turn?.["status"]);
    if (id !== null && status !== null && status !== "inProgress") settleTurn(summary, generation, id, status, touch);
  }
}

function foldRefusal(
  state: HostState,
  generation: GenerationState,
  request: OwnRequest,
  error: { code: number | null; message: string },
  touch: Touch,
): void {
  noteRefused(state, generation, request, error, touch);
  if (request.method === "initialize") {
    if (/already initialized/i.test(error.message)) {
      generation.initialized = true;
      touch(generation);
    }
  } else if (request.method === "turn/interrupt") {
    if (generation.stopping.delete(JSON.stringify([request.params["threadId"], request.params["turnId"]])))
      touch(generation);
  } else if (MOVES.has(request.method) && request.thread !== null) {
    if (!/active writer/i.test(error.message)) return;
    const summary = summaryOf(state, request.thread, touch);
    summary.heldElsewhere = true;
    touch(summary);
  } else if (request.thread !== null && error.code !== RPC_CODE.overloaded) {
    const resume = request.method === "thread/resume";
    // Of a thread that was only looked at and that nothing else has told of, a mistyped address say, nothing is kept.
    const summary = resume ? summaryOf(state, request.thread, touch) : state.threads.get(request.thread);
    if (summary === undefined) return;
    if (resume && /active writer/i.test(error.message)) summary.heldElsewhere = true;
    else if (saysGone(request.method, error.message, summary.ephemeral)) summary.notResumable = true;
    else return;
    touch(summary);
  }
}
