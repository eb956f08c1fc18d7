// The acts on MCP servers, skills and plugins with three versions of the App Server, without a browser. A version that is not
// here and cannot be fetched is skipped aloud.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type AppServer, openAppServer, RequestFailed } from "@longwire/fixtures/app-server";
import { createCodexHome, newFolder } from "@longwire/fixtures/codex-home";
import { startOAuthMcpServer } from "@longwire/fixtures/mcp-oauth";
import { codexOfVersion, type CodexCommand } from "@longwire/fixtures/paths";
import { startProvider } from "@longwire/fixtures/provider";
import { mcpActs } from "@longwire/web/actions/mcp";
import { pluginActs } from "@longwire/web/actions/plugins";
import { skillActs } from "@longwire/web/actions/skills";
import type { HostSession, Outcome } from "@longwire/web/host/model";
import { createHostState } from "@longwire/web/projection/host-fold";
import { configure, LIBRARY, writeMarketplace, writeSkill } from "../support/extensions-stage.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** As much of a session as the acts use, straight to an App Server. */
function sessionOver(app: AppServer): HostSession {
  const session: Pick<HostSession, "state" | "facts" | "onChange" | "request"> = {
    state: createHostState("h"),
    facts: () => ({ connection: "live" }) as ReturnType<HostSession["facts"]>,
    onChange: () => () => undefined,
    async request(method, params): Promise<Outcome<unknown>> {
      try {
        return { ok: true, value: await app.requestRaw(method, params) };
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error;
        return { ok: false, reason: { type: "rpc", code: error.code, message: error.message, data: null } };
      }
    },
  };
  // The acts ask for nothing else.
  return session as HostSession;
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.reason));
  return outcome.value;
}

function codex(version: string): CodexCommand | null {
  try {
    return codexOfVersion(version, 100_000);
  } catch {
    return null;
  }
}

async function open(command: CodexCommand) {
  const provider = await startProvider({ script: () => [] });
  const oauth = await startOAuthMcpServer();
  const home = createCodexHome({
    providerUrl: provider.url,
    mcpServers: {
      library: { command: process.execPath, args: [LIBRARY] },
      broken: { command: "/nowhere/no-such-server" },
    },
  });
  configure(home.path, ["[mcp_servers.harbour]", `url = ${JSON.stringify(oauth.url)}`]);
  const cwd = newFolder("work");
  const app = await openAppServer({ env: { ...home.env, HOME: cwd }, cwd, codex: command });
  cleanUps.push(
    () => provider.close(),
    () => oauth.close(),
    () => home.remove(),
    () => rmSync(cwd, { recursive: true, force: true }),
    () => app.close(),
  );
  return { app, home, cwd, session: sessionOver(app) };
}

describe.each(["0.149.1", "0.152.0", "0.171.0"])("Codex %s", (version) => {
  test("[ACT-186] MCP servers: listed, configured, signed in to, read, called, switched off and taken out", async (context) => {
    const command = codex(version);
    if (command === null) return context.skip(`Codex ${version} is not here and cannot be fetched`);
    const { app, cwd, session } = await open(command);
    const listed = mcpActs.readServers(valueOf(await mcpActs.list(session, "full")));
    expect(listed.map(({ name, info, auth }) => [name, info?.title ?? null, auth])).toEqual([
      ["broken", null, "unsupported"],
      ["harbour", null, "notLoggedIn"],
      ["library", "Town library", "unsupported"],
    ]);
    const library = listed.find(({ name }) => name === "library");
    expect(library?.tools.map(({ name }) => name).sort()).toEqual(["environment", "lend"]);
    expect(library?.resources.map(({ template }) => template)).toEqual([false, false, false, true]);
    const { url } = valueOf(await mcpActs.login(session, "harbour"));
    expect((await fetch(url)).ok).toBe(true);
    await app.notification(
      "mcpServer/oauthLogin/completed",
      ({ name, success }) => name === "harbour" && success === true,
    );
    expect(valueOf(await mcpActs.readResource(session, "library", "library://book/Ebb"))).toEqual([
      { uri: "library://book/Ebb", mimeType: "text/plain", text: "The book called Ebb.", blob: null },
    ]);
    const { thread } = await app.request("thread/start", { cwd, historyMode: "paginated" });
    session.state.generations.set("g", generationWith(thread.id));
    session.state.current = "g";
    await app.notification(
      "mcpServer/startupStatus/updated",
      ({ name, status }) => name === "library" && status === "ready",
    );
    await app.notification(
      "mcpServer/startupStatus/updated",
      ({ name, status }) => name === "broken" && status === "failed",
    );
    expect(
      valueOf(
        await mcpActs.call(session, {
          thread: thread.id,
          server: "library",
          tool: "lend",
          input: { book: "Ebb" },
          secret: [],
        }),
      ),
    ).toMatchObject({ structuredContent: { book: "Ebb", days: 14 } });
    valueOf(await mcpActs.setEnabled(session, "library", false));
    valueOf(
      await mcpActs.save(session, "lending", [{ path: [], value: { command: process.execPath, env: { CARD: "x" } } }]),
    );
    valueOf(await mcpActs.remove(session, "harbour"));
    valueOf(await mcpActs.reload(session));
    const configured = mcpActs.readConfigured(valueOf(await mcpActs.configured(session)));
    expect(new Map(configured.map(({ name, enabled, env }) => [name, { enabled, env }]))).toEqual(
      new Map([
        ["broken", { enabled: true, env: [] }],
        ["lending", { enabled: true, env: ["CARD"] }],
        ["library", { enabled: false, env: [] }],
      ]),
    );
  });

  test("[ACT-187] skills are switched, and a plugin of a local marketplace is listed, found, read, installed and removed", async (context) => {
    const command = codex(version);
    if (command === null) return context.skip(`Codex ${version} is not here and cannot be fetched`);
    const { home, cwd, session } = await open(command);
    const path = writeSkill(join(home.path, "skills"), "greet", "Greets");
    const enabled = async () =>
      skillActs
        .readSkills(valueOf(await skillActs.list(session, cwd, true)))
        .flatMap(({ skills }) => skills)
        .find(({ name }) => name === "greet")?.enabled;
    expect(await enabled()).toBe(true);
    expect(valueOf(await skillActs.setEnabled(session, path, false))).toBe(false);
    expect(await enabled()).toBe(false);
    valueOf(await skillActs.setRoots(session, []));
    valueOf(await skillActs.hooks(session, cwd));

    const market = writeMarketplace(cwd);
    expect(valueOf(await pluginActs.addMarketplace(session, market))).toEqual({ name: "harbour", already: false });
    const shelf = async (installed: boolean) =>
      pluginActs
        .readShelf(valueOf(await pluginActs.list(session, null, installed)))
        .marketplaces.flatMap(({ plugins }) => plugins)
        .filter(({ place }) => place.marketplace === "harbour");
    const [tides] = await shelf(false);
    if (tides === undefined) throw new Error("not listed");
    expect([tides.title, tides.installed]).toEqual(["Tides", false]);
    const found = valueOf(await pluginActs.search(session, "tide", null));
    expect(found.found.map(({ id }) => id)).toContain(tides.id);
    const details = valueOf(await pluginActs.read(session, tides.place));
    expect([details.servers, details.skills.length]).toEqual([["tidetable"], 1]);
    expect(valueOf(await pluginActs.install(session, tides.place)).needs).toEqual([]);
    expect((await shelf(true)).map(({ id, installed }) => [id, installed])).toEqual([[tides.id, true]]);
    valueOf(await pluginActs.uninstall(session, tides.id));
    expect((await shelf(false)).map(({ installed }) => installed)).toEqual([false]);
    valueOf(await pluginActs.removeMarketplace(session, "harbour"));
    valueOf(await pluginActs.apps(session, false));
    valueOf(await pluginActs.installedApps(session));
    expect(valueOf(await pluginActs.appTools(session, "none"))).toBeNull();
  });
});

/** A generation that has one thread loaded. */
function generationWith(thread: string) {
  return {
    id: "g",
    userAgent: null,
    codexHome: null,
    end: null,
    open: new Map(),
    loaded: new Set([thread]),
    silenced: new Set<string>(),
    initialized: true,
    stopping: new Set<string>(),
    doubtful: new Set<string>(),
    serverAt: null,
  };
}
