import { parseLine } from "@longwire/shared-protocol/json-rpc";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { SECRET_MARK } from "./mark.ts";
import { padLine, redactAnswer, redactError, secretAnswerPaths } from "./redact.ts";

// Many cases; other suites may want the processor meanwhile.
vi.setConfig({ testTimeout: 60_000 });

const MARKER = "S3CRET-8f1c";

describe("an answer with a secret", () => {
  test("[JRN-50] the stored copy keeps id, names and plain answers, with a mark for the secret; the wire has the real one", () => {
    const paths = secretAnswerPaths({
      questions: [
        { id: "user", isSecret: false },
        { id: "pw", isSecret: true },
      ],
    });
    const result = { answers: { user: { answers: ["alice"] }, pw: { answers: [MARKER] } } };
    const answer = redactAnswer(21, result, paths);
    expect(JSON.parse(answer.stored)).toEqual({
      id: 21,
      result: { answers: { user: { answers: ["alice"] }, pw: { answers: [SECRET_MARK] } } },
    });
    expect(JSON.parse(answer.line)).toEqual({ id: 21, result });
    expect(answer.secrets).toEqual([MARKER]);
    expect(answer.stored).not.toContain("S3CRET");
  });

  test("[JRN-51] the length on the wire is a multiple of 256 bytes, whatever the secret", () => {
    const lengths = new Set<number>();
    for (const secret of ["a", "a".repeat(100), "日本".repeat(20)]) {
      const answer = redactAnswer("s", { answers: { pw: { answers: [secret] } } }, [["answers", "pw"]]);
      expect(new TextEncoder().encode(answer.line).length).toBe(answer.bytes);
      expect(answer.line).toMatch(/\} *\n$/);
      lengths.add(answer.bytes);
    }
    expect([...lengths]).toEqual([256]);
    const exact = padLine(`${"x".repeat(255)}\n`);
    expect(exact.bytes).toBe(256);
    expect(padLine(`${"x".repeat(256)}\n`).bytes).toBe(512);
  });

  test("[JRN-52] a secret typed into another field as well is marked there too, a short one only where it was asked for", () => {
    const long = redactAnswer(1, { a: MARKER, b: `again: ${MARKER}`, c: JSON.stringify({ k: MARKER }) }, [["a"]]);
    expect(JSON.parse(long.stored)).toMatchObject({
      result: { a: SECRET_MARK, b: `again: ${SECRET_MARK}`, c: `{"k":"${SECRET_MARK}"}` },
    });
    const short = redactAnswer(1, { a: "no", b: "note" }, [["a"]]);
    expect(JSON.parse(short.stored)).toMatchObject({ result: { a: SECRET_MARK, b: "note" } });
  });

  test("[JRN-52] names like __proto__ are only names, and a number can be a secret", () => {
    const result = JSON.parse(`{"__proto__":{"answers":["${MARKER}"]},"pin":123456789,"constructor":"x"}`) as unknown;
    const { stored } = redactAnswer(1, result, [["__proto__"], ["pin"]]);
    expect(stored).toBe(
      `{"id":1,"result":{"__proto__":{"answers":["${SECRET_MARK}"]},"pin":"${SECRET_MARK}","constructor":"x"}}`,
    );
    expect(Object.hasOwn({}, "answers")).toBe(false);
  });

  test("[SEC-109] secret texts are marked in an answer and in the message of an error, and both lines are padded", () => {
    const answer = redactAnswer(1, { note: `use ${MARKER}!`, short: "no" }, [], [MARKER, "no"]);
    expect(JSON.parse(answer.stored)).toEqual({ id: 1, result: { note: `use ${SECRET_MARK}!`, short: "no" } });
    const error = redactError("e", { code: -32603, message: `not with ${MARKER}` }, [MARKER]);
    expect(error.stored).toBe(`{"id":"e","error":{"code":-32603,"message":"not with ${SECRET_MARK}"}}`);
    expect(JSON.parse(error.line)).toEqual({ id: "e", error: { code: -32603, message: `not with ${MARKER}` } });
    for (const { line, bytes } of [answer, error]) expect([line.length, bytes]).toEqual([256, 256]);
    expect(redactAnswer(1, { pin: 12345678 }, [["pin"]]).secrets).toEqual(["12345678"]);
  });

  test("[JRN-53] for arbitrary answers the stored copy has no secret, and both lines are the same answer otherwise", () => {
    const value = fc.string({ minLength: 8, unit: "binary" });
    const answers = fc.dictionary(fc.string(), fc.record({ answers: fc.array(value) }));
    const property = fc.property(answers, value, fc.oneof(fc.integer(), fc.string()), (plain, secret, id) => {
      fc.pre(!SECRET_MARK.includes(secret));
      const result = { answers: { ...plain, "the secret one": { answers: [secret, secret] } } };
      const answer = redactAnswer(id, result, [["answers", "the secret one"]]);
      expect(answer.line.endsWith("\n")).toBe(true);
      const [real, stored] = [parseLine(answer.line.slice(0, -1)), parseLine(answer.stored)];
      expect(real).toEqual(parseLine(JSON.stringify({ id, result })));
      expect(stored).toMatchObject({ kind: "response", id });
      expect(JSON.stringify(stored).replaceAll(SECRET_MARK, "")).not.toContain(JSON.stringify(secret).slice(1, -1));
    });
    fc.assert(property, { numRuns: 300, seed: Date.now() % 2 ** 31 });
  });

  test("[JRN-54] what is secret is read from the question, and in doubt it is", () => {
    const questions = [
      { id: "a", isSecret: true },
      { id: "b", isSecret: false },
      { id: "c" },
      { id: "d", isSecret: "yes" },
      { id: 5, isSecret: true },
      null,
    ];
    expect(secretAnswerPaths({ questions })).toEqual([
      ["answers", "a"],
      ["answers", "d"],
    ]);
    for (const odd of [null, 7, {}, { questions: 3 }]) expect(secretAnswerPaths(odd)).toEqual([]);
  });
});
