// What could not be stored yet: rows kept in memory while the journal fails, so that the live session goes on and all is
// written in its order once storing works again. Over the limit the lines go (the relay's log has them still); the rows
// of this page's own acts stay, each with the place where it belongs.
import { newGeneration, placeRows } from "../journal/place.ts";
import type { GenerationRecord } from "../journal/journal.ts";
import type { DraftRow, Row } from "../journal/rows.ts";

/** Bytes of unsaved lines that are kept in memory. */
export const BACKLOG_LIMIT = 32 * 1024 * 1024;
/** Milliseconds between two tries to store again. */
export const RETRY_MS = 2000;

/** A draft with the byte at which it stands: a line's first one, for the others the end of the last line before. */
export interface PlacedDraft {
  place: number;
  draft: DraftRow;
}

/** What of a list can be stored behind a cursor now, and what has to wait for lines that are not there. */
export interface Plan {
  now: DraftRow[];
  later: PlacedDraft[];
}

export interface Backlog {
  /** Whether a write should be tried now. */
  mayTry(at: number): boolean;
  failed(at: number): void;
  /** Storing works. */
  worked(): void;
  /** Nothing waits to be stored. */
  empty(): boolean;
  generations(): string[];
  /** Drafts of the generation that wait, oldest first. */
  kept(generation: string): readonly PlacedDraft[];
  /** Replaces what waits of a generation; with `lines` false its lines are left out: they are fetched again. */
  keep(generation: string, drafts: readonly PlacedDraft[], lines: boolean): void;
  /** Out and local rows that were folded from memory: not folded again once they are stored. */
  noteFolded(rows: readonly Row[]): void;
  foldedAlready(row: Row): boolean;
  /** Rows that were folded and are not stored, in order; lines that were dropped are missing. */
  rows(): readonly Row[];
}

export const isLine = (draft: DraftRow): draft is Extract<DraftRow, { kind: "in" | "snapshot" }> =>
  draft.kind === "in" || draft.kind === "snapshot";

/** Makes an empty backlog of a host's journal. */
export function createBacklog(): Backlog {
  let failedAt: number | null = null;
  const kept = new Map<string, PlacedDraft[]>();
  let folded = new Set<string>();
  let rows: Row[] = [];

  return {
    mayTry: (at) => failedAt === null || at - failedAt >= RETRY_MS || at < failedAt,
    failed(at) {
      failedAt = at;
    },
    worked() {
      failedAt = null;
    },
    empty: () => kept.size === 0,
    generations: () => [...kept.keys()],
    kept: (generation) => kept.get(generation) ?? [],
    keep(generation, drafts, lines) {
      const list =
        lines && weight(drafts) <= BACKLOG_LIMIT ? [...drafts] : drafts.filter(({ draft }) => !isLine(draft));
      if (list.length > 0) kept.set(generation, list);
      else kept.delete(generation);
      if (list.length < drafts.length)
        rows = rows.filter((row) => row.generation !== generation || (row.kind !== "in" && row.kind !== "snapshot"));
      if (kept.size > 0) return;
      folded = new Set();
      rows = [];
    },
    noteFolded(more) {
      for (const row of more) {
        rows.push(row);
        if (row.kind === "out" || row.kind === "local") folded.add(identity(row));
      }
    },
    foldedAlready: (row) =>
      (row.kind === "out" || row.kind === "local") && folded.size > 0 && folded.has(identity(row)),
    rows: () => rows,
  };
}

/** What makes two out or local rows the same one. */
function identity(row: Extract<Row, { kind: "out" | "local" }>): string {
  return `${row.generation} ${row.kind} ${row.at} ${row.kind === "out" ? row.line : JSON.stringify(row.event)}`;
}

function weight(drafts: readonly PlacedDraft[]): number {
  let bytes = 0;
  for (const { draft } of drafts) if (isLine(draft)) bytes += draft.offset - draft.start;
  return bytes;
}

/** Gives drafts the places at which they stand when the fold is at `cursor`. */
export function withPlaces(drafts: readonly DraftRow[], cursor: number): PlacedDraft[] {
  let at = cursor;
  return drafts.map((draft) => {
    if (isLine(draft)) {
      at = Math.max(at, draft.offset);
      return { place: draft.start, draft };
    }
    if (draft.kind === "local" && draft.event.type === "gap") {
      at = Math.max(at, draft.moveTo ?? draft.event.to);
      return { place: draft.event.from, draft };
    }
    return { place: at, draft };
  });
}

/**
 * Chooses what can be stored behind the stored cursor without a hole that nobody declared: the rest waits until the
 * lines in between have been fetched. Everything keeps its order.
 */
export function planRows(generation: Pick<GenerationRecord, "offset">, drafts: readonly PlacedDraft[]): Plan {
  // Stable: rows that share a place stay as they came; a line comes behind what stands at its first byte.
  const ordered = drafts.toSorted((a, b) => a.place - b.place || Number(isLine(a.draft)) - Number(isLine(b.draft)));
  let cursor = generation.offset;
  const now: DraftRow[] = [];
  for (const [index, { place, draft }] of ordered.entries()) {
    if (place > cursor) return { now, later: ordered.slice(index) };
    now.push(draft);
    if (isLine(draft)) cursor = Math.max(cursor, draft.offset);
    else if (draft.kind === "local" && draft.event.type === "gap")
      cursor = Math.max(cursor, draft.moveTo ?? draft.event.to);
  }
  return { now, later: [] };
}

/** Rows for the fold out of drafts that are not stored; `cursor` is where the generation's fold stands. */
export function rowsInMemory(host: string, generation: string, drafts: readonly DraftRow[], cursor: number): Row[] {
  return placeRows({ ...newGeneration(host, generation, 0), offset: cursor, tailEnd: cursor }, drafts).rows;
}
