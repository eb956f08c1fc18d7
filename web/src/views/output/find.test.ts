import fc from "fast-check";
import { expect, test } from "vitest";
import { findIn, MOST_HITS } from "./find.ts";
import { lineParts } from "./line-parts.ts";
import { createTerminalText } from "./terminal-text.ts";

function run<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
const find = (lines: string[], query: string) => run(findIn(lines, (line) => line, query));

test("[VIW-289] every place is found, without regard to case, by the very letters and not by a pattern", () => {
  expect(find(["Error: a.b", "no", "error error"], "ERROR")).toEqual([
    { line: 0, from: 0, to: 5 },
    { line: 2, from: 0, to: 5 },
    { line: 2, from: 6, to: 11 },
  ]);
  expect(find(["axb a.b [x] (y) a/b c-d"], "a.b")).toEqual([{ line: 0, from: 4, to: 7 }]);
  for (const query of ["[x]", "(y)", "a/b", "c-d", "\\", "^$", "{", "İ", "ß", "😀"])
    expect(find([`before ${query} after`], query), query).toEqual([{ line: 0, from: 7, to: 7 + query.length }]);
  expect(find(["x"], "")).toEqual([]);
  expect(find(["x".repeat(MOST_HITS + 10)], "x").length).toBe(MOST_HITS);
});

test("[VIW-290] what is drawn of a line joins to its text, whatever is found and linked in it", () => {
  const piece = fc.constantFrom("see ", "https://ok.example/a", "\u001b[31m", "\u001b[0m", " (", ").", "x", "日本");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom("x", "ok", "e", "."), (pieces, query) => {
      const line = createTerminalText().read(pieces.join(""))[0] ?? [];
      const text = line.map((span) => span.text).join("");
      const hits = find([text], query);
      const parts = lineParts(line, hits, hits[0] ?? null);
      expect(parts.flatMap((part) => part.pieces.map((each) => each.text)).join("")).toBe(text);
      const found = parts.flatMap((part) => part.pieces.filter((each) => each.found !== "no"));
      expect(found.reduce((sum, each) => sum + each.text.length, 0)).toBe(hits.length * query.length);
    }),
  );
});

test("[VIW-291] addresses in output are links of http and https only; the host stands beside a text that does not show it", () => {
  const links = (output: string) =>
    (createTerminalText().read(output)[0] ? lineParts(createTerminalText().read(output)[0] ?? [], [], null) : [])
      .filter((part) => part.href !== null)
      .map((part) => [part.pieces.map((piece) => piece.text).join(""), part.href, part.host]);
  expect(links("at https://ok.example/a?b=1#c, and (http://x.example/(y)).")).toEqual([
    ["https://ok.example/a?b=1#c", "https://ok.example/a?b=1#c", null],
    ["http://x.example/(y)", "http://x.example/(y)", null],
  ]);
  expect(links("javascript:alert(1) ftp://x.example file:///etc/passwd //x.example")).toEqual([]);
  // Coloured in the middle it is one link.
  expect(links("https://ok\u001b[31m.example/\u001b[0ma")).toEqual([
    ["https://ok.example/a", "https://ok.example/a", null],
  ]);
  expect(links("https://ok.example@evil.example/")).toEqual([
    ["https://ok.example@evil.example/", "https://ok.example@evil.example/", "evil.example"],
  ]);
  expect(links("\u001b]8;;https://evil.example/\u0007https://ok.example\u001b]8;;\u0007")).toEqual([
    ["https://ok.example", "https://evil.example/", "evil.example"],
  ]);
});
