// Where the secrets of an answer are.
import { expect, test } from "vitest";
import { isPasswordField, secretsOf } from "./paths.ts";
import { resolveReference } from "./references.ts";

const secretPaths = (method: string, params: unknown, answer: unknown): unknown[] =>
  secretsOf(method, params, answer).paths;

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

test("[SEC-108] a password field is one by its format, by being write-only, by its name or by its title", () => {
  const text = { type: "string" };
  const yes: [string, object][] = [
    ["a", { ...text, format: "password" }],
    ["a", { type: ["string", "null"], writeOnly: true }],
    ["apiKey", text],
    ["user_pin", text],
    ["password", { type: ["string", "null"] }],
    ["field1", { ...text, title: "Your API key" }],
    ["field1", { ...text, title: "Password:" }],
  ];
  for (const [name, schema] of yes) expect(isPasswordField(name, schema), JSON.stringify([name, schema])).toBe(true);
  const no: [string, object][] = [
    ["tokens", { type: "integer" }],
    ["token", { ...text, enum: ["a", "b"] }],
    ["pinned", text],
    ["spinner", text],
    ["title", { ...text, title: "How many tokens?" }],
    ["name", { ...text, description: "not your password" }],
  ];
  for (const [name, schema] of no) expect(isPasswordField(name, schema), JSON.stringify([name, schema])).toBe(false);
});

test("[SEC-108] references are followed like the form follows them, and no circle holds it up", () => {
  const root = {
    $ref: "#/$defs/form",
    $defs: {
      form: { type: "object", properties: { pin: { allOf: [{ $ref: "#/$defs/a~1b" }] } } },
      "a/b": { $ref: "#/$defs/hidden" },
      hidden: { type: "string", format: "password" },
      loop: { $ref: "#/$defs/loop" },
    },
  };
  const params = { requestedSchema: root };
  expect(secretPaths("mcpServer/elicitation/request", params, { content: { pin: "1" } })).toEqual([["content", "pin"]]);
  expect(resolveReference(root.$defs.loop, root)).toBe(root.$defs.loop);
});

test("[SEC-109] in raw JSON: names in groups, lists and pairs, numbers, and JSON inside texts", () => {
  const result = {
    credentials: { user: "me", more: ["x"] },
    tokens: ["t1", "t2"],
    maxTokens: 4096,
    password: 12345678,
    env: [
      { name: "API_KEY", value: "abc" },
      { name: "HOME", value: "/home/me" },
    ],
    text: JSON.stringify({ a: JSON.stringify({ password: "nested-one" }), b: 1 }),
    tokenizer: { mode: "fast" },
    notes: "[not JSON] password",
  };
  const { paths, texts } = secretsOf("x/unknown", {}, result);
  expect(paths).toEqual([
    ["credentials", "user"],
    ["credentials", "more", 0],
    ["tokens", 0],
    ["tokens", 1],
    ["password"],
    ["env", 0, "value"],
    ["text"],
  ]);
  expect(texts).toContain("nested-one");
});

test("[SEC-109] a key that tells by its shape is a secret wherever it was typed, also in an answer that is not secret", () => {
  const key = "ghp_abcdefghij0123456789";
  const params = { questions: [question("q", false)] };
  const result = { answers: { q: { answers: [`use ${key}, please`] } } };
  expect(secretsOf("item/tool/requestUserInput", params, result)).toEqual({ paths: [], texts: [key] });
  expect(secretsOf("x/unknown", {}, `refused with ${key}`).texts).toEqual([key]);
});
