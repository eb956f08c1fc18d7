// The session's cases, one by one: a relay in memory, a scripted App Server, devices with several tabs.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startThread } from "../actions/start-thread.ts";
import type { Decision } from "../decisions/state.ts";
import type { Row } from "../journal/rows.ts";
import { settled } from "../link/memory-environment.ts";
import { turnStatus } from "../projection/state.ts";
import { SETTLE_AFTER_MS } from "./idle-watch.ts";
import type { OpenThread } from "./model.ts";
import { createDevice, HOST, type Device, type Page } from "./testing/device.ts";
import { createRig, seededBytes, type Rig } from "./testing/rig.ts";

// A busy machine is no failure.
vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => vi.stubGlobal("crypto", undefined));
afterEach(() => vi.unstubAllGlobals());

interface Stage extends Rig {
  on: Device;
  page: Page;
  thread: OpenThread;
  id: string;
}

async function stage(relayOptions = {}): Promise<Stage> {
  const rig = createRig(7, relayOptions);
  const on = rig.device();
  const page = await rig.live(on.open());
  const thread = await rig.newThread(page);
  return { ...rig, on, page, thread, id: thread.state.id };
}

const turnsOf = (thread: OpenThread) => [...thread.state.turns.values()];
const textsOf = (thread: OpenThread) =>
  turnsOf(thread).flatMap((turn) =>
    [...turn.items.values()].flatMap((item) => (item.type === "userMessage" ? [item.text] : [])),
  );
const running = (thread: OpenThread) => turnsOf(thread).find((turn) => turnStatus(turn) === "inProgress");
const pendingOf = (page: Page): Decision | undefined =>
  [...page.session.state.decisions.values()].find(({ state }) => state.type === "pending");

async function rowsOf(page: Page): Promise<Row[]> {
  const rows: Row[] = [];
  await page.journal.readAll(HOST, 0, (chunk) => rows.push(...chunk));
  return rows;
}

/** A turn that runs, on every page that is open. */
async function running1({ page, id, thread, until }: Stage, text = "go") {
  await page.session.sendMessage(id, text);
  return until("a running turn", () => (textsOf(thread).includes(text) ? running(thread) : undefined));
}

/** A request that waits for the person. */
async function asked(it: Stage): Promise<Decision> {
  await running1(it);
  it.server.ask();
  return it.until("a decision", () => pendingOf(it.page));
}

describe("messages", () => {
  test("[LNK-61] an attach in the middle of a line's transaction sends it once", async () => {
    const it = await stage();
    it.page.slow(200);
    void it.page.session.sendMessage(it.id, "m");
    await it.environment.advance(50);
    it.page.socket()?.cut();
    await it.until("the message", () => textsOf(it.thread).includes("m"));
    await it.environment.advance(5000);
    expect(it.heard("turn/start")).toHaveLength(1);
    expect(it.page.session.facts().outbox).toEqual([]);
  });

  test("[LNK-63] a page that dies between storing a line and sending it: the next page with its client id sends it, once", async () => {
    const it = await stage();
    const other = it.on.open();
    await it.live(other);
    other.journal.onForeign(HOST, () => {
      if (it.page.alive() && it.heard("turn/start").length === 0 && clientOf(it.on, "handed")) it.page.die();
    });
    void it.page.session.sendMessage(it.id, "m");
    await it.environment.advance(1000);
    expect(it.page.alive()).toBe(false);
    expect(it.heard("turn/start")).toHaveLength(0);
    const next = it.on.open();
    const thread = next.session.openThread(it.id);
    await it.until("the message", () => textsOf(thread).includes("m"));
    expect(it.heard("turn/start")).toHaveLength(1);
    await it.until("an empty outbox", () => next.session.facts().outbox.length === 0);
  });

  test("[LNK-63] a line that was taken, and whose page died before it heard so, is not sent again; nor when its App Server ended meanwhile", async () => {
    for (const ended of [false, true]) {
      const it = await stage();
      it.relay.onStdin((text) => {
        if (text.includes("turn/start")) it.page.die();
      });
      void it.page.session.sendMessage(it.id, "m");
      await it.environment.advance(1000);
      expect(it.page.alive()).toBe(false);
      if (ended) it.relay.end({ code: 1 });
      const next = it.on.open();
      const thread = next.session.openThread(it.id);
      await it.until("the message", () => textsOf(thread).includes("m"));
      await it.environment.advance(3000);
      expect(it.heard("turn/start")).toHaveLength(1);
      expect(textsOf(thread)).toEqual(["m"]);
      expect(thread.state.outgoing.size).toBe(0);
      expect(next.session.facts()).toMatchObject({ outbox: [], returned: [] });
    }
  });

  test("[LNK-62] an App Server that ends while a line waits for its transaction: it goes to no other, and the person sees it", async () => {
    const it = await stage();
    it.page.slow(300);
    void it.page.session.sendMessage(it.id, "m");
    await it.environment.advance(50);
    it.relay.end({ code: 1 });
    await it.until("live again", () => it.page.session.facts().connection === "live");
    await it.environment.advance(3000);
    const texts = it.heard("turn/start").map(({ generation }) => generation);
    const bubble = [...it.thread.state.outgoing.values()].map(({ state }) => state.type);
    // Either it had not been handed over: then it waited, and went to the new one. Or it had, and stays with the person.
    expect(texts.length + bubble.length + it.page.session.facts().returned.length).toBe(1);
  });

  test("[LNK-68] a message written before the journal has been read is not lost", async () => {
    const it = await stage();
    const next = it.on.open();
    next.slow(500);
    void next.session.sendMessage(it.id, "early");
    await it.until("the message", () => textsOf(it.thread).includes("early"));
    expect(it.heard("turn/start")).toHaveLength(1);
  });

  test("[LNK-65] a message that is too long for the relay comes back with the reason", async () => {
    const it = await stage({ maxMessage: 2000 });
    await it.page.session.sendMessage(it.id, "x".repeat(3000));
    const [back] = await it.until("it back", () =>
      it.page.session.facts().returned.length > 0 ? it.page.session.facts().returned : null,
    );
    expect(back).toMatchObject({
      thread: it.id,
      text: "x".repeat(3000),
      reason: expect.stringContaining("too long") as string,
    });
    expect(it.page.session.facts().outbox).toEqual([]);
    const next = it.on.open();
    it.page.die();
    const again = it.on.open();
    await it.live(again);
    expect([...next.session.facts().returned, ...again.session.facts().returned]).toHaveLength(1);
  });

  test("[LNK-64] a message whose thread moved on comes back, over a reload too, and is gone when it is put away", async () => {
    const it = await stage();
    await running1(it, "one");
    it.server.complete();
    await it.until("the end", () => running(it.thread) === undefined);
    const two = await it.live(it.on.open());
    const there = two.session.openThread(it.id);
    await it.until("the thread", () => textsOf(there).length === 1);
    it.relay.reachable(false);
    two.socket()?.cut();
    await settled();
    await two.session.sendMessage(it.id, "late");
    await running1(it, "meanwhile");
    two.die();
    it.relay.reachable(true);
    const next = it.on.open();
    await it.until("it back", () => next.session.facts().returned.length === 1);
    expect(next.session.facts().returned[0]).toMatchObject({
      text: "late",
      reason: expect.stringContaining("moved on") as string,
    });
    await next.session.discard(next.session.facts().returned[0]?.id ?? "");
    expect(next.session.facts().returned).toEqual([]);
    expect(
      it.heard("turn/start").map(({ message }) => ((message.params?.["input"] ?? []) as { text: string }[])[0]?.text),
    ).toEqual(["one", "meanwhile"]);
  });

  test("[ACT-81] what came back is sent again in one step: pressed twice or over a reload it goes once, as it is asked for now", async () => {
    const it = await stage();
    await running1(it, "one");
    it.server.complete();
    await it.until("the end", () => running(it.thread) === undefined);
    const two = await it.live(it.on.open());
    const there = two.session.openThread(it.id);
    await it.until("the thread", () => textsOf(there).length === 1);
    it.relay.reachable(false);
    two.socket()?.cut();
    await settled();
    await two.session.sendMessage(it.id, "late", { type: "start" });
    await running1(it, "meanwhile");
    it.relay.reachable(true);
    const back = await it.until("it back", () => two.session.facts().returned[0]);
    expect(it.heard("turn/start")).toHaveLength(2);
    await Promise.all([
      two.session.sendReturned(back.id, { type: "queue" }),
      two.session.sendReturned(back.id, { type: "queue" }),
    ]);
    expect(two.session.facts().returned).toEqual([]);
    await it.until("queued", () => it.heard("thread/queue/add").length > 0);
    two.die();
    await it.live(it.on.open());
    await it.environment.advance(500);
    expect(it.heard("thread/queue/add")).toHaveLength(1);
    expect([...it.server.threads.values()].flatMap(({ queue }) => queue)).toHaveLength(1);
  });

  test("[ACT-40] a message whose delivery is unknown can be put away, and stays so after a reload", async () => {
    const it = await stage();
    it.server.ignore("turn/start");
    await it.page.session.sendMessage(it.id, "m");
    await it.until("heard", () => it.heard("turn/start").length === 1);
    await it.environment.advance(100);
    it.relay.end({ code: 1 });
    const outgoing = await it.until("unknown", () =>
      [...it.thread.state.outgoing.values()].find(({ state }) => state.type === "delivery-unknown"),
    );
    await it.page.session.discard(outgoing.clientUserMessageId);
    expect(it.thread.state.outgoing.size).toBe(0);
    it.page.die();
    const next = it.on.open();
    const thread = next.session.openThread(it.id);
    await it.until("the thread", () => thread.ready);
    await it.live(next);
    expect(thread.state.outgoing.size).toBe(0);
    expect(next.session.facts().returned).toEqual([]);
  });
});

describe("answers", () => {
  test("[LNK-67] answered at once in two tabs: one line", async () => {
    const it = await stage();
    const two = await it.live(it.on.open());
    await asked(it);
    const theirs = await it.until("the decision there", () => pendingOf(two));
    const mine = pendingOf(it.page);
    if (mine === undefined) throw new Error("no decision");
    void it.page.session.answer(mine, { result: { decision: "accept" } });
    void two.session.answer(theirs, { result: { decision: "decline" } });
    void it.page.session.answer(mine, { result: { decision: "decline" } });
    await it.until("resolved", () => mine.state.type === "resolved" && theirs.state.type === "resolved");
    expect([...it.server.asked(it.relay.current() ?? "").values()]).toEqual([1]);
    expect([mine.state, theirs.state]).toMatchObject([{ outcome: "answered-here" }, { outcome: "answered-here" }]);
    expect([...it.page.session.facts().outbox, ...two.session.facts().outbox]).toEqual([]);
  });

  test("[ACT-26] an answer that was cut off and settled elsewhere meanwhile is not sent, and the card says who answered", async () => {
    const it = await stage();
    const elsewhere = await it.live(
      createDevice({ environment: it.environment, relay: it.relay, random: seededBytes(99) }).open(),
    );
    const decision = await asked(it);
    it.page.socket()?.cutAfterIn(0);
    it.relay.reachable(false);
    await it.page.session.answer(decision, { result: { decision: "accept" } });
    await it.until("offline", () => it.page.session.facts().connection === "offline");
    expect(decision.state.type).toBe("sent");
    const theirs = await it.until("the decision there", () => pendingOf(elsewhere));
    await elsewhere.session.answer(theirs, { result: { decision: "decline" } });
    await it.until("resolved there", () => theirs.state.type === "resolved");
    it.relay.reachable(true);
    await it.until("live", () => it.page.session.facts().connection === "live");
    await it.until("settled", () => it.page.session.facts().outbox.length === 0);
    expect([...it.server.asked(it.relay.current() ?? "").values()]).toEqual([1]);
    await it.until("told", () => decision.state.type === "resolved" && decision.state.outcome === "answered-elsewhere");
  });

  test("[ACT-41] an answer given while offline waits under its request key, once however often it is given, and is sent when the page is back", async () => {
    const it = await stage();
    const decision = await asked(it);
    it.relay.reachable(false);
    it.page.socket()?.cut();
    await it.until("offline", () => it.page.session.facts().connection === "offline");
    await it.page.session.answer(decision, { result: { decision: "accept" } });
    await it.page.session.answer(decision, { result: { decision: "decline" } });
    expect(it.page.session.facts().outbox).toMatchObject([
      { intent: { type: "answer", requestKey: decision.key }, state: { type: "waiting" } },
    ]);
    expect(decision.state.type).toBe("pending");
    it.relay.reachable(true);
    await it.until("resolved", () => decision.state.type === "resolved");
    expect([...it.server.asked(it.relay.current() ?? "").values()]).toEqual([1]);
    expect(decision.state).toMatchObject({ outcome: "answered-here", answer: { result: { decision: "accept" } } });
  });
});

describe("stops", () => {
  test("[ACT-32] an interrupt that the server did not take is sent again, after a while", async () => {
    const it = await stage();
    const turn = await running1(it);
    it.server.refuse("turn/interrupt", { code: -32001, message: "overloaded" }, 2);
    await it.page.session.interrupt(it.id, turn.id);
    await it.page.session.interrupt(it.id, turn.id);
    await it.until("interrupted", () => turn.reported === "interrupted");
    expect(it.heard("turn/interrupt")).toHaveLength(3);
  });

  test("[ACT-100] a review is interrupted under the id that it was started under, and no deadline runs once it is over", async () => {
    const it = await stage();
    const tell = (method: string, params: object) => it.server.notify(method, { threadId: it.id, ...params });
    tell("item/completed", { turnId: "A", item: { type: "enteredReviewMode", id: "r", review: "current changes" } });
    tell("turn/started", { turn: { id: "B", items: [], status: "inProgress" } });
    tell("item/completed", { turnId: "A", item: { type: "userMessage", id: "u", content: [] } });
    await it.until("both ids", () => it.thread.state.book.turnAliases.has("B"));
    const turn = await it.until("the review", () => running(it.thread));
    expect(turn.id).toBe("A");
    it.server.ignore("turn/interrupt");
    await it.page.session.interrupt(it.id, "A");
    await it.page.session.interrupt(it.id, "A");
    await it.until("stopping", () => turnStatus(turn) === "stopping");
    expect(it.heard("turn/interrupt").map(({ message }) => message.params)).toEqual([{ threadId: it.id, turnId: "B" }]);
    tell("turn/completed", { turn: { id: "A", items: [], status: "interrupted" } });
    await it.until("interrupted", () => turn.reported === "interrupted");
    for (let second = 0; second < 30; second++) {
      it.relay.beat();
      await it.environment.advance(1000);
    }
    expect(turnStatus(turn)).toBe("interrupted");
    expect(it.page.session.facts().connection, "the App Server was not ended").toBe("live");
  });

  test("[ACT-100] where its start was not seen, the interrupt that is refused is sent once more under the id that the refusal tells", async () => {
    const it = await stage();
    it.server.notify("item/completed", {
      threadId: it.id,
      turnId: "A",
      item: { type: "enteredReviewMode", id: "r", review: "current changes" },
    });
    await it.until("the review", () => running(it.thread));
    it.server.refuse("turn/interrupt", { code: -32600, message: "expected active turn id A but found B" }, 1);
    await it.page.session.interrupt(it.id, "A");
    await it.until("the second", () => it.heard("turn/interrupt").length === 2);
    expect(it.heard("turn/interrupt").map(({ message }) => message.params)).toEqual([
      { threadId: it.id, turnId: "A" },
      { threadId: it.id, turnId: "B" },
    ]);
  });

  test("[ACT-32] pressed in two tabs at once, one interrupt is sent", async () => {
    const it = await stage();
    const turn = await running1(it);
    it.server.ignore("turn/interrupt");
    const two = await it.live(it.on.open());
    two.session.openThread(it.id);
    await it.until("the turn there", () => two.session.state.threads.get(it.id)?.lastTurn?.id === turn.id);
    void it.page.session.interrupt(it.id, turn.id);
    void two.session.interrupt(it.id, turn.id);
    await it.environment.advance(1000);
    expect(it.heard("turn/interrupt")).toHaveLength(1);
    expect([...it.page.session.facts().outbox, ...two.session.facts().outbox]).toEqual([]);
  });

  test("[ACT-22] a silent App Server with nothing else on it is ended twenty seconds after the stop; with another device, not", async () => {
    for (const alone of [true, false]) {
      const it = await stage();
      if (!alone) await it.live(it.device().open());
      const turn = await running1(it);
      it.server.ignore("turn/interrupt");
      await it.page.session.interrupt(it.id, turn.id);
      const beating = async (seconds: number): Promise<void> => {
        for (let second = 0; second < seconds; second++) {
          it.relay.beat();
          await it.environment.advance(1000);
        }
      };
      await beating(9);
      expect(turnStatus(turn)).toBe("stopping");
      await beating(3);
      expect(turnStatus(turn)).toBe("noAnswerToStop");
      await beating(12);
      expect(turnStatus(turn)).toBe(alone ? "stoppedByForce" : "noAnswerToStop");
    }
  });

  test("[ACT-22] a stop that was unanswered when the page was loaded again is cleaned up all the same", async () => {
    const it = await stage();
    const turn = await running1(it);
    it.server.ignore("turn/interrupt");
    await it.page.session.interrupt(it.id, turn.id);
    await it.until("no answer", () => turnStatus(turn) === "noAnswerToStop");
    await it.environment.advance(4000);
    it.page.die();
    const next = it.on.open();
    const thread = next.session.openThread(it.id);
    await it.until("the end", () => turnsOf(thread).some((each) => turnStatus(each) === "stoppedByForce"));
  });

  test("[ACT-22] a stop of a page that was closed is waited for by the others of its device", async () => {
    const it = await stage();
    const two = it.on.open();
    await it.live(two);
    const thread = two.session.openThread(it.id);
    const turn = await running1(it);
    it.server.ignore("turn/interrupt");
    await it.page.session.interrupt(it.id, turn.id);
    await it.environment.advance(2000);
    it.page.die();
    await it.until("no answer", () => turnsOf(thread).some((each) => turnStatus(each) === "noAnswerToStop"));
    await it.until("the end", () => turnsOf(thread).some((each) => turnStatus(each) === "stoppedByForce"));
  });

  test("[ACT-42] a stop by force without a connection says nothing was done", async () => {
    const it = await stage();
    const turn = await running1(it);
    it.relay.reachable(false);
    it.page.socket()?.cut();
    await it.until("offline", () => it.page.session.facts().connection === "offline");
    await it.page.session.stopByForce(turn.id);
    expect((await rowsOf(it.page)).some((row) => row.kind === "local" && row.event.type === "terminate")).toBe(false);
  });
});

describe("threads", () => {
  test("[ACT-31] a turn that runs in an idle thread is settled by the server's copy after some seconds, with one question", async () => {
    const it = await stage();
    const turn = await running1(it);
    const before = it.heard("thread/turns/list").length;
    it.server.fallSilent();
    await it.environment.advance(SETTLE_AFTER_MS - 500);
    expect(it.heard("thread/turns/list")).toHaveLength(before);
    await it.environment.advance(1000);
    expect(turn.reported).toBe("completed");
    await it.environment.advance(60_000);
    expect(it.heard("thread/turns/list")).toHaveLength(before + 1);
  });

  test("[ACT-36] a thread that the App Server has no record of: the message comes back, the transcript stays, the thread says so", async () => {
    const it = await stage();
    await running1(it, "one");
    it.server.complete();
    await it.until("the end", () => running(it.thread) === undefined);
    it.relay.end({ code: 1 });
    it.server.forget(it.id);
    await it.until("live", () => it.page.session.facts().connection === "live");
    await it.page.session.sendMessage(it.id, "two");
    const [back] = await it.until("it back", () =>
      it.page.session.facts().returned.length > 0 ? it.page.session.facts().returned : null,
    );
    expect(back).toMatchObject({
      text: "two",
      reason: expect.stringContaining("start a new thread in the same folder") as string,
    });
    expect(textsOf(it.thread)).toEqual(["one"]);
    expect(it.thread.state.notResumable).toBe(true);
    expect(it.heard("turn/start")).toHaveLength(1);
    expect(it.heard("thread/start")).toHaveLength(1);
  });

  test("[ACT-37] a thread that another program holds: the message comes back with the reason, nothing is started instead, and a later try works", async () => {
    const it = await stage();
    it.relay.end({ code: 1 });
    await it.until("live", () => it.page.session.facts().connection === "live");
    it.server.refuse("thread/resume", { code: -32600, message: "thread x already has an active writer" }, 1);
    await it.page.session.sendMessage(it.id, "m");
    const [back] = await it.until("it back", () =>
      it.page.session.facts().returned.length > 0 ? it.page.session.facts().returned : null,
    );
    expect(back?.reason).toContain("open in another program");
    expect(it.thread.state.heldElsewhere).toBe(true);
    expect(it.heard("thread/start")).toHaveLength(1);
    await it.page.session.discard(back?.id ?? "");
    await it.page.session.sendMessage(it.id, "m");
    await it.until("the message", () => textsOf(it.thread).includes("m"));
    expect(it.thread.state.heldElsewhere).toBe(false);
  });

  test("[ACT-38] what runs is shown as the server reports it at resume, and no turn carries an override that nobody set", async () => {
    const it = await stage();
    expect(it.thread.state.settings).toMatchObject({ approvalPolicy: "on-request", sandbox: { type: "readOnly" } });
    it.relay.end({ code: 1 });
    it.server.settings({ approvalPolicy: "never", sandbox: { type: "dangerFullAccess" } });
    await it.until("live", () => it.page.session.facts().connection === "live");
    await it.page.session.sendMessage(it.id, "m");
    await it.until("the message", () => textsOf(it.thread).includes("m"));
    expect(it.thread.state.settings).toMatchObject({ approvalPolicy: "never", sandbox: { type: "dangerFullAccess" } });
    for (const { message } of [...it.heard("thread/resume"), ...it.heard("turn/start")])
      expect(Object.keys(message.params ?? {}).filter((name) => /policy|sandbox|model|cwd/i.test(name))).toEqual([]);
  });

  test("[ACT-35] a request that this App Server does not understand is told in the server's words, and not tried with less", async () => {
    const it = await stage();
    it.server.refuse("thread/start", { code: -32600, message: "Invalid request: unknown variant `paginated`" }, 9);
    const outcome = await it.result(startThread(it.page.session, { cwd: "/w", sandbox: "workspace-write" }));
    expect(outcome).toMatchObject({
      ok: false,
      reason: { type: "rpc", message: expect.stringContaining("unknown variant") as string },
    });
    expect(it.heard("thread/start")).toHaveLength(2);
    expect(it.heard("thread/start")[1]?.message.params).toEqual({
      cwd: "/w",
      historyMode: "paginated",
      sandbox: "workspace-write",
    });
    expect(it.page.session.facts().userAgent).toBe("scripted/1.0");
  });

  test("[ACT-39] a list from before a thread was archived does not bring it back, in whatever order the two arrive; nor after a reload", async () => {
    const it = await stage();
    it.server.holdLists(true);
    const list = it.page.session.request("thread/list", { limit: 50 });
    await it.until("asked", () => it.heard("thread/list").length === 2);
    expect(await it.result(it.page.session.request("thread/archive", { threadId: it.id }))).toMatchObject({ ok: true });
    await it.until("archived", () => it.page.session.state.threads.get(it.id)?.archived === true);
    it.server.holdLists(false);
    expect(await it.result(list)).toMatchObject({ ok: true });
    expect(it.page.session.state.threads.get(it.id)?.archived).toBe(true);
    it.page.die();
    const next = await it.live(it.on.open());
    expect(next.session.state.threads.get(it.id)?.archived).toBe(true);
    expect(textsOf(next.session.openThread(it.id))).toEqual([]);
  });

  test("[ACT-34] a page that was hidden for more than a minute reads the thread list again when it is seen", async () => {
    const it = await stage();
    const count = () => it.heard("thread/list").length;
    const before = count();
    it.page.setHidden(true);
    await it.environment.advance(30_000);
    it.page.setHidden(false);
    await it.environment.advance(100);
    expect(count()).toBe(before);
    it.page.setHidden(true);
    await it.environment.advance(61_000);
    it.page.setHidden(false);
    await it.environment.advance(100);
    expect(count()).toBe(before + 1);
  });

  test("[ACT-25] a thread on a page that stays hidden is let go after ten minutes, and heard again when the page is seen", async () => {
    const it = await stage();
    const minutes = async (count: number): Promise<void> => {
      for (let second = 0; second < count * 60; second += 5) {
        it.relay.beat();
        await it.environment.advance(5000);
      }
    };
    await running1(it);
    it.server.complete();
    await minutes(12);
    expect(it.heard("thread/unsubscribe")).toEqual([]);
    it.page.setHidden(true);
    await minutes(8);
    expect(it.heard("thread/unsubscribe")).toEqual([]);
    await minutes(5);
    expect(it.heard("thread/unsubscribe")).toHaveLength(1);
    const resumes = it.heard("thread/resume").length;
    it.page.setHidden(false);
    await it.until("resumed", () => it.heard("thread/resume").length === resumes + 1);
    await running1(it, "again");
    it.server.speak("hello");
    await it.until("heard live", () =>
      turnsOf(it.thread).some((turn) => [...turn.items.values()].some((item) => item.type === "agentMessage")),
    );
  });

  test("[ACT-24] a thread that was silenced by another device is heard again while it is on screen", async () => {
    const it = await stage();
    const other = await it.live(it.device().open());
    await running1(it);
    void other.session.request("thread/unsubscribe", { threadId: it.id });
    await it.until("resumed", () => it.heard("thread/resume").length > 0);
    it.server.ask();
    await it.until("the decision", () => pendingOf(it.page));
  });
});

describe("the server's copy", () => {
  test("[LNK-102] a copy that could not be read while the thread was archived or brought back is read again, and nothing of the failure is left", async () => {
    const it = await stage();
    await running1(it);
    it.server.complete();
    await it.until("the end", () => running(it.thread) === undefined);
    it.relay.end({ code: 1 });
    it.server.refuse("thread/turns/list", { code: -32603, message: "failed to read lineage metadata" }, 1);
    await it.until("the failure", () => it.thread.fetching.type === "failed");
    const asked = it.heard("thread/turns/list").length;
    await it.environment.advance(3000);
    expect(it.heard("thread/turns/list"), "not by itself").toHaveLength(asked);
    expect(await it.result(it.page.session.request("thread/archive", { threadId: it.id }))).toMatchObject({ ok: true });
    await it.until("the copy", () => it.thread.fetching.type === "no");
    expect(it.heard("thread/turns/list")).toHaveLength(asked + 1);
  });

  test("[LNK-102] once the thread has been loaded a failure to read it is no word any more", async () => {
    const it = await stage();
    await running1(it);
    it.server.complete();
    await it.until("the end", () => running(it.thread) === undefined);
    it.relay.end({ code: 1 });
    it.server.refuse("thread/turns/list", { code: -32603, message: "no" }, 1);
    await it.until("the failure", () => it.thread.fetching.type === "failed");
    await it.page.session.sendMessage(it.id, "more");
    await it.until("the message", () => textsOf(it.thread).includes("more"));
    await it.until("no failure", () => it.thread.fetching.type === "no");
  });
});

describe("a thread before its first line", () => {
  test("[LNK-103] a thread whose file has nothing in it yet could be read: nothing of it is missing", async () => {
    const words = [
      "thread 1 is not materialized yet; thread/turns/list is unavailable before first user message",
      "failed to read session metadata /h/rollout-1.jsonl: rollout at /h/rollout-1.jsonl is empty",
    ];
    for (const message of words) {
      const it = createRig(7);
      const page = await it.live(it.device().open());
      it.server.refuse("thread/turns/list", { code: -32603, message }, 1);
      const thread = await it.newThread(page);
      await it.until("the question", () => it.heard("thread/turns/list").length > 0);
      await it.until("an end", () => thread.fetching.type !== "yes");
      expect(thread.fetching).toEqual({ type: "no" });
    }
  });

  test("[LNK-103] a refusal that lasts while the file is made is no word any more once the thread has been heard from its first turn", async () => {
    const it = createRig(7);
    const page = await it.live(it.device().open());
    it.server.refuse("thread/turns/list", { code: -32601, message: "list_turns is not supported yet" }, 9);
    const thread = await it.newThread(page);
    await it.until("the refusal", () => thread.fetching.type === "failed");
    await page.session.sendMessage(thread.state.id, "go");
    await it.until("the message", () => textsOf(thread).includes("go"));
    expect(thread.fetching).toEqual({ type: "no" });
  });
});

describe("threads that another device has silenced", () => {
  test("[LNK-104] a page that was away when that happened hears what it shows again", async () => {
    const it = await stage();
    const other = await it.live(it.device().open());
    await running1(it);
    await it.environment.advance(1000);
    it.page.die();
    expect(await it.result(other.session.request("thread/unsubscribe", { threadId: it.id }))).toMatchObject({
      ok: true,
    });
    const page = await it.live(it.on.open());
    const thread = page.session.openThread(it.id);
    await it.until("resumed", () => it.heard("thread/resume").length > 0);
    it.server.ask();
    await it.until("the decision", () => pendingOf(page));
    await it.until("the turn", () => running(thread));
  });

  test("[LNK-104] one that is opened only then is resumed, and one that nobody looks at is before it acts", async () => {
    for (const shown of [true, false]) {
      const it = await stage();
      it.thread.close();
      const other = await it.live(it.device().open());
      expect(await it.result(other.session.request("thread/unsubscribe", { threadId: it.id }))).toMatchObject({
        ok: true,
      });
      await it.environment.advance(1000);
      expect(it.heard("thread/resume")).toEqual([]);
      if (shown) it.page.session.openThread(it.id);
      else await it.page.session.sendMessage(it.id, "go");
      await it.until("resumed", () => it.heard("thread/resume").length > 0);
      if (shown) continue;
      await it.until("the turn", () => it.page.session.state.threads.get(it.id)?.lastTurn?.status === "inProgress");
      expect(it.heard("thread/resume")).toHaveLength(1);
    }
  });
});

describe("catching up", () => {
  test("[ACT-29] after bytes that are gone loaded threads are resumed; what is not brought again was settled", async () => {
    const it = await stage();
    const decision = await asked(it);
    it.relay.reachable(false);
    it.page.socket()?.cut();
    await it.until("offline", () => it.page.session.facts().connection === "offline");
    const elsewhere = it.device();
    it.relay.reachable(true);
    const other = await it.live(elsewhere.open());
    it.relay.reachable(false);
    const theirs = await it.until("the decision there", () => pendingOf(other));
    await other.session.answer(theirs, { result: { decision: "accept" } });
    await it.until("resolved there", () => theirs.state.type === "resolved");
    it.server.speak("gone for good");
    it.relay.trim(it.relay.current() ?? "", it.server.written(it.relay.current() ?? ""));
    it.relay.reachable(true);
    it.page.session.reconnect();
    await it.until("caught up", () => decision.state.type === "withdrawn");
    await it.until("the text", () =>
      turnsOf(it.thread).some((turn) =>
        [...turn.items.values()].some((item) => item.type === "agentMessage" && item.text === "gone for good"),
      ),
    );
    expect(
      (await rowsOf(it.page)).filter((row) => row.kind === "local" && row.event.type === "caught-up"),
    ).toHaveLength(1);
  });

  test("[ACT-30] a page that dies in the middle of catching up leaves it to the next one", async () => {
    const it = await stage();
    const decision = await asked(it);
    it.relay.reachable(false);
    it.page.socket()?.cut();
    await it.until("offline", () => it.page.session.facts().connection === "offline");
    it.relay.trim(it.relay.current() ?? "", it.server.written(it.relay.current() ?? "") - 5);
    it.server.notify("some/notice", {});
    const off = it.relay.onStdin((text) => {
      if (text.includes("thread/resume")) it.page.die();
    });
    it.relay.trim(it.relay.current() ?? "", it.server.written(it.relay.current() ?? ""));
    it.relay.reachable(true);
    it.page.session.reconnect();
    await it.until("dead", () => !it.page.alive());
    off();
    const next = it.on.open();
    next.session.openThread(it.id);
    await it.until("caught up", async () =>
      (await rowsOf(next)).some((row) => row.kind === "local" && row.event.type === "caught-up"),
    );
    const again = next.session.state.decisions.get(decision.key);
    await it.until("it waits", () => again?.state.type === "pending" && again.standing === "seen");
  });

  test("[ACT-29] a cut in the middle of it settles nothing; it is begun again", async () => {
    const it = await stage();
    const decision = await asked(it);
    it.relay.reachable(false);
    it.page.socket()?.cut();
    await it.until("offline", () => it.page.session.facts().connection === "offline");
    it.server.notify("some/notice", {});
    it.relay.trim(it.relay.current() ?? "", it.server.written(it.relay.current() ?? ""));
    let cuts = 0;
    it.relay.onStdin((text) => {
      if (text.includes("thread/loaded/list") && cuts++ === 0) it.relay.cut();
    });
    it.relay.reachable(true);
    it.page.session.reconnect();
    await it.until("caught up", async () =>
      (await rowsOf(it.page)).some((row) => row.kind === "local" && row.event.type === "caught-up"),
    );
    expect(cuts).toBeGreaterThan(0);
    expect(decision).toMatchObject({ state: { type: "pending" }, standing: "seen" });
  });

  test("[LNK-70] a tab that slept over the end of an App Server reads the rest of it and harms nothing of the next one", async () => {
    const it = await stage();
    const two = await it.live(it.on.open());
    two.socket()?.hold();
    await running1(it);
    it.relay.end({ code: 1 });
    await it.until("live again", () => it.page.session.facts().connection === "live");
    await it.page.session.sendMessage(it.id, "in the new one");
    await it.until("it runs", () => textsOf(it.thread).includes("in the new one"));
    it.server.ask();
    const decision = await it.until("a decision", () => pendingOf(it.page));
    two.socket()?.cut();
    await it.until("live there", () => two.session.facts().connection === "live");
    await it.environment.advance(2000);
    expect(decision.state.type).toBe("pending");
    expect(it.page.session.state.current).toBe(it.relay.current());
    expect(it.page.session.state.generations.get(it.relay.current() ?? "")?.end).toBeNull();
    expect(pendingOf(two)?.key).toBe(decision.key);
  });
});

describe("what is kept", () => {
  test("[JRN-110] facts tell whether all that arrived is stored", async () => {
    const it = await stage();
    await it.until("stored", () => it.page.session.facts().stored);
    it.page.failing(true);
    await running1(it);
    expect(it.page.session.facts().stored).toBe(false);
    it.page.failing(false);
    await it.until("stored again", () => it.page.session.facts().stored);
  });

  test("[JRN-105] checkpoints of the host and of open threads are written when it is quiet, and a page that comes later begins there", async () => {
    const it = await stage();
    await running1(it);
    it.server.speak("hello ");
    await it.environment.advance(4000);
    const content = it.on.store.contents.get(HOST);
    expect([...(content?.checkpoints.keys() ?? [])].toSorted()).toEqual(["host", `t:${it.id}`]);
    it.server.speak("world");
    await it.environment.advance(100);
    const next = it.on.open();
    const reads: number[] = [];
    const real = next.journal.readThread.bind(next.journal);
    next.journal.readThread = (host, thread, after, chunk) => {
      reads.push(after);
      return real(host, thread, after, chunk);
    };
    const thread = next.session.openThread(it.id);
    await it.until("the thread", () => thread.ready);
    expect(reads[0]).toBeGreaterThan(0);
    expect(structuredClone(thread.state.turns)).toEqual(structuredClone(it.thread.state.turns));
  });

  test("[JRN-105] while something is unsaved no checkpoint is written: its rows would be folded twice", async () => {
    const it = await stage();
    await it.environment.advance(4000);
    const at = it.on.store.contents.get(HOST)?.checkpoints.get(`t:${it.id}`)?.seq;
    it.page.failing(true);
    await running1(it);
    it.server.speak("hello");
    it.page.failing(false);
    it.page.setHidden(true);
    await settled();
    expect(it.on.store.contents.get(HOST)?.checkpoints.get(`t:${it.id}`)?.seq).toBe(at);
  });

  test("[JRN-105] a page that is hidden or closed saves what there is time for", async () => {
    const it = await stage();
    await running1(it);
    await it.until("stored", () => it.page.session.facts().stored);
    it.page.setHidden(true);
    const content = it.on.store.contents.get(HOST);
    const seq = content?.checkpoints.get(`t:${it.id}`)?.seq;
    expect(seq).toBe(content?.blocks.length);
    it.page.setHidden(false);
    it.server.speak("more");
    await it.environment.advance(100);
    it.page.close();
    expect(content?.checkpoints.get(`t:${it.id}`)?.seq).toBe(content?.blocks.length);
  });

  test("[JRN-106] a thread is read whole while another tab writes, and goes on without a seam", async () => {
    const it = await stage();
    await running1(it);
    it.server.speak("a");
    const next = it.on.open();
    next.slow(70);
    next.deaf(true);
    const thread = next.session.openThread(it.id);
    for (let count = 0; count < 40; count++) {
      it.server.speak("b");
      await it.environment.advance(20);
    }
    next.slow(0);
    await it.until("live", () => next.session.facts().connection === "live");
    await it.environment.advance(500);
    expect(structuredClone(thread.state.turns)).toEqual(structuredClone(it.thread.state.turns));
  });

  test("[JRN-106] a thread that is opened while nothing can be stored shows what only memory holds", async () => {
    const it = await stage();
    it.thread.close();
    it.page.failing(true);
    const id = it.id;
    await it.page.session.sendMessage(id, "unsaved");
    await it.until("taken", () => it.heard("turn/start").length === 1);
    await it.environment.advance(200);
    for (let other = 0; other < 9; other++) it.page.session.openThread(`x${other}`).close();
    await it.environment.advance(200);
    const again = it.page.session.openThread(id);
    await it.until("the message", () => textsOf(again).includes("unsaved"));
  });

  test("[JRN-111] a tab that heard of the others' rows late folds everything anew once it can store again", async () => {
    const it = await stage();
    const two = await it.live(it.on.open());
    const theirs = two.session.openThread(it.id);
    await it.until("the thread", () => theirs.ready);
    const decision = await asked(it);
    await it.until("the decision there", () => pendingOf(two));
    it.page.failing(true);
    it.page.deaf(true);
    const mine = pendingOf(two);
    if (mine !== undefined) await two.session.answer(mine, { result: { decision: "accept" } });
    await it.until("resolved here", () => decision.state.type === "resolved");
    it.page.failing(false);
    await it.until("stored", () => it.page.session.facts().stored);
    await it.until("the same", () => it.page.session.state.decisions.get(decision.key)?.state.type === "resolved");
    await it.environment.advance(500);
    expect(it.page.session.state.decisions.get(decision.key)?.state).toMatchObject({ outcome: "answered-here" });
    expect(structuredClone(it.thread.state.turns)).toEqual(structuredClone(theirs.state.turns));
  });

  test("[JRN-109] contents of files are not stored, and the page that asked gets them all the same, whichever tab stored first", async () => {
    const it = await stage();
    const two = await it.live(it.on.open());
    it.server.answer("fs/readFile", { dataBase64: "c2VjcmV0" });
    for (const page of [it.page, two]) {
      const outcome = await it.result(page.session.request("fs/readFile", { path: "/w/x" }));
      expect(outcome).toEqual({ ok: true, value: { dataBase64: "c2VjcmV0" } });
    }
    const rows = await rowsOf(it.page);
    expect(JSON.stringify(rows)).not.toContain("c2VjcmV0");
    expect(
      rows.filter(
        (row) =>
          row.kind === "in" && typeof row.line === "object" && "stub" in row.line && row.line.method === "fs/readFile",
      ),
    ).toHaveLength(2);
  });
});

function clientOf(device: Device, state: string): boolean {
  return [...(device.store.contents.get(HOST)?.clients.values() ?? [])].some(({ outbox }) =>
    outbox.some((entry) => entry.state.type === state),
  );
}
