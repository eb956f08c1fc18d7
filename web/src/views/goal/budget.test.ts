import { expect, test } from "vitest";
import { budgetOf } from "./budget.ts";

test.each([
  ["", { ok: true, value: null }],
  ["50000", { ok: true, value: 50_000 }],
  ["50,000", { ok: true, value: 50_000 }],
  ["1 250 000", { ok: true, value: 1_250_000 }],
  ["50k", { ok: true, value: 50_000 }],
  ["2 M", { ok: true, value: 2_000_000 }],
  ["1.250.000", { ok: true, value: 1_250_000 }],
  ["1 250k", { ok: true, value: 1_250_000 }],
  ["1.250M", { ok: false }],
  ["1,5M", { ok: false }],
  ["0.500", { ok: false }],
  ["1,234.567", { ok: false }],
  ["12,34,567", { ok: false }],
  ["1,,000", { ok: false }],
  ["1e6", { ok: false }],
  ["0x10", { ok: false }],
  ["0", { ok: false }],
  ["-5", { ok: false }],
  ["1,5", { ok: false }],
  ["many", { ok: false }],
  ["99999999999999999", { ok: false }],
])("[VIW-447] a budget written as %j is read as a person means it, or not at all", (text, wanted) => {
  expect(budgetOf(text)).toEqual(wanted);
});
