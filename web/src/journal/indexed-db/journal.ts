// The journal over IndexedDB: the contract on top of connection, reads and writes. Writes run one after another, in the
// order in which they were asked for, and one that meets a broken connection is run once more on a fresh one.
import { browserChannel, createAnnouncer, type AnnounceChannel } from "../announce.ts";
import { concernsThread } from "../blocks.ts";
import { CallerFault, mergeClient, raiseAttach } from "../plan.ts";
import { toJournalError, type JournalError } from "../error.ts";
import { createHealth } from "../health.ts";
import type { Journal, ThreadBlock, WriteRequest, Written } from "../journal.ts";
import { plain } from "../plain.ts";
import type { Row } from "../rows.ts";
import { createConnection } from "./open.ts";
import { createPager, findThread, readBlocks, readPage, type ReadBlock } from "./read.ts";
import { DATABASE, hostRange, type Database } from "./schema.ts";
import { isConnectionLost, transact, type Step, type Stores, type WriteTransaction } from "./transact.ts";
import { MISSED_BLOCKS, tailRange, writeOnce } from "./write.ts";

export interface IndexedDbJournalOptions {
  /** The page's `indexedDB`; null where there is none. */
  factory: IDBFactory | null;
  name?: string;
  version?: number;
  /** Makes a channel to the other tabs; null for none. */
  channel?: ((name: string) => AnnounceChannel) | null;
  /** Unix milliseconds. */
  now?: () => number;
  openTimeoutMs?: number;
  /** Milliseconds after which a write without an answer is told. */
  slowAfterMs?: number;
}

/** Milliseconds after which a write without an answer is told. */
const SLOW_AFTER_MS = 3_000;

/** Opens nothing yet: the first call does, and none of them waits longer for it than the open timeout. */
export function createIndexedDbJournal(options: IndexedDbJournalOptions): Journal {
  const now = options.now ?? Date.now;
  const health = createHealth(now);
  const connection = createConnection({
    factory: options.factory,
    name: options.name ?? DATABASE,
    health,
    now,
    ...(options.version === undefined ? {} : { version: options.version }),
    ...(options.openTimeoutMs === undefined ? {} : { openTimeoutMs: options.openTimeoutMs }),
  });
  const announcer = createAnnouncer(options.channel === undefined ? browserChannel() : options.channel);
  const page = crypto.randomUUID();
  let writes = 0;
  let closed = false;
  let queue: Promise<unknown> = Promise.resolve();

  /** Runs something on the open database, and once more on a fresh one when the connection broke. */
  async function withDatabase<T>(work: (db: Database, again: boolean) => Promise<T>): Promise<T> {
    let again = false;
    for (;;) {
      const db = await connection.get();
      try {
        return await work(db, again);
      } catch (error) {
        if (again || !isConnectionLost(error)) throw error;
        again = true;
        connection.drop(db);
      }
    }
  }

  function failed(error: unknown): JournalError {
    const journalError = toJournalError(error);
    if (!closed) health.failed(journalError);
    return journalError;
  }

  /** A read that gives `nothing` where there is no store. */
  async function reading<T>(nothing: T, work: (db: Database) => Promise<T>): Promise<T> {
    try {
      return await withDatabase(work);
    } catch (error) {
      failed(error);
      return nothing;
    }
  }

  /** Writes wait for the earlier ones: order is kept over an outage too. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work, work);
    queue = result.catch(() => {});
    return result;
  }

  /** Small values beside the rows. They do not speak for the journal's health: rows may fit where these do not. */
  function storing(
    stores: Stores,
    durability: IDBTransactionDurability,
    work: (tx: WriteTransaction, step: Step) => Promise<unknown>,
  ): Promise<void> {
    return inOrder(async () => {
      try {
        await withDatabase((db) => transact(db, stores, durability, work));
      } catch (error) {
        throw toJournalError(error);
      }
    });
  }

  /** Tells of a write that is not answered for long: another tab keeps the database busy, or the disk is slow. */
  async function writeNow(request: WriteRequest): Promise<Written> {
    const since = now();
    const timer = setTimeout(() => health.slow(since), options.slowAfterMs ?? SLOW_AFTER_MS);
    try {
      return await writeThrough(request);
    } finally {
      clearTimeout(timer);
      if (health.get().type === "slow") health.ok();
    }
  }

  async function writeThrough(request: WriteRequest): Promise<Written> {
    writes += 1;
    const writer = `${page}.${writes}`;
    let seen = request.seen;
    try {
      for (;;) {
        const result = await withDatabase((db, again) => {
          // Run again, the write may find its own blocks: they must not go out as another tab's.
          const limit = request.catchUp === undefined || again ? Infinity : MISSED_BLOCKS;
          return writeOnce(db, { ...request, seen }, writer, limit);
        });
        if (result.type === "written") {
          if (result.stored) {
            health.ok();
            announcer.wrote(request.host);
          }
          return result.written;
        }
        const { last } = result;
        const pager = createPager();
        while (seen < last) {
          const from = seen;
          const { blocks } = await withDatabase((db) => readPage(db, request.host, from, pager.count()));
          pager.weighed(blocks);
          seen = blocks.at(-1)?.seq ?? last;
          const rows = blocks.flatMap((block) => block.rows);
          if (rows.length > 0) request.catchUp?.(rows, seen);
        }
      }
    } catch (error) {
      if (error instanceof CallerFault) throw error.cause;
      throw failed(error);
    }
  }

  async function inChunks(
    chunk: (rows: Row[], seq: number) => void,
    next: (count: number) => Promise<ReadBlock[]>,
    keep: (row: Row) => boolean,
  ): Promise<void> {
    const pager = createPager();
    for (;;) {
      const blocks = await next(pager.count());
      const end = blocks.at(-1)?.seq;
      if (end === undefined) return;
      pager.weighed(blocks);
      const rows = blocks.flatMap((block) => block.rows).filter(keep);
      if (rows.length > 0) chunk(rows, end);
    }
  }

  return {
    health: () => health.get(),
    onHealth: (listener) => health.subscribe(listener),

    hosts: () => reading([], (db) => db.getAll("hosts")),
    putHost: (host) => storing(["hosts"], "strict", (tx, step) => step(tx.objectStore("hosts").put(plain(host)))),
    removeHost: (id) =>
      storing(
        ["hosts", "generations", "heads", "blocks", "snapshots", "tails", "checkpoints", "clients", "kv"],
        "relaxed",
        async (tx, step) => {
          const range = hostRange(id);
          const stores = ["generations", "blocks", "snapshots", "tails", "checkpoints", "clients"] as const;
          const gone = stores.map((store) => tx.objectStore(store).delete(range));
          gone.push(tx.objectStore("hosts").delete(id), tx.objectStore("heads").delete(id));
          gone.push(tx.objectStore("kv").delete(IDBKeyRange.bound(`${id}/`, `${id}0`, false, true)));
          await step(Promise.all(gone));
        },
      ),

    generations: (host) =>
      reading([], async (db) => {
        const tx = db.transaction(["generations", "tails"]);
        const records = await tx.objectStore("generations").getAll(hostRange(host));
        return Promise.all(
          records
            .toSorted((a, b) => a.ordinal - b.ordinal)
            .map(async (record) => {
              if (record.tailEnd === record.offset) return record;
              const pieces = await tx.objectStore("tails").getAll(tailRange(host, record.generation));
              const tail = new Uint8Array(record.tailEnd - record.offset);
              for (const piece of pieces) tail.set(piece.bytes, piece.from - record.offset);
              return { ...record, tail };
            }),
        );
      }),

    write: (request) => inOrder(() => writeNow(request)),

    readSince: (host, seen) =>
      reading({ seq: seen, rows: [] as Row[], more: false }, async (db) => {
        const { blocks, last } = await readPage(db, host, seen, createPager().count());
        const seq = blocks.at(-1)?.seq ?? seen;
        return { seq, rows: blocks.flatMap((block) => block.rows), more: seq < last && blocks.length > 0 };
      }),

    async readAll(host, after, chunk) {
      const end = await reading(after, async (db) => (await db.get("heads", host))?.seq ?? 0);
      let at = after;
      await inChunks(
        chunk,
        async (count) => {
          const size = Math.min(count, end - at);
          if (size <= 0) return [];
          const blocks = await reading([], async (db) => (await readPage(db, host, at, size)).blocks);
          at = blocks.at(-1)?.seq ?? at;
          return blocks;
        },
        () => true,
      );
      return at;
    },

    async readThread(host, thread, after, chunk) {
      const found = await reading(null, (db) => findThread(db, host, thread, after));
      if (found === null) return after;
      let end = after;
      let at = 0;
      await inChunks(
        chunk,
        async (count) => {
          const seqs = found.seqs.slice(at, at + count);
          const blocks = seqs.length === 0 ? [] : await reading([], (db) => readBlocks(db, host, seqs));
          at += seqs.length;
          end = blocks.at(-1)?.seq ?? end;
          return blocks;
        },
        (row) => concernsThread(row, thread),
      );
      // Short of the last one when the store broke in between: the reader asks again from there.
      return end === (found.seqs.at(-1) ?? after) ? Math.max(after, found.last) : end;
    },

    threadBlocks: (host, thread) => reading([] as number[], async (db) => (await findThread(db, host, thread, 0)).seqs),
    readThreadBlocks: (host, thread, seqs) =>
      reading([] as ThreadBlock[], async (db) =>
        (await readBlocks(db, host, seqs)).map(({ seq, bytes, rows }) => ({
          seq,
          bytes,
          rows: rows.filter((row) => concernsThread(row, thread)),
        })),
      ),

    onForeign: (host, listener) => announcer.listen(host, listener),

    checkpoint: (host, scope) => reading(null, async (db) => (await db.get("checkpoints", [host, scope])) ?? null),
    putCheckpoint: (checkpoint) =>
      storing(["checkpoints"], "relaxed", (tx, step) => step(tx.objectStore("checkpoints").put(checkpoint))),

    clients: (host) => reading([], (db) => db.getAll("clients", hostRange(host))),
    putClient: (record) =>
      storing(["clients"], "relaxed", async (tx, step) => {
        const store = tx.objectStore("clients");
        const stored = await step(store.get([record.host, record.client]));
        await step(store.put(mergeClient(stored, record)));
      }),
    async nextAttach(host, client, atLeast) {
      // A number that was used must never be used again: this one waits for the disk.
      let n = 0;
      await storing(["clients"], "strict", async (tx, step) => {
        const store = tx.objectStore("clients");
        const record = raiseAttach(await step(store.get([host, client])), host, client, atLeast);
        await step(store.put(record));
        n = record.n;
      });
      return n;
    },

    get: (key) => reading(undefined as unknown, (db) => db.get("kv", key)),
    put: (key, value) =>
      storing(["kv"], "relaxed", (tx, step) => {
        const store = tx.objectStore("kv");
        return value === undefined ? step(store.delete(key)) : step(store.put(plain(value), key));
      }),

    close() {
      closed = true;
      announcer.close();
      connection.close();
    },
  };
}
