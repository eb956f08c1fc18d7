import fc from "fast-check";
import { expect, test } from "vitest";
import { exportLine } from "../wire/export.ts";
import { prettyJson } from "../wire/pretty.ts";
import { maskLine } from "./line.ts";

const masked = (value: unknown): unknown => JSON.parse(maskLine(JSON.stringify(value)));
/** Nothing about it sounds like a secret. */
const PLAIN = "blue-7-whale";

const servers = (name: string, value: unknown) => ({
  [name]: { command: "node", args: ["a.mjs"], env: { REGION: value }, http_headers: { Accept: value }, enabled: true },
});

test("[SEC-155] environment values, headers and tokens of a configuration are masked in a line whatever they are called", () => {
  const config = (value: unknown) => ({
    model: "m",
    mcp_servers: { ...servers("a", value), ...servers("my.server", value), ...servers("__proto__x", value) },
    model_providers: { p: { base_url: "u", http_headers: { X: value }, query_params: { v: value } } },
    shell_environment_policy: { inherit: "all", set: { LANG: value, "A.B": value } },
    otel: { exporter: { "otlp-http": { endpoint: "e", headers: { X: value } } } },
    profiles: { "p.q": { mcp_servers: servers("b", value) } },
    plugins: { x: { mcp_servers: servers("c", value) } },
  });
  const reply = (value: unknown) => ({
    id: "c.1",
    result: {
      config: config(value),
      origins: { model: {} },
      layers: [{ name: { type: "user" }, config: config(value) }],
    },
  });
  expect(masked(reply(PLAIN))).toEqual(reply("[masked]"));
  // What is no text is one afterwards; a name of many members is masked in each.
  expect(masked(reply(17))).toEqual(reply("[masked]"));
  expect(maskLine(`{"mcp_servers":{"a":{"env":{"K":"${PLAIN}","K":[1,{"x":true}],"L":null}}}}`)).toBe(
    '{"mcp_servers":{"a":{"env":{"K":"[masked]","K":["[masked]",{"x":"[masked]"}],"L":null}}}}',
  );
});

test("[SEC-155] a value that is written is masked by its key, wherever the key stands; and what it came to", () => {
  const write = (keyPath: string, value: unknown) => ({ method: "config/value/write", params: { value, keyPath } });
  expect(masked(write("mcp_servers.a.env.REGION", PLAIN))).toEqual(write("mcp_servers.a.env.REGION", "[masked]"));
  expect(masked(write('mcp_servers."a.b"', { env: { K: PLAIN } }))).toEqual(
    write('mcp_servers."a.b"', { env: { K: "[masked]" } }),
  );
  expect(masked(write("model", PLAIN))).toEqual(write("model", PLAIN));
  const edits = (value: string) => ({
    method: "config/batchWrite",
    params: {
      edits: [
        { keyPath: "model", value: PLAIN },
        { keyPath: "shell_environment_policy.set", value: { A: value } },
      ],
    },
  });
  expect(masked(edits(PLAIN))).toEqual(edits("[masked]"));
  const came = (value: unknown) => ({ id: 1, result: { overriddenMetadata: { message: "m", effectiveValue: value } } });
  expect(masked(came({ K: PLAIN }))).toEqual(came({ K: "[masked]" }));
  const start = (value: string) => ({ params: { config: { "mcp_servers.a.env.K": value, model: PLAIN } } });
  expect(masked(start(PLAIN))).toEqual(start("[masked]"));
});

test("[SEC-155] the same within JSON that is a text, and in an exported line", () => {
  const text = JSON.stringify({ mcpServers: { a: { command: "x", env: { REGION: PLAIN }, headers: { A: PLAIN } } } });
  expect(maskLine(JSON.stringify({ text }))).not.toContain(PLAIN);
  const line = JSON.stringify({ id: 1, result: { config: { mcp_servers: servers("a", PLAIN) }, origins: {} } });
  const row = { v: 1, generation: "g", offset: 9, n: 0, at: 0, thread: null, kind: "in", start: 0, line } as const;
  expect(exportLine(row)).not.toContain(PLAIN);
  expect(exportLine(row)).toContain("REGION");
});

test("[SEC-156] a secret that is an argument of its own is masked by the flag before it", () => {
  const args = (value: string) => ({
    args: ["-y", "srv", "--api-key", value, "--port", "80"],
    other: "--token",
    next: "n",
  });
  expect(masked(args(PLAIN))).toEqual(args("[masked]"));
  expect(masked({ a: "--token", b: PLAIN })).toEqual({ a: "--token", b: PLAIN });
});

test("[SEC-155] any line stays JSON of the same shape, and one without configuration stays as it is", () => {
  fc.assert(
    fc.property(fc.json(), fc.boolean(), (json, asConfig) => {
      const line = asConfig ? `{"mcp_servers":{"a":{"env":${json}}}}` : `{"env":${json}}`;
      expect(() => JSON.parse(maskLine(line)) as unknown).not.toThrow();
    }),
  );
  expect(maskLine('{ "env" : "A", "model": 1.50, "value":"v" }')).toBe('{ "env" : "A", "model": 1.50, "value":"v" }');
});

test("[VIW-725] raw JSON is set out from its text: every digit, every member of a name, any depth", () => {
  expect(prettyJson('{"n":12345678901234567890,"f":1.50,"a":{},"b":[],"x":1,"x":[2,{"__proto__":-0}]}')).toBe(
    '{\n  "n": 12345678901234567890,\n  "f": 1.50,\n  "a": {},\n  "b": [],\n  "x": 1,\n  "x": [\n    2,\n    {\n      "__proto__": -0\n    }\n  ]\n}',
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      expect(JSON.parse(prettyJson(json))).toEqual(JSON.parse(json));
      // As it was always drawn.
      if (!/[^ -~]/.test(json)) expect(prettyJson(json)).toBe(JSON.stringify(JSON.parse(json), null, 2));
    }),
  );
  const deep = `${"[".repeat(5000)}1${"]".repeat(5000)}`;
  expect(prettyJson(deep).replaceAll(/\s/g, "")).toBe(deep);
  const long = JSON.stringify({ data: "A".repeat(10_000_000) });
  expect(prettyJson(long)).toHaveLength(long.length + 5);
});
