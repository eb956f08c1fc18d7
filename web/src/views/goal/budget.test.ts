import { expect, test } from "vitest";
import { budgetOf } from "./budget.ts";

test.each([
  ["", { ok: true, value: null }],
  ["50000", { ok: true, value: 50_000 }],
  ["50,000", { ok: true, value: 50_000 }],
  ["1 250 000", { ok: true, value: 1_250_000 }],
  ["50k", { ok: true, value: 50_000 }],
  ["2 M", { ok: true, value: 2_000_000 }],
  ["0", { ok: false }],
  ["-5", { ok: false }],
  ["1,5", { ok: false }],
  ["many", { ok: false }],
  ["99999999999999999", { ok: false }],
])("[VIW-447] a budget written as %j is read as a person means it, or not at all", (text, wanted) => {
  expect(budgetOf(text)).toEqual(wanted);
});
