// Which members of a client request, or of its result, are secret by the surface table: keys and tokens by their place,
// configuration values by their key. What is secret by its name or its shape alone is told elsewhere.
import { clientRequestSurface, type MemberPattern } from "./client-requests.ts";

/** Steps from the parameters, or the result, down to a member. All below is secret, too. */
export type MemberPath = readonly (string | number)[];

/** Of a configuration: environment values, headers and bearer tokens, of MCP servers, model providers and the shell. */
const SECRET_CONFIG: readonly MemberPattern[] = [
  "mcp_servers.*.env.*",
  "mcp_servers.*.http_headers.*",
  "mcp_servers.*.bearer_token",
  "mcp_servers.*.oauth_client_secret",
  "plugins.*.mcp_servers.*.env.*",
  "plugins.*.mcp_servers.*.http_headers.*",
  "model_providers.*.experimental_bearer_token",
  "model_providers.*.http_headers.*",
  "model_providers.*.query_params.*",
  "shell_environment_policy.set.*",
  "otel.exporter.*.headers.*",
  "otel.trace_exporter.*.headers.*",
];

/** The same within a named profile. */
const CONFIG_PATTERNS = SECRET_CONFIG.flatMap((pattern) => [
  pattern.split("."),
  ["profiles", "*", ...pattern.split(".")],
]);

/** The secret members of a request's parameters. */
export function secretMembers(method: string, params: unknown): MemberPath[] {
  const surface = clientRequestSurface.get(method);
  if (surface === undefined) return [];
  const found = surface.secret.flatMap((pattern) => matching(params, pattern.split(".")).map(({ path }) => path));
  for (const { at, key } of surface.config) {
    for (const { path, value } of matching(params, at.split("."))) {
      // The value of `edits.*.value` is named by `edits.*.keyPath` of the same entry.
      const name = key === null ? "" : memberAt(params, [...path.slice(0, -1), key.split(".").at(-1) ?? ""]);
      const steps = typeof name === "string" ? configSteps(name) : [];
      found.push(...secretConfig(value, steps).map((inner) => [...path, ...inner]));
    }
  }
  return found;
}

/** The secret members of a request's result. */
export function secretResultMembers(method: string, result: unknown): MemberPath[] {
  const surface = clientRequestSurface.get(method);
  if (surface === undefined) return [];
  return surface.resultConfig.flatMap((pattern) =>
    matching(result, pattern.split(".")).flatMap(({ path, value }) =>
      secretConfig(value, []).map((inner) => [...path, ...inner]),
    ),
  );
}

/** Whether all that stands under a dotted key of the configuration is secret. */
export function isSecretKey(key: string): boolean {
  return isSecretPlace(configSteps(key));
}

/** The steps of a dotted key; parts in quotes are one step: `mcp_servers."my.server".env.KEY`. */
export function configSteps(key: string): string[] {
  const parts = key.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^.]+/g) ?? [];
  return parts.map((part) => (/^(["']).*\1$/s.test(part) ? part.slice(1, -1).replaceAll('\\"', '"') : part.trim()));
}

const isSecretPlace = (steps: readonly string[]): boolean =>
  CONFIG_PATTERNS.some(
    (pattern) =>
      steps.length >= pattern.length && pattern.every((part, index) => part === "*" || part === steps[index]),
  );

/** Could something below be secret? */
const mayHoldSecret = (steps: readonly string[]): boolean =>
  CONFIG_PATTERNS.some((pattern) =>
    steps.every((step, index) => index >= pattern.length || pattern[index] === "*" || pattern[index] === step),
  );

/** @param steps where in the configuration the value stands */
function secretConfig(value: unknown, steps: readonly string[]): MemberPath[] {
  if (isSecretPlace(steps)) return [[]];
  if (typeof value !== "object" || value === null || !mayHoldSecret(steps)) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    // Overrides may be written with dotted keys.
    secretConfig(inner, [...steps, ...(Array.isArray(value) ? [name] : configSteps(name))]).map((path) => [
      Array.isArray(value) ? Number(name) : name,
      ...path,
    ]),
  );
}

function matching(value: unknown, pattern: readonly string[]): { path: (string | number)[]; value: unknown }[] {
  const [step, ...rest] = pattern;
  if (step === undefined) return [{ path: [], value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    step === "*" || step === name
      ? matching(inner, rest).map((found) => ({
          ...found,
          path: [Array.isArray(value) ? Number(name) : name, ...found.path],
        }))
      : [],
  );
}

function memberAt(value: unknown, path: MemberPath): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}
