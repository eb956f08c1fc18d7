// Rows put into a journal as a session would put them: in batches of any size, each a block of its own.
import type { Journal } from "../../journal/journal.ts";
import type { DraftRow, Row } from "../../journal/rows.ts";
import { HOST } from "./rows.ts";

/** A stream of whole numbers below a limit, the same for the same seed. */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

/** Cuts rows into batches of 1 to `most`, none over the border of two generations. */
export function batchesOf(rows: readonly Row[], below: (limit: number) => number, most = 40): Row[][] {
  const batches: Row[][] = [];
  for (let at = 0; at < rows.length;) {
    const generation = rows[at]?.generation;
    const batch = rows.slice(at, at + 1 + below(most)).filter((row) => row.generation === generation);
    batches.push(batch);
    at += batch.length;
  }
  return batches;
}

/** Writes the batches; resolves with how many rows the journal took. */
export async function writeBatches(journal: Journal, batches: readonly (readonly Row[])[]): Promise<number> {
  let seen = 0;
  let taken = 0;
  for (const batch of batches) {
    const generation = batch[0]?.generation ?? "";
    const drafts = batch.map((row): DraftRow => {
      // An incoming line is placed by where it ends, a gap by what it moves the cursor to, anything else at the cursor.
      if (row.kind === "in" || row.kind === "snapshot") return row;
      const { offset, n: _n, ...draft } = row;
      return draft.kind === "local" && draft.event.type === "gap" ? { ...draft, moveTo: offset } : draft;
    });
    const written = await journal.write({ host: HOST, generation, seen, build: () => drafts });
    seen = written.seq;
    taken += written.rows.length;
  }
  return taken;
}
