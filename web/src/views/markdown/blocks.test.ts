import fc from "fast-check";
import { Lexer, type Token } from "marked";
import { expect, test } from "vitest";
import { createBlockReader } from "./blocks.ts";
import { lexBlocks } from "./lex.ts";
import { piecesOf } from "./pieces.ts";

const SAMPLE = [
  "# Title\n\nA *first* paragraph\nover two lines.\n\n",
  "- one\n- two\n  - nested\n\n  more of two\n- [x] done\n\n",
  "1. a\n2. b\n\n",
  "```ts\nconst a = 1;\n\n// `\n```\n\n",
  "~~~~ js title\n```\n~~~\n\n  ~~~~~ \n\n",
  "```a\n``` no end\n   ```\nmore\n\n",
  "| a | b |\n| - | :-: |\n| 1 | 2 |\n\n",
  "> quote\n> more\n\n",
  "Setext\n======\n\n",
  "<b>raw</b>\n\n",
  "---\n\n",
  "last words 😀 without an end",
];

/** Blank lines at the end of code that is not closed are not compared: the lexer is of two minds about them. */
const code = (token: Token) => (token.type === "code" && "text" in token ? String(token.text).trimEnd() : null);
const plain = (tokens: readonly Token[]) =>
  tokens.filter((token) => token.type !== "space").map((token) => [token.type, token.raw.trimEnd(), code(token)]);

test("[VIW-10] Markdown read in any pieces gives the same blocks as read at once", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(SAMPLE, { minLength: 1 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (parts, steps) => {
        const text = parts.join("");
        const reader = createBlockReader();
        let at = 0;
        for (let i = 0; at < text.length; i += 1) {
          at += steps[i % steps.length] ?? 1;
          reader.read(text.slice(0, at), false);
        }
        const streamed = reader.read(text, false).map((block) => block.token);
        const whole = new Lexer({ gfm: true }).lex(text);
        expect(plain(streamed)).toEqual(plain(whole));
        expect(plain(reader.read(text, true).map((block) => block.token))).toEqual(plain(whole));
      },
    ),
    { numRuns: 200 },
  );
});

test("[VIW-11] finished blocks keep their object while the text grows and when it is complete", () => {
  const reader = createBlockReader();
  const [first] = reader.read("one\n\ntwo", false);
  expect(reader.read("one\n\ntwo and more\n\nthree", false)[0]).toBe(first);
  expect(reader.read("one\n\ntwo and more\n\nthree", true)[0]).toBe(first);
});

test("[VIW-12] a definition at the end makes a link of its use at the beginning, once the text is complete", () => {
  const text = "see [this][a]\n\nmore\n\n[a]: https://ok.example";
  const reader = createBlockReader();
  reader.read(text, false);
  const [first] = reader.read(text, true);
  expect(JSON.stringify(first?.token)).toContain("https://ok.example");
});

test("[VIW-13] a text that is replaced by another is read anew", () => {
  const reader = createBlockReader();
  reader.read("one\n\ntwo\n\nthree", false);
  expect(reader.read("other", false).map((block) => block.token.raw)).toEqual(["other"]);
});

test("[VIW-96] no text breaks or stalls the reader: what is too deep or too long for Markdown stays plain and whole", () => {
  const word = "word ";
  const evil = [
    ">".repeat(5000),
    "- ".repeat(3000) + "a",
    "_a".repeat(50_000),
    "*a **b ".repeat(20_000),
    "[".repeat(60_000),
    word.repeat(3_200_000),
    "h".repeat(1_900_000),
    `| a |\n|---|\n${"| x |\n".repeat(60_000)}`,
    `\`\`\`\n${"x\n".repeat(200_000)}`,
  ];
  for (const text of evil) {
    const began = performance.now();
    const blocks = createBlockReader().read(text, true);
    expect(blocks.map((block) => block.token.raw).join(""), text.slice(0, 20)).toBe(text);
    expect(performance.now() - began, text.slice(0, 20)).toBeLessThan(1500);
  }
});

test("[VIW-97] an unfinished block that grows without end costs in sum what its length does, and is whole at every step", () => {
  for (const piece of ["word ", "- a point of a list\n", "| a | b |\n|---|---|\n", "code of a block\n"]) {
    const reader = createBlockReader();
    let text = piece.startsWith("code") ? "```\n" : "";
    const began = performance.now();
    for (let i = 0; i < 400; i += 1) {
      text += piece.repeat(100);
      const joined = reader.read(text, false).map((block) => block.token.raw);
      expect(joined.join("").trimEnd().endsWith(text.trimEnd().slice(-50))).toBe(true);
    }
    expect(performance.now() - began, piece).toBeLessThan(8000);
  }
}, 30_000);

test("[VIW-98] a text with CRLF is read in pieces like one with LF", () => {
  const text = "one\r\n\r\ntwo\r\n\r\n- a\r\n- b\r\n\r\nthree\r\nmore";
  const reader = createBlockReader();
  for (let at = 1; at < text.length; at += 1) reader.read(text.slice(0, at), false);
  expect(plain(reader.read(text, false).map((block) => block.token))).toEqual(
    plain(lexBlocks(text.replaceAll("\r\n", "\n"))),
  );
});

test("[VIW-99] a long text is drawn in pieces that join to it, never cut inside a character", () => {
  for (const text of ["", "a", "😀".repeat(9000), "line\n".repeat(5000), `${"x".repeat(9999)}\n\n\ny`]) {
    const pieces = piecesOf(text);
    expect(pieces.join("")).toBe(text);
    for (const piece of pieces) {
      expect(piece.length).toBeLessThanOrEqual(4000);
      expect(piece.isWellFormed()).toBe(true);
    }
  }
});
