// Where the secrets of an answer are.
import { expect, test } from "vitest";
import { secretPaths } from "./paths.ts";

const question = (id: string, isSecret: unknown): object => ({ id, header: "", question: "", isSecret });

test("[SEC-102] the answers to secret questions are secrets, whatever their id is called", () => {
  const params = { questions: [question("token", false), question("__proto__", true), question("odd", "yes")] };
  const result = { answers: { token: { answers: ["a"] } } };
  expect(secretPaths("item/tool/requestUserInput", params, result)).toEqual([
    ["answers", "__proto__"],
    ["answers", "odd"],
  ]);
});

test("[SEC-102] password fields of a form are secrets, by schema or by name", () => {
  const properties = {
    pin: { type: "string", format: "password" },
    once: { type: "string", writeOnly: true },
    api_key: { type: "string" },
    tokens: { type: "integer" },
    name: { type: "string" },
  };
  const result = { action: "accept", content: { pin: "1", once: "2", api_key: "3", tokens: 4, name: "5" } };
  const params = { requestedSchema: { properties } };
  expect(secretPaths("mcpServer/elicitation/request", params, result)).toEqual([
    ["content", "pin"],
    ["content", "once"],
    ["content", "api_key"],
  ]);
});

test("[SEC-102] a password field that is told by reference is one too", () => {
  const schema = {
    properties: { pin: { $ref: "#/$defs/hidden" } },
    $defs: { hidden: { type: "string", format: "password" } },
  };
  const params = { requestedSchema: schema };
  expect(secretPaths("mcpServer/elicitation/request", params, { content: { pin: "1" } })).toEqual([["content", "pin"]]);
});

test("[SEC-102] texts under names like token or key are secrets in any other answer, at any depth", () => {
  const result = { accessToken: "x", deep: [{ password: "y", note: "z" }], count: 3 };
  expect(secretPaths("account/chatgptAuthTokens/refresh", {}, result)).toEqual([
    ["accessToken"],
    ["deep", 0, "password"],
  ]);
});

test("[SEC-102] an approval has no secrets", () => {
  expect(secretPaths("item/commandExecution/requestApproval", {}, { decision: "accept" })).toEqual([]);
});
