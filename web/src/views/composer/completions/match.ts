// Finding what a person means by a few letters of its name: letters in their order, better at the beginning of words. Pure.

export interface Match {
  /** The higher the better. */
  score: number;
  /** Matched characters (code points) of the text. */
  marks: readonly number[];
}

const fold = (text: string): string[] => Array.from(text, (sign) => sign.toLowerCase());

/** How well a text answers to a query, or null. An empty query matches everything alike. */
export function matchOf(text: string, query: string): Match | null {
  if (query === "") return { score: 0, marks: [] };
  const signs = fold(text);
  const wanted = fold(query);
  const whole = signs.findIndex((_, at) => wanted.every((sign, index) => signs[at + index] === sign));
  if (whole >= 0) {
    const marks = wanted.map((_, index) => whole + index);
    const exact = wanted.length === signs.length ? 50 : 0;
    return { score: (whole === 0 ? 1000 : begins(signs, whole) ? 800 : 600) + exact - Math.min(whole, 50), marks };
  }
  const marks: number[] = [];
  let score = 300;
  for (const sign of wanted) {
    const from = (marks.at(-1) ?? -1) + 1;
    const next = signs.findIndex((one, at) => at >= from && one === sign);
    if (next < 0) return null;
    score -= Math.min(next - from, 20);
    if (begins(signs, next)) score += 10;
    marks.push(next);
  }
  return { score, marks };
}

function begins(signs: readonly string[], at: number): boolean {
  return at === 0 || /[\s\-_:./]/.test(signs[at - 1] ?? "");
}

/** A text in runs of matched and other characters, so that each can be drawn. Bounded by the length of the text. */
export function runsOf(text: string, marks: readonly number[]): { text: string; hit: boolean }[] {
  const hits = new Set(marks);
  const runs: { text: string; hit: boolean }[] = [];
  for (const [at, sign] of Array.from(text).entries()) {
    const hit = hits.has(at);
    const last = runs.at(-1);
    if (last !== undefined && last.hit === hit) last.text += sign;
    else runs.push({ text: sign, hit });
  }
  return runs;
}

/** How many slips of the finger lie between two words: letters too many, missing, wrong or changed about. */
export function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
