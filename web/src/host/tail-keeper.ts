// Keeps the pieces of a large unfinished line in the journal, so that a page that is reloaded in the middle of 30 MB goes
// on where it was. Small tails are not worth a write: they are fetched again.
import type { LineReader } from "../rpc/lines.ts";
import type { TailInput } from "./inputs.ts";

/** Bytes of an unfinished line from which on its pieces are stored, and the size of a piece. */
export const TAIL_FROM = 256 * 1024;
export const TAIL_PIECE = 1024 * 1024;

export interface TailKeeper {
  /** The bytes of the reader begin at this offset now. */
  restart(offset: number): void;
  /** After the reader was fed these bytes. */
  fed(generation: string, reader: LineReader, offset: number, bytes: Uint8Array): void;
}

/** Makes the keeper of one session; `push` queues the pieces behind the lines that came before. */
export function createTailKeeper(push: (input: TailInput) => void): TailKeeper {
  /** Up to here pieces of the present line have been queued, or nothing has to be. */
  let kept = 0;
  let pieces: Uint8Array[] = [];
  let waiting = 0;

  return {
    restart(offset) {
      kept = offset;
      pieces = [];
      waiting = 0;
    },
    fed(generation, reader, offset, bytes) {
      const lineStart = reader.lineStart();
      if (lineStart > kept) {
        kept = lineStart;
        pieces = [];
        waiting = 0;
      }
      const end = offset + bytes.length;
      const from = Math.max(offset, kept + waiting);
      if (from < end) {
        pieces.push(bytes.subarray(from - offset));
        waiting = end - kept;
      }
      if (reader.pendingLength() < TAIL_FROM || waiting < TAIL_PIECE) return;
      const piece = new Uint8Array(waiting);
      let at = 0;
      for (const part of pieces) {
        piece.set(part, at);
        at += part.length;
      }
      push({ type: "tail", generation, from: kept, bytes: piece });
      kept += waiting;
      pieces = [];
      waiting = 0;
    },
  };
}
