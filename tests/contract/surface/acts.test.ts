// Every act of the app once, in its own session over a relay in memory: what it sends fits the pinned surface, and all that
// the surface table says is sent somewhere in the app is sent here. The server answers with made replies.
import { partsOf, pinnedContract } from "@longwire/fixtures/samples/contract";
import { madeOf } from "@longwire/fixtures/samples/fixtures";
import { requestProblem } from "@longwire/fixtures/samples/sent";
import { CLIENT_REQUESTS } from "@longwire/shared-protocol/surface/client-requests";
import { accountActs } from "@longwire/web/actions/account";
import { branchActs } from "@longwire/web/actions/branch";
import { capabilityActs } from "@longwire/web/actions/capabilities";
import { completionActs } from "@longwire/web/actions/completions";
import { configActs } from "@longwire/web/actions/config";
import type { FileSearch, FileSearchTold } from "@longwire/web/actions/find-files";
import { fileActs } from "@longwire/web/actions/files";
import { goalActs } from "@longwire/web/actions/goal";
import { mcpActs } from "@longwire/web/actions/mcp";
import { pluginActs } from "@longwire/web/actions/plugins";
import { processActs } from "@longwire/web/actions/processes";
import { queueActs } from "@longwire/web/actions/queue";
import { inspectFile, readFile } from "@longwire/web/actions/read-file";
import { listDirectory, loadMoreThreads, loadOlder, readConfig } from "@longwire/web/actions/reads";
import { reviewActs } from "@longwire/web/actions/review";
import { skillActs } from "@longwire/web/actions/skills";
import { startThread } from "@longwire/web/actions/start-thread";
import { terminalActs } from "@longwire/web/actions/terminals";
import { settingsActs } from "@longwire/web/actions/thread-settings";
import { threadActs } from "@longwire/web/actions/threads";
import { uploadActs } from "@longwire/web/actions/upload";
import { createRig, type Rig } from "@longwire/web/host/testing/rig";
import type { HostSession, OpenThread } from "@longwire/web/host/model";
// A page loads it by itself; here it must not wait for the disk while only the test's own time passes.
import "@longwire/web/journal/secrets/tools";
import { settled } from "@longwire/web/link/memory-environment";
import { createMemoryJournal } from "@longwire/web/journal/memory";
import { expect, test } from "vitest";

const contract = pinnedContract();
const bytes = new TextEncoder().encode("Some bytes.");
const place = { marketplace: "shelf", path: null, plugin: "compass" };

/** Every act, with something in each of its parameters. */
function acts({ server }: Rig, session: HostSession, id: string, open: OpenThread): (() => unknown)[] {
  const journal = createMemoryJournal();
  const process = { kind: "process", handle: "lw-1" } as const;
  const command = { kind: "command", handle: "lw-2" } as const;
  const size = { rows: 24, cols: 80 };
  const image = { type: "image", url: "data:image/png;base64,AAAA" } as const;
  const entry = { id: "q1", clientUserMessageId: "m1", text: "Later.", input: [{ type: "text", text: "Later." }] };
  const plugin = {
    id: "compass",
    name: "compass",
    title: null,
    short: null,
    developer: null,
    category: null,
    capabilities: [],
    version: null,
    source: "",
    installed: true,
    enabled: true,
    installPolicy: "AVAILABLE",
    authPolicy: "ON_USE",
    unavailable: null,
    remoteId: "r1",
    place,
  };
  const refusing = (method: string, message: string, act: () => unknown) => () => {
    server.refuse(method, { code: -32600, message }, 1);
    return act();
  };
  const notThere = (act: () => unknown) => refusing("fs/getMetadata", "No such file or directory (os error 2)", act);
  return [
    () => loadMoreThreads(session),
    () => loadOlder(session, open),
    () => listDirectory(session, "/w"),
    () => readConfig(session, "/w"),
    () => inspectFile(session, "/w/a.txt"),
    () => readFile(session, "/w/a.txt"),
    () => startThread(session, { cwd: "/w" }),
    () =>
      startThread(session, {
        cwd: "/w",
        model: "m",
        serviceTier: null,
        personality: "friendly",
        approvalPolicy: "on-request",
        approvalsReviewer: "user",
        sandbox: "read-only",
        config: { model_reasoning_effort: "high" },
        collaborationMode: {
          mode: "plan",
          settings: { model: "m", reasoning_effort: null, developer_instructions: null },
        },
      }),
    () => threadActs.rename(session, id, "Named"),
    () => threadActs.pin(session, id, true),
    () => threadActs.pin(session, id, false),
    () => threadActs.archive(session, id),
    () => threadActs.unarchive(session, id),
    () => threadActs.remove(session, "another"),
    () => threadActs.fork(session, id),
    () => threadActs.compact(session, id),
    () => threadActs.release(session, id),
    () => threadActs.unload(session, id),
    () => threadActs.takeOver(session, id),
    () => threadActs.setBranch(session, id, "main"),
    () => threadActs.setBranch(session, id, null),
    () => threadActs.details(session, id),
    () => threadActs.refresh(session),
    () => threadActs.loadMoreArchived(session),
    () => threadActs.search(session, "words"),
    ...(
      [
        { type: "uncommittedChanges" },
        { type: "baseBranch", branch: "main" },
        { type: "commit", sha: "abc", title: null },
        { type: "custom", instructions: "Look." },
      ] as const
    ).map((target, index) => () => reviewActs.start(session, id, target, index % 2 === 0)),
    () => reviewActs.branches(session, "/w"),
    () => reviewActs.commits(session, "/w"),
    () => goalActs.read(session, id),
    () => goalActs.set(session, id, { objective: "All.", status: "active", tokenBudget: 1000 }),
    () => goalActs.set(session, id, { tokenBudget: null }),
    () => goalActs.clear(session, id),
    () => terminalActs.list(session, id),
    () => terminalActs.end(session, id, "p1"),
    () => terminalActs.endAll(session, id),
    () => queueActs.list(session, id),
    () => queueActs.edit(session, id, entry, "Now."),
    () => queueActs.reorder(session, id, ["q2", "q1"]),
    () => queueActs.remove(session, id, "q1"),
    () => queueActs.start(session, id, "q1"),
    () => queueActs.start(session, id, null),
    () => queueActs.shell(session, id, "ls"),
    () => branchActs.forkAt(session, id, "turn-1"),
    () => branchActs.takeBack(session, id, "turn-1", "paginated"),
    () => branchActs.takeBack(session, id, "turn-1", "legacy"),
    () => branchActs.askAside(session, id, "By the way?"),
    () => branchActs.goOn(session, { cwd: "/w", text: "Go on." }),
    () => settingsActs.choices(session, { cwd: "/w", hidden: true }, journal),
    () =>
      settingsActs.change(session, id, {
        cwd: "/w",
        model: "m",
        effort: "high",
        serviceTier: null,
        summary: "auto",
        personality: "pragmatic",
        sandboxPolicy: { type: "readOnly" },
        approvalPolicy: "never",
        approvalsReviewer: "user",
      }),
    () => settingsActs.change(session, id, { permissions: ":read-only" }),
    ...(["models", "allModels", "modes", "profiles", "provider", "features", "requirements"] as const).map(
      (name) => () => capabilityActs.read(session, journal, { name, ...(name === "profiles" ? { cwd: "/w" } : {}) }),
    ),
    () => accountActs.read(session),
    () => accountActs.readLimits(session),
    () => accountActs.readUsage(session),
    () => accountActs.readMessages(session),
    () => accountActs.startLogin(session, "chatgptDeviceCode"),
    () => accountActs.startLogin(session, "chatgpt"),
    () => accountActs.useKey(session, "sk-none"),
    () => accountActs.cancelLogin(session, "login"),
    () => accountActs.useReset(session, "attempt", null),
    () => accountActs.useReset(session, "attempt", "credit"),
    () => accountActs.askOwner(session, "usage_limit"),
    () => accountActs.policy(session, "/w"),
    () => accountActs.logout(session),
    () => configActs.read(session, null),
    () => configActs.read(session, "/w"),
    () =>
      configActs.write(
        session,
        [
          { key: "model", value: "m" },
          { key: "tools", value: null },
        ],
        "v1",
        true,
      ),
    () => configActs.requirements(session),
    () => configActs.features(session),
    () => configActs.switchNow(session, "plugins", true),
    () => configActs.feedback(session, { classification: "bug", reason: "It broke.", thread: id, logs: false }),
    () => mcpActs.list(session, "full"),
    () => mcpActs.configured(session),
    () => mcpActs.readResource(session, "server", "file:///a"),
    () => mcpActs.login(session, "server"),
    () => mcpActs.reload(session),
    () => mcpActs.setEnabled(session, "server", false),
    () => mcpActs.save(session, "server", [{ path: ["command"], value: "node" }]),
    () => mcpActs.remove(session, "server"),
    () => mcpActs.call(session, { thread: id, server: "server", tool: "tool", input: { a: 1 }, secret: [] }),
    () => skillActs.list(session, "/w", true),
    () => skillActs.setEnabled(session, "/w/SKILL.md", true),
    () => skillActs.setRoots(session, ["/w"]),
    () => skillActs.hooks(session, "/w"),
    () => pluginActs.list(session, "/w", true),
    () => pluginActs.list(session, null, false),
    () => pluginActs.search(session, "compass", "/w"),
    () => pluginActs.read(session, place),
    () => pluginActs.read(session, { ...place, path: "/w/shelf" }),
    () => pluginActs.skill(session, plugin, "north"),
    () => pluginActs.install(session, place),
    () => pluginActs.uninstall(session, "compass"),
    () => pluginActs.addMarketplace(session, "https://shelf.example"),
    () => pluginActs.removeMarketplace(session, "shelf"),
    () => pluginActs.apps(session, true),
    () => pluginActs.installedApps(session),
    () => pluginActs.appTools(session, "app"),
    () => fileActs.metadata(session, "/w/a"),
    () => fileActs.exists(session, "/w/a"),
    () => fileActs.save(session, "/w/a", bytes, bytes),
    notThere(() => fileActs.create(session, "/w/b", bytes)),
    () => fileActs.createFolder(session, "/w/c"),
    notThere(() => fileActs.copy(session, "/w/a", "/w/d", true)),
    () => fileActs.remove(session, "/w/d", true),
    () => fileActs.watch(session, "/w"),
    () => fileActs.unwatch(session, "watch"),
    notThere(() => uploadActs.upload(session, { folder: "/w", name: "a.png", bytes })),
    () => processActs.start(session, { command: ["bash"], cwd: "/w", size }, () => undefined),
    ...[process, command].flatMap((name) => [
      () => processActs.write(session, name, bytes),
      () => processActs.resize(session, name, size),
      () => processActs.end(session, name),
    ]),
    () => completionActs.mentionables(session, id, ["/w"]),
    () => searched((told) => completionActs.findFiles(session, ["/w"], told)),
    refusing("fuzzyFileSearch/sessionStart", "Invalid request: unknown variant", () =>
      searched((told) => completionActs.findFiles(session, ["/w"], told)),
    ),
    () =>
      session.sendMessage(id, "Words and a picture.", undefined, [
        { type: "text", text: "Words", text_elements: [] },
        image,
      ]),
  ];
}

/** Looks for a word until the server has been asked for it. */
async function searched(find: (told: FileSearchTold) => FileSearch): Promise<void> {
  const search = find({ hits: () => undefined, failed: () => undefined });
  search.look("tides");
  // The requests go one after the other, each with the reply to the one before.
  for (let turn = 0; turn < 50; turn += 1) await settled();
  search.end();
}

test("[RPC-46] every act sends what fits the pinned surface, and together they send all that the app is said to send", async () => {
  const rig = createRig();
  const { server, result, until } = rig;
  for (const { kind, name } of partsOf(contract)) {
    if (kind !== "reply") continue;
    const replies = madeOf(contract, "reply", name, { nextCursor: null });
    server.answer(name, replies.find(({ value }) => !JSON.stringify(value).includes('nextCursor":"'))?.value);
  }
  const page = await rig.live(rig.device().open());
  const { session } = page;
  const open = await rig.newThread(page);
  const { id } = open.state;
  server.remember(id, { id: "turn-1", status: "completed", items: [] });
  server.answer("fs/readFile", { dataBase64: Buffer.from(bytes).toString("base64") });
  const stuck: string[] = [];
  for (const act of acts(rig, session, id, open))
    await result(Promise.resolve(act())).catch(() => stuck.push(String(act).slice(0, 80)));
  expect(stuck).toEqual([]);

  // Turns: a message that begins one, one that steers it, one that waits, and a stop.
  server.settings({ model: "m" });
  session.setOutputSchema(id, { type: "object" });
  await result(session.sendMessage(id, "Begin."));
  await until("a turn", () => server.running().length > 0);
  const turn = server.running()[0] ?? "";
  await result(session.sendMessage(id, "And this.", { type: "steer", turn }));
  await result(session.sendMessage(id, "Later.", { type: "queue" }));
  await until("all of it", () => session.facts().outbox.length === 0);
  await result(session.interrupt(id, turn));

  const sent = server.heard.filter(({ message }) => message.method !== undefined && message.id !== undefined);
  const problems = sent.flatMap(({ message: { method = "", params } }) => requestProblem(method, params) ?? []);
  expect([...new Set(problems)]).toEqual([]);
  const methods = new Set(sent.map(({ message }) => message.method));
  const said = Object.entries(CLIENT_REQUESTS)
    .filter(([, { place: where, does }]) => where !== null || does === "opens")
    .map(([method]) => method);
  expect(said.filter((method) => !methods.has(method))).toEqual([]);
  console.log(`${sent.length} requests of ${methods.size} methods`);
});
