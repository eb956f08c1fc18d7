// What notifications change in the host's state: the thread list and what the App Server has loaded.
import type { RpcNotification } from "@longwire/shared-protocol/json-rpc";
import { read } from "@longwire/shared-protocol/wire/field";
import { threadStatus } from "@longwire/shared-protocol/wire/thread";
import type { Row } from "../journal/rows.ts";
import { noteAttempt, noteEnd, noteProgress } from "./beside.ts";
import { listOf, numberOf, objectOf, secondsToMs, textOf } from "./read.ts";
import { readStatus } from "./thread-words.ts";
import type { GenerationState, HostState, JsonObject, ThreadSummary, Touch } from "./state.ts";
import { preview, isPastTurn, setLastTurn, summaryOf, tellThread } from "./summaries.ts";

/** Folds a notification. Members are read one by one, so that a malformed one does not cost the others. */
export function foldHostNotification(
  state: HostState,
  generation: GenerationState,
  row: Row,
  message: RpcNotification,
  touch: Touch,
): void {
  const params = objectOf(message.params);
  if (params === null) return;
  if (message.method === "thread/started") {
    const summary = tellThread(state, params["thread"], { listed: false, archived: null }, touch);
    if (summary !== null) load(generation, summary.id, touch);
    return;
  }
  const change = CHANGES.get(message.method);
  const id = textOf(params["threadId"]);
  const turn = textOf(params["turnId"]);
  // What is told of the thread, or that it is tried once more, is no progress of its turn.
  if (id !== null && turn !== null && !message.method.startsWith("thread/") && params["willRetry"] !== true)
    noteProgress(state, id, turn, touch);
  // Nothing of a turn is told of a silenced thread.
  if (id !== null && /^(turn|item)\//.test(message.method) && generation.doubtful.delete(id)) touch(generation);
  if (change === undefined || id === null) return;
  const summary = summaryOf(state, id, touch);
  change({ state, summary, generation, params, at: message.emittedAtMs ?? row.at, touch });
  touch(summary);
}

interface Change {
  state: HostState;
  summary: ThreadSummary;
  generation: GenerationState;
  params: JsonObject;
  at: number;
  touch: Touch;
}

const CHANGES: ReadonlyMap<string, (change: Change) => void> = new Map<string, (change: Change) => void>([
  ["thread/status/changed", changeStatus],
  [
    "thread/name/updated",
    ({ summary, generation, params }) => {
      summary.name = textOf(params["threadName"]);
      overtakeNames(generation, summary.id);
    },
  ],
  [
    "thread/archived",
    ({ summary, generation }) => {
      summary.archived = true;
      overtakeLists(generation, summary.id);
    },
  ],
  [
    "thread/unarchived",
    ({ summary, generation }) => {
      summary.archived = false;
      overtakeLists(generation, summary.id);
    },
  ],
  [
    "thread/deleted",
    ({ summary, generation, touch }) => {
      summary.deleted = true;
      overtakeLists(generation, summary.id);
      unload(generation, summary.id, touch);
    },
  ],
  [
    "thread/closed",
    ({ summary, generation, touch }) => {
      summary.status = { type: "notLoaded" };
      unload(generation, summary.id, touch);
    },
  ],
  [
    "thread/goal/updated",
    ({ summary, params }) => {
      // A thread that began with a goal has no first message: the server names it by the goal.
      if (summary.preview === "") summary.preview = textOf(objectOf(params["goal"])?.["objective"]) ?? "";
    },
  ],
  ["turn/started", startTurn],
  ["turn/completed", completeTurn],
  [
    "item/completed",
    ({ state, summary, params, touch }) => {
      const item = objectOf(params["item"]);
      if (item?.["type"] === "collabAgentToolCall") nameParent(state, summary, item, touch);
      if (summary.preview !== "" || item?.["type"] !== "userMessage") return;
      const parts: unknown = item["content"];
      const first = Array.isArray(parts) ? objectOf(parts.find((part) => objectOf(part)?.["type"] === "text")) : null;
      preview(summary, textOf(first?.["text"]) ?? "");
    },
  ],
  [
    "error",
    ({ summary, params }) => {
      const message = textOf(objectOf(params["error"])?.["message"]);
      if (params["willRetry"] === true) noteAttempt(summary, textOf(params["turnId"]));
      else summary.failure = message ?? summary.failure;
    },
  ],
]);

function changeStatus({ summary, generation, params, touch }: Change): void {
  const status = read(threadStatus, params["status"]);
  if (!status.ok) return;
  summary.status = readStatus(status.value);
  if (summary.status.type === "notLoaded") unload(generation, summary.id, touch);
  else load(generation, summary.id, touch);
}

function startTurn({ state, summary, generation, params, at, touch }: Change): void {
  const turn = objectOf(params["turn"]);
  const id = textOf(turn?.["id"]);
  if (id === null) return;
  load(generation, summary.id, touch);
  // A start that comes behind the end of the same turn, or behind the next one's, changes nothing.
  if (summary.lastTurn?.id === id || isPastTurn(state, summary, id)) return;
  setLastTurn(state, summary, id, "inProgress");
  summary.failure = null;
  summary.updatedAt = Math.max(summary.updatedAt, secondsToMs(numberOf(turn?.["startedAt"])) ?? at);
}

function completeTurn({ state, summary, params, at }: Change): void {
  const turn = objectOf(params["turn"]);
  const id = textOf(turn?.["id"]);
  if (id === null) return;
  if (isPastTurn(state, summary, id)) return;
  const word = textOf(turn?.["status"]) ?? "completed";
  // What is told to have completed runs no more, whatever its own word.
  const status = word === "inProgress" ? "completed" : word;
  setLastTurn(state, summary, id, status);
  noteEnd(summary, id);
  if (status === "failed") summary.failure = textOf(objectOf(turn?.["error"])?.["message"]) ?? summary.failure;
  summary.updatedAt = Math.max(summary.updatedAt, secondsToMs(numberOf(turn?.["completedAt"])) ?? at);
}

/** A sub-agent's thread is announced by nothing but its events and the call that made it: the call names the parent. */
function nameParent(state: HostState, parent: ThreadSummary, item: JsonObject, touch: Touch): void {
  if (item["tool"] !== "spawnAgent") return;
  for (const receiver of listOf(item["receiverThreadIds"])) {
    const id = textOf(receiver);
    if (id === null || id === parent.id) continue;
    const child = summaryOf(state, id, touch);
    if (child.parent !== null) continue;
    child.parent = parent.id;
    touch(child);
  }
}

function load(generation: GenerationState, thread: string, touch: Touch): void {
  if (generation.loaded.has(thread)) return;
  generation.loaded.add(thread);
  touch(generation);
}

function unload(generation: GenerationState, thread: string, touch: Touch): void {
  const known = generation.loaded.delete(thread);
  generation.doubtful.delete(thread);
  if (generation.silenced.delete(thread) || known) touch(generation);
}

function overtakeNames(generation: GenerationState, thread: string): void {
  for (const request of generation.open.values())
    if (TELLS_THREADS.has(request.method)) (request.renamed ??= new Set()).add(thread);
}

/** What was asked for before an event may be answered with the thread as it was before. */
const TELLS_THREADS: ReadonlySet<string> = new Set(["thread/list", "thread/search", "thread/read"]);

/** A list that was asked for before this event, or this answer, may tell of the thread as it was before. */
export function overtakeLists(generation: GenerationState, thread: string): void {
  for (const request of generation.open.values())
    if (TELLS_THREADS.has(request.method)) (request.overtaken ??= new Set()).add(thread);
}
