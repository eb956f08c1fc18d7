import { describe, expect, test } from "vitest";
import { toEnvelope } from "./envelope.ts";
import { foldHost } from "./host-fold.ts";
import { ACTIVITY_LIMIT } from "./state.ts";
import { hostAfter, tape, T } from "./testing/rows.ts";
import {
  completed,
  delta,
  itemCompleted,
  note,
  refusal,
  reply,
  request,
  started,
  status,
  turn,
  user,
} from "./testing/wire.ts";

const thread = (id: string, more: object = {}) => ({
  id,
  preview: "p",
  name: null,
  cwd: "/w",
  createdAt: 1,
  updatedAt: 2,
  status: { type: "notLoaded" },
  source: "cli",
  ...more,
});
const list = (line = tape(), data: unknown[] = [], params: object = {}) =>
  line.out(request("l", "thread/list", params)).in(reply("l", { data, nextCursor: null }));
const summary = (rows: Parameters<typeof hostAfter>[0], id = T) => hostAfter(rows).threads.get(id);
const current = (rows: Parameters<typeof hostAfter>[0]) => {
  const state = hostAfter(rows);
  return state.current === null ? undefined : state.generations.get(state.current);
};

describe("generations", () => {
  test("[PRJ-33] a request is open until its reply, and the relay's word is kept with it", () => {
    const line = tape()
      .out(request("a.1", "thread/read", { threadId: T }))
      .local({ type: "taken", id: "s:a.1" });
    expect(current(line.rows)?.open.get("s:a.1")).toMatchObject({
      method: "thread/read",
      thread: T,
      client: "dev",
      taken: true,
    });
    expect(current(line.in(reply("a.1", {})).rows)?.open.size).toBe(0);
  });

  test("[PRJ-33] a request that was not sent, or whose process ended, is open no more", () => {
    const line = tape()
      .out(request("a.1", "x", {}))
      .out(request("a.2", "x", {}))
      .local({ type: "not-sent", id: "s:a.1", reason: "r" });
    expect([...(current(line.rows)?.open.keys() ?? [])]).toEqual(["s:a.2"]);
    const over = hostAfter(line.exit().rows).generations.get("g1");
    expect(over).toMatchObject({ end: { signal: "SIGKILL" }, open: new Map(), loaded: new Set() });
  });

  test("[PRJ-33] the newest attach says which process is the current one; rows of an older one do not", () => {
    const line = tape().generation("g1").generation("g2");
    const [old] = tape().in(status("idle")).rows;
    if (old === undefined) throw new Error("no row");
    const state = hostAfter([...line.rows, old]);
    expect([...state.generations.keys()]).toEqual(["g1", "g2"]);
    expect(state.current).toBe("g2");
  });

  test("[PRJ-33] the handshake is done by any page's initialize, and by the error that says it was done before", () => {
    const told = { userAgent: "longwire/0.149.1", codexHome: "/h/.codex" };
    expect(
      current(
        tape()
          .out(request("a.1", "initialize", {}))
          .in(reply("a.1", told)).rows,
      ),
    ).toMatchObject({ initialized: true, ...told });
    expect(current(tape().in(reply("other", told)).rows)).toMatchObject({ initialized: true, ...told });
    expect(
      current(
        tape()
          .out(request("a.1", "initialize", {}))
          .in(refusal("a.1", -32600, "Already initialized")).rows,
      ),
    ).toMatchObject({ initialized: true, userAgent: null });
    expect(
      current(
        tape()
          .out(request("a.1", "initialize", {}))
          .in(refusal("a.1", -32600, "no")).rows,
      ),
    ).toMatchObject({ initialized: false });
  });

  test("[PRJ-08] an interrupt is under way until its turn ends, is refused or was not sent", () => {
    const stop = () => tape().out(request("a.1", "turn/interrupt", { threadId: T, turnId: "t1" }));
    expect(current(stop().rows)?.stopping).toEqual(new Set(['["T","t1"]']));
    for (const line of [
      stop().in(completed("t1")),
      stop().in(refusal("a.1", -32001, "busy")),
      stop().local({ type: "not-sent", id: "s:a.1", reason: "r" }),
      stop().exit(),
    ])
      expect(hostAfter(line.rows).generations.get("g1")?.stopping.size).toBe(0);
  });
});

describe("what is loaded", () => {
  test("[PRJ-37] resume, start and events load a thread; closing and notLoaded unload it; a full list is the truth", () => {
    const line = tape()
      .out(request("a.1", "thread/resume", { threadId: T }))
      .in(reply("a.1", { thread: thread(T), model: "m" }))
      .in(status("idle", undefined, "U"));
    expect(current(line.rows)?.loaded).toEqual(new Set([T, "U"]));
    line.in(note("thread/closed", { threadId: T }));
    expect(current(line.rows)?.loaded).toEqual(new Set(["U"]));
    line.out(request("a.2", "thread/loaded/list", {})).in(reply("a.2", { data: ["V", 7], nextCursor: null }));
    expect(current(line.rows)?.loaded).toEqual(new Set(["V"]));
  });

  test("[PRJ-37] looking does not load", () => {
    const line = tape()
      .out(request("a.1", "thread/read", { threadId: T }))
      .in(reply("a.1", { thread: thread(T) }));
    expect(current(line.rows)?.loaded.size).toBe(0);
    expect(summary(line.rows)).toMatchObject({ preview: "p", listed: false });
  });

  test("[PRJ-37] [PRJ-340] an unsubscribe of ours silences its thread until it is resumed; one of another device may have silenced any that is loaded, until it is resumed or heard", () => {
    const line = tape()
      .out(request("a.1", "thread/unsubscribe", { threadId: T }))
      .in(reply("a.1", { status: "unsubscribed" }));
    expect(current(line.rows)).toMatchObject({ silenced: new Set([T]), doubtful: new Set() });
    line
      .out(request("a.2", "thread/resume", { threadId: T }))
      .in(reply("a.2", { thread: thread(T), model: "m" }))
      .in(note("thread/started", { thread: thread("B") }))
      .in(note("thread/started", { thread: thread("C") }))
      .in(reply("foreign", { status: "unsubscribed" }));
    expect(current(line.rows)).toMatchObject({ silenced: new Set(), doubtful: new Set([T, "B", "C"]) });
    line
      .in(note("thread/status/changed", { threadId: T, status: { type: "idle" } }))
      .in(note("item/completed", { threadId: "B", turnId: "t", item: { type: "agentMessage", id: "m", text: "" } }))
      .in(note("thread/closed", { threadId: "C" }));
    expect(current(line.rows)).toMatchObject({ doubtful: new Set([T]) });
    line.out(request("a.3", "thread/resume", { threadId: T })).in(reply("a.3", { thread: thread(T), model: "m" }));
    expect(current(line.rows)).toMatchObject({ doubtful: new Set() });
  });
});

describe("thread summaries", () => {
  test("[PRJ-34] a list tells of its threads one by one; one that does not parse costs no other", () => {
    const rows = list(tape(), [
      thread("A", { name: "n", gitInfo: { branch: "main" }, source: { subAgent: "x" }, parentThreadId: "P" }),
      { id: 7 },
      thread("B"),
    ]).rows;
    expect(summary(rows, "A")).toMatchObject({
      name: "n",
      branch: "main",
      source: "subAgent",
      parent: "P",
      createdAt: 1000,
      updatedAt: 2000,
      listed: true,
      archived: false,
    });
    expect([...hostAfter(rows).threads.keys()]).toEqual(["A", "B"]);
    expect(summary(list(tape(), [thread("A")], { archived: true }).rows, "A")).toMatchObject({ archived: true });
  });

  test("[PRJ-34] names, archive and status follow their notifications", () => {
    const line = list(tape(), [thread(T)])
      .in(note("thread/name/updated", { threadId: T, threadName: "new" }))
      .in(note("thread/archived", { threadId: T }))
      .in(status("active", ["waitingOnApproval"]));
    expect(summary(line.rows)).toMatchObject({
      name: "new",
      archived: true,
      status: { type: "active", flags: ["waitingOnApproval"] },
    });
    line.in(note("thread/unarchived", { threadId: T })).in(note("thread/deleted", { threadId: T }));
    expect(summary(line.rows)).toMatchObject({ archived: false, deleted: true });
  });

  test("[PRJ-34] the last turn, its failure and the time of the last event; a failure is cleared by the next turn", () => {
    const line = list(tape(), [thread(T, { preview: "" })])
      .in(started("t1"))
      .in(itemCompleted("t1", user("u", "what I asked")))
      .in(completed("t1", "failed", { error: { message: "boom" }, completedAt: 50 }));
    expect(summary(line.rows)).toMatchObject({
      lastTurn: { id: "t1", status: "failed" },
      failure: "boom",
      preview: "what I asked",
    });
    expect(summary(line.in(started("t2")).rows)).toMatchObject({
      lastTurn: { id: "t2", status: "inProgress" },
      failure: null,
    });
    expect(summary(line.exit().rows)).toMatchObject({
      lastTurn: { id: "t2", status: "lost" },
      status: { type: "notLoaded" },
    });
  });

  test("[PRJ-34] an old list does not turn back the time of a thread, and a late start does not open its turn", () => {
    const line = tape()
      .in(note("turn/started", { threadId: T, turn: { id: "t1", startedAt: 900 } }))
      .in(completed("t1"))
      .in(started("t1"));
    list(line, [thread(T, { updatedAt: 5 })]);
    const told = summary(line.rows);
    expect(told?.lastTurn).toEqual({ id: "t1", status: "completed" });
    expect(told?.updatedAt).toBeGreaterThanOrEqual(900_000);
  });

  test("[PRJ-34] a thread known from events alone has a summary, and a thread known from a copy knows its last turn", () => {
    expect(summary(tape().in(started("t1")).rows)).toMatchObject({ listed: false, lastTurn: { id: "t1" } });
    const read = tape()
      .out(request("a.1", "thread/read", { threadId: T }))
      .in(
        reply("a.1", { thread: { ...thread(T), turns: [turn("t1", "completed", []), turn("t2", "interrupted", [])] } }),
      );
    expect(summary(read.rows)?.lastTurn).toEqual({ id: "t2", status: "interrupted" });
  });

  test("[PRJ-36] a thread that cannot be resumed says why, until it can", () => {
    const line = tape()
      .out(request("a.1", "thread/resume", { threadId: T }))
      .in(refusal("a.1", -32600, "thread T already has an active writer"));
    expect(summary(line.rows)).toMatchObject({ heldElsewhere: true });
    line.out(request("a.2", "thread/resume", { threadId: T })).in(reply("a.2", { thread: thread(T), model: "m" }));
    expect(summary(line.rows)).toMatchObject({ heldElsewhere: false });
  });

  test("[PRJ-14] a thread named __proto__ is a thread", () => {
    const rows = tape().in({ method: "turn/started", params: { threadId: "__proto__", turn: { id: "t" } } }).rows;
    expect([...hostAfter(rows).threads.keys()]).toEqual(["__proto__"]);
  });
});

describe("what belongs to no thread", () => {
  test("[PRJ-35] is a card of the host, whatever thread is on screen; malformed lines too", () => {
    const rows = tape()
      .in(started("t1"))
      .in(note("deprecationNotice", { summary: "s" }))
      .in("{not json")
      .in(note("turn/started", { turn: { id: "x" } })).rows;
    expect(hostAfter(rows).activity.map((card) => [card.name, card.what])).toEqual([
      ["deprecationNotice", "notification"],
      ["not-json", "malformed"],
      ["turn/started", "notification"],
    ]);
  });

  test("[PRJ-35] the same fact again is no second card, and only the newest cards are kept", () => {
    const limits = (n: number) => note("deprecationNotice", { summary: "s", n });
    const line = tape();
    for (let n = 0; n < ACTIVITY_LIMIT + 20; n++) line.in(limits(n)).in(limits(n));
    const { activity } = hostAfter(line.rows);
    expect(activity).toHaveLength(ACTIVITY_LIMIT);
    expect(activity.at(-1)?.raw).toContain(`"n":${ACTIVITY_LIMIT + 19}`);
  });

  test("[PRJ-38] a delta of a thread changes nothing of the host, and tells nothing", () => {
    const { rows } = tape()
      .in(started("t1"))
      .in(delta("t1", "m", "x"));
    const last = rows.at(-1);
    if (last === undefined) throw new Error("no row");
    const state = hostAfter(rows.slice(0, -1));
    const touched: object[] = [];
    foldHost(state, toEnvelope(last), (object) => touched.push(object));
    expect(touched).toEqual([]);
    expect(state).toEqual(hostAfter(rows.slice(0, -1)));
  });
});

test("[PRJ-435] searches for files of this app crowd nothing out: the newest few are kept, and another client’s stay", () => {
  const line = tape();
  const told = (sessionId: string, query = "a") =>
    line.in(note("fuzzyFileSearch/sessionUpdated", { sessionId, query, files: [] }));
  line.in(note("configWarning", { summary: "look here", details: null }));
  told("an editor");
  for (let n = 0; n < ACTIVITY_LIMIT + 10; n += 1) told(`files-${String(n).padStart(24, "0")}`);
  const newest = `files-${String(ACTIVITY_LIMIT + 9).padStart(24, "0")}`;
  told(newest, "ab");
  const state = hostAfter(line.rows);
  expect(state.activity.map(({ name }) => name).slice(0, 2)).toEqual([
    "configWarning",
    "fuzzyFileSearch/sessionUpdated",
  ]);
  expect(state.activity).toHaveLength(10);
  expect(state.openCards.get(`search/${newest}`)?.raw).toContain('"ab"');
  expect(state.openCards.size).toBe(9);
});
