// What the App Server sends against the pinned schema, as the app holds it when it runs: the pinned version fits whole, a later
// real one only adds, and what contradicts is stored, projected as far as it goes, and told by its place.
import { AppServer, RequestFailed } from "@longwire/fixtures/app-server";
import { createCodexHome, newFolder } from "@longwire/fixtures/codex-home";
import { type CodexCommand, codexOfVersion } from "@longwire/fixtures/paths";
import { startProvider } from "@longwire/fixtures/provider";
import { exec, say } from "@longwire/fixtures/provider/steps";
import { allFixtures, recordedParts } from "@longwire/fixtures/samples/fixtures";
import { partKey, partsOf, type PartKind, pinnedContract } from "@longwire/fixtures/samples/contract";
import { walk } from "@longwire/fixtures/samples/walk";
import type { Misfit } from "@longwire/shared-protocol/fit";
import { pinnedMisfits, type SentKind } from "@longwire/shared-protocol/pinned-fit";
import { capabilityActs } from "@longwire/web/actions/capabilities";
import { startThread } from "@longwire/web/actions/start-thread";
import type { Journal } from "@longwire/web/journal/journal";
import { createMemoryJournal } from "@longwire/web/journal/memory";
import type { Row } from "@longwire/web/journal/rows";
import { turnStatus } from "@longwire/web/projection/state";
import { countDrift, type DriftCount } from "@longwire/web/views/drift/count";
import { refusalOf } from "@longwire/web/views/lacking/kinds";
import { afterEach, expect, test } from "vitest";
import { startNodeSession } from "../support/node-session.ts";
import { startPuppetSession } from "../support/puppet-session.ts";
import { removeState, startRelayProcess } from "../support/relay-process.ts";

const cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const contract = pinnedContract();
const schemas = new Map(partsOf(contract).map((part) => [partKey(part), part.schema]));
/** Without it they are another form of the same. */
const OTHER_FORMS = /^McpElicitation(Untitled|Titled|Const|LegacyTitled)|^ResourceContent.*\.(text|blob)$/;
const isSent = (kind: PartKind): kind is SentKind => kind === "notified" || kind === "asked" || kind === "reply";

/** All fixtures and recorded lines of what the server sends. */
const sent = [...allFixtures(contract).fixtures, ...recordedParts(contract.version)].flatMap(({ kind, name, value }) =>
  isSent(kind) ? [{ kind, name, value: value ?? {} }] : [],
);
const pathOf = (path: readonly (string | number)[]): string =>
  path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");

test("[RPC-64] every fixture and every recorded line of the pinned version fits, and nothing of it is called new", () => {
  const wrong: string[] = [];
  for (const { kind, name, value } of sent)
    for (const misfit of pinnedMisfits(kind, name, value) ?? [])
      wrong.push(`${kind} ${name} ${pathOf(misfit.path)}: ${misfit.kind}, ${misfit.expected}, ${misfit.found}`);
  expect([...new Set(wrong)]).toEqual([]);
  expect(sent.length).toBeGreaterThan(2000);
});

test("[RPC-64] without any one of the members that the schema always has, each is told as missing at its place", () => {
  const silent = new Set<string>();
  const cut = new Set<string>();
  for (const { kind, name, value } of sent) {
    const schema = schemas.get(`${kind} ${name}`);
    if (schema === undefined) continue;
    const copy: unknown = structuredClone(value);
    const members: (readonly [at: string, owner: object, name: string, path: string])[] = [];
    walk(contract.file, schema, copy, name, "", {
      required: (at, owner, member, path) => members.push([at, owner, member, path]),
    });
    for (const [at, owner, member, path] of members) {
      const key = `${kind} ${name} ${at}`;
      if (cut.has(key) || !Object.hasOwn(owner, member)) continue;
      cut.add(key);
      const kept: unknown = Reflect.get(owner, member);
      Reflect.deleteProperty(owner, member);
      const misfits = pinnedMisfits(kind, name, copy) ?? [];
      Reflect.set(owner, member, kept);
      // Of options that are told apart by their only member, the whole is told of.
      const place = (it: Misfit) =>
        it.expected.endsWith("as its member") ? `${pathOf(it.path)}.${member}` : pathOf(it.path);
      if (!OTHER_FORMS.test(at) && !misfits.some((it) => it.kind === "contradicts" && place(it) === path))
        silent.add(`${key} ${path} -> ${JSON.stringify(misfits).slice(0, 300)}`);
    }
  }
  console.log(`${cut.size} members taken away, one at a time`);
  expect([...silent]).toEqual([]);
  expect(cut.size).toBeGreaterThan(900);
});

/** The places of what is added, by method. */
function placesIn(count: DriftCount | null): string[] {
  return (count?.methods ?? []).flatMap(({ kind, method, places }) =>
    [...places.values()].map(({ place, misfit }) =>
      misfit.what === "method" ? `${kind} ${method}` : `${method} ${place} ${misfit.what}`,
    ),
  );
}

async function countIn(journal: Journal, generation: string | null): Promise<DriftCount | null> {
  if (generation === null) throw new Error("no process");
  return countDrift({ journal, host: "host", generation, threads: [""], breathe: () => Promise.resolve() });
}

const pinned = pinnedContract().version;

function codex(version: string): CodexCommand | null {
  try {
    return codexOfVersion(version, 100_000);
  } catch {
    return null;
  }
}

for (const version of [pinned, "0.152.0", "0.171.0"])
  test(`[RPC-65] ${version}: nothing of what it really says contradicts the pinned schema; what is new in it is named`, async (context) => {
    const recorded = recordedParts(version).flatMap(({ kind, name, value }) =>
      isSent(kind) ? (pinnedMisfits(kind, name, value ?? {}) ?? []) : [],
    );
    expect(recorded.filter(({ kind }) => kind === "contradicts")).toEqual([]);
    expect(recorded.length > 0).toBe(version !== pinned);

    const command = codex(version);
    if (command === null) return context.skip(`@openai/codex ${version} is not here and could not be fetched`);
    const provider = await startProvider({
      script: ({ outputsSinceUser }) =>
        outputsSinceUser === 0 ? [say("I look."), exec("echo hello", { escalated: "To see." })] : [say("Done.")],
    });
    const home = createCodexHome({ providerUrl: provider.url });
    const project = newFolder("project");
    const relay = await startRelayProcess({
      env: { ...home.env, HOME: project },
      command: [command.file, ...command.args, "app-server"],
    });
    const journal = createMemoryJournal();
    const it = startNodeSession({ ...relay, journal, unfit: true });
    const { session } = it;
    cleanUps.push(
      () => home.remove(),
      () => removeState(relay.stateDir),
      () => provider.close(),
      () => relay.stop(),
      () => session.close(),
    );
    await it.until("live", () => session.facts().connection === "live");
    const started = await startThread(session, { cwd: project });
    if (!started.ok) throw new Error("no thread");
    const thread = session.openThread(started.value.thread);
    await session.sendMessage(thread.state.id, "Look.");
    const question = await it.until("a question", () => [...session.state.decisions.values()][0]);
    await session.answer(question, { result: { decision: "accept" } });
    await it.until("its end", () => [...thread.state.turns.values()].some((turn) => turnStatus(turn) === "completed"));
    await capabilityActs.read(session, journal, { name: "models" });
    await capabilityActs.read(session, journal, { name: "features" });
    await it.until("all is stored", () => session.facts().stored);

    const count = await countIn(journal, session.state.current);
    console.log(
      `${version}: ${count?.lines} lines, ${count?.unfit} contradict, ${count?.adding} add:\n  ${placesIn(count).join("\n  ")}`,
    );
    expect(count?.methods.filter(({ unfit }) => unfit > 0)).toEqual([]);
    expect(count).toMatchObject({ unfit: 0, whole: true });
    expect(count?.lines).toBeGreaterThan(25);
    // Of which kind a refusal is, the real words tell.
    const kindOf = async (method: string, params: unknown) => {
      const outcome = await session.request(method, params);
      return outcome.ok || outcome.reason.type !== "rpc" ? outcome : refusalOf(outcome.reason, method);
    };
    expect(await kindOf("longwire/nothing", {})).toEqual({ kind: "method", name: "longwire/nothing" });
    expect(await kindOf("thread/start", { sandbox: "hologram" })).toEqual({ kind: "word", name: "hologram" });
    expect(await kindOf("thread/read", {})).toEqual({ kind: "field", name: "threadId" });
    expect(await kindOf("thread/start", { sandbox: 7 })).toEqual({ kind: "shape", name: null });
    expect(await kindOf("thread/read", { threadId: "nowhere" })).toEqual({ kind: "failed", name: null });
    if (version === pinned) expect(placesIn(count)).toEqual([]);
    if (version === "0.171.0") {
      expect(placesIn(count)).toContain("notified thread/readState/changed");
      expect(placesIn(count)).toContain("turn/started params.turn.rootTurnId member");
      expect(placesIn(count)).toContain("item/completed params.item.startedAtMs member");
    }
  }, 200_000);

test("[VIW-767] a client that did not ask for the experimental API is refused in words of their own", async () => {
  const home = createCodexHome({ providerUrl: "http://127.0.0.1:9" });
  const app = new AppServer({ env: { ...home.env, HOME: newFolder("home") } });
  cleanUps.push(
    () => home.remove(),
    async () => void (await app.close()),
  );
  await app.requestRaw("initialize", { clientInfo: { name: "plain", title: null, version: "1" }, capabilities: null });
  app.notify("initialized");
  for (const [method, params, name] of [
    ["thread/queue/list", { threadId: "x" }, "thread/queue/list"],
    ["thread/start", { historyMode: "paginated" }, "thread/start.historyMode"],
  ] as const) {
    const reason: unknown = await app.requestRaw(method, params).catch((error: unknown) => error);
    if (!(reason instanceof RequestFailed)) throw new Error(`${method} was not refused`);
    const message = reason.message.slice(`${method}: `.length);
    expect(refusalOf({ code: reason.code, message }, method)).toEqual({ kind: "experimental", name });
  }
});

test("[PRJ-440] a reply, a notification and a request that contradict, and a line that is none, are stored as they came, projected as far as they go, and counted by their place", async () => {
  const { puppet, journal, it, session } = await startPuppetSession(cleanUps);
  puppet.on("model/list", () => ({ data: { not: "a list" }, nextCursor: null }));
  const listed = await session.request("model/list", {});
  expect(listed).toEqual({ ok: true, value: { data: { not: "a list" }, nextCursor: null } });

  const thread = session.openThread("T1");
  await puppet.begin("t1");
  const item = { type: "agentMessage", id: "m1", text: "Read all the same.", memoryCitation: 7 };
  await puppet.say({ method: "item/completed", params: { threadId: "T1", turnId: "t1", item } });
  const odd = { ...item, id: "m2", text: ["no", "text"] };
  await puppet.say({ method: "item/completed", params: { threadId: "T1", turnId: "t1", item: odd } });
  const asked = { threadId: "T1", turnId: "t1", itemId: "c1", command: ["not", "a", "text"] };
  await puppet.say({ id: "q1", method: "item/commandExecution/requestApproval", params: asked });
  await puppet.raw('{"this is": no JSON}\n');
  await puppet.end("t1");

  const turn = await it.until("the turn", () => thread.state.turns.get("t1"));
  await it.until("its end", () => turnStatus(turn) === "completed");
  expect(turn.items.get("m1")).toMatchObject({ type: "agentMessage", text: "Read all the same." });
  expect(turn.items.get("m2")).toMatchObject({ type: "generic", phase: "completed" });
  const question = await it.until("the question", () => [...session.state.decisions.values()][0]);
  expect(question).toMatchObject({ id: "q1", params: asked });
  await it.until("all is stored", () => session.facts().stored);

  const rows: Row[] = [];
  await journal.readAll("host", 0, (chunk) => rows.push(...chunk));
  const lines = rows.flatMap((row) => (row.kind === "in" && typeof row.line === "string" ? [row.line] : []));
  expect(lines).toContain('{"this is": no JSON}');
  expect(lines).toContain(JSON.stringify({ method: "item/completed", params: { threadId: "T1", turnId: "t1", item } }));

  const count = await countIn(journal, session.state.current);
  const told = (count?.methods ?? []).map(({ kind, method, unfit, first }) => ({ kind, method, unfit, first }));
  expect(told).toContainEqual({
    kind: "reply",
    method: "model/list",
    unfit: 1,
    first: expect.objectContaining({ misfit: expect.objectContaining({ path: ["data"], expected: "a list" }) }),
  });
  const place = (kind: string, method: string) =>
    told.find((each) => each.kind === kind && each.method === method)?.first?.misfit.path.join(".");
  expect(place("notified", "item/completed")).toBe("completedAtMs");
  expect(place("asked", "item/commandExecution/requestApproval")).toBe("startedAtMs");
  expect(told.some(({ kind, unfit }) => kind === "unreadable" && unfit === 1)).toBe(true);
});
