// Which response type belongs to which request. The generated unions name only the parameters; the responses follow a
// naming rule with exceptions, which stand here. A request without a response type stops the generation.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Responses whose name follows neither the parameters' nor the method's name. */
const EXCEPTIONS = new Map(
  Object.entries(JSON.parse(readFileSync(new URL("response-names.json", import.meta.url), "utf8"))),
);

/**
 * The text of methods.ts for one generated folder.
 * @param {string} folder holds ts/
 * @returns {string}
 */
export function methodsModule(folder) {
  const imports = new Map();
  const missing = [];
  const table = (file) => {
    // The TypeScript union has a few legacy requests more than the JSON schema.
    const union = readFileSync(join(folder, "ts", file), "utf8");
    return [...union.matchAll(/"method": "([^"]+)", id: RequestId, params\??: (?:(\w+)Params)?/g)].map(
      ([, method, params]) => {
        const byMethod = method
          .split("/")
          .map((part) => part[0].toUpperCase() + part.slice(1))
          .join("");
        const names = EXCEPTIONS.has(method) ? [EXCEPTIONS.get(method)] : [`${params}Response`, `${byMethod}Response`];
        for (const name of names) {
          const path = [`ts/v2/${name}.ts`, `ts/${name}.ts`].find((candidate) => existsSync(join(folder, candidate)));
          if (path === undefined) continue;
          imports.set(name, `./${path}`);
          return `  ${JSON.stringify(method)}: ${name};`;
        }
        missing.push(method);
        return "";
      },
    );
  };
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
