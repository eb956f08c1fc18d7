// What a person looks up on the host: folders, configuration, further pages of the thread list and of a thread.
import * as z from "zod/mini";
import { ALL_THREADS, LIST_PAGE } from "../host/catch-up.ts";
import type { HostSession, OpenThread, Outcome } from "../host/model.ts";
import { objectOf } from "../projection/read.ts";
import type { Json, Turn } from "../projection/state.ts";
import type { DirectoryEntry, FolderConfig } from "./contract.ts";

/** Turns of one further page: replies go to every device, so they are kept small. */
const OLDER_TURNS = 5;

const directory = z.looseObject({
  entries: z.array(z.looseObject({ fileName: z.string(), isDirectory: z.boolean(), isFile: z.boolean() })),
});

const word = z.nullish(z.string());
const config = z.looseObject({
  config: z.looseObject({
    model: word,
    model_provider: word,
    model_reasoning_effort: word,
    approval_policy: z.nullish(z.unknown()),
    sandbox_mode: word,
    projects: z.nullish(z.record(z.string(), z.looseObject({ trust_level: word }))),
  }),
});

const page = z.looseObject({ nextCursor: word });

/** `fs/readDirectory`: the direct children of a folder, unsorted. */
export async function listDirectory(session: HostSession, path: string): Promise<Outcome<DirectoryEntry[]>> {
  const outcome = await session.request("fs/readDirectory", { path });
  if (!outcome.ok) return outcome;
  const reply = z.safeParse(directory, outcome.value);
  if (!reply.success) return unreadable("fs/readDirectory");
  return {
    ok: true,
    value: reply.data.entries.map(({ fileName, isDirectory, isFile }) => ({ name: fileName, isDirectory, isFile })),
  };
}

/** `config/read` for a folder: what a thread started there runs with unless told otherwise. */
export async function readConfig(session: HostSession, cwd: string): Promise<Outcome<FolderConfig>> {
  const outcome = await session.request("config/read", { cwd, includeLayers: false });
  if (!outcome.ok) return outcome;
  const reply = z.safeParse(config, outcome.value);
  if (!reply.success) return unreadable("config/read");
  const found = reply.data.config;
  const projects = found.projects ?? {};
  const raw = objectOf(objectOf(outcome.value)?.["config"]);
  return {
    ok: true,
    value: {
      model: found.model ?? null,
      modelProvider: found.model_provider ?? null,
      effort: found.model_reasoning_effort ?? null,
      // Came out of JSON.parse: JSON all through.
      approvalPolicy: (found.approval_policy ?? null) as Json,
      sandbox: found.sandbox_mode ?? null,
      trust: Object.hasOwn(projects, cwd) ? (projects[cwd]?.trust_level ?? null) : null,
      ...(raw === null ? {} : { config: raw }),
    },
  };
}

/** The cursor behind the last page of the thread list, per session; undefined before the first further page. */
const listCursors = new WeakMap<HostSession, string | null>();

/** The next page of `thread/list`. The first page is read when the session starts. */
export async function loadMoreThreads(session: HostSession): Promise<Outcome<{ more: boolean }>> {
  let cursor = listCursors.get(session) ?? null;
  if (cursor === null) {
    const first = await listThreads(session, null);
    if (!first.ok) return first;
    cursor = first.value;
    if (cursor === null) return { ok: true, value: { more: false } };
  }
  const next = await listThreads(session, cursor);
  if (!next.ok) return next;
  listCursors.set(session, next.value);
  return { ok: true, value: { more: next.value !== null } };
}

async function listThreads(session: HostSession, cursor: string | null): Promise<Outcome<string | null>> {
  const outcome = await session.request("thread/list", {
    ...(cursor === null ? {} : { cursor }),
    ...ALL_THREADS,
    limit: LIST_PAGE,
  });
  if (!outcome.ok) return outcome;
  const reply = z.safeParse(page, outcome.value);
  return reply.success ? { ok: true, value: reply.data.nextCursor ?? null } : unreadable("thread/list");
}

/**
 * The next older page of a thread's turns. The fold keeps the cursor.
 * @param hole the turn whose older neighbours are wanted; left out: what is older than all that is held
 */
export async function loadOlder(
  session: HostSession,
  thread: Pick<OpenThread, "state">,
  hole?: Turn,
): Promise<Outcome<{ more: boolean }>> {
  const { id } = thread.state;
  const older = hole === undefined ? thread.state.older : hole.hole;
  if (older === null) return { ok: true, value: { more: false } };
  const outcome = await session.request("thread/turns/list", {
    threadId: id,
    cursor: older.cursor,
    limit: OLDER_TURNS,
    sortDirection: "desc",
    itemsView: "full",
  });
  if (!outcome.ok) return outcome;
  const reply = z.safeParse(page, outcome.value);
  return { ok: true, value: { more: reply.success && (reply.data.nextCursor ?? null) !== null } };
}

function unreadable(method: string): { ok: false; reason: { type: "not-sent"; message: string } } {
  return {
    ok: false,
    reason: {
      type: "not-sent",
      message: `The App Server's reply to ${method} could not be read. It is kept in the wire view.`,
    },
  };
}
