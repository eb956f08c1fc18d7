import * as zod from "zod/mini";
import { describe, expect, test } from "vitest";
import * as z from "./shape.ts";

/** The same description written with either library. */
const both = (make: (from: typeof z) => z.Reads<unknown>): [z.Reads<unknown>, z.Reads<unknown>] => [
  make(z),
  // The names are the same on purpose: this is what the test is about.
  make({ ...zod, count: () => zod.int().check(zod.nonnegative()) } as unknown as typeof z),
];

const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  "",
  "7",
  [],
  [1, "a"],
  {},
  { id: "x" },
  { id: 7 },
  { id: "x", more: 1, inner: null },
  { id: "x", inner: { n: 1 } },
  { id: "x", inner: { n: "1" } },
  { id: "x", list: [{ n: 1 }, { n: 2, k: 3 }] },
  { id: "x", list: [{ n: 1 }, null] },
  { id: "x", count: 3 },
  { id: "x", count: -3 },
  { id: "x", count: 0.5 },
  JSON.parse('{"id":"x","__proto__":{"inner":7}}'),
  { id: "x", constructor: 1 },
];

describe("shapes", () => {
  test.each([
    ["a text", (from: typeof z) => from.string()],
    ["a nullish number", (from: typeof z) => from.nullish(from.number())],
    ["a nullable boolean", (from: typeof z) => from.nullable(from.boolean())],
    ["a list of anything", (from: typeof z) => from.array(from.unknown())],
    ["a text or a number", (from: typeof z) => from.union([from.string(), from.number()])],
    [
      "an object",
      (from: typeof z) =>
        from.looseObject({
          id: from.string(),
          inner: from.nullish(from.looseObject({ n: from.number() })),
          list: from.optional(from.array(from.looseObject({ n: from.number() }))),
          count: from.nullish(from.count()),
        }),
    ],
    [
      "an object with a name that all objects have",
      (from: typeof z) => from.looseObject({ constructor: from.number() }),
    ],
  ])("[RPC-37] %s takes and refuses what zod takes and refuses, and says the same place", (_, make) => {
    const [own, theirs] = both(make);
    for (const value of VALUES) {
      const [a, b] = [own.safeParse(value), theirs.safeParse(value)];
      expect(a.success, JSON.stringify(value)).toBe(b.success);
      if (!a.success && !b.success && b.error.issues[0]?.path.length !== 0)
        expect(a.error.issues[0]?.path, JSON.stringify(value)).toEqual(b.error.issues[0]?.path);
    }
  });

  test("[RPC-37] a loose object is the value that came, with all its members; a strict one holds the known ones alone", () => {
    const value = { id: "x", more: { a: 1 } };
    const loose = z.looseObject({ id: z.string() }).safeParse(value);
    expect(loose.success && loose.data).toBe(value);
    const strict = z.extend(z.object({ id: z.string() }), { n: z.nullish(z.number()) });
    expect(z.object(strict.members).safeParse(value)).toEqual({ success: true, data: { id: "x" } });
  });

  test("[RPC-37] a refusal says where and what was expected", () => {
    const shape = z.looseObject({ list: z.array(z.looseObject({ kind: z.literal("a") })) });
    expect(shape.safeParse({ list: [{ kind: "a" }, { kind: "b" }] })).toEqual({
      success: false,
      error: { issues: [{ path: ["list", 1, "kind"], message: 'expected "a"' }] },
    });
  });
});
