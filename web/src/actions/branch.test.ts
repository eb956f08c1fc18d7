// The requests of the acts that branch a thread, and what is not sent.
import { expect, test } from "vitest";
import type { HostSession, Outcome } from "../host/model.ts";
import { createHostState } from "../projection/host-fold.ts";
import { branchActs } from "./branch.ts";

type Answer = Outcome<unknown> | ((params: Record<string, unknown>) => Outcome<unknown>);
const ok = (value: unknown): Outcome<unknown> => ({ ok: true, value });
const no = (message: string): Outcome<never> => ({
  ok: false,
  reason: { type: "rpc", code: -32600, message, data: null },
});

/** A session that has thread T loaded unless told otherwise; `asked` holds what went out. */
function setUp(answers: Record<string, Answer>, loaded = true) {
  const state = createHostState("h");
  state.current = "g";
  const generation = { loaded: new Set(loaded ? ["T"] : []), silenced: new Set<string>(), doubtful: new Set<string>() };
  // Only what the acts read of a generation.
  state.generations.set("g", generation as never);
  const asked: [string, unknown][] = [];
  const fleeting = new Set<string>();
  let connection = "live";
  const listeners = new Set<() => void>();
  const session = {
    state,
    facts: () => ({ connection }),
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    request(method: string, params: Record<string, unknown>, how?: { fleeting?: boolean }) {
      asked.push([method, params]);
      if (how?.fleeting === true) fleeting.add(method);
      const answer = answers[method] ?? ok({});
      return Promise.resolve(typeof answer === "function" ? answer(params) : answer);
    },
    sendMessage(thread: string, text: string) {
      asked.push(["message", { thread, text }]);
      return Promise.resolve("m");
    },
    // Only what the acts use of a session.
  } as unknown as HostSession;
  /** The connection is lost and comes back. */
  const cut = (): void => {
    for (const next of ["offline", "live"]) {
      connection = next;
      for (const listener of listeners) listener();
    }
  };
  return { session, asked, fleeting, cut, listeners };
}

test("[ACT-90] a fork at a turn takes everything up to it and it itself, and nothing else is set", async () => {
  const { session, asked } = setUp({ "thread/fork": ok({ thread: { id: "F" } }) });
  expect(await branchActs.forkAt(session, "T", "t2")).toEqual({ ok: true, value: { thread: "F" } });
  expect(asked).toEqual([["thread/fork", { threadId: "T", lastTurnId: "t2", excludeTurns: true }]]);
});

test("[ACT-91] a paginated thread is reverted, once it is loaded", async () => {
  const { session, asked } = setUp({}, false);
  expect((await branchActs.takeBack(session, "T", "t2", "paginated")).ok).toBe(true);
  expect(asked.map(([method]) => method)).toEqual(["thread/resume", "thread/revert"]);
  expect(asked[1]?.[1]).toEqual({ threadId: "T", beforeTurnId: "t2" });
  const refused = setUp({ "thread/resume": no("already has an active writer") }, false);
  expect((await branchActs.takeBack(refused.session, "T", "t2", "paginated")).ok).toBe(false);
  expect(refused.asked).toHaveLength(1);
});

test("[ACT-91] nothing is taken back on another connection than the one it was asked on: others may have gone on meanwhile", async () => {
  const resumed = setUp({ "thread/resume": () => (resumed.cut(), ok({})) }, false);
  expect(await branchActs.takeBack(resumed.session, "T", "t2", "paginated")).toMatchObject({
    reason: { type: "not-sent" },
  });
  expect(resumed.asked.map(([method]) => method)).toEqual(["thread/resume"]);
  const counted = setUp({
    "thread/turns/list": () => (counted.cut(), ok({ data: [{ id: "t2" }], nextCursor: null })),
  });
  expect((await branchActs.takeBack(counted.session, "T", "t2", "legacy")).ok).toBe(false);
  expect(counted.asked.map(([method]) => method)).toEqual(["thread/turns/list"]);
  const whole = setUp({ "thread/turns/list": ok({ data: [{ id: "t2" }], nextCursor: null }) });
  for (const mode of ["legacy", "paginated"])
    expect((await branchActs.takeBack(whole.session, "T", "t2", mode)).ok).toBe(true);
  expect([...whole.fleeting]).toEqual(["thread/rollback", "thread/revert"]);
  for (const it of [resumed, counted, whole]) expect(it.listeners.size).toBe(0);
});

test("[ACT-91] a legacy thread is rolled back by as many turns as the server has from that one on", async () => {
  const pages: Record<string, unknown> = {
    first: { data: [{ id: "t5" }, { id: "t4" }], nextCursor: "c" },
    c: { data: [{ id: "t3" }, { id: "t2" }, { id: "t1" }], nextCursor: null },
  };
  const list = (params: Record<string, unknown>) =>
    ok(pages[typeof params["cursor"] === "string" ? params["cursor"] : "first"]);
  const { session, asked } = setUp({ "thread/turns/list": list });
  expect((await branchActs.takeBack(session, "T", "t2", "legacy")).ok).toBe(true);
  expect(asked.at(-1)).toEqual(["thread/rollback", { threadId: "T", numTurns: 4 }]);
  const unknown = setUp({ "thread/turns/list": list });
  expect((await branchActs.takeBack(unknown.session, "T", "elsewhere", "legacy")).ok).toBe(false);
  expect(unknown.asked.map(([method]) => method)).toEqual(["thread/turns/list", "thread/turns/list"]);
});

test("[ACT-91] where the history's kind is not known the server's refusal tells it", async () => {
  const { session, asked } = setUp({
    "thread/revert": no("thread/revert only supports paginated threads"),
    "thread/turns/list": ok({ data: [{ id: "t2" }], nextCursor: null }),
  });
  expect((await branchActs.takeBack(session, "T", "t2", null)).ok).toBe(true);
  expect(asked.map(([method]) => method)).toEqual(["thread/revert", "thread/turns/list", "thread/rollback"]);
  const old = setUp({ "thread/revert": no("Invalid request: unknown variant `thread/revert`") });
  expect((await branchActs.takeBack(old.session, "T", "t2", null)).ok).toBe(false);
  expect(old.asked).toHaveLength(1);
});

test("[ACT-92] a side question goes to an ephemeral fork, and to nothing when there is none", async () => {
  const { session, asked } = setUp({ "thread/fork": ok({ thread: { id: "E" } }) });
  expect(await branchActs.askAside(session, "T", "Why?")).toEqual({ ok: true, value: { thread: "E" } });
  expect(asked).toEqual([
    ["thread/fork", { threadId: "T", ephemeral: true, excludeTurns: true }],
    ["message", { thread: "E", text: "Why?" }],
  ]);
  const refused = setUp({ "thread/fork": no("no") });
  expect((await branchActs.askAside(refused.session, "T", "Why?")).ok).toBe(false);
  expect(refused.asked).toHaveLength(1);
});

test("[ACT-93] going on starts a thread in the same folder and sends what the person has seen, once", async () => {
  const { session, asked } = setUp({ "thread/start": ok({ thread: { id: "N" } }) });
  expect(await branchActs.goOn(session, { cwd: "/w", text: "Continued" })).toEqual({
    ok: true,
    value: { thread: "N" },
  });
  expect(asked).toEqual([
    ["thread/start", { cwd: "/w", historyMode: "paginated" }],
    ["message", { thread: "N", text: "Continued" }],
  ]);
  const refused = setUp({ "thread/start": no("no") });
  expect((await branchActs.goOn(refused.session, { cwd: "/w", text: "Continued" })).ok).toBe(false);
  expect(refused.asked).toHaveLength(1);
});
