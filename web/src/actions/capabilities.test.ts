import { expect, test } from "vitest";
import type { HostSession, Outcome, SessionFacts } from "../host/model.ts";
import type { Journal } from "../journal/journal.ts";
import { createMemoryJournal } from "../journal/memory.ts";
import { createHostState } from "../projection/host-fold.ts";
import { capabilityActs, type Known } from "./capabilities.ts";
import type { ModelRecord } from "./capability-records.ts";

type Answer = (method: string, params: Record<string, unknown>) => Outcome<unknown>;

/** A session that answers as it is told, in a generation that a test can change. */
function setUp(answer: Answer, journal: Journal = createMemoryJournal()) {
  const asked: [string, Record<string, unknown>][] = [];
  const listeners = new Set<() => void>();
  const facts = { connection: "live", userAgent: "codex/1.0.0" } as SessionFacts;
  const state = createHostState("h");
  state.current = "g1";
  const it = { answer };
  const session = {
    id: "h",
    state,
    facts: () => facts,
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    request(method: string, params: Record<string, unknown>) {
      asked.push([method, params]);
      return Promise.resolve(it.answer(method, params));
    },
  } as unknown as HostSession;
  const change = (what: () => void) => {
    what();
    for (const listener of listeners) listener();
  };
  return { it, session, journal, asked, state, facts, change };
}
const ok = (value: unknown): Outcome<unknown> => ({ ok: true, value });
const no = (message: string, code = -32603): Outcome<unknown> => ({
  ok: false,
  reason: { type: "rpc", code, message, data: null },
});
const MODELS = { name: "models" } as const;
const names = (known: Known<ModelRecord>) => known.records?.map(({ model }) => model) ?? null;

test("[ACT-155] a list is read to its last page; every record is kept raw, one that cannot be read aside", async () => {
  const pages: Record<string, unknown> = {
    "": { data: [{ model: "a", inputModalities: ["text", "smell"], hologram: { n: 1 } }, "nonsense"], nextCursor: "2" },
    "2": {
      data: [
        { id: "b", displayName: "B", supportedReasoningEfforts: [{ reasoningEffort: "low", description: "d" }, 7] },
      ],
      nextCursor: "3",
    },
    "3": { data: [{ displayName: "nameless" }], nextCursor: null },
  };
  const { session, journal, asked } = setUp((_, params) =>
    ok(pages[typeof params["cursor"] === "string" ? params["cursor"] : ""]),
  );
  const known = await capabilityActs.read(session, journal, { name: "allModels" });
  expect(known.records).toMatchObject([
    {
      model: "a",
      name: "a",
      modalities: ["text", "smell"],
      personality: null,
      efforts: [],
      raw: { hologram: { n: 1 } },
    },
    { model: "b", name: "B", modalities: null, efforts: [{ effort: "low", description: "d" }] },
  ]);
  expect(known.unread).toEqual(["nonsense", { displayName: "nameless" }]);
  expect(known).toMatchObject({ cut: false, fresh: true, userAgent: "codex/1.0.0", failure: null });
  expect(asked.map(([, params]) => params)).toEqual([
    { includeHidden: true },
    { includeHidden: true, cursor: "2" },
    { includeHidden: true, cursor: "3" },
  ]);
});

test("[ACT-155] a server that gives the same page for ever is read to a bound, and that is said", async () => {
  const { session, journal, asked } = setUp(() => ok({ data: [{ model: "a" }], nextCursor: "again" }));
  const known = await capabilityActs.read(session, journal, MODELS);
  expect(known).toMatchObject({ cut: true, records: [{ model: "a" }, { model: "a" }] });
  expect(asked).toHaveLength(2);
  let page = 0;
  const many = setUp(() =>
    ok({ data: Array.from({ length: 500 }, (_, n) => ({ model: `m${n}` })), nextCursor: `${(page += 1)}` }),
  );
  const cut = await capabilityActs.read(many.session, many.journal, MODELS);
  expect(cut.records).toHaveLength(3000);
  expect(cut.cut).toBe(true);
});

test("[ACT-156] it is read by itself once per process, also over a reload, and by each press", async () => {
  const first = setUp(() => ok({ data: [{ model: "a" }], nextCursor: null }));
  await capabilityActs.read(first.session, first.journal, MODELS);
  await capabilityActs.read(first.session, first.journal, MODELS);
  expect(first.asked).toHaveLength(1);
  await capabilityActs.refresh(first.session, first.journal, MODELS);
  expect(first.asked).toHaveLength(2);
  const reloaded = setUp(first.it.answer, first.journal);
  expect(names(await capabilityActs.read(reloaded.session, reloaded.journal, MODELS))).toEqual(["a"]);
  expect(reloaded.asked).toHaveLength(0);
  reloaded.state.current = "g2";
  await capabilityActs.read(reloaded.session, reloaded.journal, MODELS);
  expect(reloaded.asked).toHaveLength(1);
});

test("[ACT-156] another account is offered other models: they are read again", async () => {
  const { session, journal, asked, state } = setUp(() => ok({ data: [], nextCursor: null }));
  state.account = { mode: "apikey", plan: null, email: null, at: 1 } as typeof state.account;
  await capabilityActs.read(session, journal, MODELS);
  state.account = { mode: "chatgpt", plan: "plus", email: null, at: 2 } as typeof state.account;
  await capabilityActs.read(session, journal, MODELS);
  expect(asked).toHaveLength(2);
});

test("[ACT-157] a failed reading stands beside the last good one, offline and over a reload too, and is not tried again by itself", async () => {
  const setup = setUp(() => ok({ data: [{ model: "a" }], nextCursor: null }));
  const { session, journal, it, state } = setup;
  const good = await capabilityActs.read(session, journal, MODELS);
  it.answer = () => no("catalog on fire");
  state.current = "g2";
  const kept = await capabilityActs.read(session, journal, MODELS);
  expect(names(kept)).toEqual(["a"]);
  expect(kept).toMatchObject({ at: good.at, fresh: false, failure: { reason: { message: "catalog on fire" } } });
  const offline = setUp(() => no("asked"), journal);
  offline.facts.connection = "offline";
  offline.state.current = "g2";
  const known = await capabilityActs.read(offline.session, journal, MODELS);
  expect(names(known)).toEqual(["a"]);
  expect(known.failure?.reason).toMatchObject({ message: "catalog on fire" });
  offline.facts.connection = "live";
  await capabilityActs.read(offline.session, journal, MODELS);
  expect(offline.asked).toHaveLength(0);
  it.answer = () => ok({ data: [{ model: "b" }], nextCursor: null });
  await capabilityActs.refresh(session, journal, MODELS);
  expect(await capabilityActs.read(session, journal, MODELS)).toMatchObject({
    records: [{ model: "b" }],
    failure: null,
  });
});

test("[ACT-157] a connection lost on the way is no answer: it is asked again when it is back", async () => {
  const { session, journal, it, asked, facts, change } = setUp(() => ({ ok: false, reason: { type: "missed" } }));
  const told: (string[] | null)[] = [];
  const stop = capabilityActs.watch(session, journal, MODELS, (known) => told.push(names(known)));
  await expect.poll(() => asked.length).toBe(1);
  it.answer = () => ok({ data: [{ model: "a" }], nextCursor: null });
  change(() => (facts.connection = "offline"));
  change(() => (facts.connection = "live"));
  await expect.poll(() => told.at(-1)).toEqual(["a"]);
  expect(told[0]).toBeNull();
  stop();
  change(() => (session.state.current = "g2"));
  expect(asked).toHaveLength(2);
});

test("[ACT-157] what is stored in another shape, and a journal that cannot be read, are nothing", async () => {
  const journal = createMemoryJournal();
  for (const broken of [null, "x", [1, { reading: { at: "x" } }], { a: 1 }]) {
    await journal.put("h/capabilities/models", broken);
    const { session, facts } = setUp(() => no("x"), journal);
    facts.connection = "offline";
    expect(await capabilityActs.read(session, journal, MODELS)).toMatchObject({ records: null, failure: null });
  }
  const none = { get: () => Promise.reject(new Error("gone")), put: () => Promise.reject(new Error("gone")) };
  const { session } = setUp(() => ok({ data: [{ model: "a" }], nextCursor: null }));
  expect(names(await capabilityActs.read(session, none as unknown as Journal, MODELS))).toEqual(["a"]);
});

test("[ACT-158] profiles are kept by the folder that they were asked for, a bounded number of folders", async () => {
  const { session, journal, asked } = setUp((_, { cwd }) =>
    ok({ data: [{ id: `:${String(cwd)}`, allowed: false }], nextCursor: null }),
  );
  for (let n = 0; n < 20; n += 1) await capabilityActs.read(session, journal, { name: "profiles", cwd: `/w${n}` });
  const known = await capabilityActs.read(session, journal, { name: "profiles", cwd: "/w3" });
  expect(known.records).toMatchObject([{ id: ":/w3", allowed: false, description: null }]);
  expect(asked).toHaveLength(20);
  expect(await journal.get("h/capabilities/profiles")).toHaveLength(12);
  const requirements = setUp(() => ok({ requirements: null, future: true }));
  expect(await capabilityActs.read(requirements.session, journal, { name: "requirements" })).toMatchObject({
    records: [{ requirements: null, future: true }],
  });
});

test("[ACT-211] what is read when another account signs in is read once more, for that one", async () => {
  const { it, session, journal, asked, state, change } = setUp(() => ok({ data: [], nextCursor: null }));
  const account = (email: string) => ({ mode: "chatgpt", plan: "pro", email, required: true, at: 1 });
  state.account = account("ada@example.invalid");
  const heard: Known<ModelRecord>[] = [];
  let answer: (outcome: Outcome<unknown>) => void = () => undefined;
  const first = new Promise<Outcome<unknown>>((done) => (answer = done));
  const plain = session.request.bind(session);
  session.request = (method, params) => {
    void plain(method, params);
    return asked.length === 1 ? first : Promise.resolve(it.answer(method, params as Record<string, unknown>));
  };
  const stop = capabilityActs.watch(session, journal, MODELS, (known) => heard.push(known));
  await expect.poll(() => asked.length).toBe(1);
  change(() => (state.account = account("bob@example.invalid")));
  await Promise.resolve();
  it.answer = () => ok({ data: [{ model: "of-bob" }], nextCursor: null });
  answer(ok({ data: [{ model: "of-ada" }], nextCursor: null }));
  await expect.poll(() => heard.at(-1)?.records?.map(({ model }) => model)).toEqual(["of-bob"]);
  expect(heard.at(-1)?.fresh).toBe(true);
  expect(asked).toHaveLength(2);
  stop();
});

test("[ACT-212] a server that is too busy has not refused: it is asked again by whoever looks next, and not before", async () => {
  const { it, session, journal, asked, change } = setUp(() => no("Server overloaded; retry later.", -32001));
  const told: Known<ModelRecord>[] = [];
  const stop = capabilityActs.watch(session, journal, MODELS, (known) => told.push(known));
  await expect.poll(() => told.at(-1)?.failure?.reason.type).toBe("rpc");
  for (let i = 0; i < 5; i += 1) change(() => undefined);
  expect(asked).toHaveLength(1);
  it.answer = () => ok({ data: [{ model: "a" }], nextCursor: null });
  expect(names(await capabilityActs.read(session, journal, MODELS))).toEqual(["a"]);
  expect(told.at(-1)?.failure).toBeNull();
  stop();
});

test("[ACT-213] folders that are read at once are kept beside each other for offline", async () => {
  const { session, journal, facts } = setUp((_, params) =>
    ok({ data: [{ id: `of ${JSON.stringify(params["cwd"])}` }] }),
  );
  const ask = (cwd: string) => ({ name: "profiles", cwd }) as const;
  const folders = ["/a", "/b", "/c", "/d"];
  await Promise.all(folders.map((cwd) => capabilityActs.read(session, journal, ask(cwd))));
  facts.connection = "offline";
  const later = { ...session, facts: session.facts } as HostSession;
  for (const cwd of folders)
    expect((await capabilityActs.read(later, journal, ask(cwd))).records?.[0]?.id, cwd).toBe(
      `of ${JSON.stringify(cwd)}`,
    );
});
