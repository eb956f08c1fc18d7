// `pnpm start`: builds, then becomes the relay. In this very process, so that a signal to it reaches the relay.
import { build } from "./build.mjs";

if (!(await build())) {
  console.error("The build failed; what stands above says why. Nothing was started.");
  process.exit(1);
}
await import("../relay/bin/longwire.js");
