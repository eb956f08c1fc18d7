// The keeper of one session's secrets: any answer with a secret anywhere, and any server that says it back.
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { createMemoryJournal } from "../journal/memory.ts";
import { SECRET_MARK } from "../journal/secrets/mark.ts";
import { unescape } from "../journal/secrets/unescape.ts";
import type { Input } from "./inputs.ts";
import { createSecrets } from "./secrets.ts";

// Many cases; other suites may want the processor meanwhile.
vi.setConfig({ testTimeout: 60_000 });

const create = () => createSecrets({ host: "h", journal: createMemoryJournal(), locks: null, now: () => 0 });

type Place = (string | number)[];
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A copy of the value with `secret` put under `name` into one of its objects; and where that is. */
function plant(value: Json, name: string, secret: Json, choice: number): { value: Json; path: Place } {
  const places: Place[] = [];
  const walk = (inner: Json, path: Place): void => {
    if (typeof inner !== "object" || inner === null) return;
    if (!Array.isArray(inner)) places.push(path);
    for (const [key, below] of Object.entries(inner)) walk(below, [...path, Array.isArray(inner) ? Number(key) : key]);
  };
  walk(value, []);
  const place = places[choice % Math.max(1, places.length)];
  if (place === undefined) return { value: { [name]: secret }, path: [name] };
  const put = (inner: Json, steps: Place): Json => {
    const [step, ...rest] = steps;
    if (step === undefined) {
      const entries = typeof inner === "object" && inner !== null ? Object.entries(inner) : [];
      return Object.fromEntries([...entries.filter(([key]) => key !== name), [name, secret]]);
    }
    if (Array.isArray(inner)) return inner.map((below, index) => (index === step ? put(below, rest) : below));
    if (typeof inner !== "object" || inner === null) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([key, below]) => [key, key === step ? put(below, rest) : below]),
    );
  };
  return { value: put(value, place), path: [...place, name] };
}

function readings(text: string): string[] {
  const all = [text];
  for (let level = 0; level < 4; level += 1) all.push(unescape(all.at(-1) ?? "")?.text ?? all.at(-1) ?? "");
  return all;
}

const LETTERS = Array.from('XYZxyz019"\\/\n\té日🔑');
const secretText = fc
  .string({ minLength: 8, maxLength: 24, unit: fc.constantFrom(...LETTERS) })
  .filter((text) => text.trim().length >= 8);
const plainJson = fc.jsonValue({
  maxDepth: 4,
  stringUnit: fc.constantFrom(...Array.from("abcdef ghij")),
}) as fc.Arbitrary<Json>;
const secretName = fc.constantFrom(
  "token",
  "apiKey",
  "api_key",
  "password",
  "client_secret",
  "accessToken",
  "user_pin",
);

test("[SEC-111] a secret anywhere in any answer: the wire has the answer, the stored copy a mark, and echoes are masked", async () => {
  const property = fc.asyncProperty(
    plainJson,
    secretName,
    secretText,
    fc.nat(),
    fc.constantFrom("text", "pair", "nested", "list"),
    async (around, name, secret, choice, how) => {
      const secrets = create();
      const planted: [string, Json] =
        how === "pair"
          ? ["header", { name, value: secret }]
          : how === "nested"
            ? ["text", JSON.stringify({ deep: JSON.stringify({ [name]: secret }) })]
            : how === "list"
              ? ["credentials", [{ a: secret }, "x"]]
              : [name, secret];
      const { value, path } = plant(around, planted[0], planted[1], choice);
      const answer = await secrets.answer("g", 7, "vault/want", {}, { result: value });
      if (answer === null) throw new Error("no secret was found");
      expect(JSON.parse(answer.line)).toEqual(JSON.parse(JSON.stringify({ id: 7, result: value })));
      for (const reading of readings(answer.stored)) expect(reading).not.toContain(secret);
      let stored: unknown = (JSON.parse(answer.stored) as { result: unknown }).result;
      for (const step of path) stored = Reflect.get(Object(stored) as object, step);
      expect(JSON.stringify(stored)).toContain(SECRET_MARK);

      const said = JSON.stringify({
        method: "x",
        params: { text: `<${secret}>`, json: JSON.stringify({ k: secret }) },
      });
      const input: Input = {
        type: "line",
        generation: "g",
        start: 0,
        end: said.length,
        line: said,
        message: parseLine(said),
      };
      await secrets.prepare([input]);
      for (const reading of readings(String(input.line))) expect(reading).not.toContain(secret);
      expect(JSON.parse(String(input.line))).toEqual({
        method: "x",
        params: { text: `<${SECRET_MARK}>`, json: `{"k":"${SECRET_MARK}"}` },
      });
      secrets.ended("g");
      const after: Input = { ...input, line: said };
      await secrets.prepare([after]);
      expect(after.line, "forgotten with its App Server").toBe(said);
      secrets.close();
    },
  );
  await fc.assert(property, { numRuns: 400, seed: Date.now() % 2 ** 31 });
});

test("[SEC-111] an answer without a secret is not touched, and its words are not looked for", async () => {
  const property = fc.asyncProperty(plainJson, async (result) => {
    const secrets = create();
    expect(await secrets.answer("g", 1, "vault/want", {}, { result })).toBeNull();
    expect(await secrets.mayKeepTail("g")).toBe(true);
    secrets.close();
  });
  await fc.assert(property, { numRuns: 200, seed: Date.now() % 2 ** 31 });
});

test("[SEC-111] a number that is the only secret, and a key in the message of an error, are not stored", async () => {
  const secrets = create();
  const pin = await secrets.answer("g", 1, "vault/want", {}, { result: { password: 12345678 } });
  expect(pin?.stored).toBe(`{"id":1,"result":{"password":"${SECRET_MARK}"}}`);
  const key = "ghp_abcdefghij0123456789";
  const error = await secrets.answer("g", 2, "vault/want", {}, { error: { code: 1, message: `no: ${key}` } });
  expect(error?.stored).toBe(`{"id":2,"error":{"code":1,"message":"no: ${SECRET_MARK}"}}`);
  expect(await secrets.mayKeepTail("g")).toBe(false);
  secrets.close();
});

test("[SEC-111] an approval that is answered by hand is looked at like any other answer", async () => {
  const secrets = create();
  const method = "item/commandExecution/requestApproval";
  expect(await secrets.answer("g", 1, method, {}, { result: { decision: "accept" } })).toBeNull();
  const byHand = { decision: "accept", apiKey: "k-1234567" };
  expect((await secrets.answer("g", 1, method, {}, { result: byHand }))?.stored).toBe(
    `{"id":1,"result":{"decision":"accept","apiKey":"${SECRET_MARK}"}}`,
  );
  secrets.close();
});

test("[SEC-112] [SEC-120] a sign-in with a key, and a setting that holds one, are stored with a mark; other requests are not looked at", async () => {
  const secrets = create();
  const login = await secrets.request("g", "c.1", "account/login/start", { type: "apiKey", apiKey: "k-1234567" });
  expect(login?.stored).toBe(
    `{"id":"c.1","method":"account/login/start","params":{"type":"apiKey","apiKey":"${SECRET_MARK}"}}`,
  );
  expect(JSON.parse(login?.line ?? "")).toMatchObject({ params: { apiKey: "k-1234567" } });
  expect((login?.line.length ?? 1) % 256).toBe(0);
  const setting = { keyPath: "mcp_servers.x.env.API_KEY", value: "abc", mergeStrategy: "replace" };
  expect((await secrets.request("g", "c.2", "config/value/write", setting))?.stored).toContain(
    `"keyPath":"mcp_servers.x.env.API_KEY","value":"${SECRET_MARK}"`,
  );
  const said = JSON.stringify({ method: "x", params: { text: "got k-1234567" } });
  const input: Input = { type: "line", generation: "g", start: 0, end: 1, line: said, message: parseLine(said) };
  await secrets.prepare([input]);
  expect(input.line).toContain(`got ${SECRET_MARK}`);
  // The one who asks may know of more: any method, any member, whatever it is called.
  const run = { command: ["deploy"], env: { REGION: "north", PLACE: "harbour-0815" }, list: [1, ["short"]] };
  const known = [
    ["env", "PLACE"],
    ["list", 1],
    ["not", "there"],
  ];
  const spawned = await secrets.request("g", "c.4", "process/spawn", run, known);
  expect(JSON.parse(spawned?.stored ?? "")).toMatchObject({
    params: { command: ["deploy"], env: { REGION: "north", PLACE: SECRET_MARK }, list: [1, [SECRET_MARK]] },
  });
  expect(JSON.parse(spawned?.line ?? "")).toMatchObject({ params: run });
  const echo = JSON.stringify({ id: "c.4", result: { env: "PLACE=harbour-0815" } });
  const reply: Input = { type: "line", generation: "g", start: 0, end: 1, line: echo, message: parseLine(echo) };
  await secrets.prepare([reply]);
  expect(reply.line).toContain(`PLACE=${SECRET_MARK}`);
  for (const method of ["turn/start", "thread/read", "config/read", "account/read"])
    expect(secrets.request("g", "c.3", method, { token: "abcdefgh" })).toBeNull();
  secrets.close();
});
