// The fold of one host: one row in, the host's state patched in place. Generations with this device's open requests, the
// thread list, every decision, and a card for what belongs to no thread.
import type { RpcMessage, RpcRequest } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import { foldDecision } from "../decisions/fold.ts";
import { isOpen } from "../decisions/state.ts";
import type { LocalRow, OutRow, Row } from "../journal/rows.ts";
import { noteProgress, noteStop } from "./beside.ts";
import { cardOf, isRepeat, stubIn, stubOfOther } from "./cards.ts";
import { isDelta } from "./delta-methods.ts";
import type { Envelope } from "./envelope.ts";
import { noExtensionsTold, noteExtensions } from "./extensions.ts";
import { foldHostNotification } from "./host-notifications.ts";
import { foldHostReply } from "./host-replies.ts";
import { foldHostTold } from "./host-told.ts";
import { foldProcesses } from "./processes.ts";
import { joinCard, joinOf, joinRun, openCard, RUN_LIMIT, SINGLE, type Join } from "./joined-cards.ts";
import { objectOf } from "./read.ts";
import {
  ACTIVITY_LIMIT,
  type GenericCard,
  type GenerationState,
  type HostState,
  type OwnRequest,
  type Touch,
} from "./state.ts";
import { settleTurn } from "./summaries.ts";
import { threadOf } from "./thread-of.ts";

/** How many decisions that are over a host keeps of ended generations; a thread keeps all of its own. */
export const PAST_DECISIONS_LIMIT = 200;

/** A host of which nothing is known yet. */
export function createHostState(host: string): HostState {
  return {
    host,
    generations: new Map(),
    current: null,
    threads: new Map(),
    decisions: new Map(),
    activity: [],
    openCards: new Map(),
    account: null,
    accountTold: new Map(),
    rateLimits: new Map(),
    firstLimit: null,
    mcpServers: new Map(),
    extensions: noExtensionsTold(),
    remoteControl: null,
    processes: new Map(),
    lastCards: new Map(),
    pastTurns: new Map(),
    lacking: null,
  };
}

/** Folds one row into the host. `touch` is called with each object that has changed. Never throws. */
export function foldHost(state: HostState, envelope: Envelope, touch: Touch): void {
  const { row } = envelope;
  const stub = stubIn(row);
  // Content that is not kept is told from the row alone, so that a reload tells what the live page told.
  const message = stub !== null && stub.method !== null ? null : envelope.message;
  const generation = generationOf(state, row.generation, touch);
  noteStop(state, generation, envelope, touch);
  foldProcesses(state, generation, envelope, touch);
  if (row.kind === "local") {
    foldLocal(state, generation, row, touch);
    decide(state, generation, envelope, touch);
    return;
  }
  if (row.kind === "out") {
    if (message?.kind === "request") noteRequest(generation, row, message, touch);
    else decide(state, generation, envelope, touch);
    return;
  }
  if (message === null) {
    if (stub?.id != null && generation.open.delete(stub.id)) touch(generation);
    // A reply to another device that is not kept is no matter of the thread that it speaks of.
    if (row.thread === null || stubOfOther(row)) addActivity(state, row, message, touch);
    return;
  }
  switch (message.kind) {
    case "notification":
      // The hot path: what streams into an item concerns its thread alone.
      if (isDelta(message.method) && row.thread !== null) {
        noteProgress(state, row.thread, null, touch);
        return;
      }
      foldNotification(state, generation, envelope, message, touch);
      return;
    case "request": {
      const decision = decide(state, generation, envelope, touch);
      if (decision !== null) touch(state);
      return;
    }
    case "response":
    case "error":
      foldHostReply(state, generation, row, message, touch);
      return;
    case "unroutable":
      if (row.thread === null) addActivity(state, row, message, touch);
  }
}

function generationOf(state: HostState, id: string, touch: Touch): GenerationState {
  const known = state.generations.get(id);
  if (known !== undefined) return known;
  const generation: GenerationState = {
    id,
    userAgent: null,
    codexHome: null,
    end: null,
    open: new Map(),
    loaded: new Set(),
    silenced: new Set(),
    initialized: false,
    stopping: new Set(),
    doubtful: new Set(),
    serverAt: null,
  };
  state.generations.set(id, generation);
  // Rows of an older generation may still come (its log is read to the end) but do not make it the newest one.
  state.current ??= id;
  touch(state);
  touch(generation);
  return generation;
}

function decide(state: HostState, generation: GenerationState, envelope: Envelope, touch: Touch) {
  const context = {
    host: state.host,
    status: (thread: string) => state.threads.get(thread)?.status ?? ({ type: "unknown" } as const),
    interrupted: (thread: string, turn: string) => generation.stopping.has(JSON.stringify([thread, turn])),
    serverAt: generation.serverAt,
  };
  return foldDecision(state.decisions, context, envelope, touch);
}

function foldNotification(
  state: HostState,
  generation: GenerationState,
  envelope: Envelope,
  message: Extract<RpcMessage, { kind: "notification" }>,
  touch: Touch,
): void {
  const { row } = envelope;
  foldHostNotification(state, generation, row, message, touch);
  decide(state, generation, envelope, touch);
  if (message.method === "turn/completed") forgetStop(generation, message.params, touch);
  if (message.emittedAtMs !== null) generation.serverAt = message.emittedAtMs;
  noteExtensions(state, row, message, touch);
  const told = foldHostTold(state, row, message, touch);
  // What names no thread is the host's: nothing is taken for the thread that happens to be on screen.
  if (row.thread !== null || told === "state") return;
  if (REPEATED.has(message.method) && isRepeat(state.lastCards, message.method, message.params)) return;
  addActivity(state, row, message, touch, told === "malformed" ? "malformed" : undefined);
}

/** Facts that the server tells again with each thread that it opens. Anything else happened again when it is told again. */
const REPEATED: ReadonlySet<string> = new Set(["deprecationNotice", "configWarning", "windows/worldWritableWarning"]);

function forgetStop(generation: GenerationState, params: unknown, touch: Touch): void {
  const read = objectOf(params);
  const turn = objectOf(read?.["turn"]);
  if (generation.stopping.delete(JSON.stringify([read?.["threadId"], turn?.["id"]]))) touch(generation);
}

function noteRequest(generation: GenerationState, row: OutRow, message: RpcRequest, touch: Touch): void {
  const id = typedId(message.id);
  const params = objectOf(message.params) ?? {};
  const request: OwnRequest = {
    id,
    method: message.method,
    params,
    thread: row.thread ?? threadOf(message, generation.open),
    client: row.client,
    at: row.at,
    taken: false,
  };
  generation.open.set(id, request);
  if (message.method === "turn/interrupt")
    generation.stopping.add(JSON.stringify([params["threadId"], params["turnId"]]));
  touch(generation);
}

function foldLocal(state: HostState, generation: GenerationState, row: LocalRow, touch: Touch): void {
  const { event } = row;
  switch (event.type) {
    case "attached":
      if (state.current !== row.generation) {
        state.current = row.generation;
        state.openCards.clear();
        touch(state);
      }
      for (const other of state.generations.values()) if (other.id !== row.generation) settle(state, other, touch);
      return;
    case "exit": {
      const ended = generationOf(state, event.end.generation, touch);
      ended.end = event.end;
      // Handles of a process that is gone stand for nothing in the next one.
      state.openCards.clear();
      settle(state, ended, touch);
      trimDecisions(state);
      touch(ended);
      return;
    }
    case "taken": {
      const request = generation.open.get(event.id);
      if (request !== undefined) request.taken = true;
      return;
    }
    case "not-sent": {
      const request = generation.open.get(event.id);
      if (request === undefined) return;
      generation.open.delete(event.id);
      if (request.method === "turn/interrupt")
        generation.stopping.delete(JSON.stringify([request.params["threadId"], request.params["turnId"]]));
      touch(generation);
      return;
    }
    case "end-untold": {
      const summary = row.thread === null ? undefined : state.threads.get(row.thread);
      if (summary !== undefined) settleTurn(summary, generation, event.turn, "untold", touch);
      return;
    }
    default:
  }
}

/** Nothing of a generation that is over is open, loaded or running any more. */
function settle(state: HostState, generation: GenerationState, touch: Touch): void {
  if (generation.open.size + generation.loaded.size + generation.silenced.size + generation.stopping.size === 0) return;
  for (const id of generation.loaded) {
    const summary = state.threads.get(id);
    if (summary === undefined) continue;
    summary.status = { type: "notLoaded" };
    if (summary.lastTurn?.status === "inProgress") summary.lastTurn = { ...summary.lastTurn, status: "lost" };
    touch(summary);
  }
  generation.open.clear();
  generation.loaded.clear();
  generation.silenced.clear();
  generation.doubtful.clear();
  generation.stopping.clear();
  touch(generation);
}

function trimDecisions(state: HostState): void {
  let past = 0;
  for (const decision of state.decisions.values())
    if (!isOpen(decision) && decision.generation !== state.current) past++;
  if (past <= PAST_DECISIONS_LIMIT) return;
  for (const [key, decision] of state.decisions) {
    if (past <= PAST_DECISIONS_LIMIT) return;
    if (isOpen(decision) || decision.generation === state.current) continue;
    state.decisions.delete(key);
    past--;
  }
}

function addActivity(
  state: HostState,
  row: Row,
  message: RpcMessage | null,
  touch: Touch,
  what?: GenericCard["what"],
): void {
  const join = what === undefined ? joinOfRow(row, message) : null;
  const joined =
    join !== null
      ? joinCard(state.openCards, join.join, row, join.name, touch)
      : message?.kind === "notification" && what === undefined
        ? joinRun(state.activity.slice(-RUN_LIMIT), row, message.method, touch)
        : null;
  const card = joined ?? cardOf(row, message, what);
  if (joined !== null) state.activity.splice(state.activity.indexOf(joined), 1);
  else if (join !== null) openCard(state.openCards, join.join, card);
  state.activity.push(card);
  if (joined === null && join?.join.key.startsWith(OWN_SEARCH) === true) forgetSearches(state);
  if (state.activity.length > ACTIVITY_LIMIT) forgetOldest(state);
  touch(state);
}

/** What a line joins: by its parameters, or by the method alone where the content is not kept. */
function joinOfRow(row: Row, message: RpcMessage | null): { join: Join; name: string } | null {
  const stub = stubIn(row);
  // A process that ended is told by itself, whether its output was kept or not.
  if (stub !== null && stub.method !== null && SINGLE.has(stub.method)) return null;
  if (stub !== null && stub.method !== null) return { join: { key: `stub/${stub.method}` }, name: stub.method };
  if (message?.kind !== "notification") return null;
  const join = joinOf(message.method, message.params);
  return join === null ? null : { join, name: message.method };
}

/** Searches for files of this app, by the names that it gives them: one for each "@" that somebody writes. */
const OWN_SEARCH = "search/files-";
/** So many of them are kept: they are read while their list is open, and would crowd out what a person reads. */
const SEARCHES = 8;

function forgetSearches(state: HostState): void {
  const keys = [...state.openCards.keys()].filter((key) => key.startsWith(OWN_SEARCH));
  for (const key of keys.slice(0, -SEARCHES)) {
    const card = state.openCards.get(key);
    const at = card === undefined ? -1 : state.activity.indexOf(card);
    if (at >= 0) state.activity.splice(at, 1);
    state.openCards.delete(key);
  }
}

function forgetOldest(state: HostState): void {
  const oldest = state.activity.shift();
  for (const [key, card] of state.openCards) if (card === oldest) state.openCards.delete(key);
}
