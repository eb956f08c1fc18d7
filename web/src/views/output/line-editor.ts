// One line of a terminal while it is written: as runs while it only grows, as cells once something is written over.

/** How text looks and where it leads. Equal pens are the same object. */
export interface Pen {
  /** CSS classes; empty for plain text. */
  readonly style: string;
  /** The target of a link that the program made. */
  readonly href: string | null;
}

export interface OutputSpan {
  text: string;
  /** CSS classes; empty for plain text. */
  style: string;
  /** The safe target of a link that the program made. */
  href?: string;
}
export type OutputLine = readonly OutputSpan[];

export const PLAIN_PEN: Pen = Object.freeze({ style: "", href: null });

interface Run {
  text: string;
  pen: Pen;
}

interface Cell {
  char: string;
  pen: Pen;
}

export interface LineEditor {
  /** Where the next character goes. */
  column: number;
  /** Columns that are filled, those that are cut on screen included. */
  readonly width: number;
  /** Writes characters that each take a column, or one character. */
  put(text: string, columns: number, pen: Pen): void;
  /** Erases from a column to another. */
  erase(from: number, to: number): void;
  clear(): void;
  /** Takes a finished line up again. `width`: its columns, those cut off included. */
  load(line: OutputLine, width: number): void;
  /** The line as it stands, without a word about what is cut. */
  line(): OutputLine;
}

/** @param limit longer lines are cut, characters */
export function createLineEditor(limit: number): LineEditor {
  let runs: Run[] = [];
  let cells: Cell[] | null = null;
  let width = 0;

  const toCells = (): Cell[] => {
    if (cells !== null) return cells;
    const made: Cell[] = [];
    for (const run of runs) for (const char of run.text) made.push({ char, pen: run.pen });
    runs = [];
    cells = made;
    return made;
  };

  const editor: LineEditor = {
    column: 0,
    get width() {
      return width;
    },
    put(text, columns, pen) {
      const { column } = editor;
      const room = limit - column;
      if (room > 0 && cells === null && column === width) {
        const fits = columns <= room ? text : text.slice(0, room);
        const last = runs.at(-1);
        if (last !== undefined && last.pen === pen) last.text += fits;
        else runs.push({ text: fits, pen });
      } else if (room > 0) {
        const line = toCells();
        while (line.length < column) line.push({ char: " ", pen: PLAIN_PEN });
        if (columns === 1) line[column] = { char: text, pen };
        else for (let i = 0; i < Math.min(columns, room); i += 1) line[column + i] = { char: text[i] ?? "", pen };
      }
      editor.column = column + columns;
      width = Math.max(width, editor.column);
    },
    erase(from, to) {
      if (from >= width) return;
      if (from <= 0 && to >= width) {
        runs = [];
        cells = null;
        width = 0;
        return;
      }
      const line = toCells();
      if (to >= width) {
        line.length = Math.min(line.length, from);
        width = from;
      } else for (let i = from; i < Math.min(to, line.length); i += 1) line[i] = { char: " ", pen: PLAIN_PEN };
    },
    clear() {
      runs = [];
      cells = null;
      width = 0;
      editor.column = 0;
    },
    load(line, columns) {
      runs = line.map(({ text, style, href }) => ({ text, pen: { style, href: href ?? null } }));
      cells = null;
      width = columns;
    },
    line() {
      return cells === null ? runs.map(({ text, pen }) => spanOf(text, pen)) : joined(cells);
    },
  };
  return editor;
}

function spanOf(text: string, pen: Pen): OutputSpan {
  return pen.href === null ? { text, style: pen.style } : { text, style: pen.style, href: pen.href };
}

function joined(cells: readonly Cell[]): OutputLine {
  const out: OutputSpan[] = [];
  let text = "";
  let pen = PLAIN_PEN;
  for (const cell of cells) {
    if (cell.pen !== pen && (cell.pen.style !== pen.style || cell.pen.href !== pen.href)) {
      if (text !== "") out.push(spanOf(text, pen));
      text = "";
      pen = cell.pen;
    }
    text += cell.char;
  }
  if (text !== "") out.push(spanOf(text, pen));
  return out;
}
