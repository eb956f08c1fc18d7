// One line of the App Server as a JSON-RPC message: classified by its shape alone, never by looking an id up.
// Lines carry no "jsonrpc" member; one that is there does no harm.

/** A request id as it stands on the wire. `7` and `"7"` are two different ids. */
export type RequestId = string | number;

/** What a response carries when the request failed. `code` is null when the server left it out or sent no number. */
export interface RpcError {
  readonly code: number | null;
  readonly message: string;
  readonly data: unknown;
}

/** Why a line is none of the four shapes. Such a line is kept and shown, and nothing is ever sent because of it. */
export type UnroutableReason =
  | "blank"
  | "not-json"
  /** Nested so deep that a browser can parse it, but neither write nor copy nor store what it has parsed. */
  | "nested-too-deep"
  | "not-an-object"
  | "method-not-a-string"
  /** The id is neither a string nor a number (null, an object …). */
  | "id-of-wrong-type"
  /** A number that JavaScript cannot hold exactly: an answer to it could reach another request. */
  | "id-not-exact"
  /** Neither a method nor a result nor an error. */
  | "no-known-shape"
  /** A result or an error that names no request. */
  | "answer-without-id";

export type RpcMessage =
  | {
      readonly kind: "request";
      readonly id: RequestId;
      readonly method: string;
      readonly params: unknown;
      readonly emittedAtMs: number | null;
    }
  | {
      readonly kind: "notification";
      readonly method: string;
      readonly params: unknown;
      readonly emittedAtMs: number | null;
    }
  | { readonly kind: "response"; readonly id: RequestId; readonly result: unknown }
  | { readonly kind: "error"; readonly id: RequestId; readonly error: RpcError }
  | { readonly kind: "unroutable"; readonly reason: UnroutableReason; readonly detail: string };

export type RpcRequest = Extract<RpcMessage, { kind: "request" }>;
export type RpcNotification = Extract<RpcMessage, { kind: "notification" }>;
export type RpcResponse = Extract<RpcMessage, { kind: "response" }>;
export type RpcErrorResponse = Extract<RpcMessage, { kind: "error" }>;
export type RpcUnroutable = Extract<RpcMessage, { kind: "unroutable" }>;

/** What stands for the words of an error that has none. */
export const NO_MESSAGE = "the server gave no message";

/** JSON-RPC error codes that the App Server uses, or that a client answers with. */
export const RPC_CODE = {
  /** Also what the App Server answers to a method it does not know. */
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** The request was not taken and may be sent again. */
  overloaded: -32001,
} as const;

const BYTE_ORDER_MARK = 0xfeff;

/** Deeper lists and objects are not read. Engines parse any depth, but end at some 4000 levels when they write or copy it. */
export const MOST_LEVELS = 2000;

/** The farthest moment that a Date can hold, in ms: dates beyond it cannot be written. */
const FARTHEST_TIME = 8.64e15;

/**
 * Classifies one line (without its LF; a CR before it and a byte order mark in front are tolerated).
 * Never throws.
 */
export function parseLine(line: string): RpcMessage {
  const text = line.charCodeAt(0) === BYTE_ORDER_MARK ? line.slice(1) : line;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (text.trim() === "") return unroutable("blank", "an empty line");
    return unroutable("not-json", error instanceof Error ? error.message : "not JSON");
  }
  // Each level takes two characters at least.
  if (text.length > 2 * MOST_LEVELS && isDeeper(value, MOST_LEVELS))
    return unroutable("nested-too-deep", `more than ${MOST_LEVELS} levels`);
  return classify(value);
}

/** Whether a value holds more than so many levels of lists and objects, one in the other. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const member of value) if (isDeeper(member, levels - 1)) return true;
    return false;
  }
  for (const member of Object.values(value)) if (isDeeper(member, levels - 1)) return true;
  return false;
}

/** Classifies a parsed line. The order is fixed: method and id, method alone, then result or error. */
export function classify(value: unknown): RpcMessage {
  if (!isRecord(value))
    return unroutable(
      "not-an-object",
      `a JSON ${value === null ? "null" : Array.isArray(value) ? "array" : typeof value}`,
    );
  const hasId = Object.hasOwn(value, "id");
  if (Object.hasOwn(value, "method")) {
    const method = value["method"];
    if (typeof method !== "string") return unroutable("method-not-a-string", `method is ${describe(method)}`);
    const emittedAtMs = readEmittedAt(value["emittedAtMs"]);
    const params = value["params"];
    if (!hasId) return { kind: "notification", method, params, emittedAtMs };
    const id = readId(value["id"]);
    return id.ok ? { kind: "request", id: id.id, method, params, emittedAtMs } : id.problem;
  }
  // A null beside the other member is how some encoders write "absent".
  const hasError = Object.hasOwn(value, "error") && value["error"] !== null;
  const hasResult = Object.hasOwn(value, "result");
  if (!hasError && !hasResult)
    return unroutable("no-known-shape", `members: ${Object.keys(value).slice(0, 8).join(", ")}`);
  if (!hasId) return unroutable("answer-without-id", hasError ? "an error" : "a result");
  const id = readId(value["id"]);
  if (!id.ok) return id.problem;
  // Both at once is forbidden; the error is believed, since a failure taken for success does harm.
  if (hasError) return { kind: "error", id: id.id, error: readError(value["error"]) };
  return { kind: "response", id: id.id, result: value["result"] };
}

type IdReading =
  | { readonly ok: true; readonly id: RequestId }
  | { readonly ok: false; readonly problem: RpcUnroutable };

function readId(value: unknown): IdReading {
  if (typeof value === "string") return { ok: true, id: value };
  if (typeof value !== "number")
    return { ok: false, problem: unroutable("id-of-wrong-type", `id is ${describe(value)}`) };
  const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return exact ? { ok: true, id: value } : { ok: false, problem: unroutable("id-not-exact", `id is near ${value}`) };
}

function readError(value: unknown): RpcError {
  if (!isRecord(value))
    return { code: null, message: typeof value === "string" ? value : JSON.stringify(value), data: undefined };
  const { code, message, data } = value;
  return {
    code: typeof code === "number" ? code : null,
    message: typeof message === "string" ? message : NO_MESSAGE,
    data,
  };
}

function readEmittedAt(value: unknown): number | null {
  return typeof value === "number" && Math.abs(value) <= FARTHEST_TIME ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "an array" : `a JSON ${typeof value}`;
}

function unroutable(reason: UnroutableReason, detail: string): RpcUnroutable {
  return { kind: "unroutable", reason, detail };
}

/** Half of a surrogate pair makes the App Server drop the whole line without a word: it goes as U+FFFD. */
function lineOf(message: object): string {
  // Such a half is all that is written as an escape from `d8` on; a backslash of the text itself comes as two.
  return `${JSON.stringify(message).replace(/(\\\\)|\\ud[\da-f]{3}/g, (_, kept?: string) => kept ?? "\ufffd")}\n`;
}

/** A request as the line to write, LF included. `params` undefined leaves the member out. */
export function encodeRequest(id: RequestId, method: string, params?: unknown): string {
  return lineOf({ id, method, params });
}

/** A notification as the line to write, LF included. */
export function encodeNotification(method: string, params?: unknown): string {
  return lineOf({ method, params });
}

/** The answer to a server request as the line to write, LF included; the id keeps its JSON type. */
export function encodeResponse(id: RequestId, result: unknown): string {
  // An answer without a result member would be no answer: null stands for "nothing to say".
  return lineOf({ id, result: result === undefined ? null : result });
}

/** The refusal of a server request as the line to write, LF included. */
export function encodeErrorResponse(id: RequestId, code: number, message: string): string {
  return lineOf({ id, error: { code, message } });
}
