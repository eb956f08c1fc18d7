// Rows of one block in columns: the lines as one long text, their places as number arrays, everything else as it is.
// Stored as objects, a delta line of 215 bytes carries more than its own weight in member names and repeated ids.
import { ROW_VERSION, type InRow, type LocalRow, type OutRow, type Row, type SnapshotRow } from "./rows.ts";

export interface PackedRows {
  v: typeof ROW_VERSION;
  /** Rows in the block, snapshots included. */
  count: number;
  /** The lines of the plain rows (incoming, text), joined by LF, which no line contains. */
  lines: string;
  /** Of each plain row: where it starts, where it ends, when it was written, and its thread (0: none, else names[i - 1]). */
  starts: Float64Array;
  offsets: Float64Array;
  at: Float64Array;
  threads: Uint16Array;
  names: string[];
  /** The other rows with their index in the block, in order. */
  others: { index: number; row: InRow | OutRow | LocalRow }[];
  /** The indexes at which a snapshot stood, in order; the snapshots have a store of their own. */
  snapshots: number[];
}

type PlainRow = InRow & { line: string };

function isPlain(row: Row): row is PlainRow {
  return row.kind === "in" && typeof row.line === "string" && row.n === 0 && !row.line.includes("\n");
}

/** Packs the rows of one block: at most 65,535 threads, all rows of one generation. */
export function packRows(rows: readonly Row[]): PackedRows {
  const plainRows: PlainRow[] = [];
  const others: PackedRows["others"] = [];
  const snapshots: number[] = [];
  rows.forEach((row, index) => {
    if (isPlain(row)) plainRows.push(row);
    else if (row.kind === "snapshot") snapshots.push(index);
    else others.push({ index, row });
  });
  const names: string[] = [];
  const known = new Map<string, number>();
  const nameOf = (thread: string | null): number => {
    if (thread === null) return 0;
    const found = known.get(thread);
    if (found !== undefined) return found;
    names.push(thread);
    known.set(thread, names.length);
    return names.length;
  };
  return {
    v: ROW_VERSION,
    count: rows.length,
    lines: plainRows.map((row) => row.line).join("\n"),
    starts: Float64Array.from(plainRows, (row) => row.start),
    offsets: Float64Array.from(plainRows, (row) => row.offset),
    at: Float64Array.from(plainRows, (row) => row.at),
    threads: Uint16Array.from(plainRows, (row) => nameOf(row.thread)),
    names,
    others,
    snapshots,
  };
}

/**
 * The rows again, in order. `snapshotAt` gives the snapshot that still stands at an index, or null when a newer one
 * has replaced it.
 */
export function unpackRows(
  packed: PackedRows,
  generation: string,
  snapshotAt: (index: number) => SnapshotRow | null,
): Row[] {
  const rows: Row[] = [];
  const lines = packed.starts.length === 0 ? [] : packed.lines.split("\n");
  let plain = 0;
  let other = 0;
  let snapshot = 0;
  for (let index = 0; index < packed.count; index += 1) {
    const here = packed.others[other];
    if (here?.index === index) {
      rows.push(here.row);
      other += 1;
      continue;
    }
    if (packed.snapshots[snapshot] === index) {
      const row = snapshotAt(index);
      if (row !== null) rows.push(row);
      snapshot += 1;
      continue;
    }
    const name = packed.threads[plain] ?? 0;
    rows.push({
      kind: "in",
      v: packed.v,
      generation,
      offset: packed.offsets[plain] ?? 0,
      n: 0,
      at: packed.at[plain] ?? 0,
      thread: name === 0 ? null : (packed.names[name - 1] ?? null),
      start: packed.starts[plain] ?? 0,
      line: lines[plain] ?? "",
    });
    plain += 1;
  }
  return rows;
}
