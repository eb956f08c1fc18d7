// One write: everything in one transaction, so that any number of tabs may write at once.
import { beginWrite, buildRows, finishWrite, mergeClient } from "../plan.ts";
import type { Written, WriteRequest } from "../journal.ts";
import type { Row, SnapshotRow } from "../rows.ts";
import { readRange, type ReadBlock } from "./read.ts";
import type { Database } from "./schema.ts";
import { transact, type Step, type WriteTransaction } from "./transact.ts";

/** More blocks than this behind `seen` are read before the transaction, when the caller takes them in chunks. */
export const MISSED_BLOCKS = 16;

export type WriteResult =
  /** `stored`: there were rows to store, and they are. */
  | { type: "written"; written: Written; stored: boolean }
  /** Too many rows of other tabs are waiting; nothing was done. */
  | { type: "behind"; last: number };

/**
 * @param writer names this write; when it is found in the stored blocks, the write went through before
 * @param limit how many missed blocks are read at most
 * @throws CallerFault, or what the browser threw
 */
export function writeOnce(db: Database, request: WriteRequest, writer: string, limit: number): Promise<WriteResult> {
  const { host, generation } = request;
  const stores = ["heads", "generations", "blocks", "snapshots", "tails", "clients"] as const;
  return transact(db, [...stores], "relaxed", async (tx, step): Promise<WriteResult> => {
    const [storedHead, storedGeneration] = await step(
      Promise.all([tx.objectStore("heads").get(host), tx.objectStore("generations").get([host, generation])]),
    );
    const begun = beginWrite(request, storedHead, storedGeneration);
    if (begun.head.seq - request.seen > limit) return { type: "behind", last: begun.head.seq };
    const blocks = await step(readRange(tx, host, request.seen + 1, begun.head.seq));
    const done = alreadyWritten(blocks, writer, begun.generation.offset);
    if (done !== null) return { type: "written", written: done, stored: true };
    const missed = blocks.flatMap((block) => block.rows);

    const placed = buildRows(begun, request, missed);
    const outdated = await findOutdated(tx, step, host, begun.generation.ordinal, placed.rows);
    const commit = finishWrite(begun, placed, outdated, request, writer);

    const puts: Promise<unknown>[] = [];
    const put = (promise: Promise<unknown>): void => {
      // Awaited below; should a later one throw at once, this one's abort is no news.
      promise.catch(() => {});
      puts.push(promise);
    };
    for (const block of commit.blocks) put(tx.objectStore("blocks").add(block));
    for (const snapshot of commit.snapshots) put(tx.objectStore("snapshots").put(snapshot));
    if (commit.dropTail) put(tx.objectStore("tails").delete(tailRange(host, generation)));
    if (commit.tail !== null) put(tx.objectStore("tails").put({ host, generation, ...commit.tail }));
    if (commit.generation !== null) put(tx.objectStore("generations").put(commit.generation));
    if (commit.blocks.length > 0 || begun.fresh) put(tx.objectStore("heads").put(commit.head));
    if (request.client !== undefined) {
      const { client } = request;
      const stored = await step(tx.objectStore("clients").get([client.host, client.client]));
      put(tx.objectStore("clients").put(mergeClient(stored, client)));
    }
    await step(Promise.all(puts));

    const written = { seq: commit.head.seq, missed, rows: commit.rows, offset: commit.offset };
    return { type: "written", written, stored: commit.blocks.length > 0 };
  });
}

/** All pieces of a generation's unfinished line. */
export function tailRange(host: string, generation: string): IDBKeyRange {
  return IDBKeyRange.bound([host, generation], [host, generation, []]);
}

/**
 * The outcome of the same write when it was committed before the connection broke. The cursor was stored with it, but
 * its out and local rows would come twice.
 */
function alreadyWritten(blocks: readonly ReadBlock[], writer: string, offset: number): Written | null {
  const first = blocks.findIndex((block) => block.writer === writer);
  if (first < 0) return null;
  const own = blocks.filter((block) => block.writer === writer);
  const missed = blocks.slice(0, first).flatMap((block) => block.rows);
  return { seq: own.at(-1)?.seq ?? 0, missed, rows: own.flatMap((block) => block.rows), offset };
}

async function findOutdated(
  tx: WriteTransaction,
  step: Step,
  host: string,
  ordinal: number,
  rows: readonly Row[],
): Promise<Set<SnapshotRow>> {
  const outdated = new Set<SnapshotRow>();
  const store = tx.objectStore("snapshots");
  for (const row of rows) {
    if (row.kind !== "snapshot") continue;
    const standing = await step(store.get([host, row.thread ?? "", row.method, row.page]));
    if (standing !== undefined && standing.ordinal > ordinal) outdated.add(row);
  }
  return outdated;
}
