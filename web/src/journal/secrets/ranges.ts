// Where needles stand in a text, as merged ranges.
import { unescape } from "./unescape.ts";

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
function openEnd(text: string, needles: readonly string[]): Range | null {
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

/** JSON inside strings is read this deep. */
const LEVELS = 2;

/** The text with its escapes undone once, twice: each character knows where it stands in the text. */
function* views(text: string): Generator<{ text: string; at: (index: number) => number }> {
  let inner = text;
  let at = (index: number): number => index;
  for (let level = 0; level < LEVELS; level += 1) {
    const view = unescape(inner);
    if (view === null) return;
    const outer = at;
    at = (index) => outer(view.at[index] ?? inner.length);
    inner = view.text;
    yield { text: inner, at };
  }
}

/** Where the plain texts stand when escapes are undone, however they were escaped. */
export function findEscaped(text: string, plain: readonly string[]): Range[] {
  const found: Range[] = [];
  for (const view of views(text))
    for (const range of findRanges(view.text, plain))
      found.push({ start: view.at(range.start), end: view.at(range.end) });
  return found;
}

/** An end of a text that may begin a secret, with how many of its characters stand there, an escape counted as one. */
export interface OpenEnd extends Range {
  length: number;
}

/** The ends of the text that begin a secret: as it is, as encoders write it, and with escapes undone. */
export function openEnds(text: string, plain: readonly string[], needles: readonly string[]): OpenEnd[] {
  const found: OpenEnd[] = [];
  const add = (start: number, length: number): void => {
    if (start < text.length) found.push({ start, end: text.length, length });
  };
  const raw = openEnd(text, plain);
  if (raw !== null) add(raw.start, raw.end - raw.start);
  if (!text.includes("\\")) return found;
  const habit = openEnd(text, needles);
  if (habit !== null) add(habit.start, readable(text.slice(habit.start)));
  for (const view of views(text)) {
    const open = openEnd(view.text, plain);
    // An escape that is cut off may begin a secret as well.
    if (open === null) add(view.at(view.text.length), 0);
    else add(view.at(open.start), open.end - open.start);
  }
  return found;
}

/** How many characters there are at least when escapes are undone. */
function readable(text: string): number {
  let { length } = text;
  for (const view of views(text)) length = view.text.length;
  return length;
}
