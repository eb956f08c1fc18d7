// What could not be stored: rows kept in memory while the journal fails, so that the live session goes on and everything
// is written once storing works again. Over the limit the lines go (the relay's log still has them) and a hole is told.
import { newGeneration, placeRows } from "../journal/place.ts";
import type { DraftRow, Row } from "../journal/rows.ts";

/** Bytes of unsaved lines that are kept in memory. */
export const BACKLOG_LIMIT = 32 * 1024 * 1024;
/** Milliseconds between two tries to store again. */
export const RETRY_MS = 2000;

export interface Backlog {
  /** Whether a write should be tried now. */
  mayTry(at: number): boolean;
  /** Drafts of this generation that wait to be stored, oldest first. */
  held(generation: string): readonly DraftRow[];
  /** All drafts that wait, by generation. */
  all(): [string, readonly DraftRow[]][];
  drop(generation: string): void;
  /** Lines had to be dropped: what the journal lacks now comes from the relay's log. */
  hasHole(): boolean;
  failed(at: number): void;
  /** Keeps drafts and gives them as rows that can be folded now. `cursor` is where the generation's fold stands. */
  keep(generation: string, drafts: DraftRow[], cursor: number, at: number): Row[];
  /** Whether the row was folded when it was kept. */
  foldedAlready(row: Row): boolean;
  /** Storing worked: forgets what was kept. */
  healed(): void;
}

/** Makes an empty backlog of a host's journal. */
export function createBacklog(host: string): Backlog {
  let failedAt: number | null = null;
  let bytes = 0;
  let hole = false;
  let kept = new Map<string, DraftRow[]>();
  /** Identity of out and local rows folded from memory: generation, time and content. */
  let foldedRows = new Set<string>();

  const identity = (row: { kind: string; generation: string; at: number; line?: unknown; event?: unknown }): string =>
    `${row.generation} ${row.kind} ${row.at} ${row.kind === "out" ? String(row.line) : JSON.stringify(row.event)}`;

  return {
    mayTry: (at) => failedAt === null || at - failedAt >= RETRY_MS || at < failedAt,
    held: (generation) => kept.get(generation) ?? [],
    all: () => [...kept],
    drop: (generation) => void kept.delete(generation),
    hasHole: () => hole,
    failed(at) {
      failedAt = at;
    },
    keep(generation, drafts, cursor, at) {
      failedAt = at;
      const list = kept.get(generation) ?? [];
      kept.set(generation, list);
      for (const draft of drafts) {
        if (!hole || draft.kind === "out" || draft.kind === "local") list.push(draft);
        if (draft.kind === "in" || draft.kind === "snapshot") bytes += draft.offset - draft.start;
      }
      const { rows } = placeRows({ ...newGeneration(host, generation, 0), offset: cursor, tailEnd: cursor }, drafts);
      for (const row of rows) if (row.kind === "out" || row.kind === "local") foldedRows.add(identity(row));
      if (bytes > BACKLOG_LIMIT && !hole) {
        hole = true;
        // The rows of this device's own acts are small and nobody else has them: those stay.
        for (const [key, all] of kept) kept.set(key, all.filter((draft) => draft.kind === "out" || draft.kind === "local"));
      }
      return rows;
    },
    foldedAlready: (row) => (row.kind === "out" || row.kind === "local") && foldedRows.size > 0 && foldedRows.has(identity(row)),
    healed() {
      if (failedAt === null) return;
      failedAt = null;
      bytes = 0;
      hole = false;
      kept = new Map();
      foldedRows = new Set();
    },
  };
}
