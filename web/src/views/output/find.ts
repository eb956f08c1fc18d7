// Finding a text in lines: every place, without regard to case, in pieces that let the page breathe.

/** One place: the line, and from where to where in its text. */
export interface Hit {
  line: number;
  from: number;
  to: number;
}

/** More places than this are not counted. */
export const MOST_HITS = 50_000;
/** Lines between two looks at the clock. */
const STEP = 500;

/** All places of `query`, in order; at most `MOST_HITS`. */
export function* findIn<T>(lines: readonly T[], textOf: (line: T) => string, query: string): Generator<void, Hit[]> {
  const hits: Hit[] = [];
  if (query === "") return hits;
  // Not by lower case: that changes the length of some letters, and with it every place behind them.
  const wanted = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
  for (let at = 0; at < lines.length; at += 1) {
    if (at % STEP === STEP - 1) yield;
    const line = lines[at];
    if (line === undefined) continue;
    for (const { index, 0: found } of textOf(line).matchAll(wanted)) {
      hits.push({ line: at, from: index, to: index + found.length });
      if (hits.length >= MOST_HITS) return hits;
    }
  }
  return hits;
}
