import fc from "fast-check";
import { Lexer, type Token } from "marked";
import { expect, test } from "vitest";
import { createBlockReader } from "./blocks.ts";

const SAMPLE = [
  "# Title\n\nA *first* paragraph\nover two lines.\n\n",
  "- one\n- two\n  - nested\n\n  more of two\n- [x] done\n\n",
  "1. a\n2. b\n\n",
  "```ts\nconst a = 1;\n\n// `\n```\n\n",
  "| a | b |\n| - | :-: |\n| 1 | 2 |\n\n",
  "> quote\n> more\n\n",
  "Setext\n======\n\n",
  "<b>raw</b>\n\n",
  "---\n\n",
  "last words 😀 without an end",
];

const plain = (tokens: readonly Token[]) =>
  tokens.filter((token) => token.type !== "space").map((token) => [token.type, token.raw.trimEnd()]);

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
