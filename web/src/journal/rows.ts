// The rows of the journal: everything the fold needs, in the order in which it is folded.
// A row is immutable once written. Four kinds: what came in, what went out, what neither said, newest snapshots.
import type { GenerationEnd } from "@longwire/shared-protocol/relay-frames";

/** Written into each row. Raise it when a row's shape changes; readers keep understanding the older ones. */
export const ROW_VERSION = 1;

interface RowBase {
  v: typeof ROW_VERSION;
  /** The generation (one life of one App Server process) that the row belongs to. */
  generation: string;
  /** Byte offset, in that generation's output, of the next incoming line after this row. */
  offset: number;
  /** Counts rows that share an offset: 0 for the incoming line that ends there, then 1, 2 … */
  n: number;
  /** When this device wrote the row, unix milliseconds. The fold has no clock; this is its time. */
  at: number;
  /** The thread that the row speaks of; null when it is the host's. */
  thread: string | null;
}

/** One line of the App Server. */
export interface InRow extends RowBase {
  kind: "in";
  /** Where the line starts; `offset` is the byte after its LF. */
  start: number;
  /**
   * The line without its LF, exactly; bytes when it is not valid UTF-8; a stub when the content is not kept. Where the
   * server said a secret back there is a mark, and the text is then not as long as `offset - start` says.
   */
  line: string | Uint8Array | Stub;
}

/** What stands in for content that is not stored (file contents, process output, large replies to other devices). */
export interface Stub {
  stub: true;
  /** The notification's own method, or that of the request that the reply answers; null when another device asked. */
  method: string | null;
  /** `typedId` of the reply (n:7 or s:7), when it has one. */
  id: string | null;
  bytes: number;
  /** SHA-256 as hex, or null where the page has no WebCrypto. */
  sha256: string | null;
  /** The handle of the process or command whose output it was, or whose end. */
  about?: string;
}

/** One line that this device handed to its link. */
export interface OutRow extends RowBase {
  kind: "out";
  /** The client id that sent it (one page at a time owns one). */
  client: string;
  /** The line without its LF; secret answers are replaced by a mark. */
  line: string;
  /** The real length on the wire, LF and padding included. */
  bytes: number;
  /** A secret was replaced. */
  redacted: boolean;
}

/** Things that the fold needs and the App Server did not say. */
export type LocalEvent =
  /** This device attached; `from` is where its bytes begin when it joined late. */
  | { type: "attached"; client: string; from: number; fresh: boolean }
  /** Bytes that this device will never have. The next line starts at `offset` of the row. */
  | { type: "gap"; from: number; to: number }
  /** The process is gone. */
  | { type: "exit"; end: GenerationEnd }
  /** The relay has taken a line of ours into its queue for stdin: `id` is its `typedId`. */
  | { type: "taken"; id: string }
  /** Ten seconds, live and caught up, without `turn/completed` after an interrupt was taken. */
  | { type: "stop-unanswered"; turn: string }
  /** Its thread rests, the server was asked for its copy, and nothing has told how this turn ended. */
  | { type: "end-untold"; turn: string }
  /** This device asked the relay to end the App Server, because of `turn` when it was a stop by force. */
  | { type: "terminate"; turn: string | null }
  /** A line of ours was not sent and will not be: its request was settled meanwhile, or its generation is over. */
  /** `unwritten`: it never had a row, so nothing else can have become of it. `discarded`: the person has put it away. */
  | { type: "not-sent"; id: string; reason: string; unwritten?: true; discarded?: boolean }
  /** A line of ours was handed over, but the generation ended before the relay told that it took it. */
  | { type: "delivery-unknown"; id: string }
  /** The person put away a message of theirs that was not delivered, or not surely: its clientUserMessageId. */
  | { type: "discarded"; message: string }
  /** Catching up is done: pending requests not named in `keys` were not brought again. */
  | { type: "caught-up"; keys: string[] };

export interface LocalRow extends RowBase {
  kind: "local";
  event: LocalEvent;
}

/** The newest reply to a read of ours, per thread, method and page. It replaces the older one. */
export interface SnapshotRow extends RowBase {
  kind: "snapshot";
  start: number;
  method: string;
  /** Names the page: request cursor and the turns that it holds. */
  page: string;
  /** The parameters of the request, as JSON text. */
  params: string;
  line: string;
}

export type Row = InRow | OutRow | LocalRow | SnapshotRow;

/** A row before the journal has given it its `n` and, for out and local rows, its `offset`. */
export type DraftRow =
  | Omit<InRow, "n">
  | Omit<SnapshotRow, "n">
  | Omit<OutRow, "n" | "offset">
  /** A gap carries the offset that it moves the cursor to; other local rows stand at the cursor. */
  | (Omit<LocalRow, "n" | "offset"> & { moveTo?: number });
