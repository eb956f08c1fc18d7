// Blocks: what one write stores, in pieces of at most about 1 MiB or 4,096 rows. One record per flush instead of one
// per line, since 20,000 lines a second come in. `seq` numbers the blocks of a host; (seq, index) is the fold's order.
import { packRows, type PackedRows } from "./pack.ts";
import type { Row, SnapshotRow } from "./rows.ts";

export const BLOCK_BYTES = 1024 * 1024;
export const BLOCK_ROWS = 4096;

export interface BlockRecord {
  host: string;
  seq: number;
  generation: string;
  /** Index values: `<host> NUL <thread>` for each thread in it, `<host> NUL *` when it has local rows of the host. */
  threads: string[];
  /** The write that stored it, so that a write that has to be run again can tell that it went through after all. */
  writer: string;
  /** About how many bytes reading it brings. */
  bytes: number;
  packed: PackedRows;
}

/** The newest reply per thread, method and page. `thread` is "" for the host's. */
export interface SnapshotRecord {
  host: string;
  thread: string;
  method: string;
  page: string;
  /** Its place in the fold's order. */
  seq: number;
  index: number;
  /** The ordinal of its generation: a late write of an older generation does not replace a newer reply. */
  ordinal: number;
  row: SnapshotRow;
}

export interface Cut {
  blocks: BlockRecord[];
  snapshots: SnapshotRecord[];
  /** The last block's number; the given one when there were no rows. */
  seq: number;
}

export interface CutContext {
  host: string;
  generation: string;
  ordinal: number;
  writer: string;
  /** The last block's number before this write. */
  seq: number;
}

/** The index value under which a thread's blocks are found. */
export function threadKey(host: string, thread: string): string {
  return `${host}\0${thread}`;
}

/** The index value of blocks with local rows of the host. A thread that is called "*" only finds a few rows too many. */
export function hostKey(host: string): string {
  return `${host}\0*`;
}

/** About how many bytes a row takes. */
export function rowBytes(row: Row): number {
  switch (row.kind) {
    case "in":
      return typeof row.line === "string" || row.line instanceof Uint8Array ? row.line.length + 32 : 256;
    case "snapshot":
      return row.line.length + row.params.length + 128;
    case "out":
      return row.line.length + 256;
    case "local":
      return 256;
  }
}

/** Whether `readThread` gives this row to a reader of the thread. */
export function concernsThread(row: Row, thread: string): boolean {
  return row.thread === thread || (row.kind === "local" && row.thread === null);
}

/** Cuts the rows of one write into blocks. */
export function cutBlocks(rows: readonly Row[], context: CutContext): Cut {
  const blocks: BlockRecord[] = [];
  const snapshots = new Map<string, SnapshotRecord>();
  let from = 0;
  let bytes = 0;
  const close = (to: number): void => {
    if (to === from) return;
    const seq = context.seq + blocks.length + 1;
    const part = rows.slice(from, to);
    blocks.push({
      host: context.host,
      seq,
      generation: context.generation,
      threads: indexValues(context.host, part),
      writer: context.writer,
      bytes,
      packed: packRows(part),
    });
    part.forEach((row, index) => {
      if (row.kind !== "snapshot") return;
      const { host, ordinal } = context;
      const thread = row.thread ?? "";
      const record = { host, thread, method: row.method, page: row.page, seq, index, ordinal, row };
      snapshots.set(JSON.stringify([thread, row.method, row.page]), record);
    });
    from = to;
    bytes = 0;
  };
  rows.forEach((row, index) => {
    const size = rowBytes(row);
    if (index - from >= BLOCK_ROWS || (index > from && bytes + size > BLOCK_BYTES)) close(index);
    bytes += size;
  });
  close(rows.length);
  return { blocks, snapshots: [...snapshots.values()], seq: context.seq + blocks.length };
}

function indexValues(host: string, rows: readonly Row[]): string[] {
  const values = new Set<string>();
  for (const row of rows) {
    if (row.thread !== null) values.add(threadKey(host, row.thread));
    else if (row.kind === "local") values.add(hostKey(host));
  }
  return [...values];
}
