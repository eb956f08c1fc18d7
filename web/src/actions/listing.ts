// Lists that the server gives in pages, read whole up to a bound. What comes back is raw: it is kept as it came, for when the
// machine cannot be reached, and read by the parser that reads the live reply.
import type { HostSession, Outcome } from "../host/model.ts";
import { jsonOf, listOf, objectOf, textOf } from "../projection/read.ts";
import type { Json } from "../projection/state.ts";

/** Records of all pages, in order. */
export interface Listing {
  data: Json[];
  /** There are further pages that were not read. */
  more: boolean;
}

/** Replies go to every device, so a page is small. */
const PAGE = 25;
/** A list is read so far by one press. */
const MOST = 500;

/** Reads a list page by page; `params` is what else the method takes. */
export async function readPages(session: HostSession, method: string, params: object): Promise<Outcome<Listing>> {
  const data: Json[] = [];
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const outcome: Outcome<unknown> = await session.request(method, {
      ...params,
      limit: PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    if (!outcome.ok) return outcome;
    const result = objectOf(outcome.value);
    if (result === null || !Array.isArray(result["data"])) return unreadable(method);
    data.push(...listOf(result["data"]).map(jsonOf));
    cursor = textOf(result["nextCursor"]);
    // A cursor that comes again would make it go round for ever.
    if (cursor !== null && seen.has(cursor)) cursor = null;
    if (cursor !== null) seen.add(cursor);
  } while (cursor !== null && data.length < MOST);
  return { ok: true, value: { data, more: cursor !== null } };
}

/** The records of a listing, live or stored; empty for anything else. */
export function recordsOf(raw: unknown): readonly unknown[] {
  return listOf(objectOf(raw)?.["data"]);
}

/** A reply that is not what it should be. */
export function unreadable(method: string): Outcome<never> {
  return {
    ok: false,
    reason: {
      type: "not-sent",
      message: `The App Server's reply to ${method} could not be read. It is kept in the wire view.`,
    },
  };
}
