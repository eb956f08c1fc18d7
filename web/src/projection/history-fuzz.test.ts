// A server with a history, a device that is away now and then, copies that come late and cuts by anybody: once the pages are
// read to their end, what stands here is what the server has.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Row } from "../journal/rows.ts";
import { T, tape, threadAfter } from "./testing/rows.ts";
import { note, refusal, reply, request, turn } from "./testing/wire.ts";
import type { ThreadState } from "./state.ts";

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));

type Act =
  | { type: "turns"; count: number }
  | { type: "newest" | "older" | "hole"; count: number }
  | { type: "away" }
  | { type: "back" }
  | { type: "answer" }
  | { type: "cut"; keep: number; own: boolean };

const counted = (type: "turns" | "newest" | "older" | "hole") =>
  fc.integer({ min: 1, max: 4 }).map((count): Act => ({ type, count }));
const plain = (type: "away" | "back" | "answer") => fc.constant<Act>({ type });
const act = fc.oneof(
  { weight: 5, arbitrary: counted("turns") },
  { weight: 2, arbitrary: plain("away") },
  { weight: 3, arbitrary: plain("back") },
  { weight: 4, arbitrary: counted("newest") },
  { weight: 2, arbitrary: counted("older") },
  { weight: 2, arbitrary: counted("hole") },
  { weight: 4, arbitrary: plain("answer") },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.boolean())
      .map(([keep, own]): Act => ({ type: "cut", keep, own })),
  },
);

const turnsOf = ({ timeline }: ThreadState) => timeline.flatMap((entry) => (entry.type === "turn" ? [entry.turn] : []));
const newestHole = (state: ThreadState) =>
  turnsOf(state)
    .map((id) => state.turns.get(id)?.hole ?? null)
    .findLast((hole) => hole !== null) ?? null;

/** The rows that the device has after these acts, and all pages; and the turns that the server has. */
function play(acts: readonly Act[]): { rows: readonly Row[]; history: string[] } {
  const line = tape();
  let history: { id: string; startedAt: number }[] = [];
  let made = 0;
  let asked = 0;
  let away = false;
  let bytes = 0;
  /** Replies that the server has written, and the device has not read yet. */
  let waiting: object[] = [];

  const hear = () => {
    if (!away) return;
    away = false;
    bytes += 1_000_000;
    line.local({ type: "gap", from: bytes - 10_000, to: bytes });
  };
  const ask = (count: number, cursor: string | null) => {
    const id = `a.${(asked += 1)}`;
    const more = cursor === null ? {} : { cursor };
    line.out(request(id, "thread/turns/list", { threadId: T, limit: count, itemsView: "full", ...more }));
    const end = cursor === null ? history.length : history.findIndex((past) => `c-${past.id}` === cursor);
    if (end < 0) {
      waiting.push(refusal(id, -32600, "invalid cursor"));
      return;
    }
    const start = Math.max(0, end - count);
    const first = history[start];
    const data = history
      .slice(start, end)
      .map(({ id: name, startedAt }) => turn(name, "completed", [], { startedAt, itemsView: "full" }))
      .reverse();
    waiting.push(reply(id, { data, nextCursor: start > 0 && first !== undefined ? `c-${first.id}` : null }));
  };
  const answer = () => {
    for (const each of waiting) line.in(each);
    waiting = [];
  };
  const live = () => {
    made += 1;
    // Several may begin in one second.
    const past = { id: `t${made}`, startedAt: 1000 + Math.floor(made / 2) };
    history.push(past);
    if (away) return;
    const wire = turn(past.id, "inProgress", [], { startedAt: past.startedAt });
    line.in(note("turn/started", { threadId: T, turn: wire }));
    line.in(note("turn/completed", { threadId: T, turn: { ...wire, status: "completed" } }));
  };

  for (const each of acts) {
    if (each.type === "turns") for (let n = 0; n < each.count; n += 1) live();
    else if (each.type === "away") {
      away = true;
      waiting = [];
    } else if (each.type === "back") hear();
    else if (each.type === "cut") {
      const gone = history[each.keep];
      if (gone === undefined) continue;
      history = history.slice(0, each.keep);
      if (away) continue;
      if (each.own) {
        const id = `a.${(asked += 1)}`;
        line.out(request(id, "thread/revert", { threadId: T, beforeTurnId: gone.id }));
        line.in(reply(id, { thread: { id: T, turns: [] }, turnsBackwardsCursor: null }));
      }
      line.in(note("thread/reverted", { threadId: T }));
    } else if (away) continue;
    else if (each.type === "answer") answer();
    else if (each.type === "newest") ask(each.count, null);
    else {
      const state = threadAfter(line.rows);
      const cursor = each.type === "older" ? state.older?.cursor : newestHole(state)?.cursor;
      if (cursor !== undefined) ask(each.count, cursor);
    }
  }
  hear();
  answer();
  ask(3, null);
  answer();
  for (let n = 0; n < 60; n += 1) {
    const state = threadAfter(line.rows);
    const next = newestHole(state) ?? state.older;
    if (next === null) break;
    ask(3, next.cursor);
    answer();
  }
  return { rows: line.rows, history: history.map(({ id }) => id) };
}

/** Without the copies that a newer one has replaced. */
function kept(rows: readonly Row[]): Row[] {
  const newest = new Map(
    rows.flatMap((row) => (row.kind === "snapshot" ? [[`${row.method} ${row.page}`, row] as const] : [])),
  );
  const standing = new Set<Row>(newest.values());
  return rows.filter((row) => row.kind !== "snapshot" || standing.has(row));
}

test(`[PRJ-324] once its pages are read, what stands of a thread is the server's history in its order, live and folded again (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      const { rows, history } = play(acts);
      for (const folded of [rows, kept(rows)]) {
        const state = threadAfter(folded);
        expect(turnsOf(state).filter((id) => state.turns.get(id)?.reverted === false)).toEqual(history);
        expect([newestHole(state), state.older]).toEqual([null, null]);
      }
    }),
    { seed, numRuns: 300 },
  );
});
