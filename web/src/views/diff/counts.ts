// Added and removed lines of a change, counted without parsing it: cheap enough for every header.
import type { FileChange } from "../../projection/state.ts";

export interface Counts {
  added: number;
  removed: number;
}

/** Counts by kind: an added or deleted file comes as its plain content, an update as a unified diff. */
export function countChange(change: FileChange): Counts {
  if (change.kind === "add") return { added: lineCount(change.diff), removed: 0 };
  if (change.kind === "delete") return { added: 0, removed: lineCount(change.diff) };
  return countDiff(change.diff);
}

/** Counts in a unified diff of one or more files. */
export function countDiff(diff: string): Counts {
  let added = 0;
  let removed = 0;
  let inHunk = false;
  for (let at = 0; at < diff.length;) {
    const first = diff.charCodeAt(at);
    if (first === 0x40 && diff.startsWith("@@", at)) inHunk = true;
    else if (diff.startsWith("diff --git ", at)) inHunk = false;
    // Before the first hunk, `---` and `+++` name the files.
    else if (inHunk && first === 0x2b) added += 1;
    else if (inHunk && first === 0x2d) removed += 1;
    const next = diff.indexOf("\n", at);
    if (next === -1) break;
    at = next + 1;
  }
  return { added, removed };
}

function lineCount(text: string): number {
  if (text === "") return 0;
  let count = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
