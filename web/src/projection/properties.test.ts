// Properties of the fold over random message soups: wherever it is cut, and whatever is in it, the same state comes out.
import fc from "fast-check";
import { expect, test } from "vitest";
import { toEnvelope } from "./envelope.ts";
import { createHostState, foldHost } from "./host-fold.ts";
import { foldThread } from "./thread-fold.ts";
import { recorded, recordings } from "./testing/recordings.ts";
import { HOST, hostAfter, rowsOf, tape, T, texts, threadAfter, type Tape } from "./testing/rows.ts";
import {
  agent,
  ask,
  command,
  completed,
  delta,
  itemCompleted,
  itemStarted,
  note,
  output,
  refusal,
  reply,
  request,
  resolved,
  send,
  started,
  status,
  turn,
  user,
} from "./testing/wire.ts";
import type { Row } from "../journal/rows.ts";
import { createThreadState } from "./thread-state.ts";
import type { ThreadState } from "./state.ts";

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const runs = { seed, numRuns: 300 };

const turnId = fc.constantFrom("t1", "t2", "__proto__");
const itemId = fc.constantFrom("i1", "i2", "constructor");
const text = fc.constantFrom("", "a", "ab", "some text", "... 9 bytes omitted ...\n");
const thread = fc.constantFrom(T, T, "U");
const client = fc.constantFrom("c1", "c2", null);
const ownId = fc.constantFrom("a.1", "a.2", "a.3");
const serverId = fc.constantFrom<string | number>(0, 1, "0");
const word = fc.constantFrom("completed", "interrupted", "failed", "inProgress", "other");
const item = fc.oneof(
  fc.tuple(itemId, text).map(([id, value]) => agent(id, value)),
  fc.tuple(itemId, text, client).map(([id, value, by]) => user(id, value, by)),
  fc.tuple(itemId, text, fc.option(text)).map(([id, line, out]) => command(id, line, { aggregatedOutput: out })),
  itemId.map((id) => ({ type: "teleport", id })),
  itemId.map((id) => ({ type: "enteredReviewMode", id })),
  fc
    .tuple(
      itemId,
      fc.constantFrom("inProgress", "completed", "failed", 7, null),
      fc.option(text),
      fc.constantFrom({}, []),
    )
    .map(([id, state, tool, args]) => ({
      type: "mcpToolCall",
      id,
      status: state,
      tool,
      arguments: args,
      result: tool,
    })),
  fc.tuple(itemId, text).map(([id, query]) => ({ type: "webSearch", id, query, action: query === "" ? null : {} })),
  fc.tuple(itemId, fc.constantFrom("child", 7)).map(([id, of]) => ({ type: "collabAgentToolCall", id, tool: of })),
  fc.constantFrom<object>({}, { id: "i1" }, { type: "agentMessage" }, { type: "agentMessage", id: "i1", text: 4 }),
);
const copiedTurn = fc
  .tuple(turnId, word, fc.array(item, { maxLength: 4 }), fc.constantFrom("full", "summary", "notLoaded", undefined))
  .map(([id, state, items, itemsView]) => turn(id, state, items, { itemsView }));

type Step = (line: Tape) => unknown;
const incoming = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Step> =>
  value.map((message) => (line) => line.in(message));
const junk = fc.oneof(
  fc.constantFrom("", "{", "[]", "null", '{"id":1}', '{"method":7}', '{"result":1}', '{"id":{},"method":"x"}'),
  fc.json(),
  fc
    .tuple(
      fc.constantFrom(
        "item/agentMessage/delta",
        "turn/completed",
        "item/completed",
        "error",
        "thread/status/changed",
        "turn/plan/updated",
        "serverRequest/resolved",
        "thread/tokenUsage/updated",
        "x/unknown",
      ),
      fc.json(),
    )
    .map(([method, params]) => `{"method":${JSON.stringify(method)},"params":${params}}`),
);

/** What is told beside the items: of the thread, of a turn, of the host. */
const beside = fc.oneof(
  fc
    .tuple(fc.constantFrom("active", "complete"), fc.nat({ max: 3 }), thread)
    .map(([word, tokensUsed, of]) =>
      note("thread/goal/updated", { threadId: of, goal: { objective: "g", status: word, tokensUsed } }),
    ),
  thread.map((of) => note("thread/goal/cleared", { threadId: of })),
  fc.tuple(turnId, fc.constantFrom("h1", "h2"), fc.constantFrom("running", "completed")).map(([id, hook, word]) =>
    note(`hook/${word === "running" ? "started" : "completed"}`, {
      threadId: T,
      turnId: id,
      run: { id: hook, status: word },
    }),
  ),
  fc
    .tuple(fc.constantFrom("delta", "done"), text, thread)
    .map(([word, value, of]) =>
      note(`thread/realtime/transcript/${word}`, { threadId: of, role: "user", delta: value, text: value }),
    ),
  thread.map((of) => note("thread/realtime/closed", { threadId: of, reason: null })),
  fc
    .tuple(fc.constantFrom("connected", "disconnected"), thread)
    .map(([word, of]) => note(`thread/environment/${word}`, { threadId: of, environmentId: "__proto__" })),
  fc
    .tuple(turnId, fc.boolean())
    .map(([id, on]) =>
      note("model/safetyBuffering/updated", { threadId: T, turnId: id, model: "m", showBufferingUi: on }),
    ),
  fc
    .tuple(turnId, fc.array(fc.constantFrom("pending", "completed"), { maxLength: 2 }))
    .map(([id, words]) =>
      note("turn/plan/updated", { threadId: T, turnId: id, plan: words.map((word) => ({ step: "s", status: word })) }),
    ),
  fc
    .tuple(fc.constantFrom("ready", "failed"), fc.option(thread))
    .map(([word, of]) => note("mcpServer/startupStatus/updated", { threadId: of, name: "constructor", status: word })),
  fc.tuple(fc.constantFrom(300, 10_080, null), fc.constantFrom("codex", "__proto__", null)).map(([minutes, id]) =>
    note("account/rateLimits/updated", {
      rateLimits: {
        limitId: id,
        primary: { usedPercent: 5, windowDurationMins: minutes, resetsAt: 1 },
        secondary: null,
      },
    }),
  ),
  fc.constantFrom("plus", "team").map((planType) => note("account/updated", { authMode: "chatgpt", planType })),
  fc.constantFrom("w1", "__proto__").map((watchId) => note("fs/changed", { watchId, changedPaths: ["/a"] })),
  thread.map((of) => note("thread/reverted", { threadId: of })),
  thread.map((of) => note("guardianWarning", { threadId: of, message: "w" })),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  incoming(fc.tuple(turnId, thread).map(([id, of]) => started(id, of))),
  incoming(fc.tuple(turnId, word, thread).map(([id, state, of]) => completed(id, state, {}, of))),
  incoming(fc.tuple(turnId, itemId, text, thread).map(([id, of, value, th]) => delta(id, of, value, th))),
  incoming(fc.tuple(turnId, itemId, text).map(([id, of, value]) => output(id, of, value))),
  incoming(
    fc
      .tuple(turnId, itemId, text)
      .map(([id, of, message]) => note("item/mcpToolCall/progress", { threadId: T, turnId: id, itemId: of, message })),
  ),
  incoming(
    fc
      .tuple(turnId, itemId, text)
      .map(([id, of, stdin]) =>
        note("item/commandExecution/terminalInteraction", { threadId: T, turnId: id, itemId: of, stdin }),
      ),
  ),
  incoming(fc.tuple(turnId, item, thread).map(([id, value, of]) => itemStarted(id, value, of))),
  incoming(fc.tuple(turnId, item, thread).map(([id, value, of]) => itemCompleted(id, value, of))),
  incoming(fc.tuple(serverId, turnId).map(([id, of]) => ask(id, { turnId: of }))),
  incoming(serverId.map((id) => resolved(id))),
  incoming(fc.constantFrom(status("idle"), status("active", ["waitingOnApproval"]), status("active", []))),
  incoming(
    fc
      .tuple(turnId, fc.boolean())
      .map(([id, willRetry]) => note("error", { threadId: T, turnId: id, willRetry, error: { message: "e" } })),
  ),
  incoming(fc.tuple(turnId, text).map(([id, value]) => note("x/unknown", { threadId: T, turnId: id, value }))),
  incoming(beside),
  incoming(fc.tuple(ownId, turnId).map(([id, of]) => reply(id, { turn: turn(of, "inProgress", []) }))),
  incoming(
    fc.tuple(ownId, fc.array(copiedTurn, { maxLength: 3 })).map(([id, data]) => reply(id, { data, nextCursor: null })),
  ),
  incoming(
    fc
      .tuple(ownId, fc.array(copiedTurn, { maxLength: 3 }), thread)
      .map(([id, turns, of]) => reply(id, { thread: { id: of, status: { type: "idle" }, turns }, model: "m" })),
  ),
  incoming(ownId.map((id) => refusal(id, -32600, "already has an active writer"))),
  incoming(junk),
  fc.tuple(ownId, text, client).map(
    ([id, value, by]): Step =>
      (line) =>
        line.out(send(id, value, by ?? "c3")),
  ),
  fc.tuple(ownId, turnId).map(
    ([id, of]): Step =>
      (line) =>
        line.out(request(id, "turn/interrupt", { threadId: T, turnId: of })),
  ),
  fc
    .tuple(
      ownId,
      fc.constantFrom(
        "thread/resume",
        "thread/read",
        "thread/turns/list",
        "thread/unsubscribe",
        "review/start",
        "thread/revert",
      ),
    )
    .map(
      ([id, method]): Step =>
        (line) =>
          line.out(request(id, method, { threadId: T, ...(method === "thread/revert" ? { beforeTurnId: "t1" } : {}) })),
    ),
  serverId.map(
    (id): Step =>
      (line) =>
        line.out({ id, result: { decision: "accept" } }),
  ),
  fc
    .tuple(
      fc.constantFrom("taken", "not-sent", "delivery-unknown") as fc.Arbitrary<
        "taken" | "not-sent" | "delivery-unknown"
      >,
      fc.constantFrom("s:a.1", "s:a.2", "n:0"),
    )
    .map(
      ([type, id]): Step =>
        (line) =>
          line.local(type === "not-sent" ? { type, id, reason: "r" } : { type, id }),
    ),
  turnId.map(
    (id): Step =>
      (line) =>
        line.local({ type: "stop-unanswered", turn: id }),
  ),
  turnId.map(
    (id): Step =>
      (line) =>
        line.local({ type: "terminate", turn: id }),
  ),
  fc.constant<Step>((line) => line.local({ type: "caught-up", keys: [] })),
  fc.nat({ max: 50 }).map((by): Step => (line) => {
    const from = line.rows.at(-1)?.offset ?? 0;
    line.local({ type: "gap", from, to: from + by + 1 });
  }),
  fc.constant<Step>((line) => line.exit()),
  fc.constantFrom("g1", "g2", "g3").map(
    (id): Step =>
      (line) =>
        line.generation(id),
  ),
);

const soup = fc.array(step, { maxLength: 40 }).map((steps) => {
  const line = tape();
  for (const take of steps) take(line);
  return line.rows;
});

const fold = (state: ThreadState, rows: readonly Row[]): ThreadState => {
  for (const row of rows) foldThread(state, { host: HOST }, toEnvelope(row), () => undefined);
  return state;
};

test(`[PRJ-01] a checkpoint anywhere changes nothing (seed ${seed})`, () => {
  fc.assert(
    fc.property(soup, fc.nat({ max: 40 }), (rows, cut) => {
      const middle = structuredClone(fold(createThreadState(T), rows.slice(0, cut)));
      expect(fold(middle, rows.slice(cut))).toEqual(threadAfter(rows));
      const host = structuredClone(hostAfter(rows.slice(0, cut)));
      for (const row of rows.slice(cut)) foldHost(host, toEnvelope(row), () => undefined);
      expect(host).toEqual(hostAfter(rows));
    }),
    runs,
  );
});

test(`[PRJ-01] the rows of the thread and the host's local rows give what all rows give (seed ${seed})`, () => {
  fc.assert(
    fc.property(soup, (rows) => {
      for (const id of [T, "U"]) expect(threadAfter(rowsOf(rows, id), id)).toEqual(threadAfter(rows, id));
    }),
    runs,
  );
});

test(`[PRJ-01] a state that was folded holds no object of another, and folding changes no row (seed ${seed})`, () => {
  fc.assert(
    fc.property(soup, (rows) => {
      const before = structuredClone(rows);
      const one = threadAfter(rows);
      const copy = structuredClone(one);
      threadAfter(rows);
      hostAfter(rows);
      expect(one).toEqual(copy);
      expect(rows).toEqual(before);
    }),
    { ...runs, numRuns: 100 },
  );
});

test(`[PRJ-02] whatever comes, nothing throws, the state is whole and every entry has its object (seed ${seed})`, () => {
  fc.assert(
    fc.property(soup, (rows) => {
      const state = threadAfter(rows);
      const placed = state.timeline.flatMap((entry) => (entry.type === "turn" ? [entry.turn] : []));
      expect([...placed].toSorted()).toEqual([...state.turns.keys()].toSorted());
      for (const held of state.turns.values()) {
        const items = held.entries.flatMap((entry) => (entry.type === "item" ? [entry.item] : []));
        expect([...items].toSorted()).toEqual([...held.items.keys()].toSorted());
        for (const entry of held.entries)
          if (entry.type === "decision") expect(state.decisions.has(entry.key)).toBe(true);
        const over = held.endSeen || held.lost;
        for (const one of held.items.values()) if (over) expect(one.phase).not.toBe("open");
      }
      const running = state.book.running === null ? undefined : state.turns.get(state.book.running);
      if (running !== undefined) expect([running.endSeen, running.reported]).toEqual([false, "inProgress"]);
    }),
    { ...runs, numRuns: 1000 },
  );
});

test(`[PRJ-02] every line of a thread leaves a trace: something is touched, or it said what was known (seed ${seed})`, () => {
  fc.assert(
    fc.property(soup, junk, (rows, line) => {
      const state = threadAfter(rows);
      const cards = () =>
        [...state.turns.values()]
          .flatMap((held) => held.entries)
          .concat(state.timeline as never[])
          .filter((entry) => entry.type === "card").length;
      const before = cards();
      const message = tape().in(line).rows[0];
      if (message === undefined || message.kind !== "in") return;
      const touched = new Set<object>();
      foldThread(state, { host: HOST }, toEnvelope({ ...message, thread: T, offset: 1e9 }), (object) =>
        touched.add(object),
      );
      const parsed = toEnvelope(message).message;
      const known = parsed?.kind === "notification" && parsed.method !== "x/unknown";
      const answer = parsed?.kind === "response" || parsed?.kind === "error";
      if (!known && !answer) expect(touched.size).toBeGreaterThan(0);
      if (parsed?.kind === "unroutable") expect(cards()).toBe(before + 1);
    }),
    runs,
  );
});

test(`[PRJ-02] a host folds any soup, and every message without a thread leaves a card (seed ${seed})`, () => {
  fc.assert(
    fc.property(soup, (rows) => {
      const state = createHostState(HOST);
      for (const row of rows) {
        const last = state.activity.at(-1);
        const envelope = toEnvelope(row);
        foldHost(state, envelope, () => undefined);
        if (row.kind === "in" && row.thread === null && envelope.message?.kind === "unroutable")
          expect(state.activity.at(-1)).not.toBe(last);
      }
    }),
    runs,
  );
});

test("[PRJ-01] what a resume brings again changes nothing, in all recordings", () => {
  const brought = ["requestApproval", "thread/tokenUsage", "goal/cleared"];
  const replayed = (row: Row) => {
    const line = row.kind === "in" && typeof row.line === "string" ? row.line : "";
    return brought.some((method) => line.includes(method));
  };
  for (const [version, name] of recordings()) {
    const { rows } = recorded(version, name);
    const again = rows.flatMap((row) =>
      replayed(row) && row.kind === "in" ? [row, { ...row, n: row.n + 1000 }] : [row],
    );
    for (const id of new Set(rows.map((row) => row.thread))) {
      if (id === null) continue;
      expect(threadAfter(again, id)).toEqual(threadAfter(rows, id));
    }
  }
});

test("[PRJ-38] a delta touches its item alone and makes no new object of it", () => {
  const line = tape()
    .in(started("t1"))
    .in(delta("t1", "i1", "a"));
  const state = threadAfter(line.rows);
  const held = state.turns.get("t1")?.items.get("i1");
  const touched: object[] = [];
  const [next] = tape().in(delta("t1", "i1", "b")).rows;
  if (next === undefined || held === undefined) throw new Error("nothing to fold");
  foldThread(state, { host: HOST }, toEnvelope(next), (object) => touched.push(object));
  expect(touched).toEqual([held]);
  expect(touched[0]).toBe(held);
  expect(held).toMatchObject({ text: "ab" });
});

test(`[PRJ-38] what a row changes is told, each object of it (seed ${seed})`, () => {
  fc.assert(
    fc.property(soup, (rows) => {
      // Both check it row by row; so does every other test that folds a tape.
      expect(threadAfter(rows).id).toBe(T);
      expect(hostAfter(rows).host).toBe(HOST);
    }),
    { ...runs, numRuns: 1000 },
  );
});

test("[PRJ-32] a thread is the same when older copies are gone that newer ones have replaced", () => {
  for (const [version, name] of recordings()) {
    const { rows } = recorded(version, name);
    const newest = new Map(
      rows.flatMap((row) =>
        row.kind === "snapshot" ? [[JSON.stringify([row.thread, row.method, row.page]), row] as const] : [],
      ),
    );
    const kept = rows.filter((row) => row.kind !== "snapshot" || [...newest.values()].includes(row));
    for (const id of new Set(rows.map((row) => row.thread))) {
      if (id === null) continue;
      const all = threadAfter(rows, id);
      const rest = threadAfter(kept, id);
      expect(rest.timeline).toEqual(all.timeline);
      for (const held of all.turns.values()) expect(texts(rest, held.id)).toEqual(texts(all, held.id));
    }
  }
});
