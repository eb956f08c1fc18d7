// Terminal output as lines of styled spans. Stateful: colours, the cursor and half escape sequences carry over from chunk
// to chunk. Moves of the cursor are obeyed within the last lines, so that progress that redraws itself is one set of
// lines; nothing that a program clears from its screen is lost but what it writes over or erases by the line.
import { bytes } from "../../design/words.ts";
import { safeHref } from "../markdown/links.ts";
import { createLineEditor, PLAIN_PEN, type OutputLine, type Pen } from "./line-editor.ts";
import { applySgr, PLAIN, styleClass, type Style } from "./sgr.ts";

export type { OutputLine, OutputSpan } from "./line-editor.ts";

export interface TerminalText {
  /** Takes the whole output as it is now; reads only what is new when it has grown. */
  read(output: string): readonly OutputLine[];
}

/** Longer lines are cut on screen, characters. */
const LINE_LIMIT = 4000;
/** How many lines back the cursor can go: what a tall terminal shows. */
const SCREEN = 200;
const TAB = 8;
/** A longer sequence is none. */
const SEQUENCE_LIMIT = 4096;

/** @param limit longer lines are cut and say so, characters; `Infinity` for a copy of all */
export function createTerminalText(limit = LINE_LIMIT): TerminalText {
  let seen = "";
  let lines: OutputLine[] = [];
  /** How many columns the lines that are cut have; others are not in it. */
  let cut = new Map<number, number>();
  const editor = createLineEditor(limit);
  /** The line that the cursor is in, and the last one that it was in. */
  let row = 0;
  let bottom = 0;
  let saved = { row: 0, column: 0 };
  let style: Style = PLAIN;
  let pen: Pen = PLAIN_PEN;
  const pens = new Map<string, Pen>([["\n", PLAIN_PEN]]);
  /** The beginning of a sequence whose end has not come yet. */
  let pending = "";

  const reset = () => {
    seen = "";
    lines = [];
    cut = new Map();
    editor.clear();
    row = 0;
    bottom = 0;
    saved = { row: 0, column: 0 };
    style = PLAIN;
    pen = PLAIN_PEN;
    pending = "";
  };
  const usePen = (cls: string, href: string | null) => {
    const key = `${cls}\n${href ?? ""}`;
    const known = pens.get(key);
    pen = known ?? { style: cls, href };
    if (known === undefined) pens.set(key, pen);
  };
  /** Puts the line of the cursor among the others. */
  const commit = () => {
    if (row >= lines.length && editor.width === 0) return;
    while (lines.length < row) lines.push([]);
    lines[row] = editor.line();
    if (editor.width > limit) cut.set(row, editor.width);
    else if (cut.size > 0) cut.delete(row);
  };
  const goTo = (next: number, column: number) => {
    const to = Math.max(0, bottom - SCREEN, next);
    if (to !== row) {
      commit();
      const line = lines[to];
      editor.clear();
      if (line !== undefined && line.length > 0) editor.load(line, cut.get(to) ?? columnsOf(line));
      row = to;
    }
    bottom = Math.max(bottom, row);
    editor.column = column;
  };
  const newLine = () => {
    if (row === bottom && row >= lines.length) {
      // Nearly all of all output.
      while (lines.length < row) lines.push([]);
      lines.push(editor.line());
      if (editor.width > limit) cut.set(row, editor.width);
      editor.clear();
      row += 1;
      bottom = row;
    } else goTo(row + 1, 0);
  };
  const csi = (body: string, final: string) => {
    const params = body
      .replaceAll(":", ";")
      .split(";")
      .map((part) => Number.parseInt(part, 10) || 0);
    const n = params[0] ?? 0;
    const count = Math.max(1, n);
    switch (final) {
      case "m":
        if (/^[<=>?]/.test(body)) return;
        style = applySgr(style, params);
        usePen(styleClass(style), pen.href);
        return;
      case "K":
        if (n === 0) editor.erase(editor.column, Infinity);
        else if (n === 1) editor.erase(0, editor.column + 1);
        else if (n === 2) editor.erase(0, Infinity);
        return;
      case "J":
        if (n === 0) {
          editor.erase(editor.column, Infinity);
          commit();
          lines.length = Math.min(lines.length, row + 1);
          for (const at of cut.keys()) if (at > row) cut.delete(at);
          bottom = row;
        } else if (n === 2 || n === 3) {
          // A cleared screen: what was on it stays, the new one begins below.
          goTo(bottom, 0);
          if (editor.width > 0) newLine();
        }
        return;
      case "A":
        goTo(row - count, editor.column);
        return;
      case "B":
        goTo(Math.min(bottom, row + count), editor.column);
        return;
      case "E":
        goTo(Math.min(bottom, row + count), 0);
        return;
      case "F":
        goTo(row - count, 0);
        return;
      case "G":
        editor.column = count - 1;
        return;
      case "C":
        editor.column += count;
        return;
      case "D":
        editor.column = Math.max(0, editor.column - count);
        return;
      case "X":
        editor.erase(editor.column, editor.column + count);
        return;
      case "s":
        saved = { row, column: editor.column };
        return;
      case "u":
        goTo(Math.min(saved.row, bottom), saved.column);
        return;
      default:
        return;
    }
  };
  /** Operating system commands: a hyperlink is kept, titles and all others are dropped. */
  const osc = (body: string) => {
    const link = /^8;[^;]*;(.*)$/s.exec(body);
    if (link === null) return;
    const href = safeHref(link[1] ?? "");
    usePen(pen.style, href !== null && /^https?:/.test(href) ? href : null);
  };
  const escape = (text: string, at: number, end: number) => {
    const kind = text[at + 1];
    if (kind === "[") csi(text.slice(at + 2, end - 1), text[end - 1] ?? "");
    else if (kind === "]") osc(withoutEnd(text.slice(at + 2, end)));
    else if (kind === "M") goTo(row - 1, editor.column);
    else if (kind === "7") saved = { row, column: editor.column };
    else if (kind === "8") goTo(Math.min(saved.row, bottom), saved.column);
  };
  const feed = (chunk: string) => {
    const text = pending + chunk;
    pending = "";
    let i = 0;
    while (i < text.length) {
      const code = text.charCodeAt(i);
      if (code === 0x1b) {
        const end = sequenceEnd(text, i);
        if (end === null) {
          // A sequence that never ends must not swallow the rest of the output.
          if (text.length - i < SEQUENCE_LIMIT) {
            pending = text.slice(i);
            return;
          }
          i += 1;
          continue;
        }
        escape(text, i, end);
        i = end;
        continue;
      }
      if (code === 0x0a) newLine();
      else if (code === 0x0d) editor.column = 0;
      else if (code === 0x08) editor.column = Math.max(0, editor.column - 1);
      else if (code === 0x09) {
        const stop = editor.column + TAB - (editor.column % TAB);
        editor.put(" ".repeat(stop - editor.column), stop - editor.column, pen);
      } else if (code >= 0x20 && code !== 0x7f && !(code >= 0x80 && code < 0xa0)) {
        const point = text.codePointAt(i) ?? code;
        // A pair split between chunks waits for its second half.
        if (code >= 0xd800 && code < 0xdc00 && i + 1 >= text.length) {
          pending = text.slice(i);
          return;
        }
        if (code < 0x7f) {
          // Most of all output: a run of plain characters, taken at once.
          const from = i;
          while (i + 1 < text.length && isPlain(text.charCodeAt(i + 1))) i += 1;
          editor.put(text.slice(from, i + 1), i + 1 - from, pen);
        } else {
          editor.put(point > 0xffff ? text.slice(i, i + 2) : (text[i] ?? ""), 1, pen);
          if (point > 0xffff) i += 1;
        }
      }
      i += 1;
    }
  };

  return {
    read(output) {
      if (!output.startsWith(seen)) reset();
      if (output.length > seen.length) {
        feed(output.slice(seen.length));
        seen = output;
      }
      const now = lines.slice();
      if (row < lines.length || editor.width > 0) {
        while (now.length < row) now.push([]);
        now[row] = editor.line();
      }
      for (const [at, columns] of cut) now[at] = withNote(now[at] ?? [], columns - limit);
      if (editor.width > limit && !cut.has(row)) now[row] = withNote(now[row] ?? [], editor.width - limit);
      return now;
    },
  };
}

function withNote(line: OutputLine, more: number): OutputLine {
  return [...line, { text: ` … ${bytes(more)} more in this line`, style: "sgr-dim" }];
}

function columnsOf(line: OutputLine): number {
  let columns = 0;
  for (const { text } of line) for (const _ of text) columns += 1;
  return columns;
}

/** Where the escape sequence that begins at `at` ends (exclusive); null when its end is not there yet. */
function sequenceEnd(text: string, at: number): number | null {
  const kind = text[at + 1];
  if (kind === undefined) return null;
  if (kind === "[") {
    for (let i = at + 2; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code >= 0x40 && code <= 0x7e) return i + 1;
      // Not part of a sequence: what was begun is dropped, the character stays.
      if (code < 0x20 || code > 0x7e) return i;
    }
    return null;
  }
  // OSC, DCS, APC, PM, SOS: up to BEL or ESC backslash.
  if ("]PX^_".includes(kind)) {
    for (let i = at + 2; i < text.length; i += 1) {
      if (text[i] === "\u0007") return i + 1;
      if (text[i] === "\u001b") return text[i + 1] === undefined ? null : text[i + 1] === "\\" ? i + 2 : i;
    }
    return null;
  }
  // Charset and other two- or three-byte ones.
  if ("()*+-./#% ".includes(kind)) return at + 3 <= text.length ? at + 3 : null;
  return at + 2;
}

/** The body of an operating system command without BEL or ESC backslash. */
function withoutEnd(body: string): string {
  if (body.endsWith("\u0007")) return body.slice(0, -1);
  return body.endsWith("\u001b\\") ? body.slice(0, -2) : body;
}

/** Printable ASCII: one column each. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}

/** The text of a line. */
export function lineText(line: OutputLine): string {
  return line.length === 1 ? (line[0]?.text ?? "") : line.map((span) => span.text).join("");
}

/** The text a person sees, for copying. */
export function visibleText(lines: readonly OutputLine[]): string {
  return lines.map(lineText).join("\n");
}

/** The visible text of a whole output, long lines included. */
export function wholeText(output: string): string {
  return visibleText(createTerminalText(Infinity).read(output));
}
