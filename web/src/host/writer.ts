// From placed rows to the journal and the fold: one transaction each, rows of other tabs folded first, and the way on from
// memory while storing fails. It knows how far the fold is, in blocks of the journal and in bytes of each generation.
import type { RpcMessage } from "@longwire/shared-protocol/json-rpc";
import type { ClientRecord, Journal, Written } from "../journal/journal.ts";
import type { DraftRow, Row } from "../journal/rows.ts";
import { createBacklog, planRows, RETRY_MS, rowsInMemory, type PlacedDraft } from "./backlog.ts";
import type { TailInput } from "./inputs.ts";

export type Known = (row: Row) => RpcMessage | undefined;

export interface WriterOptions {
  host: string;
  journal: Journal;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  /** Folds stored rows in order. `known` gives the message of a row that was parsed already. */
  fold: (rows: readonly Row[], known: Known) => void;
  /** This page's client record as it is now; null while it has none. */
  clientRecord: () => ClientRecord | null;
  userAgent: (generation: string) => string | undefined;
  /** Lines between the stored cursor and what arrives are in no memory: they have to be fetched from the relay again. */
  refetch: () => void;
  /** Storing works again, and meanwhile rows of other tabs were folded out of their order. */
  disordered: () => void;
  /** There is something to do: `work` does it. */
  wanted: () => void;
}

export interface Writer {
  /**
   * Stores rows of one generation and folds them; from memory when storing fails.
   * @param place makes the rows inside the transaction, with what other tabs stored meanwhile; it has no effects of its own
   */
  write(generation: string, place: (missed: readonly Row[]) => PlacedDraft[], known: Known): Promise<void>;
  writeTail(input: TailInput): Promise<void>;
  /** Whether there is something to do that no input asks for. */
  hasWork(): boolean;
  /** Does one such thing. */
  work(): Promise<void>;
  /** Folds what other tabs have stored; false when there was nothing. */
  readForeign(): Promise<boolean>;
  pull(): void;
  saveClient(): void;
  /** Resolves when the client record as it is now is stored, or could not be. */
  clientKept(): Promise<void>;
  /** All that was folded is stored. */
  clean(): boolean;
  unsaved(): readonly Row[];
  seq(): number;
  setSeq(seq: number): void;
  foldedTo(generation: string): number;
  setFoldedTo(generation: string, offset: number): void;
  /** Tries a last time to store what waits, without waiting for it. */
  close(): void;
}

/** Milliseconds after which lines are asked for again when they did not come. */
const REFETCH_AGAIN_MS = 5000;
const UNKNOWN: Known = () => undefined;

/** Makes the writer of one session. Its calls never overlap: the pump makes one after the other. */
export function createWriter(options: WriterOptions): Writer {
  const { host, journal, now } = options;
  const folded = new Map<string, number>();
  const backlog = createBacklog();
  let closed = false;
  let seq = 0;
  let pullWanted = false;
  let retryWanted = false;
  let clientDirty = false;
  let keptWaiting: (() => void)[] = [];
  let cancelRetry: (() => void) | null = null;
  let refetchedAt: number | null = null;
  /** While something is unsaved, rows of other tabs reach the fold later than they stand in the journal. */
  let foreignMeanwhile = false;

  async function store(
    generation: string,
    place: (missed: readonly Row[]) => PlacedDraft[],
    known: Known,
  ): Promise<void> {
    let fresh: PlacedDraft[] | null = null;
    let later: PlacedDraft[] = [];
    let written: Written;
    try {
      await storeOthers(generation);
      written = await write(generation, (head, missed) => {
        fresh = place(missed);
        const kept = backlog.kept(generation);
        // A generation that is over elsewhere does not begin again because this page is slow.
        if (head.generation.end !== null)
          fresh = fresh.filter(({ draft }) => draft.kind !== "local" || draft.event.type !== "attached");
        const plan = planRows(head.generation, [...kept, ...fresh]);
        later = plan.later;
        return plan.now;
      });
    } catch {
      // The journal tells its health itself; here the page goes on from memory and the stored cursor stays behind.
      backlog.failed(now());
      keepInMemory(generation, fresh ?? place([]), known);
      scheduleRetry();
      return;
    }
    foldWritten(written, known);
    settleBacklog(generation, later, fresh ?? [], known);
  }

  /** What could not be stored behind the cursor waits; its lines are fetched again. */
  function settleBacklog(
    generation: string,
    later: readonly PlacedDraft[],
    fresh: readonly PlacedDraft[],
    known: Known,
  ): void {
    backlog.worked();
    const isFresh = new Set(fresh);
    const unseen = later.filter((entry) => isFresh.has(entry));
    if (unseen.length > 0) foldInMemory(generation, unseen, known);
    const hadAny = !backlog.empty();
    backlog.keep(generation, later, false);
    if (later.length > 0) {
      askAgain();
      scheduleRetry();
    } else if (hadAny && backlog.empty()) healed();
  }

  function healed(): void {
    refetchedAt = null;
    if (!foreignMeanwhile) return;
    foreignMeanwhile = false;
    options.disordered();
  }

  function askAgain(): void {
    const at = now();
    // A clock that was set back does not put it off.
    if (refetchedAt !== null && at >= refetchedAt && at - refetchedAt < REFETCH_AGAIN_MS) return;
    refetchedAt = at;
    options.refetch();
  }

  function write(
    generation: string,
    build: (head: { generation: { offset: number; end: unknown } }, missed: readonly Row[]) => DraftRow[],
    tail?: { from: number; bytes: Uint8Array },
  ): Promise<Written> {
    const userAgent = options.userAgent(generation);
    // As late as this: an older record must not be stored over a newer one.
    const client = options.clientRecord();
    const wasDirty = clientDirty;
    clientDirty = false;
    const written = journal.write({
      host,
      generation,
      seen: seq,
      build,
      catchUp: (rows, upTo) => {
        seq = upTo;
        foldForeign(rows);
      },
      ...(tail === undefined ? {} : { tail }),
      ...(userAgent === undefined ? {} : { userAgent }),
      ...(client === null ? {} : { client }),
    });
    const waiters = keptWaiting;
    keptWaiting = [];
    const settle = (): void => {
      for (const resolve of waiters) resolve();
    };
    written.then(settle, () => {
      clientDirty ||= wasDirty;
      settle();
    });
    return written;
  }

  function foldWritten(written: Written, known: Known): void {
    seq = written.seq;
    foldForeign(written.missed, known);
    foldNew(written.rows, known);
  }

  /** Stores what waits in memory for other generations than this one. A hole in one that is over stays a gap. */
  async function storeOthers(generation: string | null): Promise<void> {
    for (const other of backlog.generations()) {
      if (other === generation) continue;
      foldWritten(await write(other, () => backlog.kept(other).map(({ draft }) => draft)), () => undefined);
      backlog.keep(other, [], true);
    }
  }

  async function retry(): Promise<void> {
    const newest = backlog.generations().at(-1);
    if (newest === undefined) return;
    await store(newest, () => [], UNKNOWN);
  }

  function scheduleRetry(): void {
    if (cancelRetry !== null || closed) return;
    cancelRetry = options.after(RETRY_MS, () => {
      cancelRetry = null;
      retryWanted = true;
      options.wanted();
    });
  }

  async function storeTail(input: TailInput): Promise<void> {
    // Saves fetching it again, no more: when it fails, or lines are waiting to be stored, it is left out.
    if (!backlog.empty()) return;
    try {
      foldWritten(await write(input.generation, () => [], { from: input.from, bytes: input.bytes }), () => undefined);
    } catch {
      // see above
    }
  }

  async function putClient(): Promise<void> {
    clientDirty = false;
    const waiters = keptWaiting;
    keptWaiting = [];
    const record = options.clientRecord();
    try {
      if (record !== null) await journal.putClient(record);
    } catch {
      // It goes with the next batch, and is worth no other try: nothing but this page waits for it.
    }
    for (const resolve of waiters) resolve();
  }

  function keepInMemory(generation: string, drafts: readonly PlacedDraft[], known: Known): void {
    foldInMemory(generation, drafts, known);
    backlog.keep(generation, [...backlog.kept(generation), ...drafts], true);
    scheduleRetry();
  }

  function foldInMemory(generation: string, drafts: readonly PlacedDraft[], known: Known): void {
    const at = folded.get(generation) ?? 0;
    const rows = rowsInMemory(
      host,
      generation,
      drafts.map(({ draft }) => draft),
      at,
    );
    foldNew(rows, known);
    backlog.noteFolded(rows);
  }

  function foldForeign(rows: readonly Row[], known: Known = () => undefined): void {
    if (rows.length > 0 && !backlog.empty()) foreignMeanwhile = true;
    foldNew(rows, known);
  }

  /** Lines that were folded already (from memory, while storing failed) are not folded again once they are stored. */
  function foldNew(rows: readonly Row[], known: Known): void {
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

  /** Gives false when nothing more can be read. */
  async function readForeign(): Promise<boolean> {
    try {
      const foreign = await journal.readSince(host, seq);
      const moved = foreign.seq > seq;
      seq = Math.max(seq, foreign.seq);
      foldForeign(foreign.rows);
      if (foreign.more) pullWanted = true;
      return moved;
    } catch {
      // The next write brings them.
      return false;
    }
  }

  return {
    async write(generation, place, known) {
      if (backlog.mayTry(now())) await store(generation, place, known);
      else keepInMemory(generation, place([]), known);
    },
    writeTail: storeTail,
    hasWork: () => pullWanted || retryWanted || clientDirty,
    async work() {
      if (pullWanted) {
        pullWanted = false;
        await readForeign();
      } else if (retryWanted) {
        retryWanted = false;
        await retry();
      } else if (clientDirty) await putClient();
    },
    readForeign,
    pull() {
      pullWanted = true;
    },
    saveClient() {
      clientDirty = true;
    },
    clientKept() {
      // Nothing is promised any more.
      if (closed) return new Promise(() => undefined);
      clientDirty = true;
      return new Promise((resolve) => keptWaiting.push(resolve));
    },
    clean: backlog.empty,
    unsaved: backlog.rows,
    seq: () => seq,
    setSeq(value) {
      seq = value;
    },
    foldedTo: (generation) => folded.get(generation) ?? 0,
    setFoldedTo: (generation, offset) => void folded.set(generation, offset),
    close() {
      closed = true;
      cancelRetry?.();
      if (clientDirty) void putClient();
      for (const generation of backlog.generations())
        write(generation, (head) => planRows(head.generation, backlog.kept(generation)).now).catch(() => undefined);
    },
  };
}
