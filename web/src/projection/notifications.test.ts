// What becomes of every notification of the pinned App Server: a card, or state that is shown somewhere. Samples are made
// from the server's own schema.
import { notificationSurface } from "@longwire/shared-protocol/surface";
import { describe, expect, test } from "vitest";
import { hostAfter, T, tape, threadAfter, type Tape } from "./testing/rows.ts";
import { notificationMethods, sampleOf } from "./testing/samples.ts";
import { completed, note, started, status } from "./testing/wire.ts";
import type { GenericCard, ThreadState } from "./state.ts";

const cardsOf = (state: ThreadState): GenericCard[] =>
  [...state.timeline, ...[...state.turns.values()].flatMap(({ entries }) => entries)].flatMap((entry) =>
    entry.type === "card" ? [entry.card] : [],
  );
const told = (method: string, params: object = {}) => note(method, { threadId: T, ...params });
const inTurn = (method: string, params: object = {}) => told(method, { turnId: "t1", ...params });
const threadTold = (...messages: object[]): ThreadState => threadAfter(lineOf(...messages).rows);
const lineOf = (...messages: object[]): Tape => {
  const line = tape();
  for (const message of messages) line.in(message);
  return line;
};

describe("every notification", () => {
  // The state of which each tells is shown by its own tests; here that something of it stays at all.
  const without = (state: ThreadState) => ({ ...state, lastSignAt: null, book: null });

  test.each(notificationMethods())("[PRJ-220] %s leaves a card or another state, and none is malformed", (method) => {
    const before = [status("active", []), started("t1"), told("thread/name/updated", { threadName: "before" })];
    if (method === "thread/unarchived") before.push(told("thread/archived"));
    const sample = sampleOf(method);
    const rows = lineOf(...before, sample).rows;
    const baseRows = rows.slice(0, -1);
    const host = hostAfter(rows);
    const thread = threadAfter(rows);
    const cards = [...host.activity, ...cardsOf(thread)];
    expect(cards.filter((card) => card.what !== "notification")).toEqual([]);
    const changed =
      JSON.stringify([...plain(without(thread))]) !== JSON.stringify([...plain(without(threadAfter(baseRows)))]) ||
      JSON.stringify([...plain(host)]) !== JSON.stringify([...plain(hostAfter(baseRows))]);
    if (!REPEATS.has(method)) expect(changed).toBe(true);
    // What has a card by the surface table has one here.
    if (notificationSurface.get(method)?.view === "card") expect(cards.map(({ name }) => name)).toContain(method);
  });

  /** What tells of something that never was here, or that the item before has told: nothing to show. */
  const REPEATS = new Set(["thread/goal/cleared", "serverRequest/resolved"]);

  function* plain(value: unknown): Generator<string> {
    yield JSON.stringify(value, (_key, inner: unknown) =>
      inner instanceof Map ? [...inner] : inner instanceof Set ? [...inner] : inner,
    );
  }
});

describe("cards of more than one line", () => {
  test("[PRJ-221] the begin and the end of one thing are one card, with both lines", () => {
    const run = (state: string, more: object = {}) =>
      inTurn(state === "running" ? "hook/started" : "hook/completed", {
        run: { id: "h1", eventName: "preToolUse", status: state, entries: [], ...more },
      });
    const state = threadTold(started("t1"), run("running"), run("completed", { durationMs: 5 }), run("running"));
    const cards = cardsOf(state);
    expect(cards.map(({ name, lines }) => [name, lines])).toEqual([
      ["hook/completed", 2],
      ["hook/started", 1],
    ]);
    expect(cards[0]?.first).toContain('"running"');
    expect(cards[0]?.raw).toContain('"completed"');
  });

  const hookOf = (turn: string | null, state: "running" | "completed") =>
    told(state === "running" ? "hook/started" : "hook/completed", {
      turnId: turn,
      run: { id: "h1", eventName: "stop", status: state, entries: [] },
    });
  const places = (state: ThreadState) =>
    [...state.turns.values()].map(({ id, entries }) => [
      id,
      entries.flatMap((entry) => (entry.type === "card" ? [[entry.card.name, entry.card.lines]] : [])),
    ]);

  test("[PRJ-300] the end of a hook's run in one turn is not the end of a run of the same id in another", () => {
    const state = threadTold(started("t1"), hookOf("t1", "running"), started("t2"), hookOf("t2", "completed"));
    expect(places(state)).toEqual([
      ["t1", [["hook/started", 1]]],
      ["t2", [["hook/completed", 1]]],
    ]);
    const both = threadTold(
      started("t1"),
      hookOf("t1", "running"),
      started("t2"),
      hookOf("t2", "running"),
      hookOf("t1", "completed"),
      hookOf("t2", "completed"),
    );
    expect(places(both)).toEqual([
      ["t1", [["hook/completed", 2]]],
      ["t2", [["hook/completed", 2]]],
    ]);
  });

  test("[PRJ-300] what a turn left open takes no further line once the turn is over; what names no turn goes on", () => {
    const open = (turn: string | null) =>
      threadTold(started("t1"), hookOf(turn, "running"), completed("t1"), hookOf(turn, "completed"));
    expect(cardsOf(open("t1")).map(({ name, lines }) => [name, lines])).toEqual([
      ["hook/started", 1],
      ["hook/completed", 1],
    ]);
    expect(cardsOf(open(null)).map(({ name, lines }) => [name, lines])).toEqual([["hook/completed", 2]]);
  });

  test("[PRJ-221] a review is one card under its id; two reviews beside each other stay two", () => {
    const review = (what: string, id: string, outcome: string) =>
      inTurn(`item/autoApprovalReview/${what}`, { reviewId: id, review: { status: outcome }, action: null });
    const state = threadTold(
      started("t1"),
      review("started", "r1", "inProgress"),
      review("started", "r2", "inProgress"),
      review("completed", "r2", "denied"),
      review("completed", "r1", "approved"),
    );
    expect(cardsOf(state).map(({ raw, lines }) => [raw.includes("approved"), lines])).toEqual([
      [true, 2],
      [false, 2],
    ]);
  });

  test("[PRJ-222] a stream is one card with its count and bytes, however long it is", () => {
    const line = tape().in(status("idle"));
    const piece = told("thread/realtime/outputAudio/delta", {
      audio: { data: "A".repeat(1000), sampleRate: 24_000, numChannels: 1 },
    });
    for (let n = 0; n < 500; n++) line.in(piece);
    const cards = cardsOf(threadAfter(line.rows));
    expect(cards).toHaveLength(1);
    expect(cards[0]).toMatchObject({ lines: 500, first: null });
    expect(cards[0]?.bytes).toBe(500 * (JSON.stringify(piece).length + 1));
    expect(cards[0]?.raw.length).toBeLessThan(1200);
  });

  test("[PRJ-222] what is said in a realtime conversation grows its card until the whole text comes; the next is its own", () => {
    const said = (role: string, delta: string) => told("thread/realtime/transcript/delta", { role, delta });
    const state = threadTold(
      said("user", "What is "),
      said("assistant", "It"),
      said("user", "this"),
      told("thread/realtime/transcript/done", { role: "user", text: "What is this?" }),
      said("user", "And that"),
      told("thread/realtime/closed", { reason: null }),
      said("user", "Later"),
    );
    expect(cardsOf(state).map(({ text }) => text)).toEqual(["What is this?", "It", "And that", "", "Later"]);
  });

  test("[PRJ-222] a stream of another process begins another card", () => {
    const watch = note("fs/changed", { watchId: "w", changedPaths: ["/a"] });
    const rows = tape().in(watch).in(watch).exit().generation("g2").in(watch).rows;
    expect(hostAfter(rows).activity.map(({ lines }) => lines)).toEqual([2, 1]);
  });

  test("[PRJ-233] a stream that nobody has a name for is twenty cards and no more; another line in between begins anew", () => {
    const line = tape().in(started("t1"));
    const unknown = (n: number) => told("thread/hologram/beam", { n });
    for (let n = 0; n < 300; n++) line.in(unknown(n));
    const cards = cardsOf(threadAfter(line.rows));
    expect(cards).toHaveLength(20);
    expect(cards.at(-1)).toMatchObject({ lines: 281, raw: JSON.stringify(unknown(299)) });
    line.in(told("warning", { message: "w" })).in(unknown(300));
    expect(cardsOf(threadAfter(line.rows))).toHaveLength(22);

    const host = tape().in(note("deprecationNotice", { summary: "s" }));
    for (let n = 0; n < 300; n++) host.in(note("hologram/beam", { n }));
    const { activity } = hostAfter(host.rows);
    expect(activity).toHaveLength(21);
    expect(activity[0]?.name).toBe("deprecationNotice");
  });

  test("[PRJ-222] output that is not kept is one card by its method, live and reloaded alike", () => {
    const piece = note("process/outputDelta", {
      processHandle: "p",
      stream: "stdout",
      deltaBase64: "aGk=",
      capReached: false,
    });
    const rows = lineOf(piece, piece).rows.map((row) =>
      row.kind === "in"
        ? { ...row, line: { stub: true as const, method: "process/outputDelta", id: null, bytes: 90, sha256: null } }
        : row,
    );
    const { activity } = hostAfter(rows);
    expect(activity).toMatchObject([{ name: "process/outputDelta", what: "stub", lines: 2 }]);
  });

  test("[PRJ-301] each process that ended is a card, whether its output was kept or not", () => {
    const ended = (n: number) =>
      note("process/exited", { processHandle: `p${n}`, exitCode: n, stdout: n === 1 ? "" : "x", stderr: "" });
    const whole = lineOf(ended(0), ended(1), ended(2)).rows;
    const stored = whole.map((row, n) =>
      row.kind === "in" && n !== 1
        ? { ...row, line: { stub: true as const, method: "process/exited", id: null, bytes: 90, sha256: null } }
        : row,
    );
    const names = (rows: typeof whole) => hostAfter(rows).activity.map(({ name, lines }) => [name, lines]);
    expect(names(stored)).toEqual(names(whole));
    expect(names(stored)).toHaveLength(3);
    expect(hostAfter(stored).activity[0]?.raw).toMatch(/^process\/exited is not stored: 90 bytes/);
  });
});
