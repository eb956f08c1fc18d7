// Terminal output as lines of styled spans. Stateful: colours and half escape sequences carry over from chunk to chunk.
// Carriage returns and cursor moves work within their line; everything else that a terminal would obey is dropped.
import { applySgr, PLAIN, styleClass, type Style } from "./sgr.ts";

export interface OutputSpan {
  text: string;
  /** CSS classes; empty for plain text. */
  style: string;
}
export type OutputLine = readonly OutputSpan[];

export interface TerminalText {
  /** Takes the whole output as it is now; reads only what is new when it has grown. */
  read(output: string): readonly OutputLine[];
}

interface Cell {
  char: string;
  style: string;
}

/** Longer lines are cut on screen, characters. */
const LINE_LIMIT = 4000;
const TAB = 8;

export function createTerminalText(): TerminalText {
  let seen = "";
  let lines: OutputLine[] = [];
  /** The line that is being written: as runs while it only grows, as cells once something is written over. */
  let runs: OutputSpan[] = [];
  let cells: Cell[] | null = null;
  let column = 0;
  /** Columns of the line that are filled. */
  let width = 0;
  let style: Style = PLAIN;
  let cls = "";
  /** The beginning of a sequence whose end has not come yet. */
  let pending = "";

  const clearLine = () => {
    runs = [];
    cells = null;
    column = 0;
    width = 0;
  };
  const finished = (): OutputLine => {
    const out = cells === null ? runs.map((run) => ({ text: run.text, style: run.style })) : spans(cells);
    if (width > LINE_LIMIT) out.push({ text: ` … ${width - LINE_LIMIT} more characters`, style: "sgr-dim" });
    return out;
  };
  const reset = () => {
    seen = "";
    lines = [];
    clearLine();
    style = PLAIN;
    cls = "";
    pending = "";
  };
  const toCells = (): Cell[] => {
    if (cells !== null) return cells;
    const made: Cell[] = [];
    for (const run of runs) for (const char of run.text) made.push({ char, style: run.style });
    runs = [];
    cells = made;
    return made;
  };
  /** Writes one character, or a run of characters that each take a column. */
  const put = (text: string, columns: number) => {
    const room = LINE_LIMIT - column;
    if (room > 0 && cells === null && column === width) {
      const fits = columns <= room ? text : text.slice(0, room);
      const last = runs.at(-1);
      if (last !== undefined && last.style === cls) last.text += fits;
      else runs.push({ text: fits, style: cls });
    } else if (room > 0) {
      const line = toCells();
      while (line.length < column) line.push({ char: " ", style: "" });
      if (columns === 1) line[column] = { char: text, style: cls };
      else for (let i = 0; i < Math.min(columns, room); i += 1) line[column + i] = { char: text[i] ?? "", style: cls };
    }
    column += columns;
    width = Math.max(width, column);
  };
  const csi = (body: string, final: string) => {
    const params = body
      .replaceAll(":", ";")
      .split(";")
      .map((part) => Number.parseInt(part, 10) || 0);
    const n = params[0] ?? 0;
    switch (final) {
      case "m":
        if (/^[<=>?]/.test(body)) return;
        style = applySgr(style, params);
        cls = styleClass(style);
        return;
      case "K":
        if (n === 0 && column < width) {
          const line = toCells();
          line.length = Math.min(line.length, column);
          width = column;
        } else if (n === 2) {
          runs = [];
          cells = null;
          width = 0;
        }
        return;
      case "G":
        column = Math.max(0, n - 1);
        return;
      case "C":
        column += Math.max(1, n);
        return;
      case "D":
        column = Math.max(0, column - Math.max(1, n));
        return;
      default:
        return;
    }
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
          if (text.length - i < 4096) {
            pending = text.slice(i);
            return;
          }
          i += 1;
          continue;
        }
        if (text[i + 1] === "[") csi(text.slice(i + 2, end - 1), text[end - 1] ?? "");
        i = end;
        continue;
      }
      if (code === 0x0a) {
        lines.push(finished());
        clearLine();
      } else if (code === 0x0d) column = 0;
      else if (code === 0x08) column = Math.max(0, column - 1);
      else if (code === 0x09) {
        const stop = column + TAB - (column % TAB);
        put(" ".repeat(stop - column), stop - column);
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
          put(text.slice(from, i + 1), i + 1 - from);
        } else {
          put(point > 0xffff ? text.slice(i, i + 2) : (text[i] ?? ""), 1);
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
      return width > 0 ? [...lines, finished()] : lines.slice();
    },
  };
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

/** Printable ASCII: one column each. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}

function spans(cells: readonly Cell[]): OutputSpan[] {
  const out: OutputSpan[] = [];
  let text = "";
  let style = "";
  for (const cell of cells) {
    if (cell.style !== style && text !== "") {
      out.push({ text, style });
      text = "";
    }
    style = cell.style;
    text += cell.char;
  }
  if (text !== "") out.push({ text, style });
  return out;
}

/** The text a person sees, for copying. */
export function visibleText(lines: readonly OutputLine[]): string {
  return lines.map((line) => line.map((span) => span.text).join("")).join("\n");
}
