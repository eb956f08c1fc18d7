import fc from "fast-check";
import type { Token } from "marked";
import { expect, test } from "vitest";
import { createBlockReader } from "./blocks.ts";
import { lexBlocks } from "./lex.ts";

interface Found {
  tex: string;
  display: boolean;
}

/** The formulas of a text, in order. */
function formulas(text: string): Found[] {
  const found: Found[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === "object" && value !== null) {
      if (Reflect.get(value, "type") === "formula")
        found.push({ tex: String(Reflect.get(value, "tex")), display: Reflect.get(value, "display") === true });
      for (const key of ["tokens", "items", "rows", "header"]) walk(Reflect.get(value, key));
    }
  };
  walk(lexBlocks(text, true));
  return found;
}
const tex = (text: string) => formulas(text).map((each) => each.tex);

test("[VIW-292] formulas are read in all four ways of writing them, in lines, tables and lists", () => {
  expect(formulas("a $x^2$ b \\(k\\) c")).toEqual([
    { tex: "x^2", display: false },
    { tex: "k", display: false },
  ]);
  expect(formulas("so\n\n$$\na\n+ b\n= c\n$$\n\nthen\n\\[\nx\n- y\n\\]\nend")).toEqual([
    { tex: "a\n+ b\n= c", display: true },
    { tex: "x\n- y", display: true },
  ]);
  // The last line of a message has no end.
  expect(tex("so\n$$\na\n+ b\n$$")).toEqual(["a\n+ b"]);
  expect(tex("- one $a_1$\n- two\n\n| $n$ | b |\n|---|---|\n| $2n$ | $f(x)$ |\n\n> $$y$$")).toEqual([
    "a_1",
    "2n",
    "f(x)",
    "n",
    "y",
  ]);
  expect(tex("$\\frac{1}{2}$, $O(n \\log n)$; $n$-th, ($x+1$)")).toEqual(["\\frac{1}{2}", "O(n \\log n)", "n", "x+1"]);
});

test("[VIW-293] prices, variables, patterns and code are no formulas", () => {
  for (const text of [
    "It costs $5 and $6.",
    "between $5-$6, $5,000-$10,000 or US$5 and A$6",
    "a 5$ or 6$ thing",
    "(cost=$5, total=$10)",
    "set $HOME and $PATH, or $HOME/$USER, or ${A} and ${B}",
    "`$a$` and\n```\n$b$\n```",
    "    $c_1$ is code",
    "it is $ x $ with blanks",
    "escaped \\$x^2\\$",
    "from $100 to the max of $200 a month",
    "jQuery $(a).b($c)",
    "\\[not a formula\\]",
    "$$$ much",
    "one $a^2\nb$ over lines",
    "$$\n\nx\n\n$$",
  ])
    expect(tex(text), text).toEqual([]);
});

const SAMPLE = [
  "A price of $5.\n\n",
  "words\n$$\na\n+ b\n- c\n$$\nmore words\n\n",
  "$$x$$ in front\n\n",
  "see \\(a\\) and $b_1$ here\n",
  "\\[\n# no heading\n= c\n\\]\n",
  "$$\nnever closed\n- a\n- b\n\n",
  "- item\n  $$\n  y\n  $$\n\n",
  "text\n\\[ z^2 \\]\n",
  "| $a$ |\n|---|\n| 1 |\n\n",
];
const plain = (tokens: readonly Token[]) =>
  tokens.filter((token) => token.type !== "space").map((token) => [token.type, token.raw.trimEnd()]);

test("[VIW-294] a text with formulas read in any pieces gives the same blocks as read at once", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(SAMPLE, { minLength: 1 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (parts, steps) => {
        const text = parts.join("");
        const reader = createBlockReader();
        let at = 0;
        for (let i = 0; at < text.length; i += 1) {
          at += steps[i % steps.length] ?? 1;
          reader.read(text.slice(0, at), false);
        }
        expect(plain(reader.read(text, false).map((block) => block.token))).toEqual(plain(lexBlocks(text)));
        expect(plain(reader.read(text, true).map((block) => block.token))).toEqual(plain(lexBlocks(text, true)));
      },
    ),
    { numRuns: 300 },
  );
});

test("[VIW-295] dollars and brackets without end stall nothing", () => {
  for (const text of [
    "$a ".repeat(20_000),
    "$$".repeat(20_000),
    "\\( ".repeat(20_000),
    "\\[\n".repeat(20_000),
    "x\n$$\n".repeat(10_000),
    "[^a] ".repeat(10_000) + "\n\n[^a]: x",
    "a\n\n$$ b\n\n".repeat(10_000),
  ]) {
    const began = performance.now();
    const joined = lexBlocks(text, true).map((token) => token.raw);
    expect(joined.join("").trimEnd(), text.slice(0, 10)).toBe(text.trimEnd());
    expect(performance.now() - began, text.slice(0, 10)).toBeLessThan(5000);
  }
});
