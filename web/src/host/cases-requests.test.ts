// Requests that get no reply or are not taken (-32001), and clocks that disagree: what the real App Server does not do on
// demand. After each the state is the same live, offline, reloaded and from the stored rows, and nothing turns.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isOpen } from "../decisions/state.ts";
import { faultStage } from "./testing/faults.ts";

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => vi.stubGlobal("crypto", undefined));
afterEach(() => vi.unstubAllGlobals());

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`batches of seed ${seed}`);
const BUSY = { code: -32001, message: "Server overloaded; retry later." };

describe("requests without a reply", () => {
  test(`[ACT-133] [LNK-110] [PRJ-357] A04: turn/start is never answered, its turn runs and ends: it is what its events say, and the message is one bubble (seed ${seed})`, async () => {
    for (const named of [true, false]) {
      const it = await faultStage(seed);
      it.server.ignore("turn/start");
      await it.page.session.sendMessage(it.id, "hi");
      const sent = await it.until("heard", () => it.heard("turn/start")[0]);
      const turn = { id: "t1", items: [], status: "inProgress" };
      const clientId = named ? sent.message.params?.["clientUserMessageId"] : null;
      const item = { type: "userMessage", id: "u1", clientId, content: sent.message.params?.["input"] };
      it.server.threads.get(it.id)?.turns.push({ id: "t1", status: "completed", items: [item as never] });
      await it.say(
        { method: "turn/started", params: { threadId: it.id, turn } },
        { method: "item/started", params: { threadId: it.id, turnId: "t1", item } },
        { method: "item/completed", params: { threadId: it.id, turnId: "t1", item } },
      );
      expect(it.thread.state.outgoing.size).toBe(0);
      await it.say({ method: "turn/completed", params: { threadId: it.id, turn: { ...turn, status: "completed" } } });
      expect(it.statuses()).toEqual(["completed"]);
      expect(it.texts()).toEqual(["hi"]);
      await it.rest();
      expect(it.page.session.facts()).toMatchObject({ outbox: [], returned: [] });
      expect(it.heard("turn/start")).toHaveLength(1);
      // The reply comes after all: it opens nothing again.
      await it.say({ id: sent.message.id, result: { turn } });
      expect(it.statuses()).toEqual(["completed"]);
      it.server.unignore("turn/start");
      await it.same();
    }
  });

  test.each(["thread/read", "thread/turns/list", "thread/list", "thread/loaded/list"])(
    `[ACT-133] %s is never answered: turns run and end all the same (seed ${seed})`,
    async (method) => {
      const it = await faultStage(seed);
      it.server.ignore(method);
      const refetched = it.page.session.refetch(it.id);
      await it.send("go");
      it.server.speak("an answer");
      it.server.complete();
      await it.until("the end", () => it.statuses()[0] === "completed");
      await it.rest(60);
      expect(it.texts()).toEqual(["go", "an answer"]);
      it.server.unignore(method);
      await it.same();
      await refetched;
    },
  );

  test(`[ACT-133] thread/resume is never answered: the message waits in sight, can be put away, and goes with the next App Server (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    await it.send("one");
    it.server.complete();
    await it.until("the end", () => it.statuses()[0] === "completed");
    it.relay.end({ code: 1 });
    await it.until("live", () => it.page.session.facts().connection === "live");
    it.server.ignore("thread/resume");
    await it.page.session.sendMessage(it.id, "two");
    await it.page.session.sendMessage(it.id, "three");
    await it.rest(60);
    expect(it.heard("turn/start")).toHaveLength(1);
    const waiting = it.page.session.facts().outbox;
    expect(waiting.map(({ state }) => state.type)).toEqual(["waiting", "waiting"]);
    await it.page.session.discard(waiting[1]?.id ?? "");
    it.server.unignore("thread/resume");
    it.relay.end({ code: 1 });
    await it.until("the message", () => it.texts().includes("two"));
    expect(it.heard("turn/start")).toHaveLength(2);
    it.server.complete();
    await it.rest();
    expect(it.texts()).toEqual(["one", "two"]);
    await it.same();
  });
});

describe("not taken (-32001)", () => {
  test(`[ACT-134] reads are asked again with growing waits (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    for (const method of ["thread/read", "thread/turns/list", "thread/list"]) {
      it.server.refuse(method, BUSY, 3);
      const before = it.heard(method).length;
      const asked = it.page.session.request(method, { threadId: it.id });
      await it.environment.advance(200);
      expect(it.heard(method)).toHaveLength(before + 1);
      await it.environment.advance(2000);
      expect(await it.result(asked)).toMatchObject({ ok: true });
      expect(it.heard(method)).toHaveLength(before + 4);
    }
    await it.same();
  });

  test(`[ACT-134] a message goes back to the person and is not sent by itself again (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    it.server.refuse("turn/start", BUSY, 1);
    await it.page.session.sendMessage(it.id, "hi");
    const outgoing = await it.until("refused", () =>
      [...it.thread.state.outgoing.values()].find(({ state }) => state.type === "failed"),
    );
    expect(outgoing).toMatchObject({ text: "hi", state: { message: BUSY.message } });
    await it.rest(60);
    expect(it.heard("turn/start")).toHaveLength(1);
    expect(it.statuses()).toEqual([]);
    await it.page.session.discard(outgoing.clientUserMessageId);
    await it.same();
  });

  test.each([
    ["turn/steer", { expectedTurnId: "t1", clientUserMessageId: "c1", input: [{ type: "text", text: "more" }] }],
    ["thread/queue/add", { clientUserMessageId: "c2", input: [{ type: "text", text: "next" }] }],
    ["thread/compact/start", {}],
    ["thread/archive", {}],
  ])(`[ACT-134] %s is told as refused and asked once (seed ${seed})`, async (method, params) => {
    const it = await faultStage(seed);
    await it.send("go");
    it.server.refuse(method, BUSY, 9);
    const outcome = await it.result(it.page.session.request(method, { threadId: it.id, ...params }));
    expect(outcome).toMatchObject({ ok: false, reason: { type: "rpc", code: -32001 } });
    it.server.complete();
    await it.rest(30);
    expect(it.heard(method)).toHaveLength(1);
    await it.same();
  });

  test(`[ACT-134] [ACT-32] an interrupt that is never taken is given up after some tries: the turn runs, and can be stopped anew (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    const turn = await it.send("go");
    it.server.refuse("turn/interrupt", BUSY, 6);
    await it.page.session.interrupt(it.id, turn);
    await it.rest(20);
    expect(it.heard("turn/interrupt")).toHaveLength(6);
    expect(it.statuses()).toEqual(["inProgress"]);
    await it.page.session.interrupt(it.id, turn);
    await it.until("stopped", () => it.statuses()[0] === "interrupted");
    await it.rest();
    await it.same();
  });

  test(`[ACT-134] an error under the id of an answered request ends nothing: the card is on its way until it is resolved (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    await it.send("go");
    it.server.ask();
    const decisions = it.page.session.state.decisions;
    const decision = await it.until("a decision", () => [...decisions.values()].find(isOpen));
    it.server.holdAnswers(true);
    await it.page.session.answer(decision, { result: { decision: "accept" } });
    await it.until("sent", () => decision.state.type === "sent");
    await it.say({ id: decision.id, error: BUSY });
    await it.rest(30);
    expect(decision.state.type).toBe("sent");
    expect([...it.server.asked(it.relay.current() ?? "").values()]).toEqual([1]);
    it.server.holdAnswers(false);
    await it.until("resolved", () => decision.state.type === "resolved");
    it.server.complete();
    await it.rest();
    await it.same();
  });
});

describe("clocks that disagree", () => {
  const HOUR = 3_600_000;
  test.each([
    ["jumps on by five hours", [5 * HOUR]],
    ["jumps back by five hours", [-5 * HOUR]],
    ["jumps to and fro", [3 * HOUR, -7 * HOUR, 0, 30 * 24 * HOUR]],
    ["stands at the year of its making", [-1_600_000_000_000]],
  ])(`[PRJ-355] [ACT-130] the device's clock %s in the middle of a turn (seed ${seed})`, async (_name, skews) => {
    const it = await faultStage(seed);
    await it.send("go");
    for (const skew of skews) {
      it.page.setClock(skew);
      it.server.speak("word ");
      await it.rest(2);
    }
    expect(it.statuses()).toEqual(["inProgress"]);
    it.server.fallSilent();
    await it.rest(20);
    expect(it.statuses()).toEqual(["completed"]);
    expect(it.texts()).toEqual(["go", "word ".repeat(skews.length)]);
    await it.same();
  });

  test.each([5 * HOUR, -5 * HOUR])(
    `[PRJ-355] [ACT-24] a clock that is set by %s ms lets no thread go early, and none is kept (seed ${seed})`,
    async (skew) => {
      const it = await faultStage(seed);
      await it.send("go");
      it.server.complete();
      it.thread.close();
      await it.rest(180);
      it.page.setClock(skew);
      await it.rest(180);
      expect(it.heard("thread/unsubscribe")).toEqual([]);
      await it.rest(420);
      expect(it.heard("thread/unsubscribe")).toHaveLength(1);
      it.page.close();
    },
  );

  test.each([0, -1, 1, 9e15, 1e300, -9e15, 1.5])(
    `[PRJ-355] lines that were emitted at %s, with times that run backwards (seed ${seed})`,
    async (emittedAtMs) => {
      const it = await faultStage(seed);
      const turn = { id: "t1", items: [], status: "inProgress", startedAt: 4e9, completedAt: 1, durationMs: -5 };
      const item = {
        type: "commandExecution",
        id: "c1",
        command: "ls",
        cwd: "/w",
        status: "completed",
        durationMs: -9,
      };
      it.server.threads.get(it.id)?.turns.push({ id: "t1", status: "completed", items: [item] });
      await it.say(
        { method: "turn/started", params: { threadId: it.id, turn }, emittedAtMs },
        { method: "item/started", params: { threadId: it.id, turnId: "t1", item, startedAtMs: 4e12 }, emittedAtMs: 5 },
        { method: "item/completed", params: { threadId: it.id, turnId: "t1", item, completedAtMs: 7 }, emittedAtMs },
        {
          method: "turn/completed",
          params: { threadId: it.id, turn: { ...turn, status: "completed" } },
          emittedAtMs: -emittedAtMs,
        },
      );
      const [held] = it.thread.state.turns.values();
      expect(it.statuses()).toEqual(["completed"]);
      expect(held?.durationMs).toBeNull();
      expect(held?.items.get("c1")).toMatchObject({ durationMs: null });
      await it.rest();
      await it.same();
    },
  );
});
