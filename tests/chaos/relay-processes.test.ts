// Nothing that the real App Server runs outlives it: a command with a child, a command on a terminal, an MCP server. After
// terminate, after SIGTERM to longwire, after SIGKILL of the App Server.
import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createCodexHome, newFolder } from "@longwire/fixtures/codex-home";
import { REPOSITORY } from "@longwire/fixtures/paths";
import { startProvider } from "@longwire/fixtures/provider";
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { descendantsOf, runs } from "@longwire/relay/descendants";
import { TestClient } from "@longwire/relay/testing/client";
import { eventually } from "@longwire/relay/testing/harness";
import { afterEach, describe, expect, test } from "vitest";
import { startRelayProcess } from "../support/relay-process.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Processes whose command line holds a word (Linux: where these tests can look). */
function processesWith(word: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, "latin1");
      return line.includes(word) && runs(Number(name)) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

interface Scene {
  readonly relay: ChildProcess;
  readonly client: TestClient;
  readonly appServer: number;
  /** A number that stands in the command lines of this test alone. */
  readonly mark: string;
}

let scenes = 0;

/** A turn in which a command with a child and one on a terminal run, with an MCP server beside them. */
async function scene(): Promise<Scene> {
  const mark = `${process.pid}${++scenes}`;
  const script: Script = (request) => {
    if (request.outputsSinceUser > 0) return [{ type: "hold", name: "for ever" }];
    return [
      exec(`sleep 1${mark}.1 & sleep 1${mark}.2`, { yieldMs: 250 }),
      exec(`sleep 1${mark}.3`, { tty: true, yieldMs: 250 }),
      exec(`(setsid sleep 1${mark}.9 >/dev/null 2>&1 </dev/null &)`, { yieldMs: 250 }),
      say("Both run."),
    ];
  };
  const provider = await startProvider({ script });
  const home = createCodexHome({
    providerUrl: provider.url,
    approvalPolicy: "never",
    sandboxMode: "danger-full-access",
    mcpServers: {
      fixture: { command: process.execPath, args: [join(REPOSITORY, "fixtures/src/mcp-server.mjs"), mark] },
    },
  });
  const cwd = newFolder("processes");
  const relay = await startRelayProcess({ env: { ...home.env, HOME: cwd } });
  cleanUps.push(
    () => home.remove(),
    () => rmSync(cwd, { recursive: true, force: true }),
    () => rmSync(relay.stateDir, { recursive: true, force: true }),
    () => provider.close(),
    () => processesWith(mark).forEach((pid) => process.kill(pid, "SIGKILL")),
    () => relay.stop(),
  );
  const client = await TestClient.attach(relay);
  const reply = async (id: string): Promise<Record<string, unknown>> => {
    const find = (): string | undefined => client.lines.find((line) => line.startsWith(`{"id":"${id}"`));
    await client.until(() => find() !== undefined);
    return (JSON.parse(find() ?? "") as { result: Record<string, unknown> }).result;
  };
  const clientInfo = { name: "test", title: null, version: "0" };
  client.sendLine({ id: "1", method: "initialize", params: { clientInfo, capabilities: { experimentalApi: true } } });
  await reply("1");
  client.sendLine({ method: "initialized" });
  client.sendLine({ id: "2", method: "thread/start", params: { cwd, historyMode: "paginated" } });
  const { thread } = (await reply("2")) as { thread: { id: string } };
  const input = [{ type: "text", text: "Run them.", text_elements: [] }];
  client.sendLine({ id: "3", method: "turn/start", params: { threadId: thread.id, input } });
  for (const each of [".1", ".2", ".3", ".9"])
    await eventually(() => processesWith(`1${mark}${each}`).length > 0, 30_000);
  await eventually(() => processesWith(`mcp-server.mjs\0${mark}`).length > 0, 30_000);
  const appServer = childOf(relay.pid);
  // Detached is what has left the tree, which takes the shell's own end.
  const [detached = 0] = processesWith(`1${mark}.9`);
  await eventually(() => !descendantsOf(appServer, null).some((each) => each.pid === detached));
  return { relay: relay.child, client, appServer, mark };
}

/** The App Server: the one child of the relay. */
function childOf(relay: number): number {
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === relay) return Number(name);
    } catch {
      // Gone meanwhile.
    }
  }
  throw new Error("the relay has no child");
}

/** Everything of the scene but what the command detached by itself. */
function left(mark: string): number[] {
  const detached = new Set(processesWith(`1${mark}.9`));
  return processesWith(mark).filter((pid) => !detached.has(pid));
}

describe.skipIf(process.platform !== "linux")("processes of the real App Server", () => {
  test("[RLY-33] after terminate none is left but what a command detached by itself", async () => {
    const { client, appServer, mark } = await scene();
    expect(left(mark).length).toBeGreaterThanOrEqual(4);
    client.sendFrame({ type: "terminate", generation: client.attached.generation });
    await client.untilClosed();
    expect(client.find("exit")).toMatchObject({ by: { client: "test" }, code: 0 });
    await eventually(() => left(mark).length === 0 && !runs(appServer));
    expect(processesWith(`1${mark}.9`)).toHaveLength(1);
  }, 90_000);

  test("[RLY-33] after SIGTERM to longwire none is left, and it ends with 0", async () => {
    const { relay, appServer, mark } = await scene();
    const exit = new Promise((resolve) => relay.once("exit", resolve));
    relay.kill("SIGTERM");
    expect(await exit).toBe(0);
    expect(left(mark)).toEqual([]);
    expect(runs(appServer)).toBe(false);
  }, 90_000);

  test("[RLY-33] after SIGKILL of the App Server none is left, not even what a command detached", async () => {
    const { client, appServer, mark } = await scene();
    process.kill(appServer, "SIGKILL");
    await client.untilClosed();
    expect(client.find("exit")).toMatchObject({ by: null, signal: "SIGKILL" });
    await eventually(() => processesWith(mark).length === 0);
  }, 90_000);

  test("[RLY-33] after SIGKILL of longwire the App Server sees the end of its stdin and none is left", async () => {
    const { relay, appServer, mark } = await scene();
    relay.kill("SIGKILL");
    await eventually(() => left(mark).length === 0 && !runs(appServer));
  }, 90_000);
});
