// What is typed, on its way: in order, one request at a time, what comes meanwhile gathered into the next. A refusal drops what
// waits: keys that arrive late, out of their moment, would do something else than was meant.
import type { Outcome, Failure } from "../../host/model.ts";

/** Bytes of one request: a paste of any length goes in pieces. */
export const PIECE_LIMIT = 65_536;

const UNLOADED: Outcome<null> = {
  ok: false,
  reason: { type: "not-sent", message: "A part of the app could not be loaded. Reload the page; what runs goes on." },
};

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
      const outcome = await send(piece).catch((): Outcome<null> => UNLOADED);
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

/**
 * What is sent of a text that was pasted: characters that no text has are left out. An escape among them could say that the
 * paste is over, and what follows would be typed.
 */
export function pasteOf(text: string): { text: string; left: number } {
  const clean = text.replaceAll(CONTROLS, "");
  return { text: clean, left: text.length - clean.length };
}

/** All but tab and line ends. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** What a key gives with Ctrl held: `c` gives ETX. Anything that has no such form stays as it is. */
export function withControl(text: string): string {
  if (text === " ") return "\0";
  if (text === "?") return "\x7f";
  return /^[a-zA-Z@[\\\]^_]$/.test(text) ? String.fromCharCode(text.toUpperCase().charCodeAt(0) & 31) : text;
}
