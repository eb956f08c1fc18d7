// The acts on a whole thread: each a request of the server's own, and what counts as done although it was refused.
import type { SentParams } from "@longwire/shared-protocol/app-server";
import * as z from "zod/mini";
import { ALL_THREADS } from "../host/catch-up.ts";
import type { HostSession, Outcome } from "../host/model.ts";
import type { ThreadActs, ThreadDetails } from "./contract.ts";
import { askLoaded, resume } from "./loaded.ts";
import { loadMoreArchived, search } from "./search-threads.ts";
import { searchStored } from "./search-stored.ts";

/** Threads of the page that is read to notice what other processes made. Every reply goes to every device. */
const REFRESH_PAGE = 15;
/** The section that the App Server itself keeps for pins; where it has another id, it is known by its name. */
export const PINNED = "Pinned";

const DONE: Outcome<null> = { ok: true, value: null };

const word = z.nullish(z.string());
const threadReply = z.looseObject({
  thread: z.looseObject({
    id: z.string(),
    path: word,
    cliVersion: word,
    createdAt: z.nullish(z.number()),
    gitInfo: z.nullish(z.looseObject({ sha: word, originUrl: word })),
  }),
});
const sections = z.looseObject({ data: z.array(z.looseObject({ id: z.string(), name: z.string() })) });
const section = z.looseObject({ section: z.looseObject({ id: z.string() }) });

async function ask<M extends string>(session: HostSession, method: M, params: SentParams<M>): Promise<Outcome<null>> {
  const outcome = await session.request(method, params);
  return outcome.ok ? DONE : outcome;
}

function unreadable(method: string): Outcome<never> {
  return {
    ok: false,
    reason: {
      type: "not-sent",
      message: `The App Server's reply to ${method} could not be read. It is kept in the wire view.`,
    },
  };
}

/** The server's copy, without turns. The reply tells every device of name, section and place. */
async function readThread(session: HostSession, thread: string) {
  const outcome = await session.request("thread/read", { threadId: thread, includeTurns: false });
  if (!outcome.ok) return outcome;
  const reply = z.safeParse(threadReply, outcome.value);
  return reply.success ? { ok: true as const, value: reply.data.thread } : unreadable("thread/read");
}

function says(outcome: Outcome<unknown>, words: RegExp): boolean {
  return !outcome.ok && outcome.reason.type === "rpc" && words.test(outcome.reason.message);
}

/** Where the App Server keeps the file of an archived thread. */
const ARCHIVED_PATH = /[\\/]archived_sessions[\\/]/;

async function archive(session: HostSession, thread: string): Promise<Outcome<null>> {
  const outcome = await ask(session, "thread/archive", { threadId: thread });
  // The same words for a thread that is archived already and for one that is nowhere: its place tells which.
  if (!says(outcome, /no rollout found/i)) return outcome;
  const found = await readThread(session, thread);
  return found.ok && ARCHIVED_PATH.test(found.value.path ?? "") ? DONE : outcome;
}

async function unarchive(session: HostSession, thread: string): Promise<Outcome<null>> {
  const outcome = await ask(session, "thread/unarchive", { threadId: thread });
  if (!says(outcome, /no archived rollout found/i)) return outcome;
  const found = await readThread(session, thread);
  return found.ok && !ARCHIVED_PATH.test(found.value.path ?? "") ? DONE : outcome;
}

async function remove(session: HostSession, thread: string): Promise<Outcome<null>> {
  const outcome = await ask(session, "thread/delete", { threadId: thread });
  return says(outcome, /no rollout found|thread not found/i) ? DONE : outcome;
}

async function fork(session: HostSession, thread: string): Promise<Outcome<{ thread: string }>> {
  const outcome = await session.request("thread/fork", { threadId: thread, excludeTurns: true });
  if (!outcome.ok) return outcome;
  const reply = z.safeParse(threadReply, outcome.value);
  return reply.success ? { ok: true, value: { thread: reply.data.thread.id } } : unreadable("thread/fork");
}

async function compact(session: HostSession, thread: string): Promise<Outcome<null>> {
  const outcome = await askLoaded(session, thread, "thread/compact/start", {});
  return outcome.ok ? DONE : outcome;
}

async function pinnedSection(session: HostSession): Promise<Outcome<string>> {
  const outcome = await session.request("threadSection/list", {});
  if (!outcome.ok) return outcome;
  const reply = z.safeParse(sections, outcome.value);
  const found = reply.success ? reply.data.data.find(({ name }) => name === PINNED) : undefined;
  if (found !== undefined) return { ok: true, value: found.id };
  const made = await session.request("threadSection/create", { name: PINNED });
  if (!made.ok) return made;
  const read = z.safeParse(section, made.value);
  return read.success ? { ok: true, value: read.data.section.id } : unreadable("threadSection/create");
}

async function pin(session: HostSession, thread: string, pinned: boolean): Promise<Outcome<null>> {
  const target = pinned ? await pinnedSection(session) : ({ ok: true, value: null } as const);
  if (!target.ok) return target;
  const moved = await ask(session, "thread/section/move", { threadId: thread, sectionId: target.value });
  // No event tells of it: the reply to a read is what other devices see.
  if (moved.ok) await readThread(session, thread);
  return moved;
}

async function unload(session: HostSession, thread: string): Promise<Outcome<null>> {
  const gone = await archive(session, thread);
  return gone.ok ? await unarchive(session, thread) : gone;
}

async function details(session: HostSession, thread: string): Promise<Outcome<ThreadDetails>> {
  const found = await readThread(session, thread);
  if (!found.ok) return found;
  const { cliVersion, path, gitInfo, createdAt } = found.value;
  return {
    ok: true,
    value: {
      cliVersion: cliVersion ?? null,
      path: path ?? null,
      sha: gitInfo?.sha ?? null,
      origin: gitInfo?.originUrl ?? null,
      createdAt: createdAt == null ? null : createdAt * 1000,
    },
  };
}

export const threadActs: ThreadActs = {
  rename: (session, thread, name) => ask(session, "thread/name/set", { threadId: thread, name }),
  pin,
  archive,
  unarchive,
  remove,
  fork,
  compact,
  release: (session, thread) => ask(session, "thread/unsubscribe", { threadId: thread }),
  unload,
  takeOver: resume,
  setBranch: (session, thread, branch) =>
    ask(session, "thread/metadata/update", { threadId: thread, gitInfo: { branch } }),
  details,
  refresh: (session) => ask(session, "thread/list", { ...ALL_THREADS, limit: REFRESH_PAGE }),
  loadMoreArchived,
  search,
  searchStored,
};
