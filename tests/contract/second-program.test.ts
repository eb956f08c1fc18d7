// A second program that speaks the protocol, wholly independent of the first: that it keeps to the pinned schema apart from what
// it adds, and that the app's own session does its job with it over a real relay.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@longwire/fixtures/codex-home";
import { contradicts } from "@longwire/shared-protocol/fit";
import { pinnedMisfits } from "@longwire/shared-protocol/pinned-fit";
import { accountActs } from "@longwire/web/actions/account";
import { actions } from "@longwire/web/actions/actions";
import { learnMethods } from "@longwire/web/actions/learn-methods";
import { startThread } from "@longwire/web/actions/start-thread";
import type { Decision } from "@longwire/web/decisions/state";
import type { OpenThread } from "@longwire/web/host/model";
import type { Journal } from "@longwire/web/journal/journal";
import { lacks, refusedMethods } from "@longwire/web/projection/lacking";
import { type Turn, turnStatus } from "@longwire/web/projection/state";
import { countDrift } from "@longwire/web/views/drift/count";
import { refusalOf } from "@longwire/web/views/lacking/kinds";
import { afterEach, expect, test } from "vitest";
import { heronCommand, type HeronLine, startHeron } from "../support/heron.ts";
import { type NodeSession, startNodeSession } from "../support/node-session.ts";
import { type RelayProcess, removeState, startRelayProcess } from "../support/relay-process.ts";

const cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

// ------------------------------------------------------------------------------------------------ the program itself

/** What it is asked, by id, so that a reply can be held against the schema of its method. */
function speaking(home: string, without: readonly string[] = []) {
  const heron = startHeron(home, without);
  cleanUps.push(() => heron.end());
  const asked = new Map<string, string>();
  let n = 0;
  const request = async (method: string, params: unknown = {}): Promise<HeronLine> => {
    const id = `t.${(n += 1)}`;
    asked.set(id, method);
    heron.send({ id, method, params });
    return heron.until(`the reply to ${method}`, (line) => line.id === id && line.method === undefined);
  };
  return { heron, request, asked };
}

function textOf(value: unknown, ...path: string[]): string {
  let at = value;
  for (const name of path) at = typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined;
  if (typeof at !== "string") throw new Error(`no text at ${path.join(".")}: ${JSON.stringify(value)}`);
  return at;
}

const say = (text: string) => [{ type: "text", text, text_elements: [] }];

test("[RPC-70] every line that it sends fits the pinned schema but for what it adds, and it adds at every level", async () => {
  const home = newFolder("heron");
  const { heron, request, asked } = speaking(home);
  await request("initialize", { clientInfo: { name: "t", title: null, version: "1" } });
  heron.send({ method: "initialized" });
  await request("model/list");
  const threadId = textOf(await request("thread/start", { cwd: home }), "result", "thread", "id");
  await request("turn/start", {
    threadId,
    clientUserMessageId: "m-1",
    input: say("say I look.\nrun echo hello\nwrite a.txt one\nwrite a.txt two\nask Which pond? Near | Far\nhold"),
  });
  for (const [method, result] of [
    ["item/commandExecution/requestApproval", { decision: "accept" }],
    ["item/fileChange/requestApproval", { decision: "accept" }],
    ["item/fileChange/requestApproval", { decision: "decline" }],
    ["item/tool/requestUserInput", { answers: { q: { answers: ["Near"] } } }],
  ] as const) {
    const before = new Set(
      heron.said.flatMap(({ method: each, params }) =>
        each === "serverRequest/resolved" ? [params?.["requestId"]] : [],
      ),
    );
    const { id } = await heron.until(method, (line) => line.method === method && !before.has(line.id));
    heron.send({ id, result });
    await heron.until(
      "its end",
      (line) => line.method === "serverRequest/resolved" && line.params?.["requestId"] === id,
    );
  }
  const turnId = textOf(
    await heron.until("the turn", ({ method }) => method === "turn/started"),
    "params",
    "turn",
    "id",
  );
  await request("turn/steer", { threadId, expectedTurnId: turnId, input: say("fail No more.") });
  await heron.until("its end", ({ method }) => method === "turn/completed");
  const next = textOf(await request("turn/start", { threadId, input: say("run echo never") }), "result", "turn", "id");
  await heron.until(
    "a question",
    ({ method, params }) => method?.endsWith("Approval") === true && params?.["turnId"] === next,
  );
  await request("thread/resume", { threadId, initialTurnsPage: { limit: 1, itemsView: "full" } });
  await request("turn/interrupt", { threadId, turnId: next });
  for (const [method, params] of [
    ["thread/name/set", { threadId, name: "Ponds" }],
    ["thread/list", {}],
    ["thread/loaded/list", {}],
    ["thread/read", { threadId, includeTurns: true }],
    ["thread/turns/list", { threadId, limit: 1 }],
    ["thread/archive", { threadId }],
    ["thread/list", { archived: true }],
    ["thread/unarchive", { threadId }],
  ] as const)
    expect(await request(method, params), method).toHaveProperty("result");

  const adds = new Set<string>();
  for (const { id, method, params, result } of heron.said) {
    const name = method ?? asked.get(String(id)) ?? "";
    const kind = method === undefined ? "reply" : id === undefined ? "notified" : "asked";
    const misfits = pinnedMisfits(kind, name, method === undefined ? result : params) ?? [];
    expect(contradicts(misfits), `${kind} ${name}: ${JSON.stringify(misfits)}`).toBe(false);
    for (const { what, path, found } of misfits)
      adds.add(what === "member" ? `${kind} ${name} ${path.join(".")}` : `${what} ${found}`);
  }
  for (const each of [
    "method heron/preened",
    "word “heronSketch”",
    "reply initialize heronPerch",
    "reply thread/start thread.heronPerch",
    "asked item/commandExecution/requestApproval heronPerch",
    "notified turn/started turn.heronPerch",
    "notified item/completed item.heronPerch",
    "reply model/list data.0.heronPerch",
  ])
    expect([...adds]).toContain(each);
  const ids = heron.said.flatMap(({ id, method }) => (method === undefined ? [] : (id ?? [])));
  expect(ids).toEqual(["heron-ask-1", "heron-ask-2", "heron-ask-3", "heron-ask-4", "heron-ask-5", "heron-ask-5"]);
  expect(heron.said.some(({ params }) => params?.["status"] !== undefined)).toBe(true);
  expect(await heron.end()).toBe(0);
});

test("[RPC-71] what it has no method for it refuses in its own words, and an answer under another type of id answers nothing", async () => {
  const { heron, request } = speaking(newFolder("heron"), ["thread/read"]);
  await request("initialize");
  const refused = { code: -32601, message: "Method not found" };
  for (const method of ["account/read", "config/read", "toString", "thread/read"])
    expect((await request(method)).error).toEqual(refused);
  expect((await request("initialize")).error?.message).not.toContain("initialized");
  const threadId = textOf(await request("thread/start"), "result", "thread", "id");
  await request("turn/start", { threadId, input: say("run echo hello") });
  await heron.until("a question", ({ id }) => id === "heron-ask-1");
  for (const id of [1, ["heron-ask-1"], "heron-ask-2"]) heron.send({ id, result: { decision: "accept" } });
  await request("thread/list");
  expect(heron.said.some(({ method }) => method === "serverRequest/resolved")).toBe(false);
});

// ------------------------------------------------------------------------------------------------ behind a relay

interface Stage {
  readonly relay: RelayProcess;
  readonly home: string;
  page(journal?: Journal): NodeSession;
  /** What the program was sent, so far. */
  heard(): HeronLine[];
}

async function stage(without: readonly string[] = []): Promise<Stage> {
  const home = newFolder("heron");
  const log = join(home, "heard.jsonl");
  const relay = await startRelayProcess({ command: heronCommand(without, log), env: { HOME: home } });
  cleanUps.push(
    () => removeState(relay.stateDir),
    () => relay.stop(),
  );
  return {
    relay,
    home,
    heard: () =>
      existsSync(log)
        ? readFileSync(log, "utf8")
            .split("\n")
            .filter(Boolean)
            // What the app wrote is JSON.
            .map((line) => JSON.parse(line) as HeronLine)
        : [],
    page(journal) {
      const it = startNodeSession({ ...relay, ...(journal === undefined ? {} : { journal }) });
      cleanUps.push(() => it.session.close());
      return it;
    },
  };
}

const live = (it: NodeSession): Promise<boolean> =>
  it.until("live", () => it.session.facts().connection === "live" && it.session.facts().trouble === null);

async function newThread(it: NodeSession, cwd: string): Promise<OpenThread> {
  await live(it);
  const started = await startThread(it.session, { cwd });
  if (!started.ok) throw new Error(JSON.stringify(started.reason));
  return it.session.openThread(started.value.thread);
}

const pending = (it: NodeSession, method: string): Promise<Decision> =>
  it.until(method, () =>
    [...it.session.state.decisions.values()].find((each) => each.method === method && each.state.type === "pending"),
  );

const turnWith = (it: NodeSession, thread: OpenThread, status: string): Promise<Turn> =>
  it.until(`a turn that is ${status}`, () =>
    [...thread.state.turns.values()].find((each) => turnStatus(each) === status),
  );

const JOB = "say I look.\nrun echo hello\nwrite a.txt one\nask Which pond? Near | Far";

/** The main job, to the end of its turn. */
async function doJob(it: NodeSession, thread: OpenThread): Promise<Turn> {
  const { session } = it;
  await session.sendMessage(thread.state.id, JOB);
  for (const [method, result] of [
    ["item/commandExecution/requestApproval", { decision: "accept" }],
    ["item/fileChange/requestApproval", { decision: "accept" }],
    ["item/tool/requestUserInput", { answers: { q: { answers: ["Near"] } } }],
  ] as const)
    await session.answer(await pending(it, method), { result });
  return turnWith(it, thread, "completed");
}

test("[RPC-72] the main job: its string ids go back as they came, the command runs, the file is written, the answer arrives", async () => {
  const { page, home, heard } = await stage();
  const it = page();
  const thread = await newThread(it, home);
  const turn = await doJob(it, thread);
  expect([...turn.items.values()].map(({ type }) => type)).toEqual([
    "userMessage",
    "generic",
    "agentMessage",
    "commandExecution",
    "fileChange",
    "agentMessage",
  ]);
  expect([...turn.items.values()].find(({ type }) => type === "commandExecution")).toMatchObject({
    output: "hello\n",
    exitCode: 0,
  });
  expect(readFileSync(join(home, "a.txt"), "utf8")).toBe("one\n");
  expect([...turn.items.values()].at(-1)).toMatchObject({ text: "You chose: Near" });
  expect(heard().filter(({ method }) => method === undefined)).toEqual([
    { id: "heron-ask-1", result: { decision: "accept" } },
    { id: "heron-ask-2", result: { decision: "accept" } },
    { id: "heron-ask-3", result: { answers: { q: { answers: ["Near"] } } } },
  ]);
  expect([...it.session.state.decisions.values()].map(({ state }) => state)).toMatchObject([
    { type: "resolved", outcome: "answered-here" },
    { type: "resolved", outcome: "answered-here" },
    { type: "resolved", outcome: "answered-here" },
  ]);
  expect(thread.state.outgoing.size).toBe(0);
  expect(it.session.facts().outbox).toEqual([]);
  expect(it.session.facts().userAgent).toMatch(/^heron\/2\.4\.0 /);

  // Declined, and stopped.
  await it.session.sendMessage(thread.state.id, "run echo never\nsay Then not.");
  await it.session.answer(await pending(it, "item/commandExecution/requestApproval"), {
    result: { decision: "decline" },
  });
  await it.until("two turns", () => thread.state.turns.size === 2);
  const [, declined] = [...thread.state.turns.values()];
  await it.until("its end", () => declined !== undefined && turnStatus(declined) === "completed");
  expect([...(declined?.items.values() ?? [])].find(({ type }) => type === "commandExecution")).toMatchObject({
    status: "declined",
  });
  await it.session.sendMessage(thread.state.id, "run echo never");
  const asked = await pending(it, "item/commandExecution/requestApproval");
  await it.session.interrupt(thread.state.id, asked.turn ?? "");
  await turnWith(it, thread, "interrupted");
  await it.until("withdrawn", () => asked.state.type !== "pending");
});

test("[RPC-73] what it lacks is known from its own words, and nothing of the account, limits or configuration blocks anything", async () => {
  const { page, home } = await stage();
  const it = page();
  const { session } = it;
  const thread = await newThread(it, home);
  await learnMethods(session);
  for (const ask of [
    () => accountActs.read(session),
    () => accountActs.readLimits(session),
    () => actions.readConfig(session, home),
    () => actions.listDirectory(session, home),
  ]) {
    const outcome = await ask();
    expect(outcome).toMatchObject({ ok: false, reason: { type: "rpc", code: -32601, message: "Method not found" } });
  }
  for (const method of ["account/read", "account/rateLimits/read", "config/read", "fs/readDirectory"]) {
    expect(lacks(session.state, method)).toBe("Method not found");
    expect(refusalOf({ code: -32601, message: "Method not found" }, method).kind).toBe("method");
  }
  for (const method of ["thread/start", "turn/start", "model/list", "thread/fork"])
    expect(lacks(session.state, method), "it was never refused").toBeNull();
  expect(refusedMethods(session.state).length).toBeGreaterThanOrEqual(5);
  expect(session.facts().trouble).toBeNull();
  await doJob(it, thread);
});

test("[PRJ-450] an item and a notification that only it has leave a trace; its additions are counted, and nothing contradicts", async () => {
  const { page, home } = await stage();
  const it = page();
  const thread = await newThread(it, home);
  const turn = await doJob(it, thread);
  const sketch = [...turn.items.values()].find(({ type }) => type === "generic");
  expect(sketch).toMatchObject({ raw: { type: "heronSketch", title: "The pond at dawn" } });
  const cards = turn.entries.flatMap((entry) => (entry.type === "card" ? [entry.card] : []));
  expect(cards).toMatchObject([{ name: "heron/preened", what: "notification" }]);
  await it.until("all is stored", () => it.session.facts().stored);
  const count = await countDrift({
    journal: it.journal,
    host: "host",
    generation: it.session.state.current ?? "",
    threads: [""],
    breathe: () => Promise.resolve(),
  });
  expect(count).toMatchObject({ unfit: 0, whole: true });
  expect(count?.adding).toBeGreaterThan(10);
});

test("[PRJ-451] the journal read again folds to the same, live and offline", async () => {
  const { page, home, relay } = await stage();
  const it = page();
  const thread = await newThread(it, home);
  await doJob(it, thread);
  await it.session.sendMessage(thread.state.id, "hold");
  const held = await turnWith(it, thread, "inProgress");
  await it.session.interrupt(thread.state.id, held.id);
  await turnWith(it, thread, "interrupted");
  await it.until("all is stored", () => it.session.facts().stored);
  it.session.close();
  await relay.stop();
  const again = page(it.journal);
  const same = again.session.openThread(thread.state.id);
  await again.until("the thread from the journal", () => same.ready);
  expect(structuredClone(same.state.turns)).toEqual(structuredClone(thread.state.turns));
  expect(structuredClone(same.state.timeline)).toEqual(structuredClone(thread.state.timeline));
  expect([...again.session.state.decisions.values()].map(({ key, state }) => [key, state])).toEqual(
    [...it.session.state.decisions.values()].map(({ key, state }) => [key, state]),
  );
});

test("[RPC-74] a second page joins a connection that was opened before, whatever the words are in which it is told so", async () => {
  const { page, home } = await stage();
  const one = page();
  const thread = await newThread(one, home);
  const two = page();
  await live(two);
  expect(two.session.facts().userAgent).toMatch(/^heron\/2\.4\.0 /);
  const seen = two.session.openThread(thread.state.id);
  await two.session.sendMessage(thread.state.id, "run echo hello");
  await one.session.answer(await pending(one, "item/commandExecution/requestApproval"), {
    result: { decision: "accept" },
  });
  await turnWith(two, seen, "completed");
});

test("[RPC-75] it is started anew: its threads are still there, and the next message resumes one and is done", async () => {
  const { page, home, heard, relay } = await stage();
  const it = page();
  const thread = await newThread(it, home);
  await doJob(it, thread);
  await it.session.sendMessage(thread.state.id, "hold");
  await turnWith(it, thread, "inProgress");
  const { port, stateDir } = relay;
  await relay.stop();
  await it.until("offline", () => it.session.facts().connection !== "live");
  const next = await startRelayProcess({
    port,
    stateDir,
    env: { HOME: home },
    command: heronCommand([], join(home, "heard.jsonl")),
  });
  cleanUps.push(() => next.stop());
  await live(it);
  await it.session.sendMessage(thread.state.id, "say Still here.");
  await it.until("it says so", () =>
    [...thread.state.turns.values()].some((turn) =>
      [...turn.items.values()].some((item) => item.type === "agentMessage" && item.text === "Still here."),
    ),
  );
  expect(heard().filter(({ method }) => method === "thread/resume").length).toBeGreaterThanOrEqual(1);
  // Another device, which has nothing of its own.
  const other = page();
  await live(other);
  const same = other.session.openThread(thread.state.id);
  await other.until("its newest turns", () => same.ready && same.state.turns.size > 0);
  while (same.state.older !== null) await actions.loadOlder(other.session, same);
  const turns = ({ state }: OpenThread) =>
    state.timeline.flatMap((entry) => (entry.type === "turn" ? [state.turns.get(entry.turn)] : []));
  const told = (thread: OpenThread) => turns(thread).map((turn) => turn && [turn.id, turnStatus(turn)]);
  expect(told(same)).toEqual(told(thread));
  expect(told(same)).toHaveLength(3);
});

/** All that heron has but the handshake, starting a thread and starting a turn. */
const REST = [
  "model/list",
  "thread/resume",
  "thread/read",
  "thread/list",
  "thread/loaded/list",
  "thread/turns/list",
  "thread/name/set",
  "thread/archive",
  "thread/unarchive",
  "turn/steer",
  "turn/interrupt",
];

test("[RPC-76] with three methods the main job is done; what the others are for is refused in words, and nothing waits for them", async () => {
  const { page, home, relay } = await stage(REST);
  const it = page();
  const thread = await newThread(it, home);
  await doJob(it, thread);
  for (const [method, params] of [
    ["thread/name/set", { threadId: thread.state.id, name: "Ponds" }],
    ["thread/archive", { threadId: thread.state.id }],
  ] as const)
    expect(await it.session.request(method, params)).toMatchObject({ ok: false, reason: { code: -32601 } });

  // Stopping is refused: the turn is shown as running still, and goes on.
  await it.session.sendMessage(thread.state.id, "ask Stop me? Yes | No\nsay Not stopped.");
  const asked = await pending(it, "item/tool/requestUserInput");
  await it.session.interrupt(thread.state.id, asked.turn ?? "");
  await it.until("the refusal", () => lacks(it.session.state, "turn/interrupt"));
  await it.session.answer(asked, { result: { answers: { q: { answers: ["No"] } } } });
  await it.until(
    "its end",
    () => [...thread.state.turns.values()].filter((turn) => turnStatus(turn) === "completed").length === 2,
  );

  // Another page: what was said is in the relay's log.
  const other = page();
  await live(other);
  const same = other.session.openThread(thread.state.id);
  await other.until("both turns", () => same.state.turns.size === 2);

  // Started anew it cannot be told to go on with a thread: the message comes back, and is not lost.
  const { port, stateDir } = relay;
  await relay.stop();
  await it.until("offline", () => it.session.facts().connection !== "live");
  const next = await startRelayProcess({ port, stateDir, command: heronCommand(REST), env: { HOME: home } });
  cleanUps.push(() => next.stop());
  await live(it);
  await it.session.sendMessage(thread.state.id, "say Lost?");
  await it.until("the message is back", () => {
    const [back] = it.session.facts().returned;
    const [failed] = [...thread.state.outgoing.values()].filter(({ state }) => state.type === "failed");
    return back?.text === "say Lost?" || failed?.text === "say Lost?";
  });
});
