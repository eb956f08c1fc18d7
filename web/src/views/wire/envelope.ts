// A journal row as the wire view knows it: what it is, where it stands, whom it names. The raw text is left in the journal
// and read again when a row is opened: fifty thousand rows are then a few megabytes, whatever they weigh.
import { parseLine, type RpcMessage } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import type { LocalEvent, Row } from "../../journal/rows.ts";
import { listOf, objectOf, textOf } from "../../projection/read.ts";
import { maskText } from "../masking/text.ts";

export type Direction = "in" | "out" | "local";

export interface Envelope {
  /** Its place: `<generation>/<offset>/<n>`; unique on a host. */
  readonly key: string;
  /** The journal's block that holds it, and its place among the thread's rows there: together the order of the journal. */
  readonly seq: number;
  readonly index: number;
  readonly kind: Row["kind"];
  readonly direction: Direction;
  /** When this device wrote it down, unix ms. */
  readonly at: number;
  readonly generation: string;
  /** Where an incoming line starts; null for others. */
  readonly start: number | null;
  readonly offset: number;
  readonly n: number;
  /** The line's length on the wire; of a local event, that of its text. */
  readonly bytes: number;
  /** The method, the type of a local event, or what else it is. */
  readonly name: string;
  readonly shape: RpcMessage["kind"] | "local" | "stub";
  /** `typedId` of the request or the reply: `n:7`, `s:a.b.1`. */
  readonly id: string | null;
  readonly thread: string | null;
  readonly turn: string | null;
  readonly item: string | null;
  /** The type of the item that it carries. */
  readonly itemType: string | null;
  /** The first words of what it says, to tell rows of one method apart; null where there are none. Masked when drawn. */
  readonly hint: string | null;
  /** It says that something failed, or is itself not as it should be. */
  readonly trouble: boolean;
  /** A secret of the person's was replaced before it was stored. */
  readonly redacted: boolean;
}

/** A row with what it says; used while a page is scanned and then dropped. */
export interface Reading {
  envelope: Envelope;
  row: Row;
  /** Its `rowText`. */
  text: string;
  /** Null for local events and stubs. */
  message: RpcMessage | null;
}

const lossy = new TextDecoder();

/** The raw text of a row: the line as it is stored, the local event or the stub as JSON. */
export function rowText(row: Row): string {
  if (row.kind === "local") return JSON.stringify(row.event);
  if (typeof row.line === "string") return row.line;
  return row.line instanceof Uint8Array ? lossy.decode(row.line) : JSON.stringify(row.line);
}

/** The place of a row as a key. */
export function rowKey(row: Row): string {
  return `${row.generation}/${row.offset}/${row.n}`;
}

/** What a row's own content tells; its place is told by the row. */
type Content = Pick<Envelope, "name" | "shape" | "id" | "turn" | "item" | "itemType" | "hint" | "trouble">;

const NOTHING = { id: null, turn: null, item: null, itemType: null, hint: null, trouble: false } as const;

/** Reads the row that stands at `index` of block `seq`. */
export function readRow(row: Row, seq: number, index: number): Reading {
  const text = rowText(row);
  let message: RpcMessage | null = null;
  let content: Content;
  if (row.kind === "local") content = contentOfEvent(row.event);
  else if (typeof row.line === "object" && !(row.line instanceof Uint8Array)) {
    const { method, id } = row.line;
    content = { ...NOTHING, name: method ?? "content not kept", shape: "stub", id };
  } else {
    message = parseLine(text);
    content = contentOf(message, row);
  }
  // One literal: spread together from parts, it takes ten times as long, and there are many rows.
  const envelope: Envelope = {
    key: rowKey(row),
    seq,
    index,
    kind: row.kind,
    direction: row.kind === "local" ? "local" : row.kind === "out" ? "out" : "in",
    at: row.at,
    generation: row.generation,
    start: row.kind === "in" || row.kind === "snapshot" ? row.start : null,
    offset: row.offset,
    n: row.n,
    bytes: row.kind === "local" ? text.length : row.kind === "out" ? row.bytes : row.offset - row.start,
    name: content.name,
    shape: content.shape,
    id: content.id,
    thread: row.thread,
    turn: content.turn,
    item: content.item,
    itemType: content.itemType,
    hint: content.hint,
    trouble: content.trouble,
    redacted: row.kind === "out" && row.redacted,
  };
  return { envelope, message, row, text };
}

function contentOfEvent(event: LocalEvent): Content {
  return {
    ...NOTHING,
    name: event.type,
    shape: "local",
    id: "id" in event ? event.id : null,
    turn: "turn" in event ? event.turn : null,
    trouble: TROUBLED_EVENTS.has(event.type),
  };
}

function contentOf(message: RpcMessage, row: Row): Content {
  let turn: string | null = null;
  let item: string | null = null;
  let itemType: string | null = null;
  if (message.kind === "request" || message.kind === "notification") {
    const params = objectOf(message.params);
    const carried = objectOf(params?.["item"]);
    turn =
      textOf(params?.["turnId"]) ?? textOf(objectOf(params?.["turn"])?.["id"]) ?? textOf(params?.["expectedTurnId"]);
    item = textOf(params?.["itemId"]) ?? textOf(carried?.["id"]);
    itemType = textOf(carried?.["type"]);
  } else if (message.kind === "response") {
    const result = objectOf(message.result);
    turn = textOf(objectOf(result?.["turn"])?.["id"]) ?? textOf(result?.["turnId"]);
  }
  return {
    name: nameOf(message, row),
    shape: message.kind,
    id: "id" in message ? typedId(message.id) : null,
    turn,
    item,
    itemType,
    hint: hintOf(message),
    trouble: isTrouble(message),
  };
}

/** Local events that tell of something lost or refused. */
const TROUBLED_EVENTS: ReadonlySet<string> = new Set([
  "gap",
  "not-sent",
  "delivery-unknown",
  "stop-unanswered",
  "end-untold",
  "terminate",
]);

function nameOf(message: RpcMessage, row: Row): string {
  switch (message.kind) {
    case "request":
    case "notification":
      return message.method;
    case "response":
      return row.kind === "snapshot" ? row.method : row.kind === "out" ? "answer" : "reply";
    case "error":
      return row.kind === "out" ? "refusal" : "error reply";
    case "unroutable":
      return `not readable: ${message.reason}`;
  }
}

/** Characters of a hint, and of the text that is looked at for keys before it is cut: half a key is not known for one. */
const HINT = 80;
const LOOKED_AT = 600;

function hintOf(message: RpcMessage): string | null {
  const words = wordsOf(message);
  if (words === null || words.trim() === "") return null;
  // Whole, it is masked where it is drawn; thousands of rows are read for each that is.
  const shown = words.length <= HINT ? words : maskText(words.slice(0, LOOKED_AT)).slice(0, HINT);
  // A copy: a piece of a text keeps all of it in memory.
  return Array.from(shown).join("");
}

function wordsOf(message: RpcMessage): string | null {
  switch (message.kind) {
    case "error":
      return message.error.message;
    case "unroutable":
      return message.detail;
    case "response": {
      const result = objectOf(message.result);
      return textOf(result?.["decision"]) ?? textOf(result?.["action"]);
    }
    case "request":
    case "notification": {
      const params = objectOf(message.params);
      return (
        textOf(params?.["delta"]) ??
        textOf(params?.["command"]) ??
        textOf(objectOf(params?.["error"])?.["message"]) ??
        textOf(params?.["message"]) ??
        textOf(objectOf(params?.["turn"])?.["status"]) ??
        textOf(objectOf(params?.["status"])?.["type"])
      );
    }
  }
}

const FAILED: ReadonlySet<string> = new Set(["failed", "systemError"]);

function isTrouble(message: RpcMessage): boolean {
  switch (message.kind) {
    case "error":
    case "unroutable":
      return true;
    case "request":
    case "response":
      return false;
    case "notification": {
      if (message.method === "error") return true;
      const params = objectOf(message.params);
      return saysFailed(params?.["turn"]) || saysFailed(params?.["item"]) || saysFailed(params?.["status"]);
    }
  }
}

function saysFailed(value: unknown): boolean {
  const part = objectOf(value);
  const status = part?.["status"] ?? part?.["type"];
  return typeof status === "string" && FAILED.has(status);
}

/** Turns, with the ids of their items, that a reply with a piece of history holds. */
export function historyIn(message: RpcMessage | null): Map<string, Set<string>> {
  const turns = new Map<string, Set<string>>();
  if (message?.kind !== "response") return turns;
  const result = objectOf(message.result);
  const add = (turn: string | null, item: string | null) => {
    if (turn === null) return;
    const items = turns.get(turn) ?? new Set<string>();
    turns.set(turn, items);
    if (item !== null) items.add(item);
  };
  const addTurn = (value: unknown) => {
    const turn = objectOf(value);
    const id = textOf(turn?.["id"]);
    add(id, null);
    for (const item of listOf(turn?.["items"])) add(id, textOf(objectOf(item)?.["id"]));
  };
  for (const turn of listOf(objectOf(result?.["thread"])?.["turns"])) addTurn(turn);
  for (const turn of listOf(objectOf(result?.["initialTurnsPage"])?.["data"])) addTurn(turn);
  for (const value of listOf(result?.["data"])) {
    const entry = objectOf(value);
    // thread/items/list gives items with their turn, thread/turns/list gives turns.
    const turn = textOf(entry?.["turnId"]);
    if (turn !== null) add(turn, textOf(objectOf(entry?.["item"])?.["id"]));
    else if (Array.isArray(entry?.["items"])) addTurn(entry);
  }
  return turns;
}
