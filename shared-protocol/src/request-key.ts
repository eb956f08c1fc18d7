// The identity of one request: host, generation, JSON type and value of its id. Ids alone say nothing: every App Server
// process counts its requests from 0 again, and 7 is not "7".
import type { RequestId } from "./json-rpc.ts";

/** A request key as text, fit for a Map, a store or an attribute: `<host>/<generation>/n:7` or `…/s:7`. */
export type RequestKey = string;

/** The id with its JSON type: `n:7` or `s:7`. Two ids have the same text only when they are the same id. */
export function typedId(id: RequestId): string {
  return typeof id === "number" ? `n:${id}` : `s:${id}`;
}

/** The key of a request in one generation of one host. Any text is allowed in the three parts. */
export function requestKey(host: string, generation: string, id: RequestId): RequestKey {
  return `${escapePart(host)}/${escapePart(generation)}/${typedId(id)}`;
}

/** Takes a key apart again; null when the text is no key. */
export function parseRequestKey(key: string): { host: string; generation: string; id: RequestId } | null {
  const match = /^([^/]*)\/([^/]*)\/([ns]):(.*)$/s.exec(key);
  if (match === null) return null;
  const [, host = "", generation = "", type, value = ""] = match;
  if (type === "s") return { host: unescapePart(host), generation: unescapePart(generation), id: value };
  const id = Number(value);
  // Only the text that typedId writes is a number here: " 7 ", "007" and "" are not.
  return String(id) === value && Number.isFinite(id)
    ? { host: unescapePart(host), generation: unescapePart(generation), id }
    : null;
}

function escapePart(part: string): string {
  return part.replaceAll("%", "%25").replaceAll("/", "%2F");
}

function unescapePart(part: string): string {
  return part.replaceAll("%2F", "/").replaceAll("%25", "%");
}
