// Between the box and the wire: whatever is written and attached comes back as it was.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Part } from "../parts.ts";
import { foldedText, fromInput, markerRanges, toInput } from "./wire-parts.ts";

const mention = (id: string, marker: string | null, path = "/p/src/a.ts"): Part => ({
  id,
  input: { type: "mention", name: "a.ts", path },
  label: "a.ts",
  marker,
});
const picture: Part = {
  id: "p",
  input: { type: "image", url: "data:image/png;base64,AAAA" },
  label: "a.png",
  marker: null,
};
let n = 0;
const newId = () => `n${(n += 1)}`;
const bare = ({ input, marker }: Part) => ({ input, marker });

test("[VIW-500] a message is one text with the byte ranges of its markers, then its other inputs in the server's shapes", () => {
  expect(toInput("Grüße @a.ts bye", [mention("1", "@a.ts"), picture])).toEqual([
    {
      type: "text",
      text: "Grüße @a.ts bye",
      text_elements: [{ byteRange: { start: 8, end: 13 }, placeholder: "@a.ts" }],
    },
    { type: "mention", name: "a.ts", path: "/p/src/a.ts" },
    { type: "image", url: "data:image/png;base64,AAAA" },
  ]);
  expect(toInput(" ", [picture]), "a picture alone is a message").toEqual([picture.input]);
  expect(toInput("just words", [])).toEqual([{ type: "text", text: "just words", text_elements: [] }]);
});

test("[VIW-500] markers that are alike, or begin alike, have a place each", () => {
  const parts = [mention("1", "@a"), mention("2", "@a.ts"), mention("3", "@a")];
  expect(markerRanges("@a.ts @a @a", parts).map(({ start, end, part }) => [start, end, part.id])).toEqual([
    [0, 5, "2"],
    [6, 8, "1"],
    [9, 11, "3"],
  ]);
  expect(markerRanges("@a", [mention("1", "@a"), mention("2", "@a")])).toHaveLength(1);
});

test("[VIW-501] a message that comes back has its words, its parts, and their markers again", () => {
  const parts = [
    mention("1", "@src/a.ts"),
    picture,
    { id: "f", input: foldedText("a\nb", "[Pasted text, 2 lines]"), label: "[Pasted text, 2 lines]", marker: null },
    {
      id: "s",
      input: { type: "skill", name: "brand", path: "/s/SKILL.md" } as const,
      label: "brand",
      marker: "$brand",
    },
    mention("2", '@"x y.md"', "/p/x y.md"),
  ];
  const text = 'see @src/a.ts and $brand and @"x y.md" ';
  const back = fromInput(toInput(text, parts), newId);
  expect(back.text).toBe(text);
  expect(back.parts.map(bare)).toEqual(parts.map(bare));
  expect(new Set(back.parts.map(({ id }) => id)).size).toBe(parts.length);
  const strange = fromInput([{ type: "text", text: "a" }, { type: "text", text: "b" }, { type: "hologram" }, 7], newId);
  expect(strange).toEqual({ text: "a\nb", parts: [] });
});

test("[VIW-501] whatever words stand around them, markers are found again in bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (before, after) => {
      const text = `${before} @src/a.ts ${after}`;
      const back = fromInput(toInput(text, [mention("1", "@src/a.ts")]), newId);
      expect(back.text).toBe(text);
      expect(back.parts[0]?.marker).toBe("@src/a.ts");
    }),
  );
});

test("[VIW-500] a marker is found as a word of its own first, not inside of an address or a longer path", () => {
  const at = (text: string, marker: string) => markerRanges(text, [mention("1", marker)])[0]?.start;
  expect(at("write to mara@a.ts and see @a.ts", "@a.ts")).toBe(27);
  expect(at("@a.tsx beside @a.ts", "@a.ts")).toBe(14);
  expect(at("😀 @a.ts, 😀@a.ts", "@a.ts")).toBe(3);
  expect(at("see @a.ts’s end", "@a.ts")).toBe(4);
  expect(at("only mara@a.ts", "@a.ts"), "nowhere else").toBe(9);
  expect(toInput("😀👩‍👩‍👧 @a.ts @a.ts", [mention("1", "@a.ts"), mention("2", "@a.ts")])[0]).toMatchObject({
    text_elements: [{ byteRange: { start: 23, end: 28 } }, { byteRange: { start: 29, end: 34 } }],
  });
});

test("[VIW-501] a folder, a path of Windows and a name with quotes come back with their markers", () => {
  for (const [marker, path] of [
    ["@src/views/", "/p/src/views"],
    ["@src\\a.ts", "C:\\p\\src\\a.ts"],
    [`@"it's \\"so\\".md"`, `/p/it's "so".md`],
    ['@"line\nbreak.md"', "/p/line\nbreak.md"],
    ["@مرحبا.md", "/p/مرحبا.md"],
  ] as const) {
    const before = { ...mention("1", marker, path), input: { type: "mention" as const, name: "x", path } };
    const back = fromInput(toInput(`see ${marker} now`, [before]), newId);
    expect([back.text, back.parts[0]?.marker]).toEqual([`see ${marker} now`, marker]);
  }
});
