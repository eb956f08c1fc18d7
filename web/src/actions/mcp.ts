// MCP servers: what each offers and how it stands, signing in, resources, a tool called by hand, and their part of the
// configuration. Values of environment variables and headers are written and never read: only their names leave this room.
import type { HostSession, Outcome } from "../host/model.ts";
import { secretsOf } from "../journal/secrets/paths.ts";
import type { SecretPath } from "../journal/secrets/redact.ts";
import { jsonOf, listOf, numberOf, objectOf, textOf } from "../projection/read.ts";
import type { Json, JsonObject } from "../projection/state.ts";
import { hasPassword } from "./secret-address.ts";
import { type Listing, readPages, recordsOf, unreadable } from "./listing.ts";
import { isLoaded, NOW, onOneConnection, RESUME } from "./loaded.ts";

/** How much is told of each server: `toolsAndAuthOnly` leaves resources out. */
export type McpDetail = "full" | "toolsAndAuthOnly";

export interface McpTool {
  name: string;
  title: string | null;
  description: string | null;
  inputSchema: Json;
  /** What the server says of it; null: not said. None of it is vouched for. */
  readOnly: boolean | null;
  destructive: boolean | null;
  openWorld: boolean | null;
  raw: Json;
}

/** Something that a server can be asked for. `template` has places to fill in. */
export interface McpResource {
  uri: string;
  template: boolean;
  name: string | null;
  title: string | null;
  description: string | null;
  mimeType: string | null;
  bytes: number | null;
}

export interface McpEntry {
  name: string;
  /** The plugin that brings it. */
  plugin: string | null;
  /** What it says of itself once it has answered; null: it has not. */
  info: { name: string; title: string | null; version: string | null; description: string | null } | null;
  tools: McpTool[];
  resources: McpResource[];
  /** `unsupported`, `notLoggedIn`, `bearerToken`, `oAuth`, or another word. */
  auth: string;
  raw: Json;
}

/** A server as the configuration has it. */
export interface McpConfigured {
  name: string;
  enabled: boolean;
  command: string | null;
  args: string[];
  cwd: string | null;
  url: string | null;
  /** Names alone. */
  env: string[];
  headers: string[];
  /** The environment variable that holds its token. */
  bearerVariable: string | null;
  /** A token stands in the configuration itself. */
  bearerStored: boolean;
  /** Members that this form has no field for. */
  others: string[];
  /** Where it comes from: `user`, `project`, `system` …; null: not told. */
  layer: string | null;
}

export interface McpContent {
  uri: string;
  mimeType: string | null;
  text: string | null;
  blob: string | null;
}

/** What a change of the configuration came to. */
export interface Written {
  file: string | null;
  /** Why the value that was written does not count, in the server's words. */
  overridden: string | null;
}

/** One change below `mcp_servers.<name>`; a value of null takes the member away. */
export interface McpEdit {
  path: readonly string[];
  value: Json;
}

/** A tool that is called by hand. */
export interface ToolCall {
  thread: string;
  server: string;
  tool: string;
  /** Its arguments; undefined: none. */
  input: unknown;
  /** Where in them secrets stand, beside those that are named like one. */
  secret: readonly SecretPath[];
}

export interface McpActs {
  /** `mcpServerStatus/list`: the App Server starts each server for it. Raw; `readServers` reads it. */
  list(session: HostSession, detail: McpDetail): Promise<Outcome<Listing>>;
  readServers(raw: unknown): McpEntry[];
  /** `config/read`, the part of MCP servers without any value of a variable or header. Raw; `readConfigured` reads it. */
  configured(session: HostSession): Promise<Outcome<Json>>;
  readConfigured(raw: unknown): McpConfigured[];
  /** `mcpServer/resource/read`. */
  readResource(session: HostSession, server: string, uri: string): Promise<Outcome<McpContent[]>>;
  /** `mcpServer/oauth/login`: the address that the person opens. */
  login(session: HostSession, server: string): Promise<Outcome<{ url: string }>>;
  /** `config/mcpServer/reload`: threads that run take the configuration as it is now. */
  reload(session: HostSession): Promise<Outcome<null>>;
  /** `config/value/write`. */
  setEnabled(session: HostSession, server: string, enabled: boolean): Promise<Outcome<Written>>;
  /** `config/batchWrite`. */
  save(session: HostSession, server: string, edits: readonly McpEdit[]): Promise<Outcome<Written>>;
  /** `config/value/write`: takes the server out of the person's configuration. */
  remove(session: HostSession, server: string): Promise<Outcome<Written>>;
  /** `mcpServer/tool/call`, within a thread, which is loaded for it. Raw: an MCP result. */
  call(session: HostSession, call: ToolCall): Promise<Outcome<Json>>;
}

function readTool(key: string, value: unknown): McpTool {
  const tool = objectOf(value) ?? {};
  const says = objectOf(tool["annotations"]) ?? {};
  const flag = (name: string) => (typeof says[name] === "boolean" ? says[name] : null);
  return {
    name: textOf(tool["name"]) ?? key,
    title: textOf(tool["title"]) ?? textOf(says["title"]),
    description: textOf(tool["description"]),
    inputSchema: jsonOf(tool["inputSchema"]),
    readOnly: flag("readOnlyHint"),
    destructive: flag("destructiveHint"),
    openWorld: flag("openWorldHint"),
    raw: jsonOf(value),
  };
}

function readResourceEntry(value: unknown, template: boolean): McpResource[] {
  const resource = objectOf(value);
  const uri = textOf(resource?.[template ? "uriTemplate" : "uri"]);
  if (resource === null || uri === null) return [];
  return [
    {
      uri,
      template,
      name: textOf(resource["name"]),
      title: textOf(resource["title"]),
      description: textOf(resource["description"]),
      mimeType: textOf(resource["mimeType"]),
      bytes: numberOf(resource["size"]),
    },
  ];
}

function readServers(raw: unknown): McpEntry[] {
  return recordsOf(raw).flatMap((value) => {
    const server = objectOf(value);
    const name = textOf(server?.["name"]);
    if (server === null || name === null) return [];
    const info = objectOf(server["serverInfo"]);
    return [
      {
        name,
        plugin: textOf(server["pluginId"]),
        info:
          info === null
            ? null
            : {
                name: textOf(info["name"]) ?? name,
                title: textOf(info["title"]),
                version: textOf(info["version"]),
                description: textOf(info["description"]),
              },
        tools: Object.entries(objectOf(server["tools"]) ?? {}).map(([key, tool]) => readTool(key, tool)),
        resources: [
          ...listOf(server["resources"]).flatMap((one) => readResourceEntry(one, false)),
          ...listOf(server["resourceTemplates"]).flatMap((one) => readResourceEntry(one, true)),
        ],
        auth: textOf(server["authStatus"]) ?? "unknown",
        raw: jsonOf(value),
      },
    ];
  });
}

/** Members whose values are the person's secrets: only their names are kept. */
const NAMES_ONLY = ["env", "http_headers"] as const;
const TOKENS = ["bearer_token", "experimental_bearer_token", "oauth_client_secret"] as const;

/** A flag behind which a secret stands, or with one in it. */
const SECRET_FLAG = /^--?[\w-]*(?:key|secret|passw(?:or)?d|passphrase|token)(?:=|$)/i;

/** Where secrets stand in arguments: behind a flag that is named like one, or in it. */
function secretArguments(args: unknown): SecretPath[] {
  const flag = (at: number) => SECRET_FLAG.exec(textOf(listOf(args)[at]) ?? "")?.[0] ?? "";
  return listOf(args).flatMap((_, at) =>
    flag(at).endsWith("=") || (flag(at) === "" && flag(at - 1) !== "" && !flag(at - 1).endsWith("=")) ? [[at]] : [],
  );
}

/** Where secrets stand in the value of an edit: all that a variable, a header or a token is set to, and in arguments. */
function secretsIn({ path, value }: McpEdit): SecretPath[] {
  const groups: readonly string[] = [...NAMES_ONLY, ...TOKENS];
  if (path.length > 0) {
    if (groups.includes(path[0] ?? "") || (path[0] === "url" && hasPassword(value))) return [[]];
    return path[0] === "args" ? secretArguments(value) : [];
  }
  const table = objectOf(value) ?? {};
  return [
    ...groups.filter((name) => name in table).map((name) => [name]),
    ...secretArguments(table["args"]).map((below) => ["args", ...below]),
    ...(hasPassword(table["url"]) ? [["url"]] : []),
  ];
}

/** A server's table without what is secret in it. */
function withoutValues(value: unknown): JsonObject {
  const table = { ...objectOf(value) };
  for (const member of NAMES_ONLY) if (member in table) table[member] = Object.keys(objectOf(table[member]) ?? {});
  for (const member of TOKENS) if (typeof table[member] === "string") table[member] = true;
  return table;
}

async function configured(session: HostSession): Promise<Outcome<Json>> {
  const outcome = await session.request("config/read", { includeLayers: false });
  if (!outcome.ok) return outcome;
  const result = objectOf(outcome.value);
  const config = objectOf(result?.["config"]);
  if (config === null) return unreadable("config/read");
  const origins = objectOf(result?.["origins"]) ?? {};
  const data = Object.entries(objectOf(config["mcp_servers"]) ?? {}).map(([name, table]): Json => {
    const from = Object.keys(origins).find((path) => isBelow(path, name));
    const layer = from === undefined ? null : textOf(objectOf(objectOf(origins[from])?.["name"])?.["type"]);
    return { name, table: withoutValues(table), layer };
  });
  return { ok: true, value: { data } };
}

const isBelow = (path: string, server: string): boolean =>
  [`mcp_servers.${server}`, `mcp_servers.${keyOf(server)}`].some((key) => path === key || path.startsWith(`${key}.`));

/** Members that the form has fields for, or that change nothing for a person. */
const SHOWN: ReadonlySet<string> = new Set([
  "enabled",
  "command",
  "args",
  "cwd",
  "url",
  "env",
  "http_headers",
  "bearer_token_env_var",
  "environment_id",
  ...TOKENS,
]);

function readConfigured(raw: unknown): McpConfigured[] {
  return recordsOf(raw).flatMap((value) => {
    const entry = objectOf(value);
    const name = textOf(entry?.["name"]);
    const table = objectOf(entry?.["table"]);
    if (name === null || table === null) return [];
    const texts = (member: string) => listOf(table[member]).filter((one) => typeof one === "string");
    return [
      {
        name,
        enabled: table["enabled"] !== false,
        command: textOf(table["command"]),
        args: texts("args"),
        cwd: textOf(table["cwd"]),
        url: textOf(table["url"]),
        env: texts("env"),
        headers: texts("http_headers"),
        bearerVariable: textOf(table["bearer_token_env_var"]),
        bearerStored: TOKENS.some((member) => table[member] === true),
        others: Object.keys(table).filter((member) => !SHOWN.has(member) && table[member] !== null),
        layer: textOf(entry?.["layer"]),
      },
    ];
  });
}

/** A step of a path in the configuration; what is no plain word is quoted as TOML has it. */
export function keyOf(step: string): string {
  return /^[\w-]+$/.test(step) ? step : JSON.stringify(step);
}

const pathOf = (server: string, steps: readonly string[]): string =>
  ["mcp_servers", server, ...steps].map(keyOf).join(".");

function written(outcome: Outcome<unknown>): Outcome<Written> {
  if (!outcome.ok) return outcome;
  const result = objectOf(outcome.value);
  return {
    ok: true,
    value: {
      file: textOf(result?.["filePath"]),
      overridden: textOf(objectOf(result?.["overriddenMetadata"])?.["message"]),
    },
  };
}

const write = async (session: HostSession, keyPath: string, value: Json): Promise<Outcome<Written>> =>
  written(await session.request("config/value/write", { keyPath, value, mergeStrategy: "replace" }, NOW));

async function readResource(session: HostSession, server: string, uri: string): Promise<Outcome<McpContent[]>> {
  const outcome = await session.request("mcpServer/resource/read", { server, uri });
  if (!outcome.ok) return outcome;
  const result = objectOf(outcome.value);
  if (!Array.isArray(result?.["contents"])) return unreadable("mcpServer/resource/read");
  return {
    ok: true,
    value: listOf(result["contents"]).flatMap((value) => {
      const part = objectOf(value);
      return part === null
        ? []
        : [
            {
              uri: textOf(part["uri"]) ?? uri,
              mimeType: textOf(part["mimeType"]),
              text: textOf(part["text"]),
              blob: textOf(part["blob"]),
            },
          ];
    }),
  };
}

async function login(session: HostSession, server: string): Promise<Outcome<{ url: string }>> {
  const outcome = await session.request("mcpServer/oauth/login", { name: server }, NOW);
  if (!outcome.ok) return outcome;
  const url = textOf(objectOf(outcome.value)?.["authorizationUrl"]);
  return url === null ? unreadable("mcpServer/oauth/login") : { ok: true, value: { url } };
}

/** The acts on MCP servers. */
export const mcpActs: McpActs = {
  list: (session, detail) => readPages(session, "mcpServerStatus/list", { detail }),
  readServers,
  configured,
  readConfigured,
  readResource,
  login,
  async reload(session) {
    const outcome = await session.request("config/mcpServer/reload", undefined, NOW);
    return outcome.ok ? { ok: true, value: null } : outcome;
  },
  setEnabled: (session, server, enabled) => write(session, pathOf(server, ["enabled"]), enabled),
  async save(session, server, edits) {
    const params = {
      edits: edits.map(({ path, value }) => ({
        keyPath: pathOf(server, path),
        value,
        mergeStrategy: "replace" as const,
      })),
    };
    const secret = edits.flatMap((edit, at) => secretsIn(edit).map((below) => ["edits", at, "value", ...below]));
    return written(await session.request("config/batchWrite", params, { ...NOW, secret }));
  },
  remove: (session, server) => write(session, pathOf(server, []), null),
  async call(session, { thread, server, tool, input, secret: known }) {
    const { paths, texts } = secretsOf("mcpServer/tool/call", null, input);
    // A key that tells by its shape alone may stand anywhere in them: then none of them is kept.
    const secret = texts.length > 0 ? [["arguments"]] : [...known, ...paths].map((path) => ["arguments", ...path]);
    const outcome = await onOneConnection(session, async (cut) => {
      if (!isLoaded(session, thread)) {
        const ready = await session.request("thread/resume", { threadId: thread, ...RESUME }, NOW);
        if (!ready.ok) return ready;
      }
      const params = { threadId: thread, server, tool, ...(input === undefined ? {} : { arguments: input }) };
      return cut() ?? (await session.request("mcpServer/tool/call", params, { ...NOW, secret }));
    });
    return outcome.ok ? { ok: true, value: jsonOf(outcome.value) } : outcome;
  },
};
