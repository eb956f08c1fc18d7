import { expect, test } from "vitest";
import type { Json } from "../projection/state.ts";
import {
  allowedAt,
  dangersOf,
  holdsMark,
  isSecretAt,
  keyPathOf,
  segmentsOf,
  secretsIn,
  valuesOf,
  withoutSecrets,
} from "./config-values.ts";

test("[ACT-205] a key path is written so that the server reads the same names, whatever they hold", () => {
  for (const segments of [
    ["model"],
    ["mcp_servers", "harbour-1", "command"],
    ["projects", "/srv/a b/c.d", "trust_level"],
    ["projects", 'C:\\Users\\"x"', "trust_level"],
    ["plugins", "日本"],
  ])
    expect(segmentsOf(keyPathOf(segments)), keyPathOf(segments)).toEqual(segments);
  expect(keyPathOf(["projects", "/a b"])).toBe('projects."/a b"');
  for (const none of ["", "a..b", ".a", "a.", 'a."', 'a."b"c', "a b", '""']) expect(segmentsOf(none), none).toBeNull();
});

test("[ACT-205] each value has the layer that it comes from; lists are values, and what no layer sets is the default", () => {
  const user = { type: "user", file: "/h/config.toml" };
  const values = valuesOf(
    { model: "m", tools: null, mcp_servers: { h: { args: ["x", "y"], enabled: true } }, plugins: {} },
    new Map([
      ["model", user],
      ["mcp_servers.h.args.0", user],
    ]),
  );
  expect(values.map(({ key, value, origin }) => [key, value, origin])).toEqual([
    ["mcp_servers.h.args", ["x", "y"], user],
    ["mcp_servers.h.enabled", true, null],
    ["model", "m", user],
    ["plugins", {}, null],
    ["tools", null, null],
  ]);
});

test("[SEC-125] environment values, headers, tokens and keys of a configuration are never shown; names of variables are", () => {
  for (const key of [
    "mcp_servers.h.env.API",
    "mcp_servers.h.http_headers.X",
    "mcp_servers.h.bearer_token",
    "model_providers.m.experimental_bearer_token",
    "model_providers.m.http_headers.Authorization",
    "shell_environment_policy.set.AWS",
    "otel.exporter.otlp-http.headers.x",
    "some.new.thing.password",
    "openai_api_key",
  ])
    expect(isSecretAt(segmentsOf(key) ?? []), key).toBe(true);
  for (const key of [
    "model",
    "mcp_servers.h.bearer_token_env_var",
    "mcp_servers.h.command",
    "mcp_servers.h.env_vars",
    "mcp_servers.env.command",
    "model_providers.m.env_key",
    "model_providers.m.env_http_headers.X",
    "cli_auth_credentials_store",
    "tool_output_token_limit",
    "model_auto_compact_token_limit",
  ])
    expect(isSecretAt(segmentsOf(key) ?? []), key).toBe(false);
  const secret = "hunter2-hunter2";
  const config = { mcp_servers: { h: { env: { A: secret, B: "" }, args: ["x"] } }, api_key: [secret] };
  const values = valuesOf(config, new Map());
  expect(JSON.stringify(values)).not.toContain(secret);
  expect(values.filter(({ secret: is }) => is).map(({ key }) => key)).toEqual([
    "api_key",
    "mcp_servers.h.env.A",
    "mcp_servers.h.env.B",
  ]);
  expect(JSON.stringify(withoutSecrets(config))).not.toContain(secret);
  expect(withoutSecrets(config)).toEqual({
    mcp_servers: { h: { env: { A: "(secret)", B: "(secret)" }, args: ["x"] } },
    api_key: "(secret)",
  });
});

test("[SEC-125] secrets are found in what is to be written, in tables as well as by their own keys", () => {
  const value = { command: "x", env: { A: "1", B: "2" }, list: [{ token: "t" }] };
  expect(secretsIn(value, ["mcp_servers", "h"])).toEqual([
    ["env", "A"],
    ["env", "B"],
    ["list", 0, "token"],
  ]);
  expect(secretsIn("s", ["mcp_servers", "h", "env", "A"])).toEqual([[]]);
  expect(secretsIn({ A: "1" }, ["mcp_servers", "h", "env"])).toEqual([["A"]]);
  expect(secretsIn(null, ["api_key"])).toEqual([]);
});

test("[ACT-206] what the requirements leave open is told for its key, and nothing for others", () => {
  const requirements = {
    allowedApprovalPolicies: ["on-request"],
    allowedSandboxModes: null,
    featureRequirements: { goals: false },
  };
  expect(allowedAt(requirements, "approval_policy")).toEqual(["on-request"]);
  expect(allowedAt(requirements, "features.goals")).toEqual([false]);
  for (const key of ["sandbox_mode", "features.apps", "model", "constructor", "features.constructor"])
    expect(allowedAt(requirements, key), key).toBeNull();
  expect(allowedAt(null, "approval_policy")).toBeNull();
  expect(allowedAt(requirements, ' "approval_policy" '), "however it is written").toEqual(["on-request"]);
  expect(allowedAt(requirements, 'features."goals"')).toEqual([false]);
  const more = {
    allowedPermissionProfiles: { ":read-only": true, ":danger-full-access": false, mine: true },
    allowLoginShell: false,
    logDir: "/var/log/codex",
    chatgptBaseUrl: null,
  };
  expect(allowedAt(more, "default_permissions")).toEqual([":read-only", "mine"]);
  expect(allowedAt(more, "allow_login_shell")).toEqual([false]);
  expect(allowedAt({ allowLoginShell: true }, "allow_login_shell")).toBeNull();
  expect(allowedAt(more, "log_dir")).toEqual(["/var/log/codex"]);
  expect(allowedAt(more, "chatgpt_base_url")).toBeNull();
  expect(allowedAt(more, "logDir")).toBeNull();
});

test("[ACT-206] a value that lets the agent do more is named as such", () => {
  const words = (key: string, value: Json) => dangersOf(key, value).join();
  expect(words("approval_policy", "never")).toMatch(/never asks/);
  expect(words("sandbox_mode", "danger-full-access")).toMatch(/without a sandbox/);
  expect(words("sandbox_workspace_write.network_access", true)).toMatch(/network/);
  expect(words('projects."/a b".trust_level', "trusted")).toMatch(/folder/);
  expect(words("mcp_servers.h.command", "node")).toMatch(/runs this program/);
  expect(words("mcp_servers.h", { command: "node" })).toMatch(/runs this program/);
  for (const [key, value] of [
    ["approval_policy", "on-request"],
    ["sandbox_mode", "read-only"],
    ["model", "never"],
    ["notify", null],
    ["mcp_servers.command.url", "https://x"],
    ["profiles.p.model", "never"],
    ["a..b", "never"],
  ] as const)
    expect(dangersOf(key, value), key).toEqual([]);
});

test("[ACT-210] it is named however it is written: in quotes, in a table, in a profile, by a permission profile", () => {
  const words = (key: string, value: Json) => dangersOf(key, value).join();
  for (const [key, value] of [
    [' "approval_policy" ', "never"],
    ["profiles.p.approval_policy", "never"],
    ["profiles.p", { approval_policy: "never" }],
    ["profiles", { "a.b": { approval_policy: "never" } }],
  ] as const)
    expect(words(key, value), key).toMatch(/never asks/);
  for (const [key, value] of [
    ["profiles.p.sandbox_mode", "danger-full-access"],
    ["default_permissions", ":danger-full-access"],
  ] as const)
    expect(words(key, value), key).toMatch(/without a sandbox/);
  expect(words("default_permissions", "mine")).toMatch(/written by hand/);
  expect(words("permissions.mine", { network: { enabled: true } })).toMatch(/what commands may do/);
  expect(words("permissions.mine.filesystem", { "/": "write" })).toMatch(/what commands may do/);
  expect(dangersOf("sandbox_workspace_write", { network_access: true, writable_roots: ["/etc"] })).toHaveLength(2);
  expect(words("projects", { "/p": { trust_level: "trusted" } })).toMatch(/this folder/);
  expect(words("mcp_servers", { h: { command: "node" } })).toMatch(/runs this program/);
  expect(words("model_providers.m", { auth: { command: "sh" } })).toMatch(/runs this program/);
  expect(words("hooks.PreToolUse", [{ hooks: [] }])).toMatch(/runs this program/);
  expect(words("apps._default.default_tools_approval_mode", "approve")).toMatch(/without asking/);
  expect(words("approvals_reviewer", "auto_review")).toMatch(/not by you/);
  expect(dangersOf("default_permissions", ":read-only")).toEqual([]);
  expect(dangersOf("approvals_reviewer", "user")).toEqual([]);
  expect(dangersOf("permissions", { __proto__: null })).toEqual([]);
});

test("[SEC-145] secrets are known in lists, below their names and however their names are written; a mark is never written", () => {
  const secret = "hunter2-hunter2";
  const config = {
    list: [{ headers: { Authorization: secret } }, { apiKey: secret }],
    some: { password: { now: secret, before: [secret] }, "api-key": secret, accessToken: secret },
    tool_output_token_limit: 4096,
  };
  const values = valuesOf(config, new Map());
  expect(JSON.stringify(values)).not.toContain(secret);
  expect(JSON.stringify(withoutSecrets(config))).not.toContain(secret);
  expect(values.find(({ key }) => key === "tool_output_token_limit")?.value).toBe(4096);
  const list = values.find(({ key }) => key === "list")?.value ?? null;
  expect(holdsMark(list)).toBe(true);
  expect(holdsMark({ a: ["(secret) of mine"] })).toBe(false);
  expect(
    JSON.stringify(valuesOf(JSON.parse('{"__proto__": {"password": "hunter2-hunter2"}}'), new Map())),
  ).not.toContain(secret);
});
