// The server's own search over its threads, and the pages of archived ones.
import * as z from "zod/mini";
import { ALL_THREADS, SOURCE_KINDS } from "../host/catch-up.ts";
import type { HostSession, Outcome } from "../host/model.ts";
import type { TextMatch, ThreadMatches } from "./contract.ts";

/** Hits of one search; its replies go to every device. */
const HITS = 20;
const ARCHIVED_PAGE = 30;

const list = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })), nextCursor: z.nullish(z.string()) });
const found = z.looseObject({
  data: z.array(z.looseObject({ thread: z.looseObject({ id: z.string() }), snippet: z.nullish(z.string()) })),
});

/** Names by `thread/list`, messages by `thread/search`; archived threads come behind the others. */
export async function search(session: HostSession, term: string): Promise<Outcome<ThreadMatches>> {
  const named = (archived: boolean) =>
    session.request("thread/list", { ...ALL_THREADS, limit: HITS, searchTerm: term, archived });
  const said = (archived: boolean) =>
    session.request("thread/search", {
      searchTerm: term,
      limit: HITS,
      sortKey: "updated_at",
      sourceKinds: SOURCE_KINDS,
      archived,
    });
  const [here, away, text, awayText] = await Promise.all([named(false), named(true), said(false), said(true)]);
  // One that answers is enough to show something; what was refused first is the reason when none does.
  if (!here.ok && !text.ok) return text;
  return {
    ok: true,
    value: { named: [...idsOf(here), ...idsOf(away)], said: [...matchesOf(text), ...matchesOf(awayText)] },
  };
}

function idsOf(outcome: Outcome<unknown>): string[] {
  const reply = outcome.ok ? z.safeParse(list, outcome.value) : null;
  return reply?.success === true ? reply.data.data.map(({ id }) => id) : [];
}

function matchesOf(outcome: Outcome<unknown>): TextMatch[] {
  const reply = outcome.ok ? z.safeParse(found, outcome.value) : null;
  if (reply?.success !== true) return [];
  return reply.data.data.map(({ thread, snippet }) => ({ thread: thread.id, snippet: snippet ?? "" }));
}

/** The cursor behind the last page of archived threads, per session; undefined before the first. */
const cursors = new WeakMap<HostSession, string | null>();

/** The next page of archived threads. After the last one it begins anew. */
export async function loadMoreArchived(session: HostSession): Promise<Outcome<{ more: boolean }>> {
  const cursor = cursors.get(session) ?? null;
  const outcome = await session.request("thread/list", {
    ...(cursor === null ? {} : { cursor }),
    ...ALL_THREADS,
    limit: ARCHIVED_PAGE,
    archived: true,
  });
  if (!outcome.ok) return outcome;
  const reply = z.safeParse(list, outcome.value);
  const next = reply.success ? (reply.data.nextCursor ?? null) : null;
  cursors.set(session, next);
  return { ok: true, value: { more: next !== null } };
}
