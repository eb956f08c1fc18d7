// Which words of a changed line differ from its counterpart. Loaded when the first changed pair is drawn.
import { diffWordsWithSpace } from "diff";
import { drawnText, type Range } from "./parts.ts";
import type { DiffRow } from "./patch.ts";

/** Word marks are looked for in lines up to this length only. */
const WORDS_LIMIT = 400;

const found = new WeakMap<DiffRow, readonly Range[]>();
const NONE: readonly Range[] = [];

/** The changed stretches of a row; none where the two lines have too little in common for marks to say something. */
export function changedWords(row: DiffRow): readonly Range[] {
  const { pair } = row;
  if (pair === null) return NONE;
  const known = found.get(row);
  if (known !== undefined) return known;
  const [del, add] = row.kind === "del" ? [row, pair] : [pair, row];
  const [before, after] = [drawnText(del), drawnText(add)];
  const removed: Range[] = [];
  const added: Range[] = [];
  if (before.length <= WORDS_LIMIT && after.length <= WORDS_LIMIT) {
    let same = 0;
    let old = 0;
    let now = 0;
    for (const { value, added: isNew, removed: isGone } of diffWordsWithSpace(before, after)) {
      if (isGone) removed.push({ from: old, to: old + value.length });
      else if (isNew) added.push({ from: now, to: now + value.length });
      else same += value.trim().length;
      if (!isNew) old += value.length;
      if (!isGone) now += value.length;
    }
    if (same * 3 <= Math.min(before.trim().length, after.trim().length)) {
      removed.length = 0;
      added.length = 0;
    }
  }
  found.set(del, removed);
  found.set(add, added);
  return found.get(row) ?? NONE;
}
