// A diff side by side: what was removed beside what came in its place.
import type { DiffRow } from "./patch.ts";

/** One row of two sides. Where only one has a line the other is empty; heads and notes have no sides. */
export type PairRow = { type: "pair"; left: DiffRow | null; right: DiffRow | null } | { type: "across"; row: DiffRow };

/** Lays rows side by side, in their order. */
export function toPairs(rows: readonly DiffRow[]): PairRow[] {
  const out: PairRow[] = [];
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i += 1)
      out.push({ type: "pair", left: removed[i] ?? null, right: added[i] ?? null });
    if (removed.length > 0) removed = [];
    if (added.length > 0) added = [];
  };
  for (const row of rows) {
    if (row.kind === "del") {
      if (added.length > 0) flush();
      removed.push(row);
    } else if (row.kind === "add") added.push(row);
    else {
      flush();
      out.push(row.kind === "same" ? { type: "pair", left: row, right: row } : { type: "across", row });
    }
  }
  flush();
  return out;
}
