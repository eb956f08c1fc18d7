// The compact shapes say the same as the binary's own schema, and what does not fit is named by its place and kind.
import { expect, test } from "vitest";
import { contradicts, MOST_MISFITS, misfitsOf, type Shape } from "./fit.ts";
import { pinnedMisfits, SHAPES_VERSION, type SentKind } from "./pinned-fit.ts";
import { notificationSurface, serverRequestSurface } from "./surface.ts";
import { clientRequestSurface } from "./surface/client-requests.ts";

const said = (kind: SentKind, method: string, value: unknown) =>
  (pinnedMisfits(kind, method, value) ?? []).map((it) => [it.kind, it.what, it.path.join("."), it.expected, it.found]);
const fit = (shape: Shape, value: unknown, shapes: readonly Shape[] = []) =>
  misfitsOf(shapes, shape, value).map((it) => [it.kind, it.what, it.path.join("."), it.expected, it.found]);

const ITEM = { type: "agentMessage", id: "i", text: "Hi", memoryCitation: null, phase: null };
const started = (item: unknown) => ({ threadId: "t", turnId: "u", startedAtMs: 1, item });

test("[RPC-60] every notification, server request and reply of the surface has its shape, of the pinned version", () => {
  const without: string[] = [];
  for (const method of notificationSurface.keys())
    if (pinnedMisfits("notified", method, {})?.some(({ what }) => what === "method") !== false) without.push(method);
  for (const method of serverRequestSurface.keys())
    if (pinnedMisfits("asked", method, {})?.some(({ what }) => what === "method") !== false) without.push(method);
  for (const method of clientRequestSurface.keys())
    if (pinnedMisfits("reply", method, {}) === null) without.push(method);
  expect(without).toEqual([]);
  expect(SHAPES_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
});

test("[RPC-61] a missing member and one of another kind contradict, each named by its place and what was expected", () => {
  expect(said("notified", "item/started", started(ITEM))).toEqual([]);
  const { turnId: _turnId, ...lacking } = started(ITEM);
  expect(said("notified", "item/started", lacking)).toEqual([
    ["contradicts", "missing", "turnId", "a text", "nothing"],
  ]);
  expect(said("notified", "item/started", started({ ...ITEM, text: 7 }))).toEqual([
    ["contradicts", "type", "item.text", "a text", "a whole number"],
  ]);
  expect(said("notified", "item/started", started([ITEM]))).toEqual([
    ["contradicts", "type", "item", "an object", "a list"],
  ]);
  expect(said("notified", "item/started", null)).toEqual([["contradicts", "type", "", "an object", "null"]]);
  expect(said("asked", "item/fileChange/requestApproval", { threadId: "t", turnId: "u", startedAtMs: 1 })).toEqual([
    ["contradicts", "missing", "itemId", "a text", "nothing"],
  ]);
  expect(said("reply", "turn/start", { turn: null })).toEqual([["contradicts", "type", "turn", "an object", "null"]]);
});

test("[RPC-62] members, words, options and methods that the pinned version does not know add; they contradict nothing", () => {
  expect(said("notified", "item/started", started({ ...ITEM, later: [1] }))).toEqual([
    ["adds", "member", "item.later", "no such member", "a list"],
  ]);
  const [other] = said("notified", "item/started", started({ type: "functionCallOutput", id: 7 }));
  expect(other?.slice(0, 3)).toEqual(["adds", "word", "item.type"]);
  expect(other?.[4]).toBe("“functionCallOutput”");
  expect(said("notified", "brand/new", { anything: 1 })).toEqual([
    ["adds", "method", "", "no such method", "brand/new"],
  ]);
  expect(pinnedMisfits("reply", "brand/new", 7)).toBeNull();
  const failed = (codexErrorInfo: unknown) => ({
    threadId: "t",
    turnId: "u",
    willRetry: false,
    error: { message: "m", codexErrorInfo, additionalDetails: null },
  });
  expect(said("notified", "error", failed("usageLimitExceeded"))).toEqual([]);
  expect(said("notified", "error", failed("brandNew"))[0]?.slice(0, 3)).toEqual([
    "adds",
    "word",
    "error.codexErrorInfo",
  ]);
  expect(said("notified", "error", failed({ brandNew: { a: 1 } }))[0]?.slice(0, 3)).toEqual([
    "adds",
    "option",
    "error.codexErrorInfo.brandNew",
  ]);
  expect(said("notified", "error", failed({ httpConnectionFailed: { httpStatusCode: "many" } }))).toEqual([
    [
      "contradicts",
      "type",
      "error.codexErrorInfo.httpConnectionFailed.httpStatusCode",
      "a whole number or null",
      "a text",
    ],
  ]);
  expect(said("notified", "error", failed(7))[0]?.slice(0, 3)).toEqual(["contradicts", "type", "error.codexErrorInfo"]);
});

test("[RPC-63] whatever the value is, it is looked at within a bound, and nothing is thrown", () => {
  expect(
    fit(
      ["l", "s"],
      Array.from({ length: 1000 }, () => 7),
    ).length,
  ).toBe(MOST_MISFITS);
  const self: Shape = ["o", {}, { next: 0 }];
  let deep: object = { end: 1 };
  for (let level = 0; level < 5000; level += 1) deep = { next: deep };
  expect(misfitsOf([self], self, deep)).toEqual([]);
  const odd: unknown = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": null}');
  expect(fit(["o", {}, { a: "s" }], odd).map(([, what, path]) => [what, path])).toEqual([
    ["member", "__proto__"],
    ["member", "constructor"],
    ["member", "toString"],
  ]);
  expect(pinnedMisfits("notified", "__proto__", {})?.[0]?.what).toBe("method");
  expect(pinnedMisfits("reply", "toString", {})).toBeNull();
  // A value itself is never told: only its kind, or the word where a word stands.
  expect(JSON.stringify(fit(["o", { key: "i" }, {}], { key: "sk-secret" }))).not.toContain("sk-secret");
});

test("[RPC-63] of options that all fail, the nearest tells; parts of a whole know each other's members", () => {
  const either: Shape = ["u", ["o", { a: "s" }, {}], ["o", { b: "i", c: "i" }, {}], "z"];
  expect(fit(either, { b: 1, c: "x" })).toEqual([["contradicts", "type", "c", "a whole number", "a text"]]);
  expect(fit(either, 7)).toEqual([["contradicts", "type", "", "an object or null", "a whole number"]]);
  const both: Shape = ["a", ["o", { a: "s" }, {}], ["t", "k", { x: ["o", { k: ["e", "x"] }, { y: "s" }] }]];
  expect(fit(both, { a: "1", k: "x", y: "2" })).toEqual([]);
  expect(fit(both, { a: "1", k: "x", z: 3 })).toEqual([["adds", "member", "z", "no such member", "a whole number"]]);
  expect(contradicts(misfitsOf([], both, { k: "x" }))).toBe(true);
});
