// The same core with three versions of the App Server, and with a program of another name: the main job, every list of what it
// offers, the acts of daily work, and what each of them lacks, by its own words. A version that is not here and cannot be fetched
// is skipped aloud.
import { afterEach, describe, expect, test } from "vitest";
import { createCodexHome, newFolder } from "@longwire/fixtures/codex-home";
import { codexOfVersion, type CodexCommand } from "@longwire/fixtures/paths";
import { startProvider } from "@longwire/fixtures/provider";
import { say, type Script } from "@longwire/fixtures/provider/steps";
import { CLIENT_REQUESTS } from "@longwire/shared-protocol/surface/client-requests";
import { branchActs } from "@longwire/web/actions/branch";
import { capabilityActs } from "@longwire/web/actions/capabilities";
import type { CapabilityName } from "@longwire/web/actions/capability-records";
import { goalActs } from "@longwire/web/actions/goal";
import { queueActs } from "@longwire/web/actions/queue";
import { reviewActs } from "@longwire/web/actions/review";
import { startThread } from "@longwire/web/actions/start-thread";
import { threadActs } from "@longwire/web/actions/threads";
import { settingsActs } from "@longwire/web/actions/thread-settings";
import type { Outcome } from "@longwire/web/host/model";
import { createMemoryJournal } from "@longwire/web/journal/memory";
import { lacks, methodsOf } from "@longwire/web/projection/lacking";
import { turnStatus } from "@longwire/web/projection/state";
import { renamed } from "../support/codex-binary.ts";
import { startNodeSession } from "../support/node-session.ts";
import { removeState, startRelayProcess } from "../support/relay-process.ts";

const cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** By the version that it tells: the version that runs, what the app knows and it lacks, and the name of its one model. */
const SERVERS: readonly (readonly [told: string, codex: string, lacking: readonly string[], model: string])[] = [
  ["0.149.1", "0.149.1", [], "mock-model"],
  ["0.152.0", "0.152.0", [], "mock-model"],
  ["0.171.0", "0.171.0", ["thread/rollback"], "mock-model"],
  ["0.149.1-egret", "0.149.1", [], "egret-mock-model"],
];
const LISTS: readonly CapabilityName[] = [
  "models",
  "allModels",
  "modes",
  "profiles",
  "provider",
  "features",
  "requirements",
];

const found = new Map<string, CodexCommand | null>();

/** Looked for once: fetching it may take its time. */
function codex(version: string): CodexCommand | null {
  let command = found.get(version);
  if (command === undefined) {
    try {
      command = codexOfVersion(version, 100_000);
    } catch {
      command = null;
    }
    found.set(version, command);
  }
  return command;
}

const script: Script = ({ userTexts }) =>
  userTexts.at(-1) === "Hold." ? [say("I hold."), { type: "hold", name: "go" }] : [say(`Done: ${userTexts.at(-1)}`)];

function value<T>(outcome: Outcome<T>, what: string): T {
  if (!outcome.ok) throw new Error(`${what}: ${JSON.stringify(outcome.reason).slice(0, 500)}`);
  return outcome.value;
}

describe.each(SERVERS)("an App Server that tells %s", (told, version, lacking, model) => {
  test(`[ACT-159] ${told}: the main job, its lists and the acts of daily work go as with any other; what it lacks is known`, async (context) => {
    const command = codex(version);
    if (command === null) return context.skip(`@openai/codex ${version} is not here and could not be fetched`);
    const provider = await startProvider({ script });
    const home = createCodexHome({ providerUrl: provider.url });
    const project = newFolder("project");
    const line = [command.file, ...command.args, "app-server"];
    const relay = await startRelayProcess({
      env: { ...home.env, HOME: project },
      command: told === version ? line : renamed(line),
    });
    const journal = createMemoryJournal();
    const it = startNodeSession({ ...relay, journal });
    const { session } = it;
    cleanUps.push(
      () => home.remove(),
      () => removeState(relay.stateDir),
      () => provider.close(),
      () => relay.stop(),
      () => session.close(),
    );
    await it.until("live", () => session.facts().connection === "live");
    expect(session.facts().userAgent).toContain(`/${told} `);

    const { thread: id } = value(await startThread(session, { cwd: project }), "start");
    const thread = session.openThread(id);
    const completed = (count: number) =>
      it.until(
        `${count} turns`,
        () => [...thread.state.turns.values()].filter((turn) => turnStatus(turn) === "completed").length === count,
      );
    await session.sendMessage(id, "First.");
    await completed(1);

    for (const name of LISTS) {
      const known = await capabilityActs.read(session, journal, {
        name,
        ...(name === "profiles" ? { cwd: project } : {}),
      });
      expect(known, name).toMatchObject({ failure: null, fresh: true, cut: false, unread: [] });
      expect(known.records?.length, name).toBeGreaterThan(0);
      expect(known.userAgent).toContain(told);
    }
    const { models, modes, profiles } = value(
      await settingsActs.choices(session, { cwd: project, hidden: false }, journal),
      "choices",
    );
    expect(models.map((each) => each.model)).toEqual([model]);
    expect(modes.map(({ mode }) => mode).sort()).toEqual(["default", "plan"]);
    expect(profiles.map(({ id: profile }) => profile)).toContain(":read-only");

    value(await settingsActs.change(session, id, { effort: "high" }), "settings");
    await it.until("the new effort", () => thread.state.settings.effort === "high");
    value(await threadActs.rename(session, id, "Named"), "rename");
    await it.until("the name", () => session.state.threads.get(id)?.name === "Named");
    value(await goalActs.set(session, id, { objective: "Later.", status: "paused" }), "goal");
    expect(value(await goalActs.read(session, id), "goal")).toMatchObject({ objective: "Later." });
    value(await goalActs.clear(session, id), "goal");

    await session.sendMessage(id, "Hold.");
    await it.until("a turn that runs", () =>
      [...thread.state.turns.values()].some((turn) => turnStatus(turn) === "inProgress" && turn.items.size > 1),
    );
    await session.sendMessage(id, "Queued.", { type: "queue" });
    await it.until("it is taken", () => session.facts().outbox.length === 0);
    value(await queueActs.list(session, id), "queue");
    await it.until("the queue", () => thread.state.queue?.entries.length === 1);
    provider.release("go");
    await completed(3);

    value(await reviewActs.start(session, id, { type: "custom", instructions: "Look." }, false), "review");
    await completed(4);
    value(await branchActs.forkAt(session, id, [...thread.state.turns.keys()][0] ?? ""), "fork");
    const second = [...thread.state.turns.keys()][1] ?? "";
    value(
      await branchActs.takeBack(session, id, second, session.state.threads.get(id)?.historyMode ?? null),
      "going back",
    );
    expect(value(await threadActs.search(session, "Named"), "search").named).toContain(id);
    value(await threadActs.compact(session, id), "compact");
    await it.until("it is compacted", () =>
      [...thread.state.turns.values()].some((turn) =>
        [...turn.items.values()].some(({ type, phase }) => type === "contextCompaction" && phase === "completed"),
      ),
    );
    await it.until("rest", () => session.state.threads.get(id)?.status.type === "idle");
    value(await threadActs.archive(session, id), "archive");

    expect(methodsOf(session.state)).toBeNull();
    await capabilityActs.learnMethods(session);
    const known = await it.until("its methods", () => methodsOf(session.state));
    expect(Object.keys(CLIENT_REQUESTS).filter((method) => !known.has(method))).toEqual(lacking);
    for (const method of lacking) expect(lacks(session.state, method)).toContain("not among");
    expect(lacks(session.state, "thread/start")).toBeNull();

    // Reloaded, with nothing at the other end.
    session.close();
    await relay.stop();
    const later = startNodeSession({ wsUrl: relay.wsUrl, token: relay.token, journal });
    cleanUps.push(() => later.session.close());
    await later.until("what is stored", () => later.session.state.threads.size > 0);
    expect(methodsOf(later.session.state)?.size).toBe(known.size);
    for (const method of lacking) expect(lacks(later.session.state, method)).not.toBeNull();
    const kept = await capabilityActs.read(later.session, journal, { name: "models" });
    expect(kept.records).toMatchObject([{ model }]);
  }, 220_000);
});

test("[PRJ-378] what a version lacks is known after a reload and offline, and forgotten when another version answers", async (context) => {
  const command = codex("0.171.0");
  if (command === null) return context.skip("@openai/codex 0.171.0 is not here and could not be fetched");
  const provider = await startProvider({ script });
  const home = createCodexHome({ providerUrl: provider.url });
  const options = { env: { ...home.env, HOME: newFolder("home") } };
  const relay = await startRelayProcess({ ...options, command: [command.file, ...command.args, "app-server"] });
  cleanUps.push(
    () => home.remove(),
    () => removeState(relay.stateDir),
    () => provider.close(),
    () => relay.stop(),
  );
  const journal = createMemoryJournal();
  const first = startNodeSession({ ...relay, journal, unfit: true });
  cleanUps.push(() => first.session.close());
  await first.until("live", () => first.session.facts().connection === "live");
  const refused = await first.session.request("thread/rollback", { threadId: "x", numTurns: 1 });
  expect(refused).toMatchObject({ ok: false, reason: { type: "rpc", code: -32600 } });
  expect(lacks(first.session.state, "thread/rollback")).toBe("Invalid request: unknown variant `thread/rollback`");
  // A known method with a thread that cannot, and one with a value that it does not know, are not lacking.
  const method: string = "thread/start";
  await first.session.request(method, { sandbox: "hologram" });
  expect(lacks(first.session.state, "thread/start")).toBeNull();
  first.session.close();

  await relay.stop();
  const offline = startNodeSession({ ...relay, journal });
  await offline.until("what is stored", () => lacks(offline.session.state, "thread/rollback"));
  offline.session.close();

  const pinned = await startRelayProcess({ ...options, port: relay.port, stateDir: relay.stateDir });
  cleanUps.push(() => pinned.stop());
  const second = startNodeSession({ ...pinned, journal });
  cleanUps.push(() => second.session.close());
  await second.until("live", () => second.session.facts().connection === "live");
  expect(second.session.facts().userAgent).toContain("/0.149.1 ");
  expect(lacks(second.session.state, "thread/rollback")).toBeNull();
});
