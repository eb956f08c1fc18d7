import { parseLine } from "@longwire/shared-protocol/json-rpc";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { createEchoMask, OPEN_END_LENGTH } from "./echo.ts";
import { SECRET_MARK } from "./mark.ts";
import { unescape } from "./unescape.ts";

// Many cases; other suites may want the processor meanwhile.
vi.setConfig({ testTimeout: 60_000 });

function masker(...secrets: string[]) {
  const mask = createEchoMask();
  for (const secret of secrets) mask.add(secret);
  return (line: string): string => mask.mask(line, parseLine(line));
}

function delta(text: string, item = "i1", method = "item/agentMessage/delta"): string {
  return JSON.stringify({ method, params: { threadId: "T", turnId: "t1", itemId: item, delta: text }, emittedAtMs: 1 });
}

function deltaOf(line: string): string {
  const { params } = JSON.parse(line) as { params: { delta: string } };
  return params.delta;
}

/** All string values, member names and numbers of a JSON value. */
function contents(value: unknown): { values: string[]; rest: unknown[] } {
  const found = { values: [] as string[], rest: [] as unknown[] };
  const walk = (inner: unknown): void => {
    if (typeof inner === "string") found.values.push(inner);
    else if (Array.isArray(inner)) inner.forEach(walk);
    else if (typeof inner === "object" && inner !== null)
      for (const [name, member] of Object.entries(inner)) {
        found.rest.push(name);
        walk(member);
      }
    else found.rest.push(inner);
  };
  walk(value);
  return found;
}

const secretText = fc.string({ minLength: 8, maxLength: 40, unit: "binary" }).filter((text) => text.trim().length >= 8);
const runs = { numRuns: 400, seed: Date.now() % 2 ** 31 };

describe("echoes of a secret", () => {
  test("[JRN-55] a secret is masked in string values, plain and JSON-escaped once or twice, and the rest stays byte-equal", () => {
    const secret = 'S3CRET-"8f\\1c\n/é';
    const mask = masker(secret);
    const once = JSON.stringify({ key: secret });
    const line = JSON.stringify({
      method: "item/completed",
      params: {
        threadId: "T",
        item: { type: "mcpToolCall", id: "c1", plain: `a ${secret} b ${secret}`, once, twice: [JSON.stringify(once)] },
      },
    });
    const masked = mask(line);
    const inner = `{"key":"${SECRET_MARK}"}`;
    expect(JSON.parse(masked)).toEqual({
      method: "item/completed",
      params: {
        threadId: "T",
        item: {
          type: "mcpToolCall",
          id: "c1",
          plain: `a ${SECRET_MARK} b ${SECRET_MARK}`,
          once: inner,
          twice: [JSON.stringify(inner)],
        },
      },
    });
    const odd =
      '{ "method" : "x",\t"params": {"a":"\\u00e9\\/\\ud83d\\ude00", "b": "S3CRET-\\u00228f\\\\1c\\u000a\\/\\u00E9." , "n": 1e3 } }';
    expect(mask(odd)).toBe(
      `{ "method" : "x",\t"params": {"a":"\\u00e9\\/\\ud83d\\ude00", "b": "${SECRET_MARK}." , "n": 1e3 } }`,
    );
  });

  test("[JRN-55] encoders that escape more than they must are recognised", () => {
    const secret = "pä$$/wörd<&>'1";
    const mask = masker(secret);
    const python = "p\\u00e4$$/w\\u00f6rd<&>'1";
    const php = "p\\u00e4$$\\/w\\u00f6rd<&>'1";
    const go = "pä$$/wörd\\u003c\\u0026\\u003e'1";
    const dotnet = "p\\u00E4$$/w\\u00F6rd\\u003C\\u0026\\u003E\\u00271";
    for (const text of [python, php, go, dotnet, JSON.stringify(python).slice(1, -1)]) {
      const line = JSON.stringify({ method: "x", params: { text: `<${text}>` } });
      expect(JSON.parse(mask(line))).toEqual({ method: "x", params: { text: `<${SECRET_MARK}>` } });
    }
  });

  test("[JRN-56] names, ids, protocol words and numbers are never masked", () => {
    const secret = "12345678";
    const mask = masker(secret, "item/completed", "inProgress", "thread-secret");
    const value = {
      id: secret,
      method: "item/completed",
      params: {
        threadId: "thread-secret",
        itemIds: [secret],
        status: "inProgress",
        type: secret,
        n: 12345678,
        [secret]: 1,
        status2: { type: "inProgress" },
      },
    };
    const line = JSON.stringify(value);
    expect(mask(line)).toBe(line);
  });

  test("[JRN-57] secrets under eight characters are not looked for, and nothing is masked once the generation is over", () => {
    const mask = createEchoMask();
    const line = JSON.stringify({ method: "x", params: { a: "short12 and long1234" } });
    mask.add("short12");
    expect(mask.active()).toBe(false);
    expect(mask.mask(line, parseLine(line))).toBe(line);
    mask.add("long1234");
    expect(mask.mask(line, parseLine(line))).toContain(`"short12 and ${SECRET_MARK}"`);
    mask.clear();
    expect(mask.mask(line, parseLine(line))).toBe(line);
  });

  test("[JRN-58] over arbitrary lines: no decoded value has the secret, the line stays JSON with the same names and numbers", () => {
    const json = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });
    const planted = fc.tuple(secretText, fc.string(), fc.string(), fc.integer({ min: 0, max: 2 }), json);
    const property = fc.property(planted, ([secret, before, after, depth, around]) => {
      fc.pre(!SECRET_MARK.includes(secret) && !secret.includes("[secret"));
      let echoed = secret;
      for (let level = 0; level < depth; level += 1) echoed = JSON.stringify(echoed).slice(1, -1);
      const message = {
        method: "x",
        params: { text: before + echoed + after, around, list: [echoed, { deep: echoed }] },
      };
      const line = JSON.stringify(message);
      const masked = masker(secret)(line);
      const value: unknown = JSON.parse(masked);
      expect(contents(value).rest).toEqual(contents(JSON.parse(line)).rest);
      const unprotected = { ...(value as typeof message).params, around: null };
      for (const text of contents(unprotected).values) expect(text.includes(echoed)).toBe(false);
      expect((value as typeof message).params.list).toEqual([SECRET_MARK, { deep: SECRET_MARK }]);
    });
    fc.assert(property, runs);
  });

  test("[JRN-58] a line without the secret is given back as it is", () => {
    const property = fc.property(
      secretText,
      fc.jsonValue({ stringUnit: "binary" }),
      fc.boolean(),
      (secret, value, pretty) => {
        const line = JSON.stringify({ method: "x", params: value }, null, pretty ? 1 : 0);
        fc.pre(!line.includes(JSON.stringify(secret).slice(1, -1)) && !line.includes(secret.trim()));
        expect(masker(secret)(line)).toBe(line);
      },
    );
    fc.assert(property, runs);
  });

  test("[JRN-58] lines that are no JSON, or no UTF-8, are masked too and otherwise kept", () => {
    const secret = "S3CRET-8f1c";
    const mask = masker(secret);
    expect(mask(`oops ${secret} {"a`)).toBe(`oops ${SECRET_MARK} {"a`);
    expect(mask('oops {"a')).toBe('oops {"a');
    const echo = createEchoMask();
    echo.add(secret);
    const bytes = (text: string) => new Uint8Array([255, ...new TextEncoder().encode(text)]);
    const plain = bytes("nothing");
    expect(echo.mask(plain, parseLine("nothing"))).toBe(plain);
    expect(echo.mask(bytes(secret), parseLine(secret))).toBe(`\uFFFD${SECRET_MARK}`);
  });
});

describe("echoes over several deltas", () => {
  test("[JRN-59] a secret that comes in pieces leaves one mark and at most its first three characters", () => {
    const mask = masker("S3CRET-8f1c");
    const stored = ["key: S3", "CRET", "-8f", "1c ok"].map((piece) => deltaOf(mask(delta(piece))));
    expect(stored).toEqual(["key: S3", SECRET_MARK, "", " ok"]);
    const again = ["S3CRET-", "8f1c", "S3CRET-8f1c!"].map((piece) => deltaOf(mask(delta(piece))));
    expect(again).toEqual([SECRET_MARK, "", `${SECRET_MARK}!`]);
  });

  test("[JRN-59] deltas of other items, threads and kinds in between do not disturb it", () => {
    const mask = masker("S3CRET-8f1c");
    expect(deltaOf(mask(delta("S3CRET", "a")))).toBe(SECRET_MARK);
    expect(deltaOf(mask(delta("-8f1c", "b")))).toBe("-8f1c");
    expect(deltaOf(mask(delta("-8f1c", "a", "item/plan/delta")))).toBe("-8f1c");
    expect(deltaOf(mask(delta("-8f1c.", "a")))).toBe(".");
  });

  test("[JRN-59] however it is cut and escaped, no part longer than three characters is stored and nothing else is lost", () => {
    // Text and secret share no letters, so that what is left of the secret can be told.
    const secret = fc.string({ minLength: 8, maxLength: 20, unit: fc.constantFrom(...Array.from('XYZ0189"\\é')) });
    const text = fc.string({ maxLength: 12, unit: fc.constantFrom(...Array.from("abc .")) });
    const cuts = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 });
    const property = fc.property(
      secret,
      text,
      text,
      cuts,
      fc.integer({ min: 0, max: 2 }),
      (value, before, after, sizes, depth) => {
        let echoed = value;
        for (let level = 0; level < depth; level += 1) echoed = JSON.stringify(echoed).slice(1, -1);
        const whole = `${before}|${echoed}|${after}`;
        const mask = masker(value);
        let stored = "";
        for (let at = 0, turn = 0; at < whole.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 0;
          const piece = whole.slice(at, at + Math.max(size, turn % 7 === 6 ? 1 : 0));
          at += piece.length;
          stored += deltaOf(mask(delta(piece)));
        }
        const left = stored.replaceAll(SECRET_MARK, "").split("|");
        expect(left).toHaveLength(3);
        expect([left[0], left[2]]).toEqual([before, after]);
        expect(echoed.startsWith(left[1] ?? "?")).toBe(true);
        let readable = left[1] ?? "";
        for (let level = 0; level < depth; level += 1) readable = unescape(readable)?.text ?? readable;
        expect(readable.length).toBeLessThan(OPEN_END_LENGTH);
      },
    );
    fc.assert(property, runs);
  });
});
