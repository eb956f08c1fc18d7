// Which members of a client request, or of its result, are secret by the surface table: keys and tokens by their place,
// configuration values by their key. What is secret by its name or its shape alone is told elsewhere.
import { clientRequestSurface } from "./client-requests.ts";
import { below, CONFIG_TOP, type ConfigPlace, isSecretPlace, placeOfKey } from "./secret-config.ts";

/** Steps from the parameters, or the result, down to a member. All below is secret, too. */
export type MemberPath = readonly (string | number)[];

/** The secret members of a request's parameters. */
export function secretMembers(method: string, params: unknown): MemberPath[] {
  const surface = clientRequestSurface.get(method);
  if (surface === undefined) return [];
  const found = surface.secret.flatMap((pattern) => matching(params, pattern.split(".")).map(({ path }) => path));
  for (const { at, key } of surface.config) {
    for (const { path, value } of matching(params, at.split("."))) {
      // The value of `edits.*.value` is named by `edits.*.keyPath` of the same entry.
      const name = key === null ? "" : memberAt(params, [...path.slice(0, -1), key.split(".").at(-1) ?? ""]);
      const place = typeof name === "string" && name !== "" ? placeOfKey(name) : CONFIG_TOP;
      found.push(...secretConfig(value, place).map((inner) => [...path, ...inner]));
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
      secretConfig(value, CONFIG_TOP).map((inner) => [...path, ...inner]),
    ),
  );
}

/** @param place where in the configuration the value stands */
function secretConfig(value: unknown, place: ConfigPlace): MemberPath[] {
  if (isSecretPlace(place)) return [[]];
  if (typeof value !== "object" || value === null || place.length === 0) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    secretConfig(inner, below(place, name)).map((path) => [Array.isArray(value) ? Number(name) : name, ...path]),
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
