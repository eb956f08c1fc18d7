// Where needles stand in a text, as merged ranges.

export interface Range {
  start: number;
  end: number;
}

/** Every place where a needle stands, overlapping ones joined, in order. */
export function findRanges(text: string, needles: readonly string[]): Range[] {
  const found: Range[] = [];
  for (const needle of needles)
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1))
      found.push({ start: at, end: at + needle.length });
  return mergeRanges(found);
}

export function mergeRanges(ranges: Range[]): Range[] {
  if (ranges.length < 2) return ranges;
  const merged: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

/** The longest end of the text that is the beginning of a needle without being all of it; null when there is none. */
export function openEnd(text: string, needles: readonly string[]): Range | null {
  let longest = 0;
  const last = text.charCodeAt(text.length - 1);
  for (const needle of needles) {
    for (let length = Math.min(needle.length - 1, text.length); length > longest; length -= 1) {
      if (needle.charCodeAt(length - 1) !== last || !text.endsWith(needle.slice(0, length))) continue;
      longest = length;
      break;
    }
  }
  return longest === 0 ? null : { start: text.length - longest, end: text.length };
}
