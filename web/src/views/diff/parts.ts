// What is drawn of a line: its text cut into parts by changed words, by colour and by what would hide in it.
import { visible } from "../../decisions/visible.ts";
import type { Span } from "../code/highlight.ts";
import type { DiffRow } from "./patch.ts";

/** A stretch of a line, characters. */
export interface Range {
  from: number;
  to: number;
}

export interface Part {
  text: string;
  /** A word that changed. */
  mark: boolean;
  /** The name of its colour, or none. */
  scope: string | null;
  /** Stands for characters that would not be seen as they are. */
  escape: boolean;
}

/** Longer lines are cut on screen, characters. */
export const LINE_LIMIT = 2000;

/** The text of a row as it is drawn: a carriage return at the end only where it is the change itself. */
export function drawnText(row: DiffRow): string {
  if (!row.text.endsWith("\r")) return row.text;
  if (row.pair !== null && !row.pair.text.endsWith("\r")) return row.text;
  return row.text.slice(0, -1);
}

/** The parts of a text; without the marks, joined they are the text. */
export function partsOf(text: string, marks: readonly Range[], spans: readonly Span[] | null): Part[] {
  const whole = text.length <= LINE_LIMIT ? text : text.slice(0, LINE_LIMIT);
  const out: Part[] = [];
  let at = 0;
  let markAt = 0;
  let spanAt = 0;
  let spanEnd = spans?.[0]?.text.length ?? whole.length;
  while (at < whole.length) {
    while (spans !== null && spanEnd <= at && spanAt < spans.length) {
      spanAt += 1;
      spanEnd += spans[spanAt]?.text.length ?? whole.length;
    }
    while ((marks[markAt]?.to ?? Infinity) <= at) markAt += 1;
    const mark = marks[markAt];
    const marked = mark !== undefined && mark.from <= at;
    const end = Math.min(whole.length, spanEnd, mark === undefined ? whole.length : marked ? mark.to : mark.from);
    const scope = spans?.[spanAt]?.scope ?? null;
    for (const piece of visible(whole.slice(at, end))) {
      const escape = piece.kind === "escape";
      out.push({ text: escape ? piece.shown : piece.text, mark: marked, scope, escape });
    }
    at = end;
  }
  return out;
}
