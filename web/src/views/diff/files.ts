// Diffs as files: a diff over many files taken apart, what kind of change each is, and a change as a patch again.
import type { FileChange } from "../../projection/state.ts";

/** Takes a git diff over any number of files apart; null when it does not begin like one. */
export function splitDiff(diff: string): FileChange[] | null {
  if (!diff.startsWith("diff --git ")) return null;
  const out: FileChange[] = [];
  // Inside a hunk every line begins with a sign: a line that begins with `diff` is the next file's.
  for (let at = 0; at < diff.length;) {
    const next = diff.indexOf("\ndiff --git ", at);
    const end = next === -1 ? diff.length : next + 1;
    out.push(fileOf(diff.slice(at, end)));
    at = end;
  }
  return out;
}

function fileOf(diff: string): FileChange {
  const head = headOf(diff);
  const line = (name: string) => new RegExp(`^${name} (.*)$`, "m").exec(head)?.[1]?.trimEnd();
  const strip = (path: string | undefined) =>
    path === undefined || path === "/dev/null" ? undefined : unquoted(path.replace(/\t.*$/, "")).replace(/^[ab]\//, "");
  const from = line("rename from") ?? line("copy from");
  const to = line("rename to") ?? line("copy to");
  // Without other lines (a mode, a binary file) the names stand in the first line only, the same twice.
  const both = /^diff --git ("?)a\/(.*)\1 \1b\/\2\1\s*$/m.exec(head);
  const path = from ?? strip(line("---")) ?? to ?? strip(line("\\+\\+\\+"));
  const named =
    both === null ? (head.split("\n", 1)[0] ?? "") : unquoted(`${both[1] ?? ""}${both[2] ?? ""}${both[1] ?? ""}`);
  return { path: path ?? named, kind: "update", movePath: to ?? null, diff };
}

/** Everything before the first hunk. */
function headOf(diff: string): string {
  const hunk = diff.startsWith("@@") ? 0 : diff.indexOf("\n@@");
  return diff.slice(0, Math.min(hunk === -1 ? diff.length : hunk + 1, 4000));
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

/** Git quotes names with unusual characters. */
function unquoted(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"')) return name;
  const bytes: number[] = [];
  for (const [piece, escaped] of name.slice(1, -1).matchAll(/\\([0-7]{3}|.)|[^\\]+/g)) {
    if (escaped === undefined) bytes.push(...new TextEncoder().encode(piece));
    else if (/^[0-7]{3}$/.test(escaped)) bytes.push(Number.parseInt(escaped, 8));
    else bytes.push(...new TextEncoder().encode(ESCAPES.get(escaped) ?? escaped));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** What a change is beside its lines, in words, for its head. */
export function changeFacts(change: FileChange): string[] {
  if (change.kind !== "update") {
    const words = change.kind === "add" ? "new" : change.kind === "delete" ? "deleted" : change.kind;
    return change.diff.slice(0, 8000).includes("\u0000") ? [words, "binary"] : [words];
  }
  const head = headOf(change.diff);
  const facts: string[] = [];
  if (/^new file mode/m.test(head)) facts.push("new");
  if (/^deleted file mode/m.test(head)) facts.push("deleted");
  if (/^rename from/m.test(head)) facts.push("renamed");
  if (/^copy from/m.test(head)) facts.push("copied");
  if (/^old mode/m.test(head)) facts.push("mode changed");
  if (/^(?:GIT binary patch|Binary files )/m.test(head)) facts.push("binary");
  return facts;
}

/** A change as a patch that tools can apply. */
export function asPatch(change: FileChange): string {
  const { path, kind, movePath, diff } = change;
  const name = path.replace(/^\//, "");
  if (kind === "update") {
    if (!diff.startsWith("@@")) return diff;
    return `--- a/${name}\n+++ b/${(movePath ?? path).replace(/^\//, "")}\n${diff}${diff.endsWith("\n") ? "" : "\n"}`;
  }
  if (kind !== "add" && kind !== "delete") return diff;
  const sign = kind === "add" ? "+" : "-";
  const names = kind === "add" ? `--- /dev/null\n+++ b/${name}\n` : `--- a/${name}\n+++ /dev/null\n`;
  if (diff === "") return names;
  const whole = diff.endsWith("\n");
  const lines = (whole ? diff.slice(0, -1) : diff).split("\n");
  const range = lines.length === 1 ? "1" : `1,${lines.length}`;
  const head = kind === "add" ? `@@ -0,0 +${range} @@\n` : `@@ -${range} +0,0 @@\n`;
  return `${names}${head}${lines.map((line) => `${sign}${line}\n`).join("")}${whole ? "" : "\\ No newline at end of file\n"}`;
}
