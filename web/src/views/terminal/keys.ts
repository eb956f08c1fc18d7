// What is typed, on its way: in order, one request at a time, what comes meanwhile gathered into the next. A refusal drops what
// waits: keys that arrive late, out of their moment, would do something else than was meant.
import type { Outcome, Failure } from "../../host/model.ts";

/** Bytes of one request: a paste of any length goes in pieces. */
export const PIECE_LIMIT = 65_536;

export interface Keys {
  push(bytes: Uint8Array): void;
}

/** @param failed told why, and how many bytes were not sent */
export function createKeys(
  send: (bytes: Uint8Array) => Promise<Outcome<null>>,
  failed: (reason: Failure, lost: number) => void,
): Keys {
  let waiting: Uint8Array[] = [];
  let busy = false;

  function next(): Uint8Array {
    let size = 0;
    const parts: Uint8Array[] = [];
    while (waiting.length > 0 && size < PIECE_LIMIT) {
      const first = waiting.shift();
      if (first === undefined) break;
      const room = PIECE_LIMIT - size;
      parts.push(first.subarray(0, room));
      if (first.length > room) waiting.unshift(first.subarray(room));
      size += Math.min(first.length, room);
    }
    const piece = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      piece.set(part, at);
      at += part.length;
    }
    return piece;
  }

  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) {
      const piece = next();
      const outcome = await send(piece);
      if (outcome.ok) continue;
      const lost = piece.length + waiting.reduce((sum, { length }) => sum + length, 0);
      waiting = [];
      failed(outcome.reason, lost);
    }
    busy = false;
  }

  return {
    push(bytes) {
      if (bytes.length === 0) return;
      waiting.push(bytes);
      void work();
    },
  };
}

/** What a key gives with Ctrl held: `c` gives ETX. Anything that has no such form stays as it is. */
export function withControl(text: string): string {
  if (text === " ") return "\0";
  if (text === "?") return "\x7f";
  return /^[a-zA-Z@[\\\]^_]$/.test(text) ? String.fromCharCode(text.toUpperCase().charCodeAt(0) & 31) : text;
}
