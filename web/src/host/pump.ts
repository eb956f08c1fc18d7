// The pump: the one queue through which everything reaches the journal, then the fold, then the wire.
// Inputs are taken in order and in batches; each batch is stored in one transaction before anyone sees it, and a line of
// ours is handed to the link only after its row is stored. While storing fails, work goes on from memory.
import type { RpcMessage } from "@longwire/shared-protocol/json-rpc";
import type { ClientRecord, Journal, Written } from "../journal/journal.ts";
import { ROW_VERSION, type DraftRow, type Row } from "../journal/rows.ts";
import { createBacklog, planRows, RETRY_MS, rowsInMemory, withPlaces, type PlacedDraft } from "./backlog.ts";
import { batchLength, type Input, type LineInput, type OutInput, type TailInput } from "./inputs.ts";

export interface PumpOptions {
  host: string;
  journal: Journal;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  /** Turns lines into rows; runs inside the transaction, so it must be quick and must not wait. */
  draft: (input: LineInput, missed: readonly Row[], batch: readonly Input[], at: number) => DraftRow;
  /** Work on a batch that has to wait for something (hashes), before the transaction begins. */
  prepare: (batch: readonly Input[]) => Promise<void>;
  /** Folds stored rows in order. `known` gives the message of a row that was parsed already. */
  fold: (rows: readonly Row[], known: (row: Row) => RpcMessage | undefined) => void;
  /** Lines of a batch once it is folded, whoever stored them: also those of which the journal keeps only a stub. */
  arrived: (lines: readonly LineInput[]) => void;
  /** This page's client record as it is now; null while it has none. */
  clientRecord: () => ClientRecord | null;
  userAgent: (generation: string) => string | undefined;
  /** Lines between the stored cursor and what arrives are in no memory: they have to be fetched from the relay again. */
  refetch: () => void;
  /** Storing works again, and meanwhile rows of other tabs were folded out of their order. */
  disordered: () => void;
  /** The queue has run empty. */
  rested: () => void;
}

export interface Pump {
  push(input: Input): void;
  /** Resolves when everything pushed so far has been folded. */
  drained(): Promise<void>;
  /** Nothing is queued or under way, and all that was folded is stored. */
  stored(): boolean;
  /** Runs a job between two batches: the journal's `seq` and the fold stand still meanwhile. */
  exclusive<T>(job: () => Promise<T>): Promise<T>;
  /** Runs it now when nothing is under way; false when something is. */
  atOnce(job: () => void): boolean;
  /** Only inside an exclusive job: folds what other tabs have stored up to now. */
  catchUp(): Promise<void>;
  /** Rows up to this block are folded. */
  seq(): number;
  setSeq(seq: number): void;
  /** The byte up to which the generation's lines are folded. */
  foldedTo(generation: string): number;
  setFoldedTo(generation: string, offset: number): void;
  /** Rows that are folded and not stored. While there are any, no checkpoint may be written. */
  unsaved(): readonly Row[];
  /** Reads what other tabs have written. */
  pull(): void;
  /** The client record changed: it is stored with the next batch, or by itself. */
  saveClient(): void;
  /** Resolves when the client record as it is now is stored, or could not be. */
  clientKept(): Promise<void>;
  close(): void;
}

/** Milliseconds after which lines are asked for again when they did not come. */
const REFETCH_AGAIN_MS = 5000;

/** Makes the pump of one session. */
export function createPump(options: PumpOptions): Pump {
  const { host, journal, now } = options;
  let queue: Input[] = [];
  let jobs: (() => Promise<void>)[] = [];
  let busy: Promise<void> | null = null;
  let closed = false;
  let pullWanted = false;
  let clientDirty = false;
  let keptWaiting: (() => void)[] = [];
  let seq = 0;
  const folded = new Map<string, number>();
  const backlog = createBacklog();
  let cancelRetry: (() => void) | null = null;
  let retryWanted = false;
  let refetchedAt: number | null = null;
  /** While something is unsaved, rows of other tabs reach the fold later than they stand in the journal. */
  let foreignMeanwhile = false;
  let pushed = 0;
  let done = 0;
  let waiting: { upTo: number; resolve: () => void }[] = [];

  function start(): void {
    if (busy !== null || closed) return;
    // A step of its own, so that nothing runs inside the call that pushed.
    busy = Promise.resolve()
      .then(loop)
      .finally(() => {
        busy = null;
        if (wanted()) start();
        else options.rested();
      });
  }

  const wanted = (): boolean =>
    !closed && (queue.length > 0 || jobs.length > 0 || pullWanted || clientDirty || retryWanted);

  async function loop(): Promise<void> {
    while (!closed) {
      const job = jobs.shift();
      if (job !== undefined) await job();
      else if (queue.length > 0) await takeBatch();
      else if (pullWanted) {
        pullWanted = false;
        await readForeign();
      } else if (retryWanted) {
        retryWanted = false;
        await retry();
      } else if (clientDirty) await putClient();
      else return;
    }
  }

  async function takeBatch(): Promise<void> {
    const count = batchLength(queue);
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    try {
      const [first] = batch;
      if (first?.type === "tail") await storeTail(first);
      else await storeAndFold(batch);
    } finally {
      done += count;
      settleWaiting();
    }
  }

  function settleWaiting(): void {
    const ready = waiting.filter(({ upTo }) => closed || upTo <= done);
    if (ready.length === 0) return;
    waiting = waiting.filter((entry) => !ready.includes(entry));
    for (const { resolve } of ready) resolve();
  }

  async function storeAndFold(inputs: readonly Input[]): Promise<void> {
    const batch: Input[] = [];
    for (const input of inputs) {
      if (input.type === "out" && !input.admit()) input.bounced();
      else batch.push(input);
      if (input.type === "local") input.begin?.();
    }
    const first = batch[0];
    if (first === undefined) return;
    const { generation } = first;
    await options.prepare(batch);
    const at = now();
    const messages = new Map<number, RpcMessage>();
    for (const input of batch) if (input.type === "line") messages.set(input.end, input.message);
    const known = (row: Row): RpcMessage | undefined => {
      if (row.generation !== generation || (row.kind !== "in" && row.kind !== "snapshot")) return undefined;
      // What is not kept is not folded either: live and replay are the same fold.
      return typeof row.line === "string" || row.line instanceof Uint8Array ? messages.get(row.offset) : undefined;
    };
    const revoked = new Set<OutInput>();
    const place = (missed: readonly Row[]): PlacedDraft[] => {
      revoked.clear();
      const drafts = batch.flatMap((input) => {
        if (input.type === "out" && input.conflicts?.(missed) === true) {
          revoked.add(input);
          return [];
        }
        return draftOf(input, missed, batch, at);
      });
      return withPlaces(drafts, folded.get(generation) ?? 0);
    };
    if (backlog.mayTry(at)) await store(generation, place, known);
    else keepInMemory(generation, place([]), known);
    for (const input of batch) {
      if (input.type !== "out") continue;
      if (revoked.has(input)) input.revoked();
      else input.send();
    }
    options.arrived(batch.filter((input) => input.type === "line"));
  }

  async function store(
    generation: string,
    place: (missed: readonly Row[]) => PlacedDraft[],
    known: (row: Row) => RpcMessage | undefined,
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
    known: (row: Row) => RpcMessage | undefined,
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
    if (refetchedAt !== null && now() - refetchedAt < REFETCH_AGAIN_MS) return;
    refetchedAt = now();
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

  function foldWritten(written: Written, known: (row: Row) => RpcMessage | undefined): void {
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
    await store(
      newest,
      () => [],
      () => undefined,
    );
  }

  function scheduleRetry(): void {
    if (cancelRetry !== null || closed) return;
    cancelRetry = options.after(RETRY_MS, () => {
      cancelRetry = null;
      retryWanted = true;
      start();
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

  function keepInMemory(
    generation: string,
    drafts: readonly PlacedDraft[],
    known: (row: Row) => RpcMessage | undefined,
  ): void {
    foldInMemory(generation, drafts, known);
    backlog.keep(generation, [...backlog.kept(generation), ...drafts], true);
    scheduleRetry();
  }

  function foldInMemory(
    generation: string,
    drafts: readonly PlacedDraft[],
    known: (row: Row) => RpcMessage | undefined,
  ): void {
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

  function foldForeign(rows: readonly Row[], known: (row: Row) => RpcMessage | undefined = () => undefined): void {
    if (rows.length > 0 && !backlog.empty()) foreignMeanwhile = true;
    foldNew(rows, known);
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

  function draftOf(input: Input, missed: readonly Row[], batch: readonly Input[], at: number): DraftRow[] {
    const { generation } = input;
    switch (input.type) {
      case "line":
        return [options.draft(input, missed, batch, at)];
      case "local": {
        const { thread, event, moveTo } = input;
        return [
          { v: ROW_VERSION, kind: "local", generation, at, thread, event, ...(moveTo === undefined ? {} : { moveTo }) },
        ];
      }
      case "out": {
        const { thread, client, stored, bytes, redacted } = input;
        if (stored === null) return [];
        return [{ v: ROW_VERSION, kind: "out", generation, at, thread, client, line: stored, bytes, redacted }];
      }
      case "tail":
        return [];
    }
  }

  return {
    push(input) {
      pushed += 1;
      queue.push(input);
      start();
    },
    drained() {
      if (closed || done >= pushed) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ upTo: pushed, resolve }));
    },
    stored: () => busy === null && queue.length === 0 && backlog.empty(),
    exclusive(job) {
      return new Promise((resolve, reject) => {
        jobs.push(() => job().then(resolve, reject));
        start();
      });
    },
    atOnce(job) {
      if (busy !== null || queue.length > 0) return false;
      job();
      return true;
    },
    async catchUp() {
      while (await readForeign());
      pullWanted = false;
    },
    seq: () => seq,
    setSeq(value) {
      seq = value;
    },
    foldedTo: (generation) => folded.get(generation) ?? 0,
    setFoldedTo(generation, offset) {
      folded.set(generation, offset);
    },
    unsaved: () => backlog.rows(),
    pull() {
      pullWanted = true;
      start();
    },
    clientKept() {
      if (closed) return Promise.resolve();
      clientDirty = true;
      return new Promise((resolve) => {
        keptWaiting.push(resolve);
        start();
      });
    },
    saveClient() {
      clientDirty = true;
      start();
    },
    close() {
      closed = true;
      queue = [];
      jobs = [];
      cancelRetry?.();
      settleWaiting();
      // A last try, for which there may be time.
      for (const generation of backlog.generations())
        write(generation, (head) => planRows(head.generation, backlog.kept(generation)).now).catch(() => undefined);
    },
  };
}
