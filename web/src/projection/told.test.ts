// What notifications tell beside items and turns, and where it is kept: goals, environments, limits, history taken back.
import { describe, expect, test } from "vitest";
import type { Row } from "../journal/rows.ts";
import { hostAfter, T, tape, threadAfter, type Tape } from "./testing/rows.ts";
import { recorded } from "./testing/recordings.ts";
import { agent, completed, itemCompleted, note, reply, request, started, turn } from "./testing/wire.ts";
import type { GenericCard, HostState, ThreadState } from "./state.ts";

const cardsOf = (state: ThreadState): GenericCard[] =>
  [...state.timeline, ...[...state.turns.values()].flatMap(({ entries }) => entries)].flatMap((entry) =>
    entry.type === "card" ? [entry.card] : [],
  );
const told = (method: string, params: object = {}) => note(method, { threadId: T, ...params });
const inTurn = (method: string, params: object = {}) => told(method, { turnId: "t1", ...params });
const hostTold = (...messages: object[]): HostState => {
  const line = tape();
  for (const message of messages) line.in(message);
  return hostAfter(line.rows);
};
const threadTold = (...messages: object[]): ThreadState => threadAfter(lineOf(...messages).rows);
const lineOf = (...messages: object[]): Tape => {
  const line = tape();
  for (const message of messages) line.in(message);
  return line;
};

describe("what is told of a thread beside its turns", () => {
  const goal = (more: object = {}) =>
    told("thread/goal/updated", {
      goal: { objective: "Ship it", status: "active", tokenBudget: 1000, tokensUsed: 10, timeUsedSeconds: 2, ...more },
    });

  test("[PRJ-223] a goal is state; a card says that it is new, has another status or is cleared, not that it goes on", () => {
    const state = threadTold(goal(), goal({ tokensUsed: 500 }), goal({ tokensUsed: 900, status: "budgetLimited" }));
    expect(state.goal).toEqual({
      objective: "Ship it",
      status: "budgetLimited",
      tokenBudget: 1000,
      tokensUsed: 900,
      timeUsedSeconds: 2,
      createdAt: null,
    });
    expect(cardsOf(state)).toHaveLength(2);
    const cleared = threadTold(goal(), told("thread/goal/cleared"), told("thread/goal/cleared"));
    expect(cleared.goal).toBeNull();
    expect(cardsOf(cleared).map(({ name }) => name)).toEqual(["thread/goal/updated", "thread/goal/cleared"]);
  });

  test("[PRJ-223] a goal that cannot be read is shown raw and leaves the one that is held", () => {
    const state = threadTold(goal(), told("thread/goal/updated", { goal: { status: "paused" } }));
    expect(state.goal).toMatchObject({ objective: "Ship it", status: "active" });
    expect(cardsOf(state).map(({ what }) => what)).toEqual(["notification", "malformed"]);
  });

  test("[PRJ-224] environments and project are state, and a card only where they change", () => {
    const environment = (word: string) => told(`thread/environment/${word}`, { environmentId: "e1" });
    const state = threadTold(
      environment("connected"),
      environment("connected"),
      environment("disconnected"),
      told("thread/project/updated", { projectId: "p1" }),
      told("thread/project/updated", { projectId: "p1" }),
      told("thread/queue/changed"),
    );
    expect([...state.environments.values()]).toMatchObject([{ id: "e1", connected: false }]);
    expect(state.project).toBe("p1");
    expect(state.queueChangedAt).not.toBeNull();
    expect(cardsOf(state).map(({ name }) => name)).toEqual([
      "thread/environment/connected",
      "thread/environment/disconnected",
      "thread/project/updated",
    ]);
  });

  test("[PRJ-225] a compaction that its item shows makes no card; told alone it does", () => {
    const item = itemCompleted("t1", { type: "contextCompaction", id: "c" });
    expect(cardsOf(threadTold(started("t1"), item, inTurn("thread/compacted")))).toEqual([]);
    expect(cardsOf(threadTold(started("t1"), inTurn("thread/compacted")))).toHaveLength(1);
  });

  test("[PRJ-226] an answer that is held for a safety check says so while the turn runs", () => {
    const held = (on: boolean) =>
      inTurn("model/safetyBuffering/updated", { model: "m", useCases: [], reasons: [], showBufferingUi: on });
    expect(threadTold(started("t1"), held(true)).turns.get("t1")?.buffering).toMatchObject({ model: "m" });
    expect(threadTold(started("t1"), held(true), held(false)).turns.get("t1")?.buffering).toBeNull();
    const over = threadTold(started("t1"), held(true), completed("t1"), held(true));
    expect(over.turns.get("t1")?.buffering).toBeNull();
    expect(cardsOf(over)).toMatchObject([{ lines: 2 }]);
  });

  test("[PRJ-226] the next sign of the turn ends the wait", () => {
    const held = inTurn("model/safetyBuffering/updated", { model: "m", showBufferingUi: true });
    const state = threadTold(started("t1"), held, itemCompleted("t1", agent("m", "x")));
    expect(state.turns.get("t1")?.buffering).toBeNull();
  });

  test("[PRJ-225] a warning that only says again what the review beside it says makes no card", () => {
    const review = inTurn("item/autoApprovalReview/completed", {
      reviewId: "r",
      review: { status: "denied", rationale: "Nobody asked." },
    });
    const warning = (message: string) => told("guardianWarning", { message });
    const same = warning("Automatic approval review denied (risk: high): Nobody asked.");
    expect(cardsOf(threadTold(started("t1"), review, same))).toHaveLength(1);
    expect(cardsOf(threadTold(started("t1"), review, warning("Something else.")))).toHaveLength(2);
    expect(cardsOf(threadTold(started("t1"), same))).toHaveLength(1);
  });

  test("[PRJ-227] an MCP server that cannot start is a card in the thread, once; the host knows how all of them stand", () => {
    const server = (name: string, word: string, error: string | null = null) =>
      told("mcpServer/startupStatus/updated", { name, status: word, error, failureReason: null });
    const messages = [
      server("a", "starting"),
      server("a", "ready"),
      server("b", "failed", "no"),
      server("b", "failed", "no"),
    ];
    expect(cardsOf(threadTold(...messages))).toHaveLength(1);
    expect(cardsOf(threadTold(...messages, server("b", "ready"), server("b", "failed", "no")))).toHaveLength(2);
    const host = hostTold(...messages);
    expect([...host.mcpServers.values()]).toMatchObject([
      { name: "a", status: "ready", error: null },
      { name: "b", status: "failed", error: "no", thread: T },
    ]);
    expect(host.activity).toEqual([]);
  });
});

describe("history that is taken back", () => {
  const ended = (id: string) => [started(id), itemCompleted(id, agent(`m-${id}`, id)), completed(id)];
  const three = () => lineOf(...ended("t1"), ...ended("t2"), ...ended("t3"));
  const reverted = (state: ThreadState, by?: "here" | "elsewhere") =>
    [...state.turns.values()]
      .filter((held) => (by === undefined ? held.reverted !== false : held.reverted === by))
      .map(({ id }) => id);

  test("[PRJ-228] our own revert marks the turns from the one on that it names; nothing of them goes", () => {
    const rows = three()
      .out(request("a.1", "thread/revert", { threadId: T, beforeTurnId: "t2" }))
      .in(told("thread/reverted"))
      .in(reply("a.1", { thread: { id: T, turns: [] }, turnsBackwardsCursor: null })).rows;
    const state = threadAfter(rows);
    expect(reverted(state, "here")).toEqual(["t2", "t3"]);
    expect(state.turns.get("t3")?.items.size).toBe(1);
    expect(cardsOf(state).map(({ name }) => name)).toEqual(["thread/reverted"]);
  });

  test("[PRJ-228] of another device's revert the next copy of the newest turns tells; turns begun since are no part of it", () => {
    const line = three().in(told("thread/reverted"));
    expect(reverted(threadAfter(line.rows))).toEqual([]);
    for (const message of ended("t4")) line.in(message);
    line
      .out(request("a.1", "thread/turns/list", { threadId: T }))
      .in(reply("a.1", { data: ["t4", "t1"].map((id) => turn(id, "completed", [])), nextCursor: null }));
    expect(reverted(threadAfter(line.rows), "elsewhere")).toEqual(["t2", "t3"]);
  });

  test("[PRJ-228] a turn that comes back is not taken back", () => {
    const list = (id: string, ...ids: string[]) => [
      request(id, "thread/turns/list", { threadId: T }),
      reply(id, { data: ids.map((one) => turn(one, "completed", [])), nextCursor: null }),
    ];
    const [ask2, answer2] = list("a.2", "t1");
    const [ask3, answer3] = list("a.3", "t3", "t2", "t1");
    const back = three().in(told("thread/reverted")).out(ask2).in(answer2).out(ask3).in(answer3);
    expect(reverted(threadAfter(back.rows))).toEqual([]);
  });
});

test("[PRJ-228] the real App Server takes history back: what comes after the turn is marked, what comes before is not", () => {
  const { rows } = recorded("0.149.1", "thread-reverted");
  const thread = rows.find((row) => row.thread !== null)?.thread ?? "";
  const marks = (of: readonly Row[]) => {
    const state = threadAfter(of, thread);
    return state.timeline.flatMap((entry) => (entry.type === "turn" ? [state.turns.get(entry.turn)?.reverted] : []));
  };
  expect(marks(rows)).toEqual([false, "here", false]);
  // For another device the request is nobody's: the next list of turns tells the same.
  expect(marks(rows.filter((row) => row.kind !== "out" || !row.line.includes("thread/revert")))).toEqual([
    false,
    "elsewhere",
    false,
  ]);
});

describe("what the App Server tells of itself", () => {
  const window = (usedPercent: number, windowDurationMins: number | null, resetsAt = 2_000_000_000) => ({
    usedPercent,
    windowDurationMins,
    resetsAt,
  });
  const limit = (more: object) => ({
    limitId: "codex",
    limitName: null,
    primary: null,
    secondary: null,
    credits: null,
    planType: null,
    rateLimitReachedType: null,
    ...more,
  });
  const update = (more: object) => note("account/rateLimits/updated", { rateLimits: limit(more) });
  const windows = (state: HostState, id = "codex") =>
    state.rateLimits.get(id)?.windows.map(({ minutes, usedPercent }) => [minutes, usedPercent]);
  const readLimits = (more: object, byId: object | null = null) =>
    tape()
      .out(request("a.1", "account/rateLimits/read", {}))
      .in(reply("a.1", { rateLimits: limit(more), rateLimitsByLimitId: byId }));

  test("[PRJ-229] H06: a sparse update leaves the window that it does not name; windows are known by their length", () => {
    const line = readLimits({ primary: window(20, 300), secondary: window(50, 10_080) }).in(
      update({ primary: window(21, 300) }),
    );
    expect(windows(hostAfter(line.rows))).toEqual([
      [300, 21],
      [10_080, 50],
    ]);
    // The weekly window in the first place is still the weekly one.
    line.in(update({ primary: window(51, 10_080) }));
    expect(windows(hostAfter(line.rows))).toEqual([
      [300, 21],
      [10_080, 51],
    ]);
  });

  test("[PRJ-229] H06: another account's limits are its own, and a window that is null there is not there", () => {
    const account = (planType: string) => note("account/updated", { authMode: "chatgpt", planType });
    const line = tape()
      .in(account("plus"))
      .in(update({ primary: window(20, 300), secondary: window(50, 10_080) }))
      .in(account("plus"));
    expect(windows(hostAfter(line.rows))).toHaveLength(2);
    line.in(account("team")).in(update({ primary: window(3, 10_080), secondary: null }));
    expect(windows(hostAfter(line.rows))).toEqual([[10_080, 3]]);
    expect(hostAfter(line.rows).account).toMatchObject({ mode: "chatgpt", plan: "team" });
  });

  test("[PRJ-229] H06: a whole reading replaces; limits of other ids do not mix", () => {
    const state = hostAfter(
      readLimits(
        { primary: window(1, 300) },
        {
          codex: limit({ primary: window(20, 300), secondary: window(50, 10_080) }),
          other: limit({ limitId: "other", primary: window(7, 60) }),
        },
      ).in(update({ limitId: "other", primary: window(9, 60), rateLimitReachedType: "rate_limit_reached" })).rows,
    );
    expect(windows(state)).toHaveLength(2);
    expect(windows(state, "other")).toEqual([[60, 9]]);
    expect(state.rateLimits.get("other")?.reached).toBe("rate_limit_reached");
    expect(windows(hostAfter(readLimits({ primary: window(2, 10_080) }).rows))).toEqual([[10_080, 2]]);
  });

  test("[PRJ-229] what is told without an id is about the limit of the single view, by that one's id, or is one without a name", () => {
    const week = { limitId: null, primary: window(51, 10_080) };
    const anywhere = (state: HostState) =>
      Object.fromEntries([...state.rateLimits.keys()].map((id) => [id, windows(state, id)]));
    // Told by its id.
    const named = readLimits({ limitId: "heron", primary: window(20, 300) }).in(update(week));
    expect(hostAfter(named.rows).firstLimit).toBe("heron");
    expect(anywhere(hostAfter(named.rows))).toEqual({
      heron: [
        [300, 20],
        [10_080, 51],
      ],
    });
    // Told by its windows alone, among others, whatever the ids are.
    const among = readLimits(
      { limitId: null, primary: window(20, 300) },
      {
        a: limit({ limitId: null, primary: window(7, 60) }),
        heron: limit({ limitId: null, primary: window(20, 300) }),
      },
    ).in(update(week));
    expect(hostAfter(among.rows).firstLimit).toBe("heron");
    expect(anywhere(hostAfter(among.rows))).toEqual({
      a: [[60, 7]],
      heron: [
        [300, 20],
        [10_080, 51],
      ],
    });
    // Of none that is known: both are kept, and nothing is put to another's account.
    const alone = readLimits({ limitId: null, primary: window(20, 300) }, { a: limit({ limitId: null }) });
    expect(hostAfter(alone.in(update(week)).rows).firstLimit).toBe("");
    expect(anywhere(hostAfter(alone.rows))).toEqual({
      a: [],
      "": [
        [300, 20],
        [10_080, 51],
      ],
    });
    // Without any id, and before any reading.
    const bare = readLimits({ limitId: null, primary: window(20, 300) });
    expect(anywhere(hostAfter(bare.rows))).toEqual({ "": [[300, 20]] });
    expect(anywhere(hostTold(update(week)))).toEqual({ "": [[10_080, 51]] });
    // Another account has another one.
    const other = named.in(note("account/updated", { authMode: "chatgpt", planType: "team" })).in(update(week));
    expect(hostAfter(other.rows).firstLimit).toBeNull();
    expect(anywhere(hostAfter(other.rows))).toEqual({ "": [[10_080, 51]] });
  });

  test("[PRJ-230] readings of another device count like ours; who signs out has no limits", () => {
    const line = tape()
      .in(
        reply("other.1", { account: { type: "chatgpt", email: "a@b.c", planType: "plus" }, requiresOpenaiAuth: true }),
      )
      .in(reply("other.2", { rateLimits: limit({ primary: window(5, 300) }), rateLimitsByLimitId: null }));
    expect(hostAfter(line.rows).account).toMatchObject({ mode: "chatgpt", plan: "plus", email: "a@b.c" });
    expect(windows(hostAfter(line.rows))).toEqual([[300, 5]]);
    line.in(note("account/updated", { authMode: null, planType: null }));
    expect(hostAfter(line.rows).account).toMatchObject({ mode: null, email: null });
    expect(hostAfter(line.rows).rateLimits.size).toBe(0);
  });

  test("[PRJ-230] account, remote control and limits are state and no cards; what cannot be read of them is shown raw", () => {
    const remote = note("remoteControl/status/changed", { status: "connected", serverName: "s", environmentId: null });
    const state = hostTold(
      note("account/updated", { authMode: "apikey", planType: null }),
      remote,
      update({}),
      note("account/rateLimits/updated", { rateLimits: 7 }),
    );
    expect(state.account).toMatchObject({ mode: "apikey", plan: null });
    expect(state.remoteControl).toMatchObject({ status: "connected", serverName: "s" });
    expect(state.activity.map(({ name, what }) => [name, what])).toEqual([["account/rateLimits/updated", "malformed"]]);
  });
});

describe("the plan of a turn", () => {
  const plan = (...steps: [string, string][]) =>
    inTurn("turn/plan/updated", { explanation: null, plan: steps.map(([step, state]) => ({ step, status: state })) });

  test("[PRJ-231] has one place in its turn, where it was first told, and keeps the server's words when the turn is over", () => {
    const state = threadTold(
      started("t1"),
      plan(["a", "inProgress"], ["b", "pending"]),
      itemCompleted("t1", agent("m", "x")),
      plan(["a", "completed"], ["b", "inProgress"]),
      completed("t1", "interrupted"),
    );
    const held = state.turns.get("t1");
    expect(held?.entries).toEqual([{ type: "plan" }, { type: "item", item: "m" }]);
    expect(held?.plan).toEqual([
      { step: "a", status: "completed" },
      { step: "b", status: "inProgress" },
    ]);
  });
});
