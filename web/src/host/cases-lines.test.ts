// Lines of docs/spec/cases.md, sections A, C and E, through a whole session: what the fold's own tests show of rows is shown
// here live, offline, reloaded and from the stored rows, with a composer that works afterwards.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { turnStatus } from "../projection/state.ts";
import { faultStage } from "./testing/faults.ts";

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => vi.stubGlobal("crypto", undefined));
afterEach(() => vi.unstubAllGlobals());

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`batches of seed ${seed}`);

const agent = (id: string, text: string) => ({ type: "agentMessage", id, text });

describe("ids and requests", () => {
  test(`[ACT-45] A04: all of a turn comes before the reply to turn/start (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    it.server.ignore("turn/start");
    await it.page.session.sendMessage(it.id, "hi");
    const { message } = await it.until("heard", () => it.heard("turn/start")[0]);
    const turn = { id: "t1", items: [], status: "inProgress" };
    const user = { type: "userMessage", id: "u", clientId: message.params?.["clientUserMessageId"], content: [] };
    const events = [
      { method: "turn/started", params: { threadId: it.id, turn } },
      { method: "item/completed", params: { threadId: it.id, turnId: "t1", item: user } },
      { method: "item/agentMessage/delta", params: { threadId: it.id, turnId: "t1", itemId: "m1", delta: "Hello" } },
      { method: "turn/completed", params: { threadId: it.id, turn: { ...turn, status: "completed" } } },
    ];
    await it.say(...events, { id: message.id, result: { turn } });
    expect(it.statuses()).toEqual(["completed"]);
    expect(it.texts()).toContain("Hello");
    expect(it.thread.state.outgoing.size).toBe(0);
    expect(it.page.session.facts().outbox).toEqual([]);
    it.server.unignore("turn/start");
    await it.same();
  });

  test(`[ACT-46] A08: taken, and the line drops before the reply: nothing is sent again, the bubble is accepted (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    await it.send("go");
    // The server takes it into the running turn; the model has not yet been given it.
    it.server.ignore("turn/start");
    const off = it.relay.onStdin((text) => {
      if (!text.includes("turn/start")) return;
      off();
      const id = it.heard("turn/start").at(-1)?.message.id;
      it.page.socket()?.cut();
      it.relay.write(
        `${JSON.stringify({ id, result: { turn: { id: "turn-2", items: [], status: "inProgress" } } })}\n`,
      );
    });
    await it.page.session.sendMessage(it.id, "c1");
    await it.until("accepted", () => [...it.thread.state.outgoing.values()].some(({ state }) => state.type !== "sent"));
    await it.rest(5);
    expect(it.heard("turn/start")).toHaveLength(2);
    it.server.unignore("turn/start");
  });

  test.each([
    ["before it is taken, the same turn runs: it is sent once", false],
    ["and the App Server ends: delivery unknown, and nothing is sent by itself", true],
  ])(`[ACT-46] A08: the line drops %s (seed ${seed})`, async (_name, ended) => {
    const it = await faultStage(seed);
    await it.send("go");
    if (ended) it.server.ignore("turn/start");
    else it.page.socket()?.cutAfterIn(0);
    await it.page.session.sendMessage(it.id, "c1");
    await it.rest(5);
    if (!ended) {
      expect(it.heard("turn/start")).toHaveLength(2);
      await it.until("the message", () => it.texts().includes("c1"));
      it.server.complete();
    } else {
      it.relay.end({ code: null, signal: "SIGKILL" });
      await it.until("live", () => it.page.session.facts().connection === "live");
      await it.rest(10);
      expect(it.heard("turn/start")).toHaveLength(2);
      const [outgoing] = it.thread.state.outgoing.values();
      expect([outgoing?.text, outgoing?.state.type]).toEqual(["c1", "delivery-unknown"]);
      expect(it.statuses()).toEqual(["lost"]);
      it.server.unignore("turn/start");
    }
    await it.rest();
    await it.same();
  });

  test(`[ACT-46] A08: its App Server ends, and history has it after all: one bubble, nothing to decide (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    it.server.ignore("turn/start");
    await it.page.session.sendMessage(it.id, "c1");
    const { message } = await it.until("heard", () => it.heard("turn/start")[0]);
    const clientId = message.params?.["clientUserMessageId"];
    it.server.threads.get(it.id)?.turns.push({
      id: "t1",
      status: "interrupted",
      items: [{ type: "userMessage", id: "item-1", clientId, content: message.params?.["input"] }],
    });
    it.relay.end({ code: 1 });
    it.server.unignore("turn/start");
    await it.until("claimed", () => it.texts().includes("c1"));
    expect(it.thread.state.outgoing.size).toBe(0);
    expect(it.page.session.facts()).toMatchObject({ outbox: [], returned: [] });
    await it.rest();
    await it.same();
  });
});

describe("turns and items", () => {
  test(`[PRJ-13] C01: a retry shows while it lasts, a last error once (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    const turn = await it.send("go");
    const error = (willRetry: boolean) => ({
      method: "error",
      params: { threadId: it.id, turnId: turn, willRetry, error: { message: "Reconnecting... 2/5" } },
    });
    const held = it.thread.state.turns.get(turn);
    await it.say(error(true));
    expect(held?.retrying?.message).toBe("Reconnecting... 2/5");
    it.server.speak("done");
    await it.environment.advance(50);
    expect([held?.retrying, held?.error]).toEqual([null, null]);
    await it.say(error(false));
    it.history(turn, "failed");
    await it.status("idle");
    await it.say({
      method: "turn/completed",
      params: {
        threadId: it.id,
        turn: { id: turn, items: [], status: "failed", error: { message: "Reconnecting... 2/5" } },
      },
    });
    expect([turnStatus(held ?? neverHeld()), held?.error?.message]).toEqual(["failed", "Reconnecting... 2/5"]);
    expect(it.thread.state.timeline.filter(({ type }) => type === "card")).toEqual([]);
    await it.rest();
    await it.same();
  });

  test(`[PRJ-11] C04: a copy calls a turn interrupted, and it goes on: it runs again, and ends as it ends (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    it.server.threads.get(it.id)?.turns.push({ id: "t1", status: "interrupted", items: [agent("m0", "before")] });
    await it.result(it.page.session.refetch(it.id));
    expect(it.statuses()).toEqual(["interrupted"]);
    await it.say({
      method: "item/agentMessage/delta",
      params: { threadId: it.id, turnId: "t1", itemId: "m1", delta: "still here" },
    });
    expect(it.statuses()).toEqual(["inProgress"]);
    expect(it.texts()).toEqual(["before", "still here"]);
    it.history("t1", "completed");
    await it.say({
      method: "turn/completed",
      params: { threadId: it.id, turn: { id: "t1", items: [], status: "completed" } },
    });
    expect(it.statuses()).toEqual(["completed"]);
    await it.rest();
    await it.same();
  });

  test(`[PRJ-12] C05: quit in the middle of a turn; a history that still calls it running is not believed, and one can go on (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    const turn = await it.send("go");
    it.relay.end({ code: 0 });
    await it.until("the end", () => it.statuses()[0] === "lost");
    await it.until("live", () => it.page.session.facts().connection === "live");
    // The process that has ended could not write down that it did.
    it.history(turn, "inProgress");
    // Nor is it believed on a device that has seen nothing of it.
    const other = await it.live(it.device().open());
    const there = other.session.openThread(it.id);
    await it.until("the turn", () => there.state.turns.size > 0);
    expect([...there.state.turns.values()].map(turnStatus)).toEqual(["lost"]);
    other.close();
    it.history(turn, "interrupted");
    await it.rest();
    await it.same();
  });

  test(`[PRJ-24] C08: a history under other ids adds nothing, live and after a reload (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    const turn = await it.send("go");
    for (const id of ["msg_0b", "msg_0c"])
      await it.say({
        method: "item/completed",
        params: { threadId: it.id, turnId: turn, item: agent(id, "Same") },
      });
    const held = it.server.threads.get(it.id)?.turns[0];
    held?.items.splice(1, 9, agent("item-1", "Same"), agent("item-2", "Same"));
    it.server.complete();
    await it.until("the end", () => it.statuses()[0] === "completed");
    await it.result(it.page.session.refetch(it.id));
    expect(it.texts()).toEqual(["go", "Same", "Same"]);
    await it.same();
  });

  test(`[PRJ-14] [PRJ-15] [PRJ-16] C09, C17: the same item id in two turns, items that are late, malformed or unknown (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    const item = (turn: string, which: string, value: unknown) => ({
      method: `item/${which}`,
      params: { threadId: it.id, turnId: turn, item: value },
    });
    const delta = (turn: string, id: string, text: string) => ({
      method: "item/agentMessage/delta",
      params: { threadId: it.id, turnId: turn, itemId: id, delta: text },
    });
    const teleport = { type: "teleport", id: "q", where: "mars" };
    for (const [turn, text] of [
      ["t1", "AB"],
      ["t2", "CD"],
    ] as const) {
      await it.say(
        delta(turn, "item_0", text.charAt(0)),
        item(turn, "completed", agent("item_0", text)),
        item(turn, "started", agent("item_0", "")),
        item(turn, "completed", teleport),
        { method: "item/completed", params: { threadId: it.id, turnId: turn } },
        { method: "turn/completed", params: { threadId: it.id, turn: { id: turn, items: [], status: "completed" } } },
      );
      it.server.threads
        .get(it.id)
        ?.turns.push({ id: turn, status: "completed", items: [agent("item_0", text), teleport] });
    }
    expect(it.texts()).toEqual(["AB", "", "CD", ""]);
    expect(it.thread.state.turns.get("t2")?.items.get("q")?.raw).toEqual(teleport);
    const cards = [...it.thread.state.turns.values()].flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.type === "card" ? [entry.card.what] : [])),
    );
    expect(cards).toEqual(["malformed", "malformed"]);
    await it.rest();
    await it.same();
  });

  test(`[PRJ-27] C11: the same words sent twice on purpose are two bubbles, at every moment (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    const count = () => it.texts().filter((text) => text === "hi").length + it.thread.state.outgoing.size;
    for (const n of [1, 2]) {
      await it.page.session.sendMessage(it.id, "hi");
      await it.until("shown", () => it.texts().filter((text) => text === "hi").length === n);
      expect(count()).toBe(n);
      expect(it.page.session.facts().outbox).toEqual([]);
      if (n === 1) continue;
      it.server.complete();
      await it.until("the end", () => it.statuses().every((status) => status === "completed"));
    }
    await it.result(it.page.session.refetch(it.id));
    expect(count()).toBe(2);
    await it.same();
  });

  test(`[PRJ-29] C15: usage that comes before the reply to the resume counts, offline too (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    const usage = (last: object | null, window: number | null) => ({
      method: "thread/tokenUsage/updated",
      params: {
        threadId: it.id,
        turnId: "t0",
        tokenUsage: { total: { totalTokens: 1_200_000 }, last, modelContextWindow: window },
      },
    });
    it.server.ignore("thread/resume");
    const resumed = it.page.session.request("thread/resume", { threadId: it.id });
    const { message } = await it.until("heard", () => it.heard("thread/resume")[0]);
    await it.say(usage({ totalTokens: 120_000 }, 258_000));
    await it.say({
      id: message.id,
      result: { thread: { id: it.id, status: { type: "idle" }, turns: [] }, model: "m" },
    });
    expect(await it.result(resumed)).toMatchObject({ ok: true });
    expect(it.thread.state.tokenUsage).toEqual({ total: 1_200_000, last: 120_000, window: 258_000 });
    it.server.unignore("thread/resume");
    await it.same();
  });

  test(`[PRJ-23] C19: empty copies and an empty ending take nothing away (seed ${seed})`, async () => {
    const it = await faultStage(seed);
    const turn = await it.send("go");
    for (let n = 0; n < 12; n++)
      await it.say({
        method: "item/completed",
        params: { threadId: it.id, turnId: turn, item: agent(`i${n}`, `text ${n}`) },
      });
    it.server.threads.get(it.id)?.turns[0]?.items.splice(0);
    it.server.complete();
    await it.until("the end", () => it.statuses()[0] === "completed");
    await it.result(it.page.session.refetch(it.id));
    expect(it.texts()).toHaveLength(13);
    expect(it.thread.state.turns.get(turn)?.serverReturnedLess).toBe(true);
    await it.same();
  });
});

function neverHeld(): never {
  throw new Error("the turn is not held");
}
