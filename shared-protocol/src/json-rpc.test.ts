import { describe, expect, test } from "vitest";
import {
  classify,
  encodeErrorResponse,
  encodeNotification,
  encodeRequest,
  encodeResponse,
  parseLine,
} from "./json-rpc.ts";

describe("classification", () => {
  test.each([
    ['{"id":0,"method":"item/fileChange/requestApproval","params":{"a":1}}', "request"],
    ['{"method":"turn/started","params":{}}', "notification"],
    ['{"id":"w1","result":{}}', "response"],
    ['{"id":"w1","result":null}', "response"],
    ['{"id":"w1","error":{"code":-32600,"message":"no"}}', "error"],
    // A request whose id is already open as one of ours is a request all the same.
    ['{"id":"w1","method":"initialize","result":{}}', "request"],
  ])("[RPC-01] %s is a %s", (line, kind) => {
    expect(parseLine(line).kind).toBe(kind);
  });

  test.each([
    ["", "blank"],
    [" \t\r", "blank"],
    ["\uFEFF", "blank"],
    ['{"method":', "not-json"],
    // JSON.parse reads it, JSON.stringify and a structured clone of it throw.
    [`{"id":1,"error":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "nested-too-deep"],
    [`{"method":"x","params":${'{"a":'.repeat(3000)}1${"}".repeat(3000)}}`, "nested-too-deep"],
    ["Warning: something", "not-json"],
    ["[1,2]", "not-an-object"],
    ["null", "not-an-object"],
    ["42", "not-an-object"],
    ['{"method":7}', "method-not-a-string"],
    ['{"id":1,"method":null}', "method-not-a-string"],
    ['{"id":null,"method":"x"}', "id-of-wrong-type"],
    ['{"id":{},"result":1}', "id-of-wrong-type"],
    ['{"id":true,"error":{}}', "id-of-wrong-type"],
    ['{"id":1}', "no-known-shape"],
    ["{}", "no-known-shape"],
    ['{"id":1,"error":null}', "no-known-shape"],
    ['{"result":1}', "answer-without-id"],
    ['{"error":{"code":1,"message":"x"}}', "answer-without-id"],
  ])("[RPC-02] %j is unroutable: %s", (line, reason) => {
    expect(parseLine(line)).toMatchObject({ kind: "unroutable", reason });
  });

  test('[RPC-03] two requests with the ids 7 and "7" stay two, and each is answered in its own type', () => {
    const number = parseLine('{"id":7,"method":"a"}');
    const text = parseLine('{"id":"7","method":"a"}');
    if (number.kind !== "request" || text.kind !== "request") throw new Error("both are requests");
    expect(number.id).toBe(7);
    expect(text.id).toBe("7");
    expect(encodeResponse(number.id, {})).toBe('{"id":7,"result":{}}\n');
    expect(encodeResponse(text.id, {})).toBe('{"id":"7","result":{}}\n');
  });

  test.each(["9007199254740993", "-9007199254740993", "1e400"])("[RPC-04] %s is not taken as an id", (id) => {
    expect(parseLine(`{"id":${id},"method":"x"}`)).toMatchObject({ kind: "unroutable", reason: "id-not-exact" });
  });

  test.each(["0", "-1", "1.5", "9007199254740991"])("[RPC-04] %s is an id and comes back as it was", (id) => {
    const message = parseLine(`{"id":${id},"method":"x"}`);
    expect(message.kind === "request" && encodeResponse(message.id, null)).toBe(`{"id":${id},"result":null}\n`);
  });

  test("[RPC-06] a jsonrpc member, a byte order mark, a CR and unknown members change nothing", () => {
    const plain = parseLine('{"method":"warning","params":{"message":"x"},"emittedAtMs":5}');
    expect(plain).toEqual({ kind: "notification", method: "warning", params: { message: "x" }, emittedAtMs: 5 });
    expect(
      parseLine('\uFEFF{"jsonrpc":"2.0","method":"warning","params":{"message":"x"},"emittedAtMs":5,"new":1}\r'),
    ).toEqual(plain);
  });

  test.each(["null", '"soon"', "{}"])("[RPC-06] emittedAtMs %s is ignored and the line is read", (value) => {
    expect(parseLine(`{"method":"x","emittedAtMs":${value}}`)).toMatchObject({
      kind: "notification",
      emittedAtMs: null,
    });
  });

  test.each([
    ['{"id":1,"error":{"code":-32600,"message":"m","data":[1]}}', { code: -32600, message: "m", data: [1] }],
    ['{"id":1,"error":{}}', { code: null, message: "the server gave no message" }],
    ['{"id":1,"error":"broken"}', { code: null, message: "broken" }],
    ['{"id":1,"result":{},"error":{"code":1,"message":"m"}}', { code: 1, message: "m" }],
  ])("[RPC-08] %s is an error response", (line, error) => {
    expect(parseLine(line)).toMatchObject({ kind: "error", id: 1, error });
  });

  test("[RPC-08] a null error beside a result is a success", () => {
    expect(parseLine('{"id":1,"result":2,"error":null}')).toEqual({ kind: "response", id: 1, result: 2 });
  });

  test("[RPC-10] members named like those of Object.prototype are plain data", () => {
    const message = parseLine('{"__proto__":{"method":"x"},"id":1,"result":{"__proto__":{"polluted":true}}}');
    expect(message.kind).toBe("response");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(classify(Object.create({ method: "inherited" }))).toMatchObject({
      kind: "unroutable",
      reason: "no-known-shape",
    });
  });
});

describe("lines that are written", () => {
  test.each([
    [encodeRequest("d.p.1", "thread/list", {}), { id: "d.p.1", method: "thread/list", params: {} }],
    [encodeRequest("d.p.1", "account/logout"), { id: "d.p.1", method: "account/logout" }],
    [encodeNotification("initialized"), { method: "initialized" }],
    [encodeResponse(0, { decision: "accept" }), { id: 0, result: { decision: "accept" } }],
    [encodeResponse(0, undefined), { id: 0, result: null }],
    [encodeErrorResponse("0", -32601, "no"), { id: "0", error: { code: -32601, message: "no" } }],
    [encodeNotification("x", { text: "a\nb\u2028c" }), { method: "x", params: { text: "a\nb\u2028c" } }],
  ])("[RPC-07] %j holds one LF, at its end, and says what was meant", (line, value) => {
    expect(line.indexOf("\n")).toBe(line.length - 1);
    expect(JSON.parse(line)).toStrictEqual(value);
  });

  test("[RPC-07] half of a surrogate pair, at which the App Server drops the whole line, is replaced; what only looks like one is not", () => {
    const line = encodeRequest("a", "m", {
      half: "x\ud83d",
      other: "\udc00y",
      whole: "\ud83d\ude00",
      typed: "\\ud83d",
      twice: "\\\\ud83d",
      behind: "\\\ud83d",
    });
    expect(JSON.parse(line)).toStrictEqual({
      id: "a",
      method: "m",
      params: {
        half: "x\ufffd",
        other: "\ufffdy",
        whole: "\ud83d\ude00",
        typed: "\\ud83d",
        twice: "\\\\ud83d",
        behind: "\\\ufffd",
      },
    });
    expect(JSON.parse(encodeResponse("a", "\udfff"))).toStrictEqual({ id: "a", result: "\ufffd" });
  });
});
