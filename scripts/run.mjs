// Runs the steps of a script: a child with inherited output, its exit code, and where the project's root is.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdoutTo?: "stdout" | "stderr" }} [options]
 * @returns {Promise<number>} its exit code; 127 when it could not be started, 1 when a signal ended it.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: ["ignore", options.stdoutTo === "stderr" ? 2 : 1, 2],
    });
    child.on("error", (error) => {
      console.error(`cannot run ${command}: ${error.message}`);
      resolve(127);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** The path of a tool that a package of the workspace installed, for `node <path>`. */
export function bin(name, workspacePackage = ".") {
  return join(root, workspacePackage, "node_modules", ".bin", name);
}
