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
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdoutTo?: "stdout" | "stderr", limitMs?: number }} [options] limitMs: it
 *   gets a process group of its own, which is ended when it takes longer
 * @returns {Promise<number>} its exit code; 127 when it could not be started, 1 when a signal ended it.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: ["ignore", options.stdoutTo === "stderr" ? 2 : 1, 2],
      detached: options.limitMs !== undefined,
    });
    const free = options.limitMs === undefined ? () => undefined : limited(child, options.limitMs);
    child.on("error", (error) => {
      free();
      console.error(`cannot run ${command}: ${error.message}`);
      resolve(127);
    });
    child.on("exit", (code) => {
      free();
      resolve(code ?? 1);
    });
  });
}

/** Ends a child's group after a time, and with us; what is called when the child has ended. */
function limited(child, limitMs) {
  const end = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It has gone by itself.
    }
  };
  const timer = setTimeout(() => end("SIGKILL"), limitMs);
  const withUs = (signal) => {
    end("SIGKILL");
    process.kill(process.pid, signal);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, withUs);
  return () => {
    clearTimeout(timer);
    for (const signal of ["SIGINT", "SIGTERM"]) process.removeListener(signal, withUs);
  };
}

/** The path of a tool that a package of the workspace installed, for `node <path>`. */
export function bin(name, workspacePackage = ".") {
  return join(root, workspacePackage, "node_modules", ".bin", name);
}
