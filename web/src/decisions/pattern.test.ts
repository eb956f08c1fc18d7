import { expect, test } from "vitest";
import { checkValue, readForm, valueOf } from "./form.ts";
import { isQuickPattern, withoutPatterns } from "./pattern.ts";

test("[SEC-91] a server's pattern that could take for ever is not tried, in a field or deep in a schema; the value goes to the server", () => {
  const value = `${"a".repeat(60)}!`;
  const began = performance.now();
  for (const pattern of [
    "^(a+)+$",
    "^(a|aa)+$",
    "^(a*)*b",
    "(?:a+){2,}c",
    "^a*a*a*a*a*$",
    "^(a)\\1*\\1*b$",
    "^([a-z]+)*$",
    `^${"a?".repeat(40)}${"a".repeat(40)}b$`,
    `^${"(a|a)".repeat(40)}b$`,
  ]) {
    const field = readForm({ type: "object", properties: { x: { type: "string", pattern, default: value } } })
      ?.fields[0];
    if (field === undefined) throw new Error("no field");
    expect(valueOf(field, value)).toEqual({ ok: true, value });
    const deep = { type: "object", properties: { list: { type: "array", items: { type: "string", pattern } } } };
    expect(checkValue(deep, { list: [value] })).toEqual([]);
    expect(
      checkValue({ type: "object", patternProperties: { [pattern]: { type: "number" } } }, { [value]: 1 }),
    ).toEqual([]);
  }
  expect(performance.now() - began).toBeLessThan(1000);
});

test("[SEC-92] a pattern that is quick is tried, and a member that is named like one is kept", () => {
  for (const pattern of ["^[A-Z]{2,4}-\\d+$", "^https?://", "^\\(a\\)+$", "^(foo|bar)$", "^[(*+]+$"])
    expect(isQuickPattern(pattern), pattern).toBe(true);
  const field = readForm({ type: "object", properties: { x: { type: "string", pattern: "^[A-Z]{2}$" } } })?.fields[0];
  if (field === undefined) throw new Error("no field");
  expect(valueOf(field, "ab")).toMatchObject({ ok: false });
  expect(valueOf(field, "AB")).toEqual({ ok: true, value: "AB" });
  const schema = { properties: { pattern: { type: "string", pattern: "x" } }, enum: [{ pattern: 1 }], pattern: "y" };
  expect(withoutPatterns(schema)).toEqual({ properties: { pattern: { type: "string" } }, enum: [{ pattern: 1 }] });
});
