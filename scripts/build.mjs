// Builds everything that `start` needs: App Server types (once per pin), the app and the relay's one-file bundle.
import { bin, root, run } from "./run.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @returns {Promise<boolean>} whether all steps went well; what failed has been printed. Output goes to stderr, so that
 * a caller's stdout stays its own.
 */
export async function build() {
  const steps = [
    [process.execPath, ["shared-protocol/scripts/generate.mjs"], root],
    [bin("vite", "web"), ["build", "--logLevel", "warn"], join(root, "web")],
    [bin("vite", "relay"), ["build", "--logLevel", "warn"], join(root, "relay")],
  ];
  for (const [command, args, cwd] of steps) {
    if ((await run(command, args, { cwd, stdoutTo: "stderr" })) !== 0) return false;
  }
  return true;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = (await build()) ? 0 : 1;
}
