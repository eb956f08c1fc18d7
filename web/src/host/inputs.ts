// What goes into the pump: lines that came in, lines to send, what neither said, pieces of a large unfinished line.
import type { RpcMessage } from "@longwire/shared-protocol/json-rpc";
import type { LocalEvent, Row } from "../journal/rows.ts";

/** A line that came in, read by the session before it is queued. */
export interface LineInput {
  type: "line";
  generation: string;
  start: number;
  /** The byte after the line's LF. */
  end: number;
  line: string | Uint8Array;
  message: RpcMessage;
}

export interface LocalInput {
  type: "local";
  generation: string;
  thread: string | null;
  event: LocalEvent;
  /** For a gap: the cursor after it. */
  moveTo?: number;
  /** Called when the row is about to be stored: what changes in the client record because of it is stored with it. */
  begin?: () => void;
}

/** A line to send. `admit` is asked right before its row is written; `send` comes after it is stored. */
export interface OutInput {
  type: "out";
  generation: string;
  thread: string | null;
  client: string;
  /** The line as it is kept, without LF; null when its row was written by an earlier try. */
  stored: string | null;
  bytes: number;
  redacted: boolean;
  /** False: the link is not where the line belongs, or it makes no sense any more. Nothing is written, `bounced` follows. */
  admit: () => boolean;
  /**
   * For a line that only one page of the device may send: whether another one has, by the rows that it stored meanwhile.
   * Asked inside the transaction; then nothing is written and `revoked` follows. Such a line ends its batch.
   */
  conflicts?: (missed: readonly Row[]) => boolean;
  send: () => void;
  bounced: () => void;
  /** It was admitted, but another page was first. */
  revoked: () => void;
}

/** A piece of a large unfinished line, so that a page that comes back need not fetch it again. */
export interface TailInput {
  type: "tail";
  generation: string;
  from: number;
  bytes: Uint8Array;
}

export type Input = LineInput | LocalInput | OutInput | TailInput;

/** Bytes of lines in one transaction: large enough for throughput, small enough not to hold the page up. */
const BATCH_BYTES = 1024 * 1024;
const BATCH_ROWS = 4096;

/** How many inputs from the front of the queue go into one transaction: one generation, within the limits, at least one. */
export function batchLength(queue: readonly Input[]): number {
  const first = queue[0];
  if (first === undefined) return 0;
  let bytes = 0;
  let count = 0;
  for (const input of queue) {
    if (input.generation !== first.generation || count >= BATCH_ROWS) break;
    // A piece of an unfinished line joins what is stored only when the lines before it are.
    if (input.type === "tail" && count > 0) break;
    bytes += input.type === "line" ? input.end - input.start : 200;
    if (count > 0 && bytes > BATCH_BYTES) break;
    count += 1;
    if (input.type === "tail" || (input.type === "out" && input.conflicts !== undefined)) break;
  }
  return count;
}
