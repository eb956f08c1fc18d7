// Reading blocks in pages of some megabytes: never a whole long thread at once.
import { hostKey, threadKey, type BlockRecord } from "../blocks.ts";
import { unpackRows } from "../pack.ts";
import type { Row, SnapshotRow } from "../rows.ts";
import type { Database, JournalSchema } from "./schema.ts";
import type { IDBPTransaction, StoreNames } from "idb";

/** About how many bytes one page brings; a line that is longer alone comes alone. */
export const PAGE_BYTES = 4 * 1024 * 1024;
const PAGE_BLOCKS = 256;

/** Anything that can read the two stores. */
type Reader = IDBPTransaction<JournalSchema, StoreNames<JournalSchema>[], "readonly" | "readwrite">;

export interface ReadBlock {
  seq: number;
  writer: string;
  bytes: number;
  rows: Row[];
}

/** How many blocks to ask for next, from what the last page weighed: the sizes are not known before. */
export function createPager(): { count: () => number; weighed: (blocks: readonly ReadBlock[]) => void } {
  let count = 4;
  return {
    count: () => count,
    weighed(blocks) {
      const bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
      if (bytes > 0) count = Math.min(PAGE_BLOCKS, Math.max(1, Math.floor((PAGE_BYTES * blocks.length) / bytes)));
    },
  };
}

/** The blocks `from` to `to` of a host, at most `count`, inside a transaction. */
export async function readRange(
  tx: Reader,
  host: string,
  from: number,
  to: number,
  count?: number,
): Promise<ReadBlock[]> {
  if (to < from) return [];
  const records = await tx.objectStore("blocks").getAll(IDBKeyRange.bound([host, from], [host, to]), count);
  return Promise.all(records.map((record) => open(tx, record)));
}

/** The next page of a host's blocks behind `after`, and the last block's number. */
export async function readPage(
  db: Database,
  host: string,
  after: number,
  count: number,
): Promise<{ blocks: ReadBlock[]; last: number }> {
  const tx = db.transaction(["heads", "blocks", "snapshots"]);
  const head = await tx.objectStore("heads").get(host);
  const last = head?.seq ?? 0;
  const blocks = await readRange(tx as unknown as Reader, host, after + 1, last, count);
  return { blocks, last };
}

/** The numbers of the blocks behind `after` that a reader of the thread needs, in order, and the last block's number. */
export async function findThread(
  db: Database,
  host: string,
  thread: string,
  after: number,
): Promise<{ seqs: number[]; last: number }> {
  const tx = db.transaction(["heads", "blocks"]);
  const index = tx.objectStore("blocks").index("threads");
  const [head, own, shared] = await Promise.all([
    tx.objectStore("heads").get(host),
    index.getAllKeys(threadKey(host, thread)),
    index.getAllKeys(hostKey(host)),
  ]);
  const seqs = new Set<number>();
  for (const [, seq] of own) if (seq > after) seqs.add(seq);
  for (const [, seq] of shared) if (seq > after) seqs.add(seq);
  return { seqs: [...seqs].toSorted((a, b) => a - b), last: head?.seq ?? 0 };
}

/** These blocks, in the given order. */
export async function readBlocks(db: Database, host: string, seqs: readonly number[]): Promise<ReadBlock[]> {
  const tx = db.transaction(["blocks", "snapshots"]);
  const records = await Promise.all(seqs.map((seq) => tx.objectStore("blocks").get([host, seq])));
  const present = records.filter((record) => record !== undefined);
  return Promise.all(present.map((record) => open(tx as unknown as Reader, record)));
}

async function open(tx: Reader, record: BlockRecord): Promise<ReadBlock> {
  const { host, seq, writer, bytes, generation, packed } = record;
  const standing = new Map<number, SnapshotRow>();
  if (packed.snapshots.length > 0) {
    for (const snapshot of await tx.objectStore("snapshots").index("place").getAll([host, seq]))
      standing.set(snapshot.index, snapshot.row);
  }
  return { seq, writer, bytes, rows: unpackRows(packed, generation, (index) => standing.get(index) ?? null) };
}
