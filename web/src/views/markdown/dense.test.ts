import { expect, test } from "vitest";
import { denseReader } from "./dense.ts";

test("[VIW-89] a word or a line too long to be broken is found at once and while it grows, across any pieces", () => {
  for (const long of ["AV".repeat(250), "AVA VAV ".repeat(400)])
    for (const piece of [1, 7, 399, 400, 2999, 3001, 100_000]) {
      const reads = denseReader();
      const text = `a few words\nthen ${long} and more`;
      let seen = false;
      for (let end = piece; end < text.length + piece; end += piece) seen = reads(text.slice(0, end));
      expect(seen, `in pieces of ${piece}`).toBe(true);
      expect(reads("replaced by a shorter one")).toBe(false);
    }
  expect(denseReader()(`${"some words ".repeat(100)}\n`.repeat(50))).toBe(false);
});
