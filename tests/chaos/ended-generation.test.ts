// What is sent for a generation that has ended reaches no process: the next one counts its request ids from 0 again, and an
// old answer would approve something else.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startRelay, type RunningRelay } from "@longwire/relay/relay";
import { watch } from "@longwire/web/link/acceptance";
import { createLink } from "@longwire/web/link/link";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nodeEnvironment, openNodeSocket } from "../support/node-link.ts";
import { startProxy, type Proxy } from "../support/planned-proxy.ts";

const fake = fileURLToPath(new URL("../../fixtures/src/fake-app-server.mjs", import.meta.url));
const QUICK = { firstMs: 5, mostMs: 50, hiddenFirstMs: 5, hiddenMostMs: 50 };
/** Longer than the attach, shorter than the attach and the first line: so the proxy holds from within that line on. */
const HOLD_AFTER = 300;

let folder: string;
let log: string;
let relay: RunningRelay;
let holding: Proxy;
let open: Proxy;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "longwire-ended-"));
  log = join(folder, "stdin.log");
  const command = [process.execPath, fake, "--log", log];
  relay = await startRelay({ port: 0, stateDir: join(folder, "state"), command, cwd: folder });
  open = await startProxy(relay.port, () => null);
  holding = await startProxy(relay.port, (connection) =>
    connection === 0 ? { way: "hold", direction: "up", after: HOLD_AFTER, delayMs: null, graceMs: 3_000 } : null,
  );
});
afterEach(async () => {
  await relay.close();
  await holding.close();
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

async function attached(proxy: Proxy, client: string) {
  let n = 0;
  const watched = watch(
    createLink({
      url: `ws://127.0.0.1:${proxy.port}/relay`,
      token: relay.token,
      client,
      nextAttach: () => Promise.resolve(++n),
      environment: nodeEnvironment,
      openSocket: openNodeSocket,
      backoff: QUICK,
    }),
  );
  watched.link.attach({ generation: null, offset: 0 });
  await watched.until("attached", () => watched.link.status().type === "attached");
  return watched;
}

const pad = "x".repeat(HOLD_AFTER);

it("[LNK-27] sent, then exit, then a new generation: the line that comes late reaches no process", async () => {
  const away = await attached(holding, "away");
  const here = await attached(open, "here");
  const ended = here.generation();
  away.request("late-1", "echo", { pad });
  here.request("end", "fake/exit", { code: 3 });
  await here.until("the next generation", () => here.of("attached").length === 2);
  holding.release();
  await holding.settled();
  await away.until("the next generation", () => away.generation() === here.generation());
  await expectOnly(here, ["end", "check"]);
  // What the ended generation took of this client is told truly: nothing.
  const again = away.of("attached").find((event) => event.n > 1 && event.frame.generation === ended);
  expect(again?.frame.received).toBe(0);
  expect(away.of("exit").map((event) => event.end.generation)).toEqual([ended]);
  away.link.close();
  here.link.close();
});

it("[LNK-27] exit, then a new generation, then sent on the old socket: the line reaches no process", async () => {
  const away = await attached(holding, "away");
  const here = await attached(open, "here");
  away.request("late-1", "echo", { pad });
  here.request("end", "fake/exit", { code: 3 });
  await here.until("the next generation", () => here.of("attached").length === 2);
  // The proxy lets nothing through to this page: it cannot know yet.
  expect(away.of("exit")).toEqual([]);
  expect(away.link.send(new TextEncoder().encode('{"id":0,"result":{"decision":"accept"}}\n'))).toBe(true);
  holding.release();
  await holding.settled();
  await away.until("the next generation", () => away.generation() === here.generation());
  await expectOnly(here, ["end", "check"]);
  away.link.close();
  here.link.close();
});

it("[LNK-27] exit, then sent, then attached: the link takes nothing over in between", async () => {
  const here = await attached(open, "here");
  let between: boolean | null = null;
  here.link.subscribe((event) => {
    if (event.type === "exit") between = here.link.send(new TextEncoder().encode('{"id":"between","method":"echo"}\n'));
  });
  here.request("end", "fake/exit", { code: 3 });
  await here.until("the next generation", () => here.of("attached").length === 2);
  await expectOnly(here, ["end", "check"]);
  expect(between).toBe(false);
  here.link.close();
});

/** One more line shows that the new App Server has read all before it; then its stdin must hold these ids alone. */
async function expectOnly(page: Awaited<ReturnType<typeof attached>>, ids: string[]): Promise<void> {
  const { generation } = page;
  page.request("check", "echo", {});
  await page.until("the check", () => page.output(generation()).includes('"id":"check"'));
  const heard = readFileSync(log, "utf8").trimEnd().split("\n");
  // Each line stands behind the generation that heard it and a tab.
  const heardIds = heard.map((line) => (JSON.parse(line.slice(line.indexOf("\t") + 1)) as { id: string }).id);
  expect(heardIds).toEqual(ids);
}
