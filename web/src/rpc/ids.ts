// Ids of requests that this page sends: `<client>.<page load>.<n>`. All devices share one connection to the App Server, so
// the id alone must tell whose reply it is; the page-load part is new each time, so that a late reply to an earlier life of
// the page matches nothing.
import type { RequestId } from "@longwire/shared-protocol/json-rpc";

/** Gives `count` random bytes (crypto.getRandomValues in the browser). */
export type RandomBytes = (count: number) => Uint8Array;

// 64 characters, so that six bits of a byte choose one without bias. None of them is the dot that parts an id.
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
const CLIENT_LENGTH = 12;
const LOAD_LENGTH = 8;
const OWN_ID = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.(\d+)$/;
const PAGE_ID = new RegExp(`^[A-Za-z0-9_-]{${CLIENT_LENGTH}}\\.[A-Za-z0-9_-]{${LOAD_LENGTH}}\\.\\d+$`);

export interface Ids {
  readonly client: string;
  /** This page's life; in front of its handles too (processes, watches, searches), so that they clash with nobody's. */
  readonly load: string;
  /** `<client>.<page load>`: what begins every id of this page. */
  readonly prefix: string;
  next(): string;
}

/** A new client id, 72 random bits. */
export function createClientId(random: RandomBytes): string {
  return word(CLIENT_LENGTH, random);
}

/**
 * The ids of one life of one page.
 * @throws RangeError when `client` is not made of A-Z a-z 0-9 _ -
 */
export function createIds(client: string, random: RandomBytes): Ids {
  if (!/^[A-Za-z0-9_-]+$/.test(client)) throw new RangeError("a client id is made of A-Z a-z 0-9 _ -");
  const load = word(LOAD_LENGTH, random);
  const prefix = `${client}.${load}`;
  let count = 0;
  return { client, load, prefix, next: () => `${prefix}.${++count}` };
}

/** The parts of an id that some page of Longwire made; null for anything else, numbers included. */
export function parseOwnId(id: RequestId): { client: string; load: string; n: number } | null {
  if (typeof id !== "string") return null;
  const match = OWN_ID.exec(id);
  if (match === null) return null;
  const [, client = "", load = "", n = ""] = match;
  return { client, load, n: Number(n) };
}

/** Whether a page with this client id sent the request, in this life or an earlier one. */
export function isOurs(id: RequestId, client: string): boolean {
  return parseOwnId(id)?.client === client;
}

/** Whether this very page, in this life, sent the request. */
export function belongsToLoad(id: RequestId, ids: Pick<Ids, "client" | "load">): boolean {
  const own = parseOwnId(id);
  return own !== null && own.client === ids.client && own.load === ids.load;
}

/**
 * Whether the id is one that a page of Longwire gives to its own requests. A request that comes *in* under such an id is
 * what some page wrote, said back (a program that is no App Server); an App Server numbers its requests.
 */
export function isPageId(id: RequestId): boolean {
  return typeof id === "string" && PAGE_ID.test(id);
}

function word(length: number, random: RandomBytes): string {
  let text = "";
  for (const byte of random(length)) text += ALPHABET.charAt(byte & 63);
  return text;
}
