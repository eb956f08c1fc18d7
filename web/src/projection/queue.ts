// The queue of a thread: messages that the App Server keeps and starts one by one when a turn ends. What changes is not
// told, only that something did: the queue is what the newest list says, until a later word says that it is out of date.
import type { Pass } from "./pass.ts";
import { listOf, objectOf, textOf, textOfParts } from "./read.ts";
import type { JsonObject, OwnRequest, QueuedMessage, ThreadQueue, ThreadState, Touch } from "./state.ts";

const LIST = "thread/queue/list";

/** The server says that the queue has changed. Lists that are under way may be from before that. */
export function changeQueue(pass: Pass): void {
  const { state, row, touch } = pass;
  state.queueChangedAt = row.at;
  doubtQueue(state, touch);
  touch(state);
}

/** Something may have changed it that this device has not seen. */
export function doubtQueue(state: ThreadState, touch: Touch): void {
  for (const request of state.book.open.values())
    if (request.method === LIST) request.overtaken = new Set([...(request.overtaken ?? []), state.id]);
  if (state.queue === null || state.queue.stale) return;
  state.queue = { ...state.queue, stale: true };
  touch(state);
}

/** A page of the queue, as this device asked for it. A page behind the first adds to it. */
export function foldQueueList(pass: Pass, request: OwnRequest, result: JsonObject): void {
  const { state, row, touch } = pass;
  const cursor = textOf(request.params["cursor"]);
  const before = state.queue;
  // A further page of a list that was begun anew meanwhile says nothing.
  if (cursor !== null && (before === null || before.more !== cursor)) return;
  const known = cursor === null ? [] : (before?.entries ?? []);
  const ids = new Set(known.map(({ id }) => id));
  const told: QueuedMessage[] = [];
  for (const value of listOf(result["data"])) {
    const entry = queuedOf(objectOf(value));
    if (entry === null || ids.has(entry.id)) continue;
    ids.add(entry.id);
    told.push(entry);
  }
  setQueue(pass, {
    entries: [...known, ...told],
    more: textOf(result["nextCursor"]),
    stale: request.overtaken !== undefined || (cursor !== null && before?.stale === true),
    listedIn: row.generation,
    refused: null,
  });
  // What was on its way has arrived, whatever became of its reply.
  for (const { clientUserMessageId } of told)
    if (clientUserMessageId !== null && state.outgoing.delete(clientUserMessageId)) touch(state);
}

/** The list was refused: by a server that has no queue, or not for this thread. */
export function refuseQueueList(pass: Pass, message: string): void {
  const { queue } = pass.state;
  // It has just told a first page: a further one that it refuses takes nothing back.
  if (queue !== null && queue.more !== null && queue.refused === null && queue.listedIn === pass.row.generation) return;
  setQueue(pass, { entries: [], more: null, stale: false, listedIn: pass.row.generation, refused: message });
}

/** The server took a message of this device into the queue. It may have left it already: then its turn shows it. */
export function foldQueueAdd(pass: Pass, request: OwnRequest, result: JsonObject): boolean {
  const { state, touch } = pass;
  const entry = queuedOf(objectOf(result["queuedSubmission"]));
  if (entry === null) return false;
  const id = textOf(request.params["clientUserMessageId"]);
  if (id === null || !state.outgoing.delete(id)) return true;
  const queue = state.queue;
  if (queue === null || !queue.entries.some((other) => other.id === entry.id))
    setQueue(pass, {
      entries: [...(queue?.entries ?? []), entry],
      more: queue?.more ?? null,
      // The newest list does not know it.
      stale: true,
      listedIn: queue?.listedIn ?? null,
      refused: null,
    });
  touch(state);
  return true;
}

/** Its message stands in the transcript: it waits no more. */
export function leaveQueue(state: ThreadState, clientUserMessageId: string, touch: Touch): void {
  const queue = state.queue;
  const at = queue?.entries.findIndex((entry) => entry.clientUserMessageId === clientUserMessageId) ?? -1;
  if (queue === null || at < 0) return;
  state.queue = { ...queue, entries: queue.entries.filter((_, index) => index !== at) };
  touch(state);
}

function setQueue({ state, touch }: Pass, next: ThreadQueue): void {
  state.queue = next;
  touch(state);
}

function queuedOf(value: JsonObject | null): QueuedMessage | null {
  const id = textOf(value?.["id"]);
  if (value === null || id === null) return null;
  const input = listOf(value["input"])
    .map(objectOf)
    .filter((part) => part !== null);
  return { id, clientUserMessageId: textOf(value["clientUserMessageId"]), text: textOfParts(input), input };
}
