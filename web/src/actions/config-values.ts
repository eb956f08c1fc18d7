// What a configuration holds, value by value: where each stands, which layer it comes from, and which are secrets. Pure.
import type { Json, JsonObject } from "../projection/state.ts";

/** One value of the effective configuration. Lists are values; empty tables too. */
export interface ConfigValue {
  segments: readonly string[];
  /** The key as it is written: `mcp_servers.harbour.command`, with quotes around a name that needs them. */
  key: string;
  /** Null: nothing is set. A secret has none: `secret` says that there is one. */
  value: Json;
  secret: boolean;
  /** The layer that it comes from, raw as the server names it; null: no layer, so it is Codex's own default. */
  origin: JsonObject | null;
}

const BARE = /^[A-Za-z0-9_-]+$/;

/** A key path as `config/value/write` reads it: names that are not bare stand in quotes. */
export function keyPathOf(segments: readonly string[]): string {
  return segments.map((name) => (BARE.test(name) ? name : JSON.stringify(name))).join(".");
}

/** The names in a key path, or null when it is none (an empty name, a quote that is left open, words behind it). */
export function segmentsOf(key: string): string[] | null {
  const found: string[] = [];
  let rest = key.trim();
  for (;;) {
    const quoted = /^"(?:[^"\\]|\\.)*"/.exec(rest)?.[0];
    const bare = /^[A-Za-z0-9_-]+/.exec(rest)?.[0];
    const taken = quoted ?? bare;
    if (taken === undefined) return null;
    const name = quoted === undefined ? taken : unquoted(quoted);
    if (name === null || name === "") return null;
    found.push(name);
    rest = rest.slice(taken.length);
    if (rest === "") return found;
    if (!rest.startsWith(".")) return null;
    rest = rest.slice(1);
  }
}

function unquoted(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/** Tables whose every value is a secret of somebody: environments, headers. */
const SECRET_TABLES = new Set(["env", "http_headers", "headers", "query_params"]);
/** Names that say it themselves; `env_key`, `bearer_token_env_var` name a variable and hold no secret. */
const SECRET_NAME = /(?:^|_)(?:token|secret|password|passphrase|api_?key|apikey|credentials?|access_key)$/i;
const NAMES_A_VARIABLE = /_env(?:_var)?$|^env_key$/i;
/** Beside a table of settings that is named like one of secrets. */
const NO_SECRETS = new Set(["cli_auth_credentials_store", "mcp_oauth_credentials_store"]);

/**
 * Whether the value at a path is one that only its owner should read: environment values and headers of MCP servers and
 * providers, tokens, keys and passwords of any table.
 */
export function isSecretAt(segments: readonly string[]): boolean {
  const own = segments.at(-1) ?? "";
  if (NO_SECRETS.has(own) || NAMES_A_VARIABLE.test(own)) return false;
  if (SECRET_NAME.test(own)) return true;
  if (segments[0] === "shell_environment_policy" && segments[1] === "set" && segments.length > 2) return true;
  // The second name of these is one that a person gave.
  const from = segments[0] === "mcp_servers" || segments[0] === "model_providers" ? 2 : 1;
  return segments.slice(from, -1).some((name) => SECRET_TABLES.has(name));
}

/**
 * The values of a configuration in the order of their keys.
 * @param origins layers by dotted key, as `config/read` tells them
 */
export function valuesOf(config: JsonObject, origins: ReadonlyMap<string, JsonObject>): ConfigValue[] {
  const found: ConfigValue[] = [];
  const walk = (value: Json, segments: readonly string[]): void => {
    if (typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
      for (const [name, member] of Object.entries(value)) walk(member, [...segments, name]);
      return;
    }
    const dotted = segments.join(".");
    const secret = value !== null && isSecretAt(segments);
    found.push({
      segments,
      key: keyPathOf(segments),
      value: secret ? null : value,
      secret,
      // A list has an origin for each member.
      origin: origins.get(dotted) ?? origins.get(`${dotted}.0`) ?? null,
    });
  };
  for (const [name, member] of Object.entries(config)) walk(member, [name]);
  return found.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** A configuration, or a part of one, with every secret replaced by a mark: what is shown of it, and kept. */
export function withoutSecrets(value: Json, segments: readonly string[] = []): Json {
  if (Array.isArray(value))
    return isSecretAt(segments) ? "(secret)" : value.map((member) => withoutSecrets(member, segments));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withoutSecrets(member, [...segments, name])]),
    );
  return value !== null && isSecretAt(segments) ? "(secret)" : value;
}

/** Where secrets stand in a value that is to be written at these names: each by the names and indexes down to it. */
export function secretsIn(value: Json, segments: readonly string[]): (string | number)[][] {
  if (value === null) return [];
  if (isSecretAt(segments)) return [[]];
  if (typeof value !== "object") return [];
  const members: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return members.flatMap(([name, member]) =>
    secretsIn(member, typeof name === "string" ? [...segments, name] : segments).map((path) => [name, ...path]),
  );
}

/** What the requirements allow at a key; null: they say nothing of it. */
export function allowedAt(requirements: JsonObject | null, key: string): Json[] | null {
  const lists: Readonly<Record<string, string>> = {
    approval_policy: "allowedApprovalPolicies",
    approvals_reviewer: "allowedApprovalsReviewers",
    sandbox_mode: "allowedSandboxModes",
    web_search: "allowedWebSearchModes",
  };
  if (requirements === null) return null;
  const name = Object.hasOwn(lists, key) ? lists[key] : undefined;
  if (name !== undefined) {
    const list = requirements[name];
    return Array.isArray(list) ? list : null;
  }
  const flag = /^features\.([A-Za-z0-9_-]+)$/.exec(key)?.[1];
  const flags = requirements["featureRequirements"];
  if (flag === undefined || typeof flags !== "object" || flags === null || Array.isArray(flags)) return null;
  return Object.hasOwn(flags, flag) ? [flags[flag] ?? null] : null;
}

const hasMember = (value: Json, name: string): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, name);

/** What a value would let Codex do that it asks about, or may not, otherwise; null: nothing of the kind. */
export function dangerOf(key: string, value: Json): string | null {
  if (key === "approval_policy" && value === "never")
    return "Codex never asks before it runs a command, in every thread that starts from now on.";
  if (key === "sandbox_mode" && value === "danger-full-access")
    return "Commands run without a sandbox, with all that this account may do on the machine.";
  if (key === "sandbox_workspace_write.network_access" && value === true)
    return "Commands in the sandbox may reach the network.";
  if (/^projects\..*\.trust_level$/.test(key) && value === "trusted")
    return "Codex loads what this folder configures, hooks and commands included.";
  if (key.startsWith("mcp_servers.") && (key.endsWith(".command") || hasMember(value, "command")))
    return "Codex runs this program with all that this account may do.";
  if (key === "notify" && value !== null) return "Codex runs this program with all that this account may do.";
  return null;
}
