// Turns told badly, over the real relay: a puppet for an App Server says what the binary does not do on demand, to two devices
// at once. Afterwards both have the same, a page that is opened without the relay has it too, and nothing runs any more.
import { afterEach, expect, test } from "vitest";
import { createMemoryJournal } from "@longwire/web/journal/memory";
import type { Row } from "@longwire/web/journal/rows";
import { toEnvelope } from "@longwire/web/projection/envelope";
import { type ThreadState, turnStatus } from "@longwire/web/projection/state";
import { batchesOf, seededNumbers } from "@longwire/web/projection/testing/batches";
import { foldThread } from "@longwire/web/projection/thread-fold";
import { createThreadState } from "@longwire/web/projection/thread-state";
import { type NodeSession, startNodeSession } from "../support/node-session.ts";
import { startPuppet } from "../support/puppet.ts";
import { removeState, startRelayProcess } from "../support/relay-process.ts";

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`faults of seed ${seed}`);

const cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const T = "T1";
const note = (method: string, params: object, emittedAtMs?: number) => ({
  method,
  params,
  ...(emittedAtMs === undefined ? {} : { emittedAtMs }),
});
const started = (turn: string, thread = T) =>
  note("turn/started", { threadId: thread, turn: { id: turn, items: [], status: "inProgress" } });
const completed = (turn: string, status = "completed", thread = T) =>
  note("turn/completed", { threadId: thread, turn: { id: turn, items: [], status } });
const said = (turn: string, id: string, text: string) =>
  note("item/completed", { threadId: T, turnId: turn, item: { type: "agentMessage", id, text } });
const delta = (turn: string, id: string, text: string) =>
  note("item/agentMessage/delta", { threadId: T, turnId: turn, itemId: id, delta: text });
const status = (type: string, thread = T) => note("thread/status/changed", { threadId: thread, status: { type } });

/** What views draw: everything but what the fold keeps for itself, and each device's own times of hearing. */
const drawn = (state: ThreadState) =>
  [...state.turns.values()].map((turn) => [
    turn.id,
    turnStatus(turn),
    turn.error,
    turn.entries.map((entry) => (entry.type === "item" ? turn.items.get(entry.item) : entry)),
  ]);
const texts = (state: ThreadState, turn: string): string[] =>
  [...(state.turns.get(turn)?.items.values() ?? [])].map((item) => ("text" in item ? item.text : item.type));

async function fold(it: NodeSession): Promise<ThreadState> {
  const rows: Row[] = [];
  await it.journal.readAll("host", 0, (chunk) => rows.push(...chunk));
  let state = createThreadState(T);
  for (const batch of batchesOf(rows, seededNumbers(seed))) {
    state = structuredClone(state);
    for (const row of batch) foldThread(state, { host: "host" }, toEnvelope(row), () => undefined);
  }
  return state;
}

test(`[PRJ-350] [PRJ-351] [PRJ-353] [PRJ-354] [ACT-130] [ACT-131] late, missing, doubled, foreign and unknown, to two devices at once (seed ${seed})`, async () => {
  const puppet = await startPuppet();
  const relay = await startRelayProcess({ command: [...puppet.command] });
  cleanUps.push(
    () => removeState(relay.stateDir),
    () => puppet.close(),
    () => relay.stop(),
  );
  // Its history has what has ended, and not the turn of which it has lost all trace.
  const full = (id: string, state: string, items: object[]) => ({ id, status: state, items, itemsView: "full" });
  const history = [
    full("t5", "completed", [{ type: "agentMessage", id: "m", text: "two at once, second" }]),
    full("t4", "completed", [{ type: "agentMessage", id: "m", text: "end lost" }]),
  ];
  puppet.on("thread/turns/list", () => ({ data: history, nextCursor: null }));

  const one = startNodeSession(relay);
  const two = startNodeSession(relay);
  cleanUps.push(
    () => one.session.close(),
    () => two.session.close(),
  );
  for (const it of [one, two]) await it.until("live", () => it.session.facts().connection === "live");
  expect(await one.session.request("thread/start", { cwd: "/tmp" })).toMatchObject({ ok: true });
  const threads = [one, two].map((it) => it.session.openThread(T));
  for (const it of [one, two]) await it.until("the thread", () => it.session.openThread(T).ready);

  const far = [0, -1, 9e15, Date.now() + 3 * 3_600_000, Date.now() - 9 * 3_600_000];
  const lines = [
    // Everything before the start, the start behind the end, each twice.
    delta("t1", "m", "be"),
    said("t1", "m", "before the start"),
    completed("t1"),
    completed("t1"),
    started("t1"),
    started("t1"),
    // An end with a word of its own, and an older turn told again while the next one runs.
    started("t2"),
    started("t3"),
    completed("t2", "paused"),
    completed("t1"),
    started("t1"),
    said("t1", "late", "behind its end"),
    completed("t3", "failed"),
    // Somebody else's, and nobody's.
    started("t1", "never-heard-of"),
    completed("t1", "failed", "never-heard-of"),
    note("turn/started", { turn: { id: "t9", items: [], status: "inProgress" } }),
    note("turn/completed", { turn: { id: "t3", items: [], status: "completed" } }),
    status("hibernating"),
    // Two at once, of which one never ends, and one of which nobody knows anything any more.
    started("t4"),
    delta("t4", "m", "end lost"),
    started("t5"),
    said("t5", "m", "two at once, second"),
    started("t6"),
    delta("t6", "m", "no trace"),
    completed("t5"),
    status("idle"),
  ].map((line, at) => ({ ...line, emittedAtMs: far[at % far.length] }));
  // In pieces of chance: a line may come in many, many lines in one.
  const below = seededNumbers(seed);
  const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + below(700);
    await puppet.raw(bytes.slice(at, end));
    at = end;
  }

  const ended = [
    ["t1", "completed"],
    ["t2", "paused"],
    ["t3", "failed"],
    ["t4", "completed"],
    ["t5", "completed"],
    ["t6", "lost"],
  ];
  for (const [n, it] of [one, two].entries()) {
    const state = () => threads[n]?.state ?? createThreadState(T);
    const standing = () => [...state().turns.values()].map((turn) => [turn.id, turnStatus(turn)]);
    await it.until(
      `the end on device ${n + 1}`,
      () => state().turns.size === 6 && standing().every(([, word]) => word !== "inProgress"),
    );
    expect(standing()).toEqual(ended);
    expect(state().turns.get("t6")?.endUntold).toBe(true);
    expect([texts(state(), "t1"), texts(state(), "t4"), texts(state(), "t6")]).toEqual([
      ["before the start", "behind its end"],
      ["end lost"],
      ["no trace"],
    ]);
    expect(it.session.state.threads.get(T)?.lastTurn?.status).not.toBe("inProgress");
    await it.until("stored", () => it.session.facts().stored);
    expect(drawn(await fold(it))).toEqual(drawn(state()));
  }

  // Opened again without the relay, from what the first device has stored.
  const live = drawn(threads[0]?.state ?? createThreadState(T));
  one.session.close();
  await relay.stop();
  const journal = one.journal;
  const offline = startNodeSession({ ...relay, journal });
  cleanUps.push(() => offline.session.close());
  const stored = offline.session.openThread(T);
  await offline.until("the stored thread", () => stored.ready && offline.session.facts().connection === "offline");
  expect(drawn(stored.state)).toEqual(live);
}, 60_000);

test(`[ACT-133] turn/start and reads that are never answered hold up no turn (seed ${seed})`, async () => {
  const puppet = await startPuppet();
  const relay = await startRelayProcess({ command: [...puppet.command] });
  cleanUps.push(
    () => removeState(relay.stateDir),
    () => puppet.close(),
    () => relay.stop(),
  );
  const it = startNodeSession({ ...relay, journal: createMemoryJournal() });
  cleanUps.push(() => it.session.close());
  await it.until("live", () => it.session.facts().connection === "live");
  await it.session.request("thread/start", { cwd: "/tmp" });
  const thread = it.session.openThread(T);
  await it.until("the thread", () => thread.ready);
  for (const method of ["turn/start", "thread/read", "thread/turns/list"]) puppet.on(method, null);
  void it.session.refetch(T);
  for (const n of [1, 2]) {
    await it.session.sendMessage(T, `message ${n}`);
    const sent = await it.until("heard", () => puppet.heard.filter(({ method }) => method === "turn/start")[n - 1]);
    const clientId = sent.params?.["clientUserMessageId"];
    await puppet.begin(`t${n}`);
    await puppet.item(`t${n}`, { type: "userMessage", id: "u", clientId, content: sent.params?.["input"] });
    await puppet.end(`t${n}`);
    await it.until("the end", () => {
      const turn = thread.state.turns.get(`t${n}`);
      return turn !== undefined && turnStatus(turn) === "completed";
    });
    expect(thread.state.outgoing.size).toBe(0);
    expect(it.session.facts()).toMatchObject({ outbox: [], returned: [] });
  }
  expect(puppet.heard.filter(({ method }) => method === "turn/start")).toHaveLength(2);
  expect(drawn(await fold(it))).toEqual(drawn(thread.state));
}, 30_000);
