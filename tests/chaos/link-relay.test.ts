// The link over a real socket to the real relay: the same acceptance suite that the relay in memory passes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startRelay } from "@longwire/relay/relay";
import { runLinkAcceptance } from "@longwire/web/link/acceptance";
import { nodeEnvironment, openNodeSocket } from "../support/node-link.ts";
import { startProxy } from "../support/planned-proxy.ts";

const fake = fileURLToPath(new URL("../../fixtures/src/fake-app-server.mjs", import.meta.url));

runLinkAcceptance("the real relay over a real socket", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "longwire-link-"));
  const relay = await startRelay({ port: 0, stateDir, command: [process.execPath, fake], cwd: stateDir });
  const proxy = await startProxy(relay.port, () => null);
  return {
    url: `ws://127.0.0.1:${proxy.port}/relay`,
    token: relay.token,
    openSocket: openNodeSocket,
    environment: nodeEnvironment,
    cut: () => proxy.resetAll(),
    async close() {
      await relay.close();
      await proxy.close();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
});
