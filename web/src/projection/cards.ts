// Generic cards: messages without a typed view, raw and whole, in their place. Nothing that came is dropped.
import type { RpcMessage } from "@longwire/shared-protocol/json-rpc";
import type { Row, Stub } from "../journal/rows.ts";
import type { GenericCard } from "./state.ts";

const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

/** The line of a row as text (bytes that are not UTF-8 become U+FFFD), or a sentence for content that is not kept. */
export function rawOf(row: Row): string {
  if (row.kind === "local") return JSON.stringify(row.event);
  if (typeof row.line === "string") return row.line;
  if (row.line instanceof Uint8Array) return lossy.decode(row.line);
  const { method, id, bytes, sha256 } = row.line;
  // A notification has no id.
  const what = method === null ? "A reply to another device" : id === null ? method : `The reply to ${method}`;
  return `${what} is not stored: ${bytes} bytes${sha256 === null ? "" : `, SHA-256 ${sha256}`}.`;
}

/** The place of a row, unique among the rows of its host. */
export function placeOf(row: Row): string {
  return `${row.generation}/${row.offset}.${row.n}`;
}

/** The card of a row. `what` overrides what the message's shape says (a known method with parameters that do not parse). */
export function cardOf(row: Row, message: RpcMessage | null, what?: GenericCard["what"]): GenericCard {
  return {
    key: placeOf(row),
    name: nameOf(row, message),
    what: what ?? whatOf(message),
    raw: rawOf(row),
    first: null,
    at: row.at,
    since: row.at,
    lines: 1,
    bytes: sizeOf(row),
    text: "",
  };
}

/** Bytes of a row's line on the wire, its LF included. */
export function sizeOf(row: Row): number {
  if (row.kind === "in" || row.kind === "snapshot") return Math.max(0, row.offset - row.start);
  return row.kind === "out" ? row.bytes : 0;
}

/** What stands in the row for content that is not kept; null where the line is. */
export function stubIn(row: Row): Stub | null {
  return row.kind === "in" && typeof row.line === "object" && "stub" in row.line ? row.line : null;
}

function nameOf(row: Row, message: RpcMessage | null): string {
  if (message === null) {
    return stubIn(row)?.method ?? "not stored";
  }
  if (message.kind === "request" || message.kind === "notification") return message.method;
  if (message.kind === "unroutable") return message.reason;
  return "reply";
}

function whatOf(message: RpcMessage | null): GenericCard["what"] {
  if (message === null) return "stub";
  if (message.kind === "unroutable") return "malformed";
  if (message.kind === "request" || message.kind === "notification") return message.kind;
  return "reply";
}

/** Whether the newest card of that method told the very same: then it makes no second one. Remembers what is told now. */
export function isRepeat(lastCards: Map<string, string>, method: string, params: unknown): boolean {
  const content = JSON.stringify(params) ?? "";
  if (lastCards.get(method) === content) return true;
  lastCards.set(method, content);
  return false;
}

/** Whether the row stands for a reply to another device whose content is not kept. */
export function stubOfOther(row: Row): boolean {
  return stubIn(row)?.method === null;
}
