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
  /** The layer that it comes from, raw as the server names it; null: no layer, so it is the App Server's own default. */
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
const SECRET_NAME =
  /(?:^|[_-])(?:token|secret|password|passphrase|api[_-]?key|credentials?|(?:access|private)[_-]?key|authorization)$/i;
const SECRET_NAME_IN_ONE = /[a-z](?:Token|Secret|Password|Passphrase|ApiKey|AccessKey|PrivateKey)$/;
const saysSecret = (name: string): boolean =>
  !NO_SECRETS.has(name) && !NAMES_A_VARIABLE.test(name) && (SECRET_NAME.test(name) || SECRET_NAME_IN_ONE.test(name));
const NAMES_A_VARIABLE = /_env(?:_var)?$|^env_key$/i;
/** Beside a table of settings that is named like one of secrets. */
const NO_SECRETS = new Set(["cli_auth_credentials_store", "mcp_oauth_credentials_store"]);

/**
 * Whether the value at a path is one that only its owner should read: environment values and headers of MCP servers and
 * providers, tokens, keys and passwords of any table.
 */
export function isSecretAt(segments: readonly string[]): boolean {
  if (saysSecret(segments.at(-1) ?? "")) return true;
  if (segments[0] === "shell_environment_policy" && segments[1] === "set" && segments.length > 2) return true;
  // The second name of these is one that a person gave.
  const from = segments[0] === "mcp_servers" || segments[0] === "model_providers" ? 2 : 1;
  // Whatever stands under such a name is a part of the secret; names that say it of a variable hold none.
  const above = segments.slice(from, -1);
  return above.some((name) => SECRET_TABLES.has(name) || saysSecret(name));
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
      // A list is one value, and may hold tables with secrets.
      value: secret ? null : withoutSecrets(value, segments),
      secret,
      // A list has an origin for each member.
      origin: origins.get(dotted) ?? origins.get(`${dotted}.0`) ?? null,
    });
  };
  for (const [name, member] of Object.entries(config)) walk(member, [name]);
  return found.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** What stands in the place of a secret that is not shown. */
export const SECRET_MARK = "(secret)";

/** A value that was made out of one that was shown without its secrets: written, the mark would take their place. */
export function holdsMark(value: Json): boolean {
  if (typeof value === "string") return value === SECRET_MARK;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsMark);
}

/** A configuration, or a part of one, with every secret replaced by a mark: what is shown of it, and kept. */
export function withoutSecrets(value: Json, segments: readonly string[] = []): Json {
  if (Array.isArray(value))
    return isSecretAt(segments) ? SECRET_MARK : value.map((member) => withoutSecrets(member, segments));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withoutSecrets(member, [...segments, name])]),
    );
  return value !== null && isSecretAt(segments) ? SECRET_MARK : value;
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

/** Keys of which the requirements list the values that may stand there. */
const LISTED: ReadonlyMap<string, string> = new Map([
  ["approval_policy", "allowedApprovalPolicies"],
  ["approvals_reviewer", "allowedApprovalsReviewers"],
  ["sandbox_mode", "allowedSandboxModes"],
  ["web_search", "allowedWebSearchModes"],
]);

/** Keys of which they lay the value down. */
const LAID_DOWN: ReadonlyMap<string, string> = new Map([
  ["chatgpt_base_url", "chatgptBaseUrl"],
  ["check_for_update_on_startup", "checkForUpdateOnStartup"],
  ["cli_auth_credentials_store", "cliAuthCredentialsStore"],
  ["log_dir", "logDir"],
  ["model_catalog_json", "modelCatalogJson"],
  ["sqlite_home", "sqliteHome"],
]);

/** What the requirements allow at a key, however it is written; null: they say nothing of it. */
export function allowedAt(requirements: JsonObject | null, key: string): Json[] | null {
  const [first, second, ...more] = segmentsOf(key) ?? [];
  if (requirements === null || first === undefined || more.length > 0) return null;
  if (second !== undefined) return first === "features" ? ownMember(requirements["featureRequirements"], second) : null;
  if (first === "default_permissions") {
    const profiles = requirements["allowedPermissionProfiles"];
    if (!isTable(profiles)) return null;
    return Object.entries(profiles).flatMap(([name, allowed]) => (allowed === true ? [name] : []));
  }
  // Where it may be, it need not be.
  if (first === "allow_login_shell") return requirements["allowLoginShell"] === false ? [false] : null;
  const list = requirements[LISTED.get(first) ?? ""];
  if (Array.isArray(list)) return list;
  return ownMember(requirements, LAID_DOWN.get(first) ?? "");
}

const isTable = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The one value that a table has for a name; null: it says nothing of it. */
function ownMember(table: Json | undefined, name: string): Json[] | null {
  const value = isTable(table) && Object.hasOwn(table, name) ? (table[name] ?? null) : null;
  return value === null ? null : [value];
}

/** A value by the names down to it; tables taken apart. */
function* leavesOf(value: Json, names: readonly string[]): Generator<readonly [names: readonly string[], value: Json]> {
  yield [names, value];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [name, member] of Object.entries(value)) yield* leavesOf(member, [...names, name]);
}

/**
 * What a value would let the agent do that it asks about, or may not, otherwise, in a table as well as by its own key; empty:
 * nothing of the kind. The same words for the same thing, however it is written.
 */
export function dangersOf(key: string, value: Json): string[] {
  const segments = segmentsOf(key);
  if (segments === null || value === null) return [];
  const found = [...leavesOf(value, segments)].flatMap(([names, leaf]) => dangerAt(names, leaf) ?? []);
  return [...new Set(found)];
}

const RUNS = "The App Server runs this program with all that this account may do.";

function dangerAt(all: readonly string[], value: Json): string | null {
  // A named set of values holds for the threads that are started with it.
  const names = all[0] === "profiles" && all.length > 2 ? all.slice(2) : all;
  const [first, second] = names;
  const last = names.at(-1);
  const own = names.length === 1;
  if (value === null || value === "") return null;
  if (own && first === "approval_policy" && value === "never")
    return "The agent never asks before it runs a command, in every thread that starts from now on.";
  if (own && first === "approvals_reviewer" && value !== "user")
    return "Requests for approval are decided by a model, not by you, in every thread that starts from now on.";
  if (
    own &&
    ((first === "sandbox_mode" && value === "danger-full-access") ||
      (first === "default_permissions" && value === ":danger-full-access"))
  )
    return "Commands run without a sandbox, with all that this account may do on the machine.";
  if (own && first === "default_permissions" && value !== ":read-only" && value !== ":workspace")
    return "What commands may do is what this permission profile says, which is written by hand.";
  if (first === "permissions" && names.length > 1) return "This permission profile says what commands may do.";
  if (first === "sandbox_workspace_write" && last === "network_access" && value === true)
    return "Commands in the sandbox may reach the network.";
  if (first === "sandbox_workspace_write" && last === "writable_roots" && Array.isArray(value) && value.length > 0)
    return "Commands in the sandbox may change and delete files in these folders too.";
  if (first === "projects" && last === "trust_level" && value === "trusted")
    return "The App Server loads what this folder configures, hooks and commands included.";
  if (first === "mcp_servers" && names.length === 3 && last === "command") return RUNS;
  if (first === "model_providers" && names.length > 3 && second !== undefined && last === "command") return RUNS;
  if (first === "hooks" && names.length > 1) return RUNS;
  if ((first === "apps" || first === "mcp_servers") && last?.endsWith("approval_mode") === true && value === "approve")
    return "Tools are called without asking you.";
  if (own && first === "notify") return RUNS;
  return null;
}
