// A text as rows for a window: one per line, several for a very long line. Rows only say where they stand in the text.

/** Characters of a line in one row: a window measures its rows, and a row of a megabyte would be drawn whole. */
const PIECE = 1200;

export interface TextRow {
  /** Counted from 1. */
  line: number;
  /** Place in the text; `to` is behind the last character, the line break left out. */
  from: number;
  to: number;
  /** It goes on in the middle of a line. */
  continued: boolean;
}

/** The rows of a text; an empty text is one empty row. */
export function rowsOf(text: string): TextRow[] {
  const rows: TextRow[] = [];
  let line = 1;
  let start = 0;
  for (;;) {
    const feed = text.indexOf("\n", start);
    let end = feed === -1 ? text.length : feed;
    if (feed > start && text[feed - 1] === "\r") end -= 1;
    let from = start;
    do {
      let to = Math.min(end, from + PIECE);
      // A pair of surrogates is one character.
      if (to < end && isLowSurrogate(text.charCodeAt(to))) to -= 1;
      rows.push({ line, from, to, continued: from > start });
      from = to;
    } while (from < end);
    // The break at the end of a file begins no line of its own.
    if (feed === -1 || feed === text.length - 1) return rows;
    line += 1;
    start = feed + 1;
  }
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** The index of the row that holds a place in the text, or -1 without rows. */
export function rowAt(rows: readonly TextRow[], place: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows[middle]?.from ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return rows.length === 0 ? -1 : low;
}

/** The index of a line's first row; the last row when there is no such line. */
export function rowOfLine(rows: readonly TextRow[], line: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface Found {
  from: number;
  to: number;
}

/** More places than this are not collected: nobody goes through them one by one. */
export const FOUND_LIMIT = 5000;

/** Where the words stand in the text, whatever their case; at most FOUND_LIMIT places. */
export function findIn(text: string, words: string): Found[] {
  if (words === "") return [];
  const pattern = new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  const found: Found[] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push({ from: match.index, to: match.index + match[0].length });
    if (found.length >= FOUND_LIMIT) break;
  }
  return found;
}

/** A run of a row with what is to be drawn about it. */
export interface Piece {
  text: string;
  /** The colour's scope, or null. */
  scope: string | null;
  /** It was searched for; `here`: it is the one that was gone to. */
  mark: "no" | "found" | "here";
}

/** Coloured runs in order, by where each begins. */
export interface Colours {
  starts: readonly number[];
  scopes: readonly (string | null)[];
}

/** Cuts a row at the borders of colours and finds. */
export function piecesOfRow(
  text: string,
  row: TextRow,
  colours: Colours | null,
  found: readonly Found[],
  here: number,
): Piece[] {
  if (colours === null && found.length === 0) return [{ text: text.slice(row.from, row.to), scope: null, mark: "no" }];
  const pieces: Piece[] = [];
  let colour = colours === null ? -1 : lastAtOrBefore(colours.starts, row.from);
  let find = firstEndingBehind(found, row.from);
  let at = row.from;
  while (at < row.to) {
    let to = row.to;
    const next = colours?.starts[colour + 1];
    if (next !== undefined && next < to) to = Math.max(next, at);
    const match = found[find];
    const inside = match !== undefined && match.from <= at;
    if (match !== undefined) to = Math.min(to, inside ? match.to : match.from);
    if (to > at)
      pieces.push({
        text: text.slice(at, to),
        scope: colours?.scopes[colour] ?? null,
        mark: inside ? (find === here ? "here" : "found") : "no",
      });
    at = to;
    if (next !== undefined && next <= at) colour += 1;
    if (match !== undefined && match.to <= at) find += 1;
  }
  return pieces;
}

function lastAtOrBefore(starts: readonly number[], place: number): number {
  let low = -1;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

function firstEndingBehind(found: readonly Found[], place: number): number {
  let low = 0;
  let high = found.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((found[middle]?.to ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
