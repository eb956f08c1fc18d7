// What a message is made of, and what stays of it when its words are written anew.
import { expect, test } from "vitest";
import { foldOf, holdsParts, ownWords, sendable, withText, wordsOf } from "./message-words.ts";

const text = (words: string, elements: object[] = []) => ({
  type: "text",
  text: words,
  text_elements: elements as never[],
});
const image = { type: "image", url: "data:image/png;base64,AAAA" };
const folded = text("line\n".repeat(3), [{ byteRange: { start: 0, end: 15 }, placeholder: "[Pasted text, 4 lines]" }]);
const named = text("see @a.ts now", [{ byteRange: { start: 4, end: 9 }, placeholder: "@a.ts" }]);

test("[PRJ-370] the words of a message are its texts without those that stand folded under a name", () => {
  expect(foldOf(folded)).toBe("[Pasted text, 4 lines]");
  expect(foldOf(named)).toBeNull();
  expect(foldOf(text("@a.ts", [{ byteRange: { start: 0, end: 5 }, placeholder: "@a.ts" }]))).toBeNull();
  expect(foldOf("nonsense")).toBeNull();
  expect(wordsOf([text("one"), folded, image, text("two")])).toBe("one\ntwo");
  expect(ownWords({ text: "as told", input: [] })).toBe("as told");
  expect([[text("a")], [named], [folded], [image], [{ type: "hologram" }]].map(holdsParts)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
});

test("[PRJ-372] a message out of the history is sent again without the members that were told as null", () => {
  expect(sendable([{ type: "image", detail: null, url: "data:," }, 7, text("a")])).toEqual([
    { type: "image", url: "data:," },
    text("a"),
  ]);
});

test("[PRJ-371] other words take the place of the first ones; pictures, folded texts, and stretches whose words still stand stay", () => {
  expect(withText([image, text("a"), folded, text("b")], "c")).toEqual([image, text("c"), folded]);
  expect(withText([folded, image], "c")).toEqual([text("c"), folded, image]);
  expect(withText([text("a"), image], " ")).toEqual([image]);
  expect(withText([named], "Grüße an @a.ts")).toEqual([
    text("Grüße an @a.ts", [{ byteRange: { start: 11, end: 16 }, placeholder: "@a.ts" }]),
  ]);
  expect(withText([named], "no name")).toEqual([text("no name")]);
  expect(withText([named], "mara@a.ts, @a.tsx and @a.ts"), "as a word of its own first").toEqual([
    text("mara@a.ts, @a.tsx and @a.ts", [{ byteRange: { start: 22, end: 27 }, placeholder: "@a.ts" }]),
  ]);
});
