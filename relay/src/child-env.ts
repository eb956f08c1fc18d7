// The environment that the App Server gets: the one of the person's shell. What a package manager added on the way
// (npx, pnpm start) is taken out, because the agent's commands inherit it.
import { delimiter, sep } from "node:path";
import { GENERATION_MARK } from "./descendants.ts";

const ADDED = /^(npm_|pnpm_|PNPM_)/;
const ADDED_NAMES = new Set(["INIT_CWD", "NODE"]);

/**
 * The child's environment.
 * @param environment usually `process.env`
 * @param generation the id that marks everything that the child starts
 */
export function childEnvironment(environment: NodeJS.ProcessEnv, generation: string): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || ADDED.test(name) || ADDED_NAMES.has(name)) continue;
    kept[name] = name === "PATH" ? shellPath(value, environment) : value;
  }
  kept[GENERATION_MARK] = generation;
  return kept;
}

/** PATH without the folders that npm and pnpm put before it for scripts. */
function shellPath(path: string, environment: NodeJS.ProcessEnv): string {
  const nodeGyp = `${sep}node-gyp-bin`;
  const binFolder = `${sep}node_modules${sep}.bin`;
  const byPackageManager =
    environment["npm_execpath"] !== undefined || environment["npm_config_user_agent"] !== undefined;
  return path
    .split(delimiter)
    .filter((entry) => !entry.endsWith(binFolder) && !(byPackageManager && entry.endsWith(nodeGyp)))
    .join(delimiter);
}
