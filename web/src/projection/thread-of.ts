// Which thread a line speaks of, and which replies are copies of a thread's history that a newer one may replace.
// Asked while rows are made, before anything is folded.
import type { RequestId, RpcMessage } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import { decisionFor } from "../decisions/fold.ts";
import type { DecisionBook } from "../decisions/state.ts";
import { listOf, objectOf, textOf } from "./read.ts";
import type { JsonObject, OwnRequest } from "./state.ts";

/** Requests of this device without a reply, by `typedId`: `GenerationState.open` is one. */
export type OpenRequests = ReadonlyMap<string, Pick<OwnRequest, "thread">>;

/**
 * The thread that a line speaks of, or null when it is the host's. A reply belongs to the thread that it carries, else to
 * the one that its request was about. For lines of ours that answer a server request use `threadOfAnswer`.
 */
export function threadOf(message: RpcMessage, open: OpenRequests): string | null {
  switch (message.kind) {
    case "request":
    case "notification": {
      const params = objectOf(message.params);
      return (
        textOf(params?.["threadId"]) ??
        textOf(objectOf(params?.["thread"])?.["id"]) ??
        textOf(params?.["conversationId"])
      );
    }
    case "response":
      return (
        textOf(objectOf(objectOf(message.result)?.["thread"])?.["id"]) ?? open.get(typedId(message.id))?.thread ?? null
      );
    case "error":
      return open.get(typedId(message.id))?.thread ?? null;
    case "unroutable":
      return null;
  }
}

/** The thread of an answer of ours (or of a `serverRequest/resolved` that names none): that of the request it answers. */
export function threadOfAnswer(book: DecisionBook, host: string, generation: string, id: RequestId): string | null {
  return decisionFor(book, host, generation, id)?.thread ?? null;
}

/** A reply to another device's `thread/unsubscribe`: it names no thread, so any may be silent from now on. */
export function isForeignUnsubscribe(message: RpcMessage, open: OpenRequests): boolean {
  if (message.kind !== "response" || open.has(typedId(message.id))) return false;
  return objectOf(message.result)?.["status"] === "unsubscribed";
}

/** Under what name a copy is stored: a newer one with the same names replaces it. */
export interface SnapshotName {
  method: string;
  page: string;
}

const COPIES: ReadonlySet<string> = new Set([
  "thread/read",
  "thread/resume",
  "thread/turns/list",
  "thread/items/list",
  "thread/list",
]);

/**
 * The name of a reply that is a copy of what the server has; null for any other. The name says what was asked for and
 * what the reply covers, so that a newer page takes the place of an older one only when it holds the same turns.
 */
export function snapshotOf(request: Pick<OwnRequest, "method" | "params">, reply: RpcMessage): SnapshotName | null {
  if (reply.kind !== "response" || !COPIES.has(request.method)) return null;
  const result = objectOf(reply.result);
  if (result === null) return null;
  const ids = coveredBy(request.method, result);
  return { method: request.method, page: `${askedFor(request.params)}|${ids.length}|${hashOf(ids)}` };
}

/** The parameters that change what a page holds. Overrides of a resume (model, folder …) do not. */
const ASKED = [
  "cursor",
  "limit",
  "itemsView",
  "sortDirection",
  "sortKey",
  "turnId",
  "includeTurns",
  "excludeTurns",
  "initialTurnsPage",
  "archived",
  "sourceKinds",
  "cwd",
  "searchTerm",
  "parentThreadId",
  "ancestorThreadId",
] as const;

function askedFor(params: JsonObject): string {
  const named = ASKED.filter((name) => Object.hasOwn(params, name) && params[name] !== null);
  return JSON.stringify(named.map((name) => [name, params[name] ?? null]));
}

function coveredBy(method: string, result: JsonObject): string[] {
  const idOf = (value: unknown) => textOf(objectOf(value)?.["id"]) ?? "?";
  switch (method) {
    case "thread/turns/list":
      return listOf(result["data"]).map(idOf);
    case "thread/items/list":
      return listOf(result["data"]).map((value) => {
        const entry = objectOf(value);
        return `${textOf(entry?.["turnId"]) ?? "?"}/${idOf(entry?.["item"])}`;
      });
    case "thread/list":
      // The order of the list changes with every turn: only which threads it tells of counts.
      return listOf(result["data"]).map(idOf).sort();
    default: {
      const turns = listOf(objectOf(result["thread"])?.["turns"]);
      const page = listOf(objectOf(result["initialTurnsPage"])?.["data"]);
      return [...turns, ...page].map(idOf);
    }
  }
}

/** A short name for a list of ids: two 32-bit hashes, mixed from each character. Not meant against an adversary. */
function hashOf(ids: readonly string[]): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (const id of ids) {
    for (let at = 0; at <= id.length; at++) {
      // The place behind the last character marks the end of an id.
      const code = at === id.length ? 0x1ffff : id.charCodeAt(at);
      a = Math.imul(a ^ code, 2654435761);
      b = Math.imul(b ^ code, 1597334677);
    }
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (b >>> 0).toString(16).padStart(8, "0") + (a >>> 0).toString(16).padStart(8, "0");
}

/** From this size on a notification that tells the whole of something anew takes the place of the one before, bytes. */
const LARGE_WHOLE = 64 * 1024;

/**
 * The name of a large notification that tells all of what the one before told: a turn's whole diff, which comes again with
 * each change. Thirty diffs of 20 MB are not to be stored, and each but the last says nothing. Null for any other.
 */
export function wholeOf(message: RpcMessage, bytes: number): SnapshotName | null {
  if (bytes < LARGE_WHOLE || message.kind !== "notification" || message.method !== "turn/diff/updated") return null;
  const params = objectOf(message.params);
  const turn = textOf(params?.["turnId"]);
  return turn === null || textOf(params?.["diff"]) === null ? null : { method: message.method, page: turn };
}
