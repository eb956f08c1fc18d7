// Generic cards: messages without a typed view, raw and whole, in their place. Nothing that came is dropped.
import type { RpcMessage } from "@longwire/shared-protocol/json-rpc";
import type { Row } from "../journal/rows.ts";
import type { GenericCard } from "./state.ts";

const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

/** The line of a row as text (bytes that are not UTF-8 become U+FFFD), or a sentence for content that is not kept. */
export function rawOf(row: Row): string {
  if (row.kind === "local") return JSON.stringify(row.event);
  if (typeof row.line === "string") return row.line;
  if (row.line instanceof Uint8Array) return lossy.decode(row.line);
  const { method, bytes, sha256 } = row.line;
  const what = method === null ? "A reply to another device" : `The reply to ${method}`;
  return `${what} is not stored: ${bytes} bytes${sha256 === null ? "" : `, SHA-256 ${sha256}`}.`;
}

/** The place of a row, unique among the rows of its host. */
export function placeOf(row: Row): string {
  return `${row.generation}/${row.offset}.${row.n}`;
}

/** The card of a row. `what` overrides what the message's shape says (a known method with parameters that do not parse). */
export function cardOf(row: Row, message: RpcMessage | null, what?: GenericCard["what"]): GenericCard {
  return { key: placeOf(row), name: nameOf(row, message), what: what ?? whatOf(message), raw: rawOf(row), at: row.at };
}

function nameOf(row: Row, message: RpcMessage | null): string {
  if (message === null) {
    const stub = row.kind === "in" && typeof row.line === "object" && "stub" in row.line ? row.line.method : null;
    return stub ?? "not stored";
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

/**
 * Whether the same fact was told by the newest card of that method already: the server repeats what it knows with each
 * `thread/resume` and after each turn, and a repeat makes no card. Remembers what is told now.
 */
export function isRepeat(lastCards: Map<string, string>, method: string, params: unknown): boolean {
  const content = JSON.stringify(params) ?? "";
  const before = lastCards.get(method);
  // Every resume says that there is no goal, also where there never was one.
  if (method === "thread/goal/cleared") {
    lastCards.delete("thread/goal/updated");
    if (before === undefined && lastCards.get(GOAL_SEEN) === undefined) return true;
    lastCards.delete(GOAL_SEEN);
  }
  if (method === "thread/goal/updated") {
    lastCards.delete("thread/goal/cleared");
    lastCards.set(GOAL_SEEN, "");
  }
  if (before === content) return true;
  lastCards.set(method, content);
  return false;
}

const GOAL_SEEN = "thread/goal";

/** Whether the row stands for a reply to another device whose content is not kept. */
export function stubOfOther(row: Row): boolean {
  return row.kind === "in" && typeof row.line === "object" && "stub" in row.line && row.line.method === null;
}
