// Servers that say a secret back in ways nobody thought of: any character escaped in any way that JSON allows, up to two
// levels deep, in pieces of any size, other items' pieces between them.
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createEchoMask, OPEN_END_LENGTH } from "./echo.ts";
import { SECRET_MARK } from "./mark.ts";
import { unescape } from "./unescape.ts";

// Many cases; other suites may want the processor meanwhile.
vi.setConfig({ testTimeout: 60_000 });

const runs = { numRuns: 600, seed: Date.now() % 2 ** 31 };

/** No letter of a secret is in the text around it, so that what is left of the secret can be told. */
const SECRET_CHARACTERS = Array.from("XYZxyz0189\"\\/\n\tàé日🔑\u007f\u2028$&<>'+");
const AROUND = Array.from("abc .{}:|=").filter((character) => character !== "|");

const secretText = fc
  .string({ minLength: 8, maxLength: 24, unit: fc.constantFrom(...SECRET_CHARACTERS) })
  .filter((text) => text.trim().length >= 8);

const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["/", "\\/"],
  ["\n", "\\n"],
  ["\t", "\\t"],
]);

/** The inside of a JSON string that stands for `text`: `choices` says for each unit how it is written. */
function jsonInside(text: string, choices: readonly number[]): string {
  let out = "";
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charAt(i);
    const hex = text.charCodeAt(i).toString(16).padStart(4, "0");
    const must = unit === '"' || unit === "\\" || text.charCodeAt(i) < 0x20;
    const choice = choices[i % choices.length] ?? 0;
    if (choice === 1) out += `\\u${hex}`;
    else if (choice === 2) out += `\\u${hex.toUpperCase()}`;
    else if (must || choice === 3) out += SHORT.get(unit) ?? (must ? `\\u${hex}` : unit);
    else out += unit;
  }
  return out;
}

const habits = fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3), { minLength: 1, maxLength: 7 });

/** The text in every reading: as it is, and with escapes undone once and twice. */
function readings(text: string): string[] {
  const once = unescape(text)?.text ?? text;
  return [text, once, unescape(once)?.text ?? once];
}

/** A line whose string is written with the habits given: `JSON.stringify` has only one way. */
function lineOf(value: string, choices: readonly number[], place: (inside: string) => string): string {
  return place(jsonInside(value, choices));
}

test("[SEC-107] however an encoder escapes, up to two levels deep, a secret is masked in whole values and the rest stays", () => {
  const property = fc.property(
    secretText,
    fc.string({ unit: fc.constantFrom(...AROUND), maxLength: 9 }),
    fc.integer({ min: 0, max: 2 }),
    habits,
    habits,
    habits,
    (secret, around, depth, first, second, outer) => {
      let echoed = secret;
      if (depth > 0) echoed = jsonInside(echoed, first);
      if (depth > 1) echoed = jsonInside(echoed, second);
      const head = '{"method" : "x","params":{"n":1e2,"a":"\\u0062","text":"';
      const line = lineOf(`${around}|${echoed}|${around}`, outer, (inside) => `${head}${inside}"}}`);
      const mask = createEchoMask();
      mask.add(secret);
      const masked = mask.mask(line, parseLine(line));
      expect(masked.startsWith(head)).toBe(true);
      const { text } = (JSON.parse(masked) as { params: { text: string } }).params;
      for (const reading of readings(text)) expect(reading).not.toContain(secret);
      expect(text.split("|")).toEqual([around, SECRET_MARK, around]);
    },
  );
  fc.assert(property, runs);
});

test("[SEC-107] in pieces of any size, with other items' pieces between them, at most three characters are stored and nothing else is lost", () => {
  const property = fc.property(
    secretText,
    fc.string({ unit: fc.constantFrom(...AROUND), maxLength: 9 }),
    fc.integer({ min: 0, max: 2 }),
    habits,
    habits,
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 }),
    fc.array(fc.string({ unit: fc.constantFrom(...SECRET_CHARACTERS), maxLength: 4 }), { minLength: 1, maxLength: 5 }),
    (secret, around, depth, first, second, sizes, others) => {
      let echoed = secret;
      if (depth > 0) echoed = jsonInside(echoed, first);
      if (depth > 1) echoed = jsonInside(echoed, second);
      const mask = createEchoMask();
      mask.add(secret);
      const say = (item: string, delta: string): string => {
        const line = JSON.stringify({
          method: "item/agentMessage/delta",
          params: { threadId: "T", turnId: "t", itemId: item, delta },
        });
        const masked = JSON.parse(mask.mask(line, parseLine(line))) as { params: { delta: string } };
        return masked.params.delta;
      };
      const characters = Array.from(`${around}|${echoed}|${around}`);
      let stored = "";
      for (let at = 0, turn = 0; at < characters.length; turn += 1) {
        const size = Math.max(sizes[turn % sizes.length] ?? 0, turn % 7 === 6 ? 1 : 0);
        stored += say("ours", characters.slice(at, at + size).join(""));
        at += size;
        // Too short to be the secret or to begin it: comes through as it is, on an item of its own each time.
        const other = Array.from(others[turn % others.length] ?? "")
          .slice(0, 3)
          .join("");
        expect(say(`other${turn}`, other)).toBe(other);
      }
      for (const reading of readings(stored)) expect(reading).not.toContain(secret);
      const left = stored.replaceAll(SECRET_MARK, "").split("|");
      expect(left).toHaveLength(3);
      expect([left[0], left[2]]).toEqual([around, around]);
      let readable = left[1] ?? "";
      expect(echoed.startsWith(readable), "what is left is the beginning").toBe(true);
      for (let level = 0; level < depth; level += 1) readable = unescape(readable)?.text ?? readable;
      expect(readable.length, `left: ${JSON.stringify(left[1])}`).toBeLessThan(OPEN_END_LENGTH);
    },
  );
  fc.assert(property, runs);
});

test("[SEC-107] escapes are undone leniently, and each character knows where it stood", () => {
  expect(unescape("plain")).toBeNull();
  const view = unescape('a\\u0073\\/\\x41\\"\\w\\\\n\\u00');
  expect(view?.text).toBe('as/A"\\w\\n');
  expect([...(view?.at ?? [])]).toEqual([0, 1, 7, 9, 13, 15, 16, 17, 19, 20]);
  expect(unescape("\\u12zz\\")?.text).toBe("\\u12zz");
});
