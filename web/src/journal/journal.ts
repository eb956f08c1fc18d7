// The journal's contract: what IndexedDB (or memory) holds for the app. Adapters pass one acceptance suite.
// Rows and cursor are written in one transaction that first reads the cursor, so that any number of tabs may write:
// nothing is doubled or skipped and no tab depends on another being awake.
import type { GenerationEnd } from "@longwire/shared-protocol/relay-frames";
import type { DraftRow, Row } from "./rows.ts";

/** What is known of one generation on this device. */
export interface GenerationRecord {
  host: string;
  generation: string;
  /** Order in which this device first met the generations of the host. */
  ordinal: number;
  /** The cursor: the end of the last whole line stored (or of a gap). */
  offset: number;
  /** Rows already written at that offset. */
  n: number;
  /** The end of what is stored of the unfinished line behind the cursor; the same as `offset` when nothing is. */
  tailEnd: number;
  /** Those bytes, from `offset` to `tailEnd`. Only `generations()` loads them; null elsewhere and when there are none. */
  tail: Uint8Array | null;
  /** The server's own version string, from the reply to `initialize`. */
  userAgent: string | null;
  end: GenerationEnd | null;
}

/** The journal of one host as a transaction sees it. `seq` counts the written blocks of rows. */
export interface Head {
  seq: number;
  /** The generation that is being written; its record as stored, or a new one. */
  generation: GenerationRecord;
}

export interface Written {
  /** `seq` after the write; give it back as `seen` next time. */
  seq: number;
  /** Rows of other tabs that were not seen yet, in order; fold these first. */
  missed: Row[];
  /** The rows that this write stored, in order, gaps that it found included; fold these next. */
  rows: Row[];
  /** The cursor after the write. */
  offset: number;
}

export interface WriteRequest {
  host: string;
  generation: string;
  /** The `seq` up to which the caller has folded. */
  seen: number;
  /**
   * Makes the rows, inside the transaction and synchronously: the caller annotates lines with what `missed` tells
   * (whose request a reply answers). In and snapshot rows that end at or before the cursor are dropped by the journal;
   * a hole before an in row becomes a gap row. A caller that would rather fetch the missing bytes looks at
   * `head.generation.offset` and returns no rows. It may be called a second time when the connection to the database
   * broke: it must have no effects of its own.
   */
  build: (head: Head, missed: readonly Row[]) => DraftRow[];
  /**
   * Called with the rows of other tabs, in chunks and before `build`, when more of them are waiting than one
   * transaction should read; `missed` then has the rest. Without it `missed` holds them all.
   */
  catchUp?: (rows: Row[], seq: number) => void;
  /**
   * A further piece of the unfinished line behind the last whole one, when that is over 256 KiB; `from` is the byte
   * offset of the piece. Pieces that do not join what is stored are left out. A moved cursor removes them.
   */
  tail?: { from: number; bytes: Uint8Array };
  userAgent?: string;
  /** This page's own client record as it is after the write, in the same transaction; `n` is never set back. */
  client?: ClientRecord;
}

/** A client id: one page owns it at a time (a Web Lock); its outbox and attach number survive the page. */
export interface ClientRecord {
  host: string;
  client: string;
  /** The number of the last attach; grows for ever. */
  n: number;
  outbox: OutboxEntry[];
  /**
   * Bytes of this client id handed to a socket, in the last generation in which it sent. When the relay has taken more,
   * a page sent lines that it could not write down.
   */
  sent?: { generation: string; end: number };
}

/** A line that must not get lost with the page: what it was for, and how far it got. */
export interface OutboxEntry {
  /** `typedId` of the line (n:7 or s:7); for an answer, the server's id. */
  id: string;
  intent: Intent;
  /** Unix milliseconds. */
  at: number;
  state:
    | { type: "waiting" }
    /** Handed to a socket: `end` counts the bytes of this client id in that generation, this line included. */
    | { type: "handed"; generation: string; end: number }
    /** It was not sent and will not be: it is shown to the person until they have dealt with it. */
    | { type: "returned"; reason: string };
}

/** How a message is to reach the model. */
export type MessageWay =
  /** As a turn of its own, on a thread that is idle. */
  | { type: "start" }
  /** Into this very turn while it runs. */
  | { type: "steer"; turn: string }
  /** Behind what waits in the thread's queue already. */
  | { type: "queue" };

/** What a person asked for, so that it can be looked at again after a cut. Reads are not kept: they are asked anew. */
export type Intent =
  | {
      type: "message";
      thread: string;
      clientUserMessageId: string;
      line: string;
      /** Its words. */
      text: string;
      /** It holds more than words: all of it is in `line`. */
      parts?: true;
      /** The thread's last turn when the person wrote it. */
      lastTurn: string | null;
      /** How the line asks for it. Left out: a new turn, or whatever the server makes of it. */
      way?: MessageWay;
    }
  | { type: "interrupt"; thread: string; turn: string; line: string }
  /** `line` is null for an answer with a secret: it is never stored, so it goes back to the person. */
  | { type: "answer"; generation: string; requestKey: string; thread: string | null; line: string | null }
  /** Any other act, with a sentence that names it to the person when it goes back. */
  | { type: "act"; thread: string | null; method: string; line: string; label: string };

/** The rows of one block that speak of one thread. */
export interface ThreadBlock {
  seq: number;
  /** About how many bytes reading the block brought. */
  bytes: number;
  rows: Row[];
}

export interface Checkpoint {
  host: string;
  /** "host", or a thread id behind "t:". */
  scope: string;
  /** Rows up to this `seq` are in it. */
  seq: number;
  /** The fold that made it; another number means: rebuild from rows. */
  foldVersion: number;
  state: unknown;
}

/** A host as this device knows it: where it is and how to get in. */
export interface HostRecord {
  /** The relay's random id. */
  id: string;
  /** WebSocket address, for example ws://127.0.0.1:4177/relay. */
  url: string;
  token: string;
  label: string;
  addedAt: number;
}

export type JournalHealth =
  | { type: "ok" }
  /** Writing fails since `since` (unix ms): the page goes on from memory, the stored cursor stays behind. */
  | { type: "not-saving"; since: number; reason: "quota" | "closed" | "missing" | "other"; detail: string }
  /** A write that was begun at `since` (unix ms) has not been answered yet; what waits behind it is not lost. */
  | { type: "slow"; since: number }
  /** Another tab with an older version of the app holds the database. */
  | { type: "blocked" }
  /** A newer version of the app upgraded the database under this page. */
  | { type: "superseded" };

/**
 * Where there is no database, reads give nothing and everything that writes rejects with a `JournalError`: the page
 * goes on from memory and `health` tells the person.
 */
export interface Journal {
  health(): JournalHealth;
  onHealth(listener: (health: JournalHealth) => void): () => void;

  hosts(): Promise<HostRecord[]>;
  putHost(host: HostRecord): Promise<void>;
  /** Removes the host with all that is stored of it, values whose key begins with `<id>/` included. */
  removeHost(id: string): Promise<void>;

  /** Known generations of a host, oldest first. */
  generations(host: string): Promise<GenerationRecord[]>;

  /** One transaction: reads the head, lets `build` make rows, stores rows, cursor and client record. */
  write(request: WriteRequest): Promise<Written>;
  /** Rows behind `seen`, written by other tabs: some megabytes at most. `more` tells to ask again with the new `seq`. */
  readSince(host: string, seen: number): Promise<{ seq: number; rows: Row[]; more: boolean }>;
  /** All rows of the host behind `after` up to now, in order, in chunks. */
  readAll(host: string, after: number, chunk: (rows: Row[], seq: number) => void): Promise<number>;
  /** The rows that speak of one thread, and the host's local rows, behind `after`, in order, in chunks. */
  readThread(host: string, thread: string, after: number, chunk: (rows: Row[], seq: number) => void): Promise<number>;
  /** The numbers of the blocks that hold rows of the thread, or local rows of the host, in order: for reading in pages. */
  threadBlocks(host: string, thread: string): Promise<number[]>;
  /** The rows of these blocks that `readThread` would give, block by block in the given order; a lost one is left out. */
  readThreadBlocks(host: string, thread: string, seqs: readonly number[]): Promise<ThreadBlock[]>;
  /** Called when another tab has written rows of the host. */
  onForeign(host: string, listener: () => void): () => void;

  checkpoint(host: string, scope: string): Promise<Checkpoint | null>;
  putCheckpoint(checkpoint: Checkpoint): Promise<void>;

  clients(host: string): Promise<ClientRecord[]>;
  /** Stores the outbox. `n` is never set back: the larger one of the stored and the given number stays. */
  putClient(record: ClientRecord): Promise<void>;
  /**
   * The next attach number of a client id: greater than the stored one and not below `atLeast`. It is on disk before it
   * is given, and the outbox is left as it is. Makes the record when there is none.
   */
  nextAttach(host: string, client: string, atLeast: number): Promise<number>;

  /**
   * Values that are no rows: drafts and what is attached to them (never secrets), what has been read, preferences. A
   * host's: `<id>/…`. Undefined put under a key removes it.
   */
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;

  close(): void;
}
