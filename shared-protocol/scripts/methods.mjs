// Which response type belongs to which request. The generated unions name only the parameters; the responses follow a
// naming rule with exceptions, which stand here. A request without a response type stops the generation.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Responses whose name follows neither the parameters' nor the method's name. */
const EXCEPTIONS = new Map(
  Object.entries(JSON.parse(readFileSync(new URL("response-names.json", import.meta.url), "utf8"))),
);

/**
 * The names that a request's response may have, the likeliest first.
 * @param {string} method
 * @param {string | undefined} params the name of its parameters, without "Params"
 * @returns {string[]}
 */
export function responseNames(method, params) {
  if (EXCEPTIONS.has(method)) return [EXCEPTIONS.get(method)];
  const byMethod = method
    .split("/")
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join("");
  return [`${params}Response`, `${byMethod}Response`];
}

/**
 * The requests of a union in the TypeScript files, which has a few legacy ones more than the JSON schema.
 * @param {string} folder holds ts/
 * @param {string} file
 * @returns {(readonly [method: string, params: string | undefined])[]}
 */
export function requestsIn(folder, file) {
  const union = readFileSync(join(folder, "ts", file), "utf8");
  return [...union.matchAll(/"method": "([^"]+)", id: RequestId, params\??: (?:(\w+)Params)?/g)].map(
    ([, method, params]) => [method, params],
  );
}

/**
 * The text of methods.ts for one generated folder.
 * @param {string} folder holds ts/
 * @returns {string}
 */
export function methodsModule(folder) {
  const imports = new Map();
  const missing = [];
  const table = (file) =>
    requestsIn(folder, file).map(([method, params]) => {
      for (const name of responseNames(method, params)) {
        const path = [`ts/v2/${name}.ts`, `ts/${name}.ts`].find((candidate) => existsSync(join(folder, candidate)));
        if (path === undefined) continue;
        imports.set(name, `./${path}`);
        return `  ${JSON.stringify(method)}: ${name};`;
      }
      missing.push(method);
      return "";
    });
  const client = table("ClientRequest.ts");
  const server = table("ServerRequest.ts");
  if (missing.length > 0) {
    throw new Error(
      `No response type found for ${missing.join(", ")}. Add them to shared-protocol/scripts/response-names.json.`,
    );
  }
  const lines = [...imports]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, path]) => `import type { ${name} } from "${path}";`);
  return [
    "// Generated: which response belongs to which request. Not edited by hand; see scripts/methods.mjs.",
    ...lines,
    "export interface ClientResponses {",
    ...client,
    "}",
    "export interface ServerRequestResponses {",
    ...server,
    "}",
    "",
  ].join("\n");
}
