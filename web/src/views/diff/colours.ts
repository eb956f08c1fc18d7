// Colours of a diff: a hunk is coloured as a whole when one of its lines is first drawn, its old and its new side each by
// itself. Long hunks and long lines stay plain: colouring them would hold the page up.
import { createSignal, type Accessor } from "solid-js";
import { languageOf } from "../code/languages.ts";
import type { Span } from "../code/highlight.ts";
import type { DiffRow, Hunk } from "./patch.ts";

/** A larger hunk stays plain, characters. */
const HUNK_LIMIT = 40_000;

type Spans = ReadonlyMap<DiffRow, readonly Span[]>;

/** Gives the spans of a row once they are there; null until then, and where there are none. Tracked. */
export type Colours = (row: DiffRow) => readonly Span[] | null;

/** The colours of one file's diff. */
export function createColours(path: string): Colours {
  const lang = languageOf(path);
  const hunks = new WeakMap<Hunk, Accessor<Spans | null>>();
  return (row) => {
    const { hunk } = row;
    if (lang === null || hunk === null || hunk.size > HUNK_LIMIT) return null;
    let spans = hunks.get(hunk);
    if (spans === undefined) {
      spans = coloured(hunk, lang);
      hunks.set(hunk, spans);
    }
    return spans()?.get(row) ?? null;
  };
}

/** The colours of a hunk, once they are there. */
function coloured(hunk: Hunk, lang: string): Accessor<Spans | null> {
  const [spans, setSpans] = createSignal<Spans | null>(null);
  // Without the language's rules (offline before they were stored) the lines stay plain.
  void colour(hunk, lang).then(setSpans, () => null);
  return spans;
}

async function colour(hunk: Hunk, lang: string): Promise<Spans> {
  const { highlight } = await import("../code/highlight.ts");
  const out = new Map<DiffRow, Span[]>();
  const side = async (without: DiffRow["kind"], onlyIf: DiffRow["kind"]) => {
    if (!hunk.rows.some((row) => row.kind === onlyIf)) return;
    const rows = hunk.rows.filter((row) => row.kind !== without && row.kind !== "note");
    const spans = await highlight(rows.map((row) => row.text).join("\n"), lang);
    if (spans !== null) toLines(spans, rows, out);
  };
  await side("add", "del");
  // After the old side, so that lines that both have are coloured as they stand in the new file.
  await side("del", "add");
  return out;
}

/** Cuts the spans of a text at its line breaks. */
function toLines(spans: readonly Span[], rows: readonly DiffRow[], out: Map<DiffRow, Span[]>): void {
  let at = 0;
  let line: Span[] = [];
  const end = () => {
    const row = rows[at];
    if (row !== undefined) out.set(row, line);
    at += 1;
    line = [];
  };
  for (const { text, scope } of spans) {
    const pieces = text.split("\n");
    pieces.forEach((piece, index) => {
      if (index > 0) end();
      if (piece !== "") line.push({ text: piece, scope });
    });
  }
  end();
}
