// Which values of an App Server's configuration are secret, by the keys that lead to them. No table of requests is needed
// for it, so that whatever draws a line can ask.
import type { MemberPattern } from "./client-requests.ts";

/** Of a configuration: environment values, headers and bearer tokens, of MCP servers, model providers and the shell. */
const SECRET_CONFIG: readonly MemberPattern[] = [
  "mcp_servers.*.env.*",
  "mcp_servers.*.http_headers.*",
  "mcp_servers.*.bearer_token",
  "mcp_servers.*.experimental_bearer_token",
  "mcp_servers.*.oauth_client_secret",
  "model_providers.*.experimental_bearer_token",
  "model_providers.*.http_headers.*",
  "model_providers.*.query_params.*",
  "shell_environment_policy.set.*",
  "otel.exporter.*.headers.*",
  "otel.trace_exporter.*.headers.*",
  "otel.metrics_exporter.*.headers.*",
];

const LONGEST_KEY = 10_000;

/** How far the way to a secret has been gone at a place of a configuration: what is left of each pattern. */
export type ConfigPlace = readonly (readonly string[])[];

const NOWHERE: ConfigPlace = [];

const STEPS: ConfigPlace = SECRET_CONFIG.map((pattern) => pattern.split("."));

/** Where a configuration begins; the same stands within a named profile and within a plugin. */
export const CONFIG_TOP: ConfigPlace = [
  ...STEPS,
  ...STEPS.map((steps) => ["profiles", "*", ...steps]),
  ...STEPS.filter(([first]) => first === "mcp_servers").map((steps) => ["plugins", "*", ...steps]),
];

/** Beside them, in any line: a server as files of plugins write it. */
const IN_LINES: ConfigPlace = [...STEPS, ["mcpServers", "*", "env", "*"], ["mcpServers", "*", "headers", "*"]];

const BY_FIRST = new Map<string, ConfigPlace>();
for (const steps of IN_LINES) {
  const [first = ""] = steps;
  BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), steps]);
}

/** The place below a member, by its name as one step. All that is below a secret is secret. */
function step(place: ConfigPlace, name: string): ConfigPlace {
  if (place.length === 0) return NOWHERE;
  return place.flatMap((left) => {
    const [first, ...rest] = left;
    return first === undefined ? [left] : first === "*" || first === name ? [rest] : [];
  });
}

/** The place below a member. A name with dots is one step (a server may be called so) and several (an override). */
export function below(place: ConfigPlace, name: string): ConfigPlace {
  const plain = step(place, name);
  return name.includes(".") ? [...plain, ...configSteps(name).reduce(step, place)] : plain;
}

/** The same in a line, in which a configuration may begin at any member. */
export function belowInLine(place: ConfigPlace, name: string): ConfigPlace {
  const here = below(place, name);
  const dotted = name.includes(".") ? configSteps(name) : [name];
  // A part of a plugin or a profile is known by what follows.
  const begun = dotted.flatMap((first, at) => dotted.slice(at).reduce(step, BY_FIRST.get(first) ?? NOWHERE));
  return begun.length === 0 ? here : [...here, ...begun];
}

/** Whether what stands at a place is secret. */
export function isSecretPlace(place: ConfigPlace): boolean {
  return place.some((left) => left.length === 0);
}

/** The place that a dotted key names. */
export function placeOfKey(key: string): ConfigPlace {
  return configSteps(key).reduce(step, CONFIG_TOP);
}

/** Whether a dotted key names a secret, or something that may hold one. */
export function mayHoldSecret(key: string): boolean {
  return placeOfKey(key).length > 0;
}

/** Whether all that stands under a dotted key of the configuration is secret. */
export function isSecretKey(key: string): boolean {
  return isSecretPlace(placeOfKey(key));
}

/** The steps of a dotted key; parts in quotes are one step: `mcp_servers."my.server".env.KEY`. */
export function configSteps(key: string): string[] {
  // A pattern over a very long text would not end well, and no key is one.
  if (key.length > LONGEST_KEY) return key.split(".");
  const parts = key.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^.]+/g) ?? [];
  return parts.map((part) => (/^(["']).*\1$/s.test(part) ? part.slice(1, -1).replaceAll('\\"', '"') : part.trim()));
}
