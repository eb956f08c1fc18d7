// The pump: the one queue through which everything reaches the journal, then the fold, then the wire.
// Inputs are taken in order and in batches; each batch is stored in one transaction before anyone sees it, and a line of
// ours is handed to the link only after its row is stored. While storing fails, work goes on from memory.
import type { ClientRecord, Journal, Written } from "../journal/journal.ts";
import { ROW_VERSION, type DraftRow, type LocalEvent, type Row } from "../journal/rows.ts";
import type { RpcMessage } from "@longwire/shared-protocol/json-rpc";
import { createBacklog } from "./backlog.ts";

/** A line that came in, read and named by the session before it is queued. */
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
}

/** A line to send. `admit` is asked right before its row is written; `send` after it is stored. */
export interface OutInput {
  type: "out";
  generation: string;
  thread: string | null;
  client: string;
  /** The line as it is kept, without LF; null when its row was written by an earlier try. */
  stored: string | null;
  bytes: number;
  redacted: boolean;
  /** False: the link is not where the line belongs; nothing is written and `bounced` is called. */
  admit: () => boolean;
  send: () => void;
  bounced: () => void;
}

/** A piece of a large unfinished line, so that a page that comes back need not fetch it again. */
export interface TailInput {
  type: "tail";
  generation: string;
  from: number;
  bytes: Uint8Array;
}

export type Input = LineInput | LocalInput | OutInput | TailInput;

export interface PumpOptions {
  host: string;
  journal: Journal;
  now: () => number;
  /** Turns lines into rows; runs inside the transaction, so it must be quick and must not wait. */
  draft: (input: LineInput, missed: readonly Row[], batch: readonly Input[], at: number) => DraftRow;
  /** Work on a batch that has to wait for something (hashes), before the transaction begins. */
  prepare: (batch: readonly Input[]) => Promise<void>;
  /** Folds stored rows in order. `known` gives the message of a row that was parsed already. */
  fold: (rows: readonly Row[], known: (row: Row) => RpcMessage | undefined) => void;
  /** This page's client record as it must stand once the batch is stored; null when it did not change. */
  clientRecord: () => ClientRecord | null;
  userAgent: (generation: string) => string | undefined;
  /** Storing works again, but lines were dropped from memory meanwhile: the session reads them from the relay again. */
  onHealedWithHole: () => void;
}

export interface Pump {
  push(input: Input): void;
  /** Resolves when everything pushed so far has been folded. */
  drained(): Promise<void>;
  /** True when nothing is queued or under way. */
  idle(): boolean;
  /** Runs a job between two batches: the journal's `seq` and the fold stand still meanwhile. */
  exclusive<T>(job: () => Promise<T>): Promise<T>;
  /** Rows up to this block are folded. */
  seq(): number;
  setSeq(seq: number): void;
  /** The byte up to which the generation's lines are folded. */
  foldedTo(generation: string): number;
  setFoldedTo(generation: string, offset: number): void;
  /** Reads what other tabs have written. */
  pull(): void;
  close(): void;
}

/** Bytes of lines in one transaction: large enough for throughput, small enough not to hold the page up. */
const BATCH_BYTES = 1024 * 1024;
const BATCH_ROWS = 4096;

/** Makes the pump of one session. */
export function createPump(options: PumpOptions): Pump {
  const { host, journal, now } = options;
  let queue: Input[] = [];
  let jobs: (() => Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  let closed = false;
  let pullWanted = false;
  let seq = 0;
  const folded = new Map<string, number>();
  const backlog = createBacklog(host);

  const start = (): void => {
    if (running !== null || closed) return;
    running = loop().finally(() => {
      running = null;
      if (queue.length > 0 || jobs.length > 0 || pullWanted) start();
    });
  };

  async function loop(): Promise<void> {
    while (!closed) {
      const job = jobs.shift();
      if (job !== undefined) {
        await job();
        continue;
      }
      if (queue.length > 0) {
        await storeAndFold(takeBatch());
        continue;
      }
      if (pullWanted) {
        pullWanted = false;
        await readForeign();
        continue;
      }
      return;
    }
  }

  /** The longest run of one generation's inputs within the limits, or one input that is larger. */
  function takeBatch(): Input[] {
    const first = queue[0];
    if (first === undefined) return [];
    let bytes = 0;
    let count = 0;
    for (const input of queue) {
      if (input.generation !== first.generation || count >= BATCH_ROWS) break;
      bytes += input.type === "line" ? input.end - input.start : input.type === "tail" ? input.bytes.length : 200;
      if (count > 0 && bytes > BATCH_BYTES) break;
      count += 1;
    }
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    return batch;
  }

  async function storeAndFold(inputs: Input[]): Promise<void> {
    const batch: Input[] = [];
    for (const input of inputs) {
      if (input.type === "out" && !input.admit()) input.bounced();
      else if (input.type === "tail") await storeTail(input);
      else batch.push(input);
    }
    const first = batch[0];
    if (first === undefined) return;
    await options.prepare(batch);
    const at = now();
    const known = new Map<number, RpcMessage>();
    for (const input of batch) if (input.type === "line") known.set(input.end, input.message);
    const knownOf = (row: Row): RpcMessage | undefined =>
      (row.kind === "in" || row.kind === "snapshot") && row.generation === first.generation ? known.get(row.offset) : undefined;
    const makeDrafts = (missed: readonly Row[]): DraftRow[] => batch.flatMap((input) => draftOf(input, missed, batch, at));

    if (backlog.hasHole()) {
      // Lines behind the stored cursor are gone from memory: storing goes on from the relay's log, not from here.
      foldFromMemory(first.generation, makeDrafts([]), knownOf);
      if (backlog.mayTry(at) && (await storeHeld())) options.onHealedWithHole();
    } else if (!backlog.mayTry(at)) {
      foldFromMemory(first.generation, makeDrafts([]), knownOf);
    } else {
      await store(first.generation, makeDrafts, knownOf);
    }
    release(batch);
  }

  async function storeTail(input: TailInput): Promise<void> {
    // Saves fetching it again, no more: when it fails, or lines are waiting to be stored, it is left out.
    if (backlog.all().length > 0) return;
    try {
      const { generation, from, bytes } = input;
      const done = await journal.write({ host, generation, seen: seq, build: () => [], tail: { from, bytes } });
      seq = done.seq;
      foldNew(done.missed, () => undefined);
    } catch {
      // see above
    }
  }

  async function store(
    generation: string,
    makeDrafts: (missed: readonly Row[]) => DraftRow[],
    knownOf: (row: Row) => RpcMessage | undefined,
  ): Promise<void> {
    const held = backlog.held(generation);
    const client = options.clientRecord();
    const userAgent = options.userAgent(generation);
    let drafts: DraftRow[] | null = null;
    let written: Written;
    try {
      await storeHeld(generation);
      written = await journal.write({
        host,
        generation,
        seen: seq,
        build: (_head, missed) => {
          drafts = makeDrafts(missed);
          return [...held, ...drafts];
        },
        ...(userAgent === undefined ? {} : { userAgent }),
        ...(client === null ? {} : { client }),
      });
    } catch {
      // The journal tells its health itself; here the page goes on from memory and the stored cursor stays behind.
      foldFromMemory(generation, drafts ?? makeDrafts([]), knownOf);
      return;
    }
    seq = written.seq;
    foldNew(written.missed, () => undefined);
    foldNew(written.rows, knownOf);
    backlog.healed();
  }

  /** Stores what waits in memory for all generations but `except`; false when storing still fails. */
  async function storeHeld(except?: string): Promise<boolean> {
    for (const [generation, drafts] of backlog.all()) {
      if (generation === except) continue;
      try {
        const done = await journal.write({ host, generation, seen: seq, build: () => [...drafts] });
        seq = done.seq;
        foldNew(done.missed, () => undefined);
        foldNew(done.rows, () => undefined);
      } catch (error) {
        if (except !== undefined) throw error;
        backlog.failed(now());
        return false;
      }
      if (except !== undefined) backlog.drop(generation);
    }
    if (except === undefined) backlog.healed();
    return true;
  }

  function release(batch: readonly Input[]): void {
    for (const input of batch) if (input.type === "out") input.send();
  }

  function foldFromMemory(generation: string, drafts: DraftRow[], known: (row: Row) => RpcMessage | undefined): void {
    foldNew(backlog.keep(generation, drafts, folded.get(generation) ?? 0, now()), known);
  }

  /** Lines that were folded already (from memory, while storing failed) are not folded again once they are stored. */
  function foldNew(rows: readonly Row[], known: (row: Row) => RpcMessage | undefined): void {
    const fresh: Row[] = [];
    for (const row of rows) {
      const at = folded.get(row.generation) ?? 0;
      if (backlog.foldedAlready(row)) continue;
      if (row.kind === "in" || row.kind === "snapshot") {
        if (row.offset <= at) continue;
        folded.set(row.generation, row.offset);
      } else if (row.offset > at) {
        folded.set(row.generation, row.offset);
      }
      fresh.push(row);
    }
    if (fresh.length > 0) options.fold(fresh, known);
  }

  async function readForeign(): Promise<void> {
    try {
      const foreign = await journal.readSince(host, seq);
      seq = foreign.seq;
      foldNew(foreign.rows, () => undefined);
      if (foreign.more) pullWanted = true;
    } catch {
      // The next write brings them.
    }
  }

  function draftOf(input: Input, missed: readonly Row[], batch: readonly Input[], at: number): DraftRow[] {
    switch (input.type) {
      case "line":
        return [options.draft(input, missed, batch, at)];
      case "local":
        return [
          {
            v: ROW_VERSION,
            kind: "local",
            generation: input.generation,
            at,
            thread: input.thread,
            event: input.event,
            ...(input.moveTo === undefined ? {} : { moveTo: input.moveTo }),
          },
        ];
      case "tail":
        return [];
      case "out":
        if (input.stored === null) return [];
        return [
          {
            v: ROW_VERSION,
            kind: "out",
            generation: input.generation,
            at,
            thread: input.thread,
            client: input.client,
            line: input.stored,
            bytes: input.bytes,
            redacted: input.redacted,
          },
        ];
    }
  }

  return {
    push(input) {
      queue.push(input);
      start();
    },
    async drained() {
      while (running !== null) await running;
    },
    idle: () => running === null && queue.length === 0,
    exclusive(job) {
      return new Promise((resolve, reject) => {
        jobs.push(() => job().then(resolve, reject));
        start();
      });
    },
    seq: () => seq,
    setSeq(value) {
      seq = value;
    },
    foldedTo: (generation) => folded.get(generation) ?? 0,
    setFoldedTo(generation, offset) {
      folded.set(generation, offset);
    },
    pull() {
      pullWanted = true;
      start();
    },
    close() {
      closed = true;
      queue = [];
      jobs = [];
    },
  };
}
