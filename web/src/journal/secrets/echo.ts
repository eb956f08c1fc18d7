// Masks secrets that the server says back, in the stored copy of incoming lines. While the page lives it keeps the
// values in memory, until the generation ends. Masked are string values only: a mask in a key, an id or a protocol word
// would change what the line means.
import type { RpcMessage } from "@longwire/shared-protocol/json-rpc";
import { MIN_ECHO_LENGTH, SECRET_MARK } from "./mark.ts";
import { needlesOf } from "./needles.ts";
import { findRanges, mergeRanges, openEnd, type Range } from "./ranges.ts";
import { decodeString, eachStringValue, rawOffsets } from "./string-values.ts";

/** A beginning of a secret at the end of a delta is masked from this length on, before the rest has come. */
export const OPEN_END_LENGTH = 4;
/** Items whose deltas are followed at once. */
const FOLLOWED_ITEMS = 64;

const protectedName = /^(?:ids?|method|type|status|kind)$|(?:Ids?|_ids?|ID)$/;
const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

/** The end of an item's text so far, as it really was. */
interface Followed {
  end: string;
  /** Its last character has been masked. */
  masked: boolean;
}

export interface EchoMask {
  /** From now on this value is masked; shorter than eight characters it is not looked for. */
  add(secret: string): void;
  active(): boolean;
  /**
   * The line as it is stored: the very same when no secret is in it. Lines must come in their order, each once: deltas
   * of one item are read on. Bytes that are not UTF-8 come back as text only when something in them was masked.
   */
  mask(line: string, message: RpcMessage): string;
  mask(line: string | Uint8Array, message: RpcMessage): string | Uint8Array;
  /** The generation is over: forgets all. */
  clear(): void;
}

export function createEchoMask(): EchoMask {
  let needles: string[] = [];
  let longest = 0;
  const followed = new Map<string, Followed>();

  /** Ranges to mask in the next piece of an item's text, in the piece's own places; `silent` ones leave no mark. */
  function nextPiece(key: string, piece: string): (Range & { silent: boolean })[] {
    const before = followed.get(key) ?? { end: "", masked: false };
    const text = before.end + piece;
    const base = before.end.length;
    const ranges = findRanges(text, needles);
    const open = openEnd(text, needles, OPEN_END_LENGTH);
    const merged = mergeRanges(open === null ? ranges : [...ranges, open]);
    followed.delete(key);
    if (followed.size >= FOLLOWED_ITEMS) for (const oldest of [...followed.keys()].slice(0, 1)) followed.delete(oldest);
    const masked = piece === "" ? before.masked : merged.at(-1)?.end === text.length;
    followed.set(key, { end: text.slice(Math.max(0, text.length - longest + 1)), masked });
    return merged
      .filter((range) => range.end > base)
      .map((range) => ({
        start: Math.max(range.start, base) - base,
        end: range.end - base,
        silent: range.start < base && before.masked,
      }));
  }

  function maskText(line: string, message: RpcMessage): string {
    const item = deltaKey(message);
    const parts: string[] = [];
    let done = 0;
    const isJson = eachStringValue(line, ({ start, end, name, depth }) => {
      if (name !== null && protectedName.test(name)) return;
      const raw = line.slice(start, end);
      const value = decodeString(raw);
      const ranges: (Range & { silent?: boolean })[] =
        item !== null && name === "delta" && depth === 2 ? nextPiece(item, value) : findRanges(value, needles);
      if (ranges.length === 0) return;
      const offsets = raw.includes("\\") ? rawOffsets(raw) : null;
      for (const range of ranges) {
        parts.push(line.slice(done, start + (offsets?.[range.start] ?? range.start)));
        if (range.silent !== true) parts.push(SECRET_MARK);
        done = start + (offsets?.[range.end] ?? range.end);
      }
    });
    const garbage = !isJson || (message.kind === "unroutable" && message.reason === "not-json");
    if (garbage) return replaceAnywhere(line);
    if (done === 0) return line;
    parts.push(line.slice(done));
    return parts.join("");
  }

  /** In a line that is no JSON there is nothing to break. */
  function replaceAnywhere(line: string): string {
    const parts: string[] = [];
    let done = 0;
    for (const range of findRanges(line, needles)) {
      parts.push(line.slice(done, range.start), SECRET_MARK);
      done = range.end;
    }
    return done === 0 ? line : parts.join("") + line.slice(done);
  }

  function mask(line: string, message: RpcMessage): string;
  function mask(line: string | Uint8Array, message: RpcMessage): string | Uint8Array;
  function mask(line: string | Uint8Array, message: RpcMessage): string | Uint8Array {
    if (needles.length === 0) return line;
    if (typeof line === "string") return maskText(line, message);
    const text = lossy.decode(line);
    const masked = maskText(text, message);
    return masked === text ? line : masked;
  }

  return {
    add(secret) {
      const values = [secret, secret.trim()].filter((value) => value.length >= MIN_ECHO_LENGTH);
      needles = [...new Set([...needles, ...values.flatMap(needlesOf)])];
      longest = Math.max(0, ...needles.map((needle) => needle.length));
    },
    active: () => needles.length > 0,
    mask,
    clear() {
      needles = [];
      longest = 0;
      followed.clear();
    },
  };
}

/** Names the text that a delta notification adds to; null for any other message. */
function deltaKey(message: RpcMessage): string | null {
  if (message.kind !== "notification") return null;
  const { params } = message;
  if (typeof params !== "object" || params === null || !("delta" in params) || typeof params.delta !== "string")
    return null;
  const read = (name: string): unknown => (Object.hasOwn(params, name) ? Reflect.get(params, name) : null);
  const place = [read("threadId"), read("turnId"), read("itemId"), read("contentIndex"), read("summaryIndex")];
  return JSON.stringify([message.method, ...place]);
}
