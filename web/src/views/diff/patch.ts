// A unified diff as rows to draw, read piece by piece. What is no diff is said (`null`), never half shown: the one who
// approves a change must see all of it.

/** One line of a diff. All rows have the same members, so that hundreds of thousands stay cheap. */
export interface DiffRow {
  kind: "same" | "add" | "del" | "hunk" | "note";
  /** Its number in the old and the new file; null where it is in none. */
  old: number | null;
  new: number | null;
  /** The whole line, without its sign and line feed. */
  text: string;
  /** A changed line's counterpart, when removed and added lines pair up. */
  pair: DiffRow | null;
  /** The hunk it belongs to. */
  hunk: Hunk | null;
}

/** Lines that stand together; coloured together. */
export interface Hunk {
  rows: DiffRow[];
  /** Characters of all its lines. */
  size: number;
}

/** More rows than this are not drawn. */
export const MOST_ROWS = 1_000_000;
/** Blocks with more changed lines than this are new text, not changed lines. */
const PAIRED = 40;
/** Lines between two looks at the clock. */
const STEP = 1000;

/** Lines outside of hunks that say nothing but the names that the card shows anyway. */
const NAMES = /^(?:diff |index |Index: |={10,}\s*$)/;
/** The lines of a binary patch. */
const BINARY = /^(?:(?:literal|delta) \d+|[A-Za-z][^\s"',./:[\]\\]+|)$/;
/** Other lines that stand outside of hunks in a diff that is whole. */
const FACTS =
  /^(?:--- |\+\+\+ |old mode |new mode |new file mode |deleted file mode |copy |rename |similarity |dissimilarity |Binary files )/;

export function row(
  kind: DiffRow["kind"],
  text: string,
  old: number | null = null,
  now: number | null = null,
): DiffRow {
  return { kind, old, new: now, text, pair: null, hunk: null };
}

/** The rows of a unified diff; null when it is none, or is cut off, or has too many rows. */
export function* readPatch(diff: string): Generator<void, DiffRow[] | null> {
  const out: DiffRow[] = [];
  let hunks = 0;
  let hunk: Hunk | null = null;
  /** What the hunk's head has promised and did not come yet. */
  let before = 0;
  let after = 0;
  let old = 0;
  let now = 0;
  let removed: DiffRow[] = [];
  let added: DiffRow[] = [];
  const pairUp = () => {
    const count = Math.min(removed.length, added.length);
    if (count > 0 && count <= PAIRED) {
      for (let i = 0; i < count; i += 1) {
        const [del, add] = [removed[i], added[i]];
        if (del === undefined || add === undefined) continue;
        del.pair = add;
        add.pair = del;
      }
    }
    if (removed.length > 0) removed = [];
    if (added.length > 0) added = [];
  };
  const put = (line: DiffRow) => {
    line.hunk = hunk;
    hunk?.rows.push(line);
    if (hunk !== null) hunk.size += line.text.length + 1;
    out.push(line);
    return line;
  };

  let binary: number | null = null;
  for (let at = 0, count = 0; at < diff.length; count += 1) {
    if (count % STEP === STEP - 1) {
      if (out.length > MOST_ROWS) return null;
      yield;
    }
    const end = diff.indexOf("\n", at);
    const stop = end === -1 ? diff.length : end;
    const from = at;
    at = end === -1 ? diff.length : end + 1;
    const first = diff.charCodeAt(from);
    // Inside a hunk.
    if (before > 0 || after > 0) {
      const text = diff.slice(from + 1, stop);
      if (first === 0x2d) {
        if (added.length > 0) pairUp();
        removed.push(put(row("del", text, old)));
        old += 1;
        before -= 1;
      } else if (first === 0x2b) {
        added.push(put(row("add", text, null, now)));
        now += 1;
        after -= 1;
      } else if (first === 0x5c) out.push(row("note", NO_BREAK));
      else if (first === 0x20 || stop === from || (first === 0x0d && stop === from + 1)) {
        pairUp();
        put(row("same", text, old, now));
        old += 1;
        now += 1;
        before -= 1;
        after -= 1;
      } else return null;
      if (before < 0 || after < 0) return null;
      continue;
    }
    if (first === 0x5c && hunks > 0) {
      out.push(row("note", NO_BREAK));
      continue;
    }
    pairUp();
    const line = diff.slice(from, stop);
    if (binary !== null) {
      if (BINARY.test(line)) {
        binary += line.length + 1;
        continue;
      }
      out.push(row("note", binaryNote(binary)));
      binary = null;
    }
    const header = first === 0x40 ? /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(line) : null;
    if (header !== null) {
      old = Number(header[1]);
      before = Number(header[2] ?? 1);
      now = Number(header[3]);
      after = Number(header[4] ?? 1);
      hunks += 1;
      hunk = { rows: [], size: 0 };
      const context = (header[5] ?? "").trim();
      if (out.length > 0) out.push(row("hunk", `@@ line ${now}${context === "" ? "" : `  ${context}`}`));
    } else if (line.startsWith("GIT binary patch")) binary = 0;
    else if (FACTS.test(line)) {
      // The first file's two names are those of the card.
      if (hunks > 0 || !/^(?:---|\+\+\+) /.test(line)) out.push(row("note", line.trimEnd()));
    } else if (line.startsWith("diff --git ")) {
      // The first file's names are those of the card.
      if (out.length > 0) out.push(row("note", line.trimEnd()));
    } else if (line.trim() !== "" && !NAMES.test(line)) return null;
  }
  pairUp();
  if (binary !== null) out.push(row("note", binaryNote(binary)));
  if (before > 0 || after > 0) return null;
  return out.length > 0 || diff.trim() === "" || hunks > 0 ? out : null;
}

const NO_BREAK = "No line break at the end of the file";

function binaryNote(size: number): string {
  return `Binary change, ${size.toLocaleString()} characters of a GIT binary patch: not drawn, whole in the copy`;
}

/** The rows of a file that is new or gone: its plain content. */
export function* readContent(kind: "add" | "del", content: string): Generator<void, DiffRow[] | null> {
  if (content === "") return [row("note", "Empty file")];
  if (content.includes("\u0000"))
    return [row("note", `Binary content, ${content.length.toLocaleString()} characters: not drawn, whole in the copy`)];
  const out: DiffRow[] = [];
  const hunk: Hunk = { rows: out, size: content.length };
  for (let at = 0, n = 1; at < content.length; n += 1) {
    if (n % STEP === 0) {
      if (n > MOST_ROWS) return null;
      yield;
    }
    const end = content.indexOf("\n", at);
    const stop = end === -1 ? content.length : end;
    const text = content.slice(at, stop);
    const line = kind === "add" ? row("add", text, null, n) : row("del", text, n);
    line.hunk = hunk;
    out.push(line);
    at = end === -1 ? content.length : end + 1;
  }
  if (!content.endsWith("\n")) return [...out, row("note", NO_BREAK)];
  return out;
}
