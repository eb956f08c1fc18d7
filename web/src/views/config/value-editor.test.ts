import { expect, test } from "vitest";
import type { Json } from "../../projection/state.ts";
import { fieldText, kindOf, valueOf } from "./value-editor.ts";

test("[VIW-682] a value goes into its field and comes out the same", () => {
  const values: Json[] = ["", "low", "true", "7", 7, -0.5, true, false, ["a", 1], { a: { b: [] } }];
  for (const value of values) {
    const kind = kindOf(value);
    expect(valueOf(kind, fieldText(kind, value)), JSON.stringify(value)).toEqual({ ok: true, value });
  }
  expect(kindOf(null)).toBe("text");
});

test("[VIW-682] what is no number, no JSON, or null is refused with a word of what is wanted", () => {
  for (const [kind, text] of [
    ["number", ""],
    ["number", "ten"],
    ["number", "1e999"],
    ["number", "9007199254740993"],
    ["json", "{"],
    ["json", "null"],
    ["json", ""],
  ] as const) {
    const typed = valueOf(kind, text);
    expect(typed.ok, `${kind} ${text}`).toBe(false);
    expect(!typed.ok && typed.why.length).toBeGreaterThan(10);
  }
});
