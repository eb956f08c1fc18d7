// The acts on MCP servers, skills and plugins: what is asked of the server, what leaves the room, and what is kept secret.
import { expect, test } from "vitest";
import type { HostSession, Outcome, RequestHow } from "../host/model.ts";
import { isKept } from "../journal/stub.ts";
import { createHostState } from "../projection/host-fold.ts";
import { readPages } from "./listing.ts";
import { keyOf, mcpActs } from "./mcp.ts";
import { pluginActs } from "./plugins.ts";
import { skillActs } from "./skills.ts";

interface Asked {
  method: string;
  params: unknown;
  how: RequestHow | undefined;
}

/** A session that answers from a table: a value, or a function of the parameters. */
function sessionWith(answers: Record<string, unknown>): { session: HostSession; asked: Asked[] } {
  const asked: Asked[] = [];
  const session: Pick<HostSession, "state" | "facts" | "onChange" | "request"> = {
    state: createHostState("h"),
    facts: () => ({ connection: "live" }) as ReturnType<HostSession["facts"]>,
    onChange: () => () => undefined,
    request(method, params, how): Promise<Outcome<unknown>> {
      asked.push({ method, params, how });
      const answer = answers[method];
      if (answer === undefined)
        return Promise.resolve({ ok: false, reason: { type: "rpc", code: -32600, message: "no", data: null } });
      return Promise.resolve({ ok: true, value: typeof answer === "function" ? answer(params) : answer });
    },
  };
  return { session: session as HostSession, asked };
}

test("[ACT-180] a list is read page by page to its end, within a bound, and a cursor that comes again ends it", async () => {
  const pages = sessionWith({
    "mcpServerStatus/list": ({ cursor }: { cursor?: string }) =>
      cursor === undefined ? { data: [{ name: "a" }], nextCursor: "1" } : { data: [{ name: "b" }], nextCursor: null },
  });
  expect(await mcpActs.list(pages.session, "full")).toEqual({
    ok: true,
    value: { data: [{ name: "a" }, { name: "b" }], more: false },
  });
  expect(pages.asked.map(({ params }) => params)).toEqual([
    { detail: "full", limit: 25 },
    { detail: "full", limit: 25, cursor: "1" },
  ]);
  const rounds = sessionWith({ x: { data: [1], nextCursor: "same" } });
  expect(await readPages(rounds.session, "x", {})).toMatchObject({ ok: true, value: { data: [1, 1], more: false } });
  const endless = sessionWith({
    x: ({ cursor }: { cursor?: string }) => ({
      data: Array.from({ length: 25 }, () => 1),
      nextCursor: `${Number(cursor ?? 0) + 1}`,
    }),
  });
  expect(await readPages(endless.session, "x", {})).toMatchObject({ value: { more: true } });
  expect(endless.asked).toHaveLength(20);
  expect((await readPages(sessionWith({ x: { servers: [] } }).session, "x", {})).ok).toBe(false);
});

test("[ACT-181] what is configured of MCP servers leaves the room without a value of any variable, header or token", async () => {
  const { session } = sessionWith({
    "config/read": {
      config: {
        mcp_servers: {
          library: { command: "node", args: ["lib.mjs"], env: { CARD: "open-sesame" }, startup_timeout_sec: 9 },
          harbour: {
            url: "https://h/mcp",
            enabled: false,
            http_headers: { "X-Key": "hidden-key" },
            bearer_token: "hidden-token",
          },
        },
      },
      origins: {
        "mcp_servers.library.command": { name: { type: "user", file: "/c" }, version: "1" },
        "mcp_servers.harbour.url": { name: { type: "project", dotCodexFolder: "/p" }, version: "1" },
      },
    },
  });
  const outcome = await mcpActs.configured(session);
  if (!outcome.ok) throw new Error("refused");
  for (const secret of ["open-sesame", "hidden-key", "hidden-token"])
    expect(JSON.stringify(outcome.value)).not.toContain(secret);
  const [library, harbour] = mcpActs.readConfigured(outcome.value);
  expect(library).toMatchObject({
    name: "library",
    enabled: true,
    env: ["CARD"],
    others: ["startup_timeout_sec"],
    layer: "user",
  });
  expect(harbour).toMatchObject({ enabled: false, headers: ["X-Key"], bearerStored: true, layer: "project" });
});

test("[ACT-182] each change of a server is one request, for now or never, and says which file was written or what overrides it", async () => {
  const { session, asked } = sessionWith({
    "config/value/write": { status: "ok", filePath: "/h/config.toml", overriddenMetadata: null },
    "config/batchWrite": {
      status: "okOverridden",
      filePath: "/h/c",
      overriddenMetadata: { message: "a project says so" },
    },
    "config/mcpServer/reload": {},
  });
  expect(await mcpActs.setEnabled(session, "library", false)).toEqual({
    ok: true,
    value: { file: "/h/config.toml", overridden: null },
  });
  await mcpActs.remove(session, "a.b");
  await mcpActs.reload(session);
  expect(await mcpActs.save(session, "x", [{ path: ["command"], value: "y" }])).toMatchObject({
    value: { overridden: "a project says so" },
  });
  expect(asked.map(({ method, params }) => [method, params])).toEqual([
    ["config/value/write", { keyPath: "mcp_servers.library.enabled", value: false, mergeStrategy: "replace" }],
    ["config/value/write", { keyPath: 'mcp_servers."a.b"', value: null, mergeStrategy: "replace" }],
    ["config/mcpServer/reload", undefined],
    ["config/batchWrite", { edits: [{ keyPath: "mcp_servers.x.command", value: "y", mergeStrategy: "replace" }] }],
  ]);
  expect(asked.every(({ how }) => how?.fleeting === true)).toBe(true);
  expect(keyOf("plain-key_1")).toBe("plain-key_1");
});

test("[SEC-136] values of variables, headers and tokens are named as secret wherever a change of a server holds them", async () => {
  const { session, asked } = sessionWith({ "config/batchWrite": {} });
  await mcpActs.save(session, "x", [
    { path: [], value: { command: "y", env: { A: "1" }, http_headers: { B: "2" } } },
    { path: ["env", "HUSH"], value: "3" },
    { path: ["http_headers", "C"], value: "4" },
    { path: ["command"], value: "z" },
  ]);
  expect(asked[0]?.how?.secret).toEqual([
    ["edits", 0, "value", "env"],
    ["edits", 0, "value", "http_headers"],
    ["edits", 1, "value"],
    ["edits", 2, "value"],
  ]);
});

test("[SEC-160] secrets in the arguments and in the address of a server, and of a marketplace, are named", async () => {
  const { session, asked } = sessionWith({ "config/batchWrite": {}, "marketplace/add": {} });
  await mcpActs.save(session, "x", [
    { path: [], value: { command: "y", args: ["srv", "--api-key", "hush", "--token=x", "--port", "1"] } },
    { path: ["args"], value: ["--password", "hush"] },
    { path: ["url"], value: "https://h.example/mcp?api_key=hush" },
    { path: ["url"], value: "https://h.example/mcp?page=2" },
    { path: ["args"], value: ["--token"] },
  ]);
  expect(asked[0]?.how?.secret).toEqual([
    ["edits", 0, "value", "args", 2],
    ["edits", 0, "value", "args", 3],
    ["edits", 1, "value", 1],
    ["edits", 2, "value"],
  ]);
  for (const source of ["https://ghp_x@github.com/a/b", "https://a:b@h/x.git"]) {
    await pluginActs.addMarketplace(session, source);
    expect(asked.at(-1)?.how?.secret).toEqual([["source"]]);
  }
  for (const source of ["/srv/market", "git@github.com:a/b.git", "ssh://git@h/a.git", "https://github.com/a/b"]) {
    await pluginActs.addMarketplace(session, source);
    expect(asked.at(-1)?.how?.secret).toEqual([]);
  }
});

test("[SEC-137] secrets among the arguments of a tool that is called by hand are named: those of its form, by name, by shape", async () => {
  const { session, asked } = sessionWith({ "mcpServer/tool/call": { content: [] }, "thread/resume": {} });
  const call = (input: unknown, secret: (string | number)[][] = []) =>
    mcpActs.call(session, { thread: "t", server: "s", tool: "x", input, secret });
  const named = () => asked.at(-1)?.how?.secret;
  await call({ user: "mara", password: "hush", pin2: "1" }, [["pin2"]]);
  expect(named()).toEqual([
    ["arguments", "pin2"],
    ["arguments", "password"],
  ]);
  await call({ text: "use sk-proj-abcdefghijklmnopqrstuvwxyz0123456789 for it" });
  expect(named()).toEqual([["arguments"]]);
  await call({ book: "Moby-Dick" });
  expect(named()).toEqual([]);
  await call(undefined);
  expect(asked.at(-1)?.params).toEqual({ threadId: "t", server: "s", tool: "x" });
});

test("[ACT-183] whatever shape a reply has, what can be read of it is, and its neighbours are not lost", () => {
  const raw = {
    data: [
      null,
      7,
      { name: "s", tools: { t: null, u: { name: "u", annotations: { readOnlyHint: "yes", destructiveHint: true } } } },
      { name: 3 },
      { name: "r", resources: [{ uri: "a" }, { name: "no uri" }, null], resourceTemplates: [{ uriTemplate: "b/{c}" }] },
    ],
  };
  const servers = mcpActs.readServers(raw);
  expect(servers.map(({ name }) => name)).toEqual(["s", "r"]);
  expect(servers[0]?.tools.map(({ name, readOnly, destructive }) => [name, readOnly, destructive])).toEqual([
    ["t", null, null],
    ["u", null, true],
  ]);
  expect(servers[1]?.resources.map(({ uri, template }) => [uri, template])).toEqual([
    ["a", false],
    ["b/{c}", true],
  ]);
  for (const nothing of [undefined, null, 1, {}, { data: 1 }, { data: [{}] }]) {
    expect(mcpActs.readServers(nothing)).toEqual([]);
    expect(mcpActs.readConfigured(nothing)).toEqual([]);
    expect(skillActs.readSkills(nothing).flatMap(({ skills }) => skills)).toEqual([]);
    expect(skillActs.readHooks(nothing).flatMap(({ hooks }) => hooks)).toEqual([]);
    expect(pluginActs.readShelf(nothing)).toEqual({ marketplaces: [], errors: [] });
    expect(pluginActs.readApps(nothing)).toEqual([]);
  }
});

test("[ACT-184] a skill is switched by its path, and what counts then is the server's word", async () => {
  const { session, asked } = sessionWith({
    "skills/config/write": { effectiveEnabled: true },
    "skills/list": { data: [] },
    "skills/extraRoots/set": {},
  });
  expect(await skillActs.setEnabled(session, "/s/SKILL.md", false)).toEqual({ ok: true, value: true });
  await skillActs.list(session, null, false);
  await skillActs.list(session, "/p", true);
  await skillActs.setRoots(session, ["/more"]);
  expect(asked.map(({ params }) => params)).toEqual([
    { path: "/s/SKILL.md", enabled: false },
    {},
    { cwds: ["/p"], forceReload: true },
    { extraRoots: ["/more"] },
  ]);
});

test("[ACT-185] a plugin is named by the file of its marketplace, or by the name of one that is not on the machine", async () => {
  const { session, asked } = sessionWith({
    "plugin/install": {
      authPolicy: "ON_INSTALL",
      appsNeedingAuth: [{ id: "c1", name: "Tides", installUrl: "https://x" }],
    },
    "plugin/uninstall": {},
  });
  const place = { marketplace: "harbour", path: "/m/marketplace.json", plugin: "tides" };
  expect(await pluginActs.install(session, place)).toMatchObject({
    ok: true,
    value: { needs: [{ id: "c1", name: "Tides", url: "https://x" }], authPolicy: "ON_INSTALL" },
  });
  await pluginActs.install(session, { ...place, path: null });
  await pluginActs.uninstall(session, "tides@harbour");
  expect(asked.map(({ params }) => params)).toEqual([
    { marketplacePath: "/m/marketplace.json", pluginName: "tides" },
    { remoteMarketplaceName: "harbour", pluginName: "tides" },
    { pluginId: "tides@harbour" },
  ]);
});

test("[SEC-138] the content of a resource that was read is not kept, as that of a file; a refusal is", () => {
  const result = { contents: [{ uri: "library://rules", text: "all of it" }] };
  const reply = { kind: "response", id: "w1", result } as const;
  expect(isKept(reply, 200, "mcpServer/resource/read")).toBe(false);
  expect(isKept(reply, 200, "mcpServerStatus/list")).toBe(true);
  const refusal = { kind: "error", id: "w1", error: { code: -32603, message: "no", data: null } } as const;
  expect(isKept(refusal, 200, "mcpServer/resource/read")).toBe(true);
});
