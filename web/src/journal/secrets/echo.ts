// Masks secrets that the server says back, in the stored copy of incoming lines. While the page lives it keeps the
// values in memory, until the generation ends. Masked are string values only: a mask in a key, an id or a protocol word
// would change what the line means.
import type { RpcMessage } from "@longwire/shared-protocol/json-rpc";
import { MIN_ECHO_LENGTH, SECRET_MARK } from "./mark.ts";
import { coreOf, needlesOf } from "./needles.ts";
import { findEscaped, findRanges, mergeRanges, openEnds, type Range } from "./ranges.ts";
import { decodeString, eachStringValue, rawOffsets } from "./string-values.ts";

/** A beginning of a secret at the end of a delta is masked from this length on, before the rest has come. */
export const OPEN_END_LENGTH = 4;
/** Items whose deltas are followed at once. */
const FOLLOWED_ITEMS = 64;

const protectedName = /^(?:ids?|method|type|status|kind)$|(?:Ids?|_ids?|ID)$/;
const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

/** Encoders may write any character as an escape; then looking for the core in the raw line would miss it. */
const escapedAscii = /\\u00[2-7]/;

/** The end of an item's text so far, as it really was, as far as a secret may have begun in it. */
interface Followed {
  end: string;
  /** Its last character has been masked. */
  masked: boolean;
}

type MaskRange = Range & { silent?: boolean };

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
  let plain: string[] = [];
  let needles: string[] = [];
  let cores: string[] = [];
  const followed = new Map<string, Followed>();

  /** Cheap, for the thousands of lines a second that have nothing to mask: false only when no needle can be there. */
  const mayHold = (text: string): boolean => cores.some((core) => text.includes(core));

  /** Needles know the habits of encoders; what escapes in any other way is read with its escapes undone. */
  const find = (text: string): Range[] => {
    const ranges = findRanges(text, needles);
    return text.includes("\\") ? mergeRanges([...ranges, ...findEscaped(text, plain)]) : ranges;
  };

  /** Ranges to mask in the next piece of an item's text, in the piece's own places; `silent` ones leave no mark. */
  function nextPiece(key: string, piece: string): MaskRange[] {
    const before = followed.get(key) ?? { end: "", masked: false };
    if (piece === "") return [];
    const text = before.end + piece;
    const base = before.end.length;
    const ranges = mayHold(text) || escapedAscii.test(text) ? find(text) : [];
    const open = openEnds(text, plain, needles);
    for (const { start, end, length } of open) {
      // What was begun to be masked goes on, though it may now read as less than it did.
      const goesOn = before.masked && start < base;
      if (length >= OPEN_END_LENGTH || goesOn) ranges.push({ start, end });
    }
    const merged = mergeRanges(ranges);
    followed.delete(key);
    const from = Math.min(text.length, ...open.map(({ start }) => start));
    if (from < text.length) {
      for (const oldest of followed.keys()) {
        if (followed.size < FOLLOWED_ITEMS) break;
        followed.delete(oldest);
      }
      followed.set(key, { end: text.slice(from), masked: merged.at(-1)?.end === text.length });
    }
    return merged
      .filter((range) => range.end > base)
      .map((range) => ({
        start: Math.max(range.start, base) - base,
        end: range.end - base,
        silent: range.start < base && before.masked,
      }));
  }

  function maskText(line: string, message: RpcMessage): string {
    const delta = deltaOf(message);
    const inDelta = delta === null ? [] : nextPiece(delta.key, delta.text);
    if (inDelta.length === 0 && !mayHold(line) && !escapedAscii.test(line)) return line;
    const parts: string[] = [];
    let done = 0;
    const isJson = eachStringValue(line, ({ start, end, name, depth }) => {
      if (name !== null && protectedName.test(name)) return;
      const raw = line.slice(start, end);
      const isDelta = delta !== null && name === "delta" && depth === 2;
      const ranges: readonly MaskRange[] = isDelta ? inDelta : find(decodeString(raw));
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
    for (const range of find(line)) {
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
      plain = [...new Set([...plain, ...values])];
      needles = [...new Set([...needles, ...values.flatMap(needlesOf)])];
      // An empty core is in every line: a secret of signs alone has to be looked for in each.
      cores = [...new Set([...cores, ...values.map(coreOf)])];
    },
    active: () => needles.length > 0,
    mask,
    clear() {
      plain = [];
      needles = [];
      cores = [];
      followed.clear();
    },
  };
}

/** The text of a delta notification and a key for what it adds to; null for any other message. */
function deltaOf(message: RpcMessage): { key: string; text: string } | null {
  if (message.kind !== "notification") return null;
  const { params } = message;
  if (typeof params !== "object" || params === null || !("delta" in params) || typeof params.delta !== "string")
    return null;
  const read = (name: string): unknown => (Object.hasOwn(params, name) ? Reflect.get(params, name) : null);
  const place = [read("threadId"), read("turnId"), read("itemId"), read("contentIndex"), read("summaryIndex")];
  return { key: JSON.stringify([message.method, ...place]), text: params.delta };
}
