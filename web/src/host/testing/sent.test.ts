// The watch over what sessions under test send.
import { expect, test } from "vitest";
import { sentProblem } from "./sent.ts";

test("[RPC-47] what does not fit the pinned surface is named by its method and member", () => {
  expect(sentProblem("thread/read", { threadId: "T", includeTurns: false })).toBeNull();
  expect(sentProblem("account/logout", undefined)).toBeNull();
  expect(sentProblem("brand/new", 7)).toBeNull();
  expect(sentProblem("thread/read", { threadId: 7 })).toMatch(/^thread\/read: .*threadId.*string/);
  expect(sentProblem("turn/start", { threadId: "T" })).toMatch(/^turn\/start: .*input/);
  expect(sentProblem("account/logout", {})).toMatch(/^account\/logout: /);
});
