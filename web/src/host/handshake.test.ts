import { expect, test } from "vitest";
import { initializeParams, openedInHead, readHandshake, userAgentFromHead } from "./handshake.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const HEAD =
  '{"id":"a.b.1","result":{"userAgent":"longwire/0.149.1 (Debian \\"12\\"; x86_64) ü","codexHome":"/h"}}\n{"method":"x"}\n';

test("[ACT-27] every page sends the same capabilities", () => {
  expect(initializeParams("1.2.3")).toEqual({
    clientInfo: { name: "longwire", title: "Longwire", version: "1.2.3" },
    capabilities: { experimentalApi: true, requestAttestation: false, extensions: { "openai/form": {} } },
  });
});

test("[ACT-27] a handshake that was made before counts as success; a refusal says what is safe; an end says nothing", () => {
  expect(readHandshake({ ok: true, value: { userAgent: "u" } })).toEqual({ ok: true, userAgent: "u" });
  expect(readHandshake({ ok: true, value: null })).toEqual({ ok: true, userAgent: null });
  const rpc = (code: number, message: string) =>
    readHandshake({ ok: false, reason: { type: "rpc", code, message, data: undefined } });
  expect(rpc(-32600, "Already initialized")).toEqual({ ok: true, userAgent: null });
  expect(rpc(-32600, "unknown variant")).toMatchObject({
    ok: false,
    again: false,
    trouble: expect.stringContaining("unknown variant. Nothing is lost") as string,
  });
  expect(rpc(-32001, "busy")).toEqual({ ok: false, trouble: null, again: true });
  expect(readHandshake({ ok: false, reason: { type: "ended", delivered: null } })).toEqual({
    ok: false,
    trouble: null,
    again: false,
  });
});

test("[ACT-28] the server's version is read from the first bytes, wherever they are cut", () => {
  const whole = userAgentFromHead(base64(HEAD));
  expect(whole).toBe('longwire/0.149.1 (Debian "12"; x86_64) ü');
  const bytes = Buffer.from(HEAD);
  const closed = Buffer.from(HEAD.slice(0, HEAD.indexOf(',"codexHome"'))).length;
  for (let cut = 0; cut <= bytes.length; cut++)
    expect(userAgentFromHead(bytes.subarray(0, cut).toString("base64")), `cut at ${cut}`).toBe(
      cut < closed ? null : whole,
    );
});

test("[ACT-28] what only looks like a version, and what is no base64, gives none", () => {
  expect(userAgentFromHead("%%%")).toBeNull();
  expect(userAgentFromHead("")).toBeNull();
  expect(userAgentFromHead(base64(JSON.stringify({ text: '"userAgent":"evil"' })))).toBeNull();
});

test("[RPC-74] the first bytes tell whether a handshake was taken, wherever they are cut and whether or not a version is in them", () => {
  for (const line of [
    '{"id":"a","result":{}}',
    '{ "result" : null, "id" : 1 }',
    '{"error":{"code":1}}\n{"result":{"a":',
  ])
    expect(openedInHead(base64(line)), line).toBe(true);
  for (const line of [
    "",
    "%%%",
    '{"method":"x","params":{}}',
    '{"id":"a","error":{"code":-32600,"message":"no"}}',
    JSON.stringify({ method: "x", params: { text: '"result":{}' } }),
    '{"id":"a","resu',
  ])
    expect(openedInHead(line === "%%%" ? line : base64(line)), line).toBe(false);
});
