import { expect, test } from "vitest";
import { configSteps, isSecretKey } from "./secret-config.ts";
import { secretMembers, secretResultMembers } from "./secret-members.ts";

test.each<[string, unknown, unknown[]]>([
  ["account/login/start", { type: "apiKey", apiKey: "k" }, [["apiKey"]]],
  ["account/login/start", { type: "chatgptAuthTokens", accessToken: "t", chatgptAccountId: "a" }, [["accessToken"]]],
  [
    "account/bedrock/setup",
    { type: "accessKeys", accessKeyId: "i", secretAccessKey: "s", region: "r" },
    [["accessKeyId"], ["secretAccessKey"]],
  ],
  ["config/value/write", { keyPath: "mcp_servers.files.env.KEY", value: "v" }, [["value"]]],
  [
    "config/value/write",
    { keyPath: 'mcp_servers."a.b".env', value: { KEY: "v", B: 1 } },
    [
      ["value", "KEY"],
      ["value", "B"],
    ],
  ],
  [
    "config/value/write",
    { keyPath: "mcp_servers", value: { a: { env: { K: "v" }, url: "u" } } },
    [["value", "a", "env", "K"]],
  ],
  ["config/value/write", { keyPath: "profiles.p.mcp_servers.a.http_headers.Auth", value: "v" }, [["value"]]],
  ["config/value/write", { keyPath: "mcp_servers.a.command", value: "v" }, []],
  ["config/value/write", { keyPath: "model", value: "v" }, []],
  ["config/value/write", {}, []],
  [
    "config/batchWrite",
    {
      edits: [
        { keyPath: "model", value: "m" },
        { keyPath: "model_providers.x.experimental_bearer_token", value: "v" },
      ],
    },
    [["edits", 1, "value"]],
  ],
  ["thread/start", { config: { "mcp_servers.a.env.KEY": "v", model: "m" } }, [["config", "mcp_servers.a.env.KEY"]]],
  [
    "thread/resume",
    { config: { mcp_servers: { a: { env: { KEY: "v" } } } } },
    [["config", "mcp_servers", "a", "env", "KEY"]],
  ],
  [
    "config/value/write",
    { keyPath: "mcp_servers", value: { "my.server": { env: { "a.b": "v" } } } },
    [["value", "my.server", "env", "a.b"]],
  ],
  ["model/list", { apiKey: "k" }, []],
  ["hologram/start", { apiKey: "k" }, []],
  ["__proto__", { apiKey: "k" }, []],
])("[SEC-130] the secret members of %s %j", (method, params, wanted) => {
  expect(secretMembers(method, params)).toEqual(wanted);
});

test("[SEC-130] the secret members of a configuration that is read, in each of its layers", () => {
  const config = { model: "m", mcp_servers: { a: { command: "c", env: { KEY: "v" }, env_vars: ["HOME"] } } };
  expect(secretResultMembers("config/read", { config, layers: [{ name: "user", config }], origins: {} })).toEqual([
    ["config", "mcp_servers", "a", "env", "KEY"],
    ["layers", 0, "config", "mcp_servers", "a", "env", "KEY"],
  ]);
  expect(secretResultMembers("model/list", { config })).toEqual([]);
});

test("[SEC-130] a dotted key is read with its quoted parts", () => {
  expect(configSteps('mcp_servers."my.server".env.KEY')).toEqual(["mcp_servers", "my.server", "env", "KEY"]);
  expect(configSteps("a.'b.c'")).toEqual(["a", "b.c"]);
  expect(isSecretKey("shell_environment_policy.set.TOKEN")).toBe(true);
  expect(isSecretKey("shell_environment_policy.inherit")).toBe(false);
});
