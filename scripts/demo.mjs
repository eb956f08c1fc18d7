// `pnpm demo`: the same as start, with a scripted model, a sample project and threads that are ready. No account needed.
// In this very process, so that a signal to it reaches the relay.
import { createRequire } from "node:module";
import { join } from "node:path";
import { tsImport } from "tsx/esm/api";
import { build } from "./build.mjs";
import { root } from "./run.mjs";

if (!(await build())) {
  console.error("The build failed; what stands above says why. Nothing was started.");
  process.exit(1);
}
const args = process.argv.slice(2);
const folder = join(root, ".state", "demo");
// In front of the person's own flags, of which the last one counts.
process.argv.splice(2, Infinity, "--label", "demo", "--state-dir", join(folder, "relay"), ...args);

if (!args.some((arg) => ["link", "stop", "--help", "-h", "--version"].includes(arg))) {
  const { prepareDemo } = await tsImport("../fixtures/src/demo/main.ts", import.meta.url);
  const demo = await prepareDemo(folder);
  Object.assign(process.env, demo.env);
  // The relay's own WebSocket library; the relay itself keeps this process until it stops.
  const { WebSocket } = createRequire(new URL("../relay/package.json", import.meta.url))("ws");
  const stateDir = process.argv[process.argv.lastIndexOf("--state-dir") + 1];
  demo.play({ WebSocket, stateDir }).then(
    () => console.error(`The demo is ready: threads wait in ${demo.project}.`),
    (error) =>
      console.error(
        `The demo’s threads could not be prepared (${error.message}). The app works all the same: start a thread of your own.`,
      ),
  );
}
await import("../relay/bin/longwire.js");
