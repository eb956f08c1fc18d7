// The acts on a thread's queue, and the commands that a person runs on the machine. The server keeps the queue: what an act
// did is seen in the next list. Nothing of it is sent later than it was asked for.
import type { SentParams } from "@longwire/shared-protocol/app-server";
import type { HostSession, Outcome } from "../host/model.ts";
import type { QueuedMessage } from "../projection/state.ts";
import type { QueueActs } from "./contract.ts";
import { withText } from "../projection/message-words.ts";
import { isLoaded, NOW, onOneConnection, RESUME } from "./loaded.ts";

/** Entries of a page, and how many pages are read at most. Every reply goes to every device. */
const PAGE = 50;
const PAGES = 6;

const DONE: Outcome<null> = { ok: true, value: null };
/** Takes what the server itself has said, whatever shape that has: not held against the pinned one. */
const UPDATE: string = "thread/queue/update";

async function ask<M extends string>(session: HostSession, method: M, params: SentParams<M>): Promise<Outcome<null>> {
  const outcome = await session.request(method, params, NOW);
  return outcome.ok ? DONE : outcome;
}

/** A request that needs the thread loaded: both go on the connection that the act was made for. */
const askLoaded = <M extends string>(
  session: HostSession,
  thread: string,
  method: M,
  params: SentParams<M>,
): Promise<Outcome<null>> =>
  onOneConnection(session, async (cut) => {
    if (isLoaded(session, thread)) return await ask(session, method, params);
    const ready = await session.request("thread/resume", { threadId: thread, ...RESUME }, NOW);
    return ready.ok ? (cut() ?? (await ask(session, method, params))) : ready;
  });

async function list(session: HostSession, thread: string): Promise<Outcome<null>> {
  const pageAt = (at: string | null) =>
    session.request("thread/queue/list", { threadId: thread, limit: PAGE, ...(at === null ? {} : { cursor: at }) });
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page++) {
    const outcome: Outcome<unknown> = await pageAt(cursor);
    if (!outcome.ok) return outcome;
    const { value } = outcome;
    cursor =
      typeof value === "object" && value !== null && "nextCursor" in value && typeof value.nextCursor === "string"
        ? value.nextCursor
        : null;
    if (cursor === null) break;
  }
  return DONE;
}

const edit = (session: HostSession, thread: string, entry: QueuedMessage, text: string): Promise<Outcome<null>> =>
  ask(session, UPDATE, {
    threadId: thread,
    queuedSubmissionId: entry.id,
    input: withText(entry.input, text),
  });

async function remove(session: HostSession, thread: string, id: string): Promise<Outcome<boolean>> {
  const params = { threadId: thread, queuedSubmissionId: id };
  const outcome = await session.request("thread/queue/delete", params, NOW);
  if (!outcome.ok) return outcome;
  const { value } = outcome;
  return { ok: true, value: !(typeof value === "object" && value !== null && "deleted" in value && !value.deleted) };
}

const start = (session: HostSession, thread: string, id: string | null): Promise<Outcome<null>> =>
  askLoaded(session, thread, "thread/queue/start", {
    threadId: thread,
    ...(id === null ? {} : { queuedSubmissionId: id }),
  });

const shell = (session: HostSession, thread: string, command: string): Promise<Outcome<null>> =>
  askLoaded(session, thread, "thread/shellCommand", { threadId: thread, command });

export const queueActs: QueueActs = {
  list,
  edit,
  reorder: (session, thread, ids) =>
    ask(session, "thread/queue/reorder", { threadId: thread, queuedSubmissionIds: [...ids] }),
  remove,
  start,
  shell,
};
