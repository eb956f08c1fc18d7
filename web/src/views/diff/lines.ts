// A change as lines to draw: numbers, kind, and inside a changed pair the words that differ. Loaded when first drawn.
import { diffWordsWithSpace, parsePatch } from "diff";
import type { FileChange } from "../../projection/state.ts";

export interface DiffLine {
  kind: "same" | "add" | "del" | "hunk" | "note";
  /** The line's number in the new file, for removed ones in the old; null for notes. */
  number: number | null;
  parts: readonly { text: string; mark: boolean }[];
  /** The line is too long for the screen: only its beginning is drawn. */
  cut?: true;
}

/** Longer lines are cut on screen, characters. */
const LINE_LIMIT = 2000;
/** Word marks are looked for in lines up to this length only. */
const WORDS_LIMIT = 400;

/** Lines of a change; `null` when it cannot be read as a diff (then it is shown as text). */
export function diffLines(change: FileChange): readonly DiffLine[] | null {
  if (change.kind === "add" || change.kind === "delete") {
    const kind = change.kind === "add" ? "add" : "del";
    const body = change.diff.endsWith("\n") ? change.diff.slice(0, -1) : change.diff;
    if (body === "") return [{ kind: "note", number: null, parts: [{ text: "Empty file", mark: false }] }];
    return body.split("\n").map((text, index) => ({ kind, number: index + 1, parts: [plain(text)], ...cutOf(text) }));
  }
  return patchLines(change.diff);
}

function patchLines(diff: string): readonly DiffLine[] | null {
  let patches: ReturnType<typeof parsePatch>;
  try {
    patches = parsePatch(diff);
  } catch {
    // A truncated hunk.
    return null;
  }
  // The parser skips what stands outside of hunks without a word: that must not hide from the one who approves.
  const outside = outsideLines(diff);
  if (outside === null) return null;
  const out: DiffLine[] = [];
  let hunks = 0;
  const notesBefore = (hunk: number) => {
    for (const note of outside)
      if (note.hunk === hunk) out.push({ kind: "note", number: null, parts: [plain(note.text)] });
  };
  for (const patch of patches) {
    for (const hunk of patch.hunks) {
      notesBefore(hunks);
      hunks += 1;
      if (out.length > 0) out.push({ kind: "hunk", number: null, parts: [plain(`@@ line ${hunk.newStart}`)] });
      let before = hunk.oldStart;
      let after = hunk.newStart;
      let removed: string[] = [];
      let added: string[] = [];
      const flush = () => {
        const marks = wordMarks(removed, added);
        removed.forEach((text, i) =>
          out.push({ kind: "del", number: before + i, parts: marks?.[i]?.del ?? [plain(text)], ...cutOf(text) }),
        );
        added.forEach((text, i) =>
          out.push({ kind: "add", number: after + i, parts: marks?.[i]?.add ?? [plain(text)], ...cutOf(text) }),
        );
        before += removed.length;
        after += added.length;
        removed = [];
        added = [];
      };
      for (const line of hunk.lines) {
        const text = line.slice(1);
        if (line.startsWith("-")) {
          if (added.length > 0) flush();
          removed.push(text);
        } else if (line.startsWith("+")) added.push(text);
        else if (line.startsWith("\\")) {
          flush();
          out.push({ kind: "note", number: null, parts: [plain("No line break at the end of the file")] });
        } else {
          flush();
          out.push({ kind: "same", number: after, parts: [plain(text)], ...cutOf(text) });
          before += 1;
          after += 1;
        }
      }
      flush();
    }
  }
  notesBefore(hunks);
  return hunks > 0 || diff.trim() === "" ? out : null;
}

/** Lines outside of hunks that say nothing but the names that the card shows anyway. */
const NAMES = /^(?:diff |index |Index: |={10,}\s*$)/;
/** Other lines that stand outside of hunks in a diff that is whole. */
const FACTS =
  /^(?:--- |\+\+\+ |old mode |new mode |new file mode |deleted file mode |copy |rename |similarity |dissimilarity |Binary files )/;

/** What stands outside of hunks and must be shown, with the number of hunks before it; null when something is no diff. */
function outsideLines(diff: string): { hunk: number; text: string }[] | null {
  const out: { hunk: number; text: string }[] = [];
  let hunk = 0;
  let before = 0;
  let after = 0;
  for (const line of diff.split("\n")) {
    if (before > 0 || after > 0) {
      if (line.startsWith("-")) before -= 1;
      else if (line.startsWith("+")) after -= 1;
      else if (!line.startsWith("\\")) {
        before -= 1;
        after -= 1;
      }
      continue;
    }
    const header = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (header !== null) {
      hunk += 1;
      before = Number(header[1] ?? 1);
      after = Number(header[2] ?? 1);
    } else if (FACTS.test(line)) {
      // The first file's two names are those of the card.
      if (hunk > 0 || !/^(?:---|\+\+\+) /.test(line)) out.push({ hunk, text: line });
    } else if (line.trim() !== "" && !NAMES.test(line) && !line.startsWith("\\")) return null;
  }
  return out;
}

type Marks = { del: DiffLine["parts"]; add: DiffLine["parts"] }[];

/** Marks where removed and added lines pair up one to one and are alike enough for marks to say something. */
function wordMarks(removed: readonly string[], added: readonly string[]): Marks | null {
  if (removed.length === 0 || added.length === 0 || Math.min(removed.length, added.length) > 40) return null;
  const out: Marks = [];
  for (let i = 0; i < Math.min(removed.length, added.length); i += 1) {
    const a = removed[i] ?? "";
    const b = added[i] ?? "";
    if (a.length > WORDS_LIMIT || b.length > WORDS_LIMIT) {
      out.push({ del: [plain(a)], add: [plain(b)] });
      continue;
    }
    const parts = diffWordsWithSpace(a, b);
    const same = parts.reduce((sum, part) => (part.added || part.removed ? sum : sum + part.value.trim().length), 0);
    const alike = same * 3 > Math.min(a.trim().length, b.trim().length);
    out.push({
      del: alike
        ? parts.filter((part) => !part.added).map((part) => ({ text: part.value, mark: part.removed }))
        : [plain(a)],
      add: alike
        ? parts.filter((part) => !part.removed).map((part) => ({ text: part.value, mark: part.added }))
        : [plain(b)],
    });
  }
  return out;
}

function plain(text: string): { text: string; mark: boolean } {
  const clean = text.endsWith("\r") ? text.slice(0, -1) : text;
  if (clean.length <= LINE_LIMIT) return { text: clean, mark: false };
  return { text: `${clean.slice(0, LINE_LIMIT)} … ${clean.length - LINE_LIMIT} more characters`, mark: false };
}

function cutOf(text: string): { cut?: true } {
  return text.length > LINE_LIMIT ? { cut: true } : {};
}
