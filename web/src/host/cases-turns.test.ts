// Turn events that are late, missing, doubled, foreign or unknown: what the real App Server does not do on demand, said by a
// scripted one. After each the state is the same live, offline, reloaded and from the stored rows, and nothing turns.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { seededNumbers } from "../projection/testing/batches.ts";
import { spoilt, wellFormed } from "../projection/testing/sequences.ts";
import { type FaultStage, faultStage } from "./testing/faults.ts";

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => vi.stubGlobal("crypto", undefined));
afterEach(() => vi.unstubAllGlobals());

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`batches of seed ${seed}`);

/** Lines about the stage's thread. */
const words = (it: FaultStage) => ({
  started: (turn: string, thread = it.id) => ({
    method: "turn/started",
    params: { threadId: thread, turn: { id: turn, items: [], status: "inProgress" } },
  }),
  completed: (turn: string, status = "completed", more: object = {}) => ({
    method: "turn/completed",
    params: { threadId: it.id, turn: { id: turn, items: [], status, ...more } },
  }),
  item: (turn: string, which: "started" | "completed", item: object) => ({
    method: `item/${which}`,
    params: { threadId: it.id, turnId: turn, item },
  }),
  delta: (turn: string, item: string, delta: string) => ({
    method: "item/agentMessage/delta",
    params: { threadId: it.id, turnId: turn, itemId: item, delta },
  }),
  active: { method: "thread/status/changed", params: { threadId: it.id, status: { type: "active", activeFlags: [] } } },
  idle: { method: "thread/status/changed", params: { threadId: it.id, status: { type: "idle" } } },
});

/** A turn with an answer in it that still runs. */
async function running(): Promise<FaultStage & { turn: string; say1: ReturnType<typeof words> }> {
  const it = await faultStage(seed);
  const turn = await it.send("go");
  it.server.speak("an answer");
  await it.environment.advance(50);
  return { ...it, turn, say1: words(it) };
}

describe("a turn whose end does not come", () => {
  test(`[ACT-130] C06: the thread rests, and the server's copy ends it (seed ${seed})`, async () => {
    const it = await running();
    it.server.fallSilent();
    await it.rest(10);
    expect(it.statuses()).toEqual(["completed"]);
    expect(it.texts()).toEqual(["go", "an answer"]);
    await it.same();
  });

  const copies: [string, (it: FaultStage, turn: string) => void][] = [
    ["still calls it running", () => undefined],
    ["does not know it", (it) => void it.server.threads.get(it.id)?.turns.splice(0)],
    ["cannot be read", (it) => it.server.forget(it.id)],
    ["is refused as too busy", (it) => it.server.refuse("thread/turns/list", { code: -32001, message: "busy" }, 99)],
    ["never comes", (it) => it.server.ignore("thread/turns/list")],
  ];
  test.each(copies)(
    `[ACT-131] the thread rests, and the server's copy %s: how it ended was not told, once (seed ${seed})`,
    async (_name, copy) => {
      const it = await running();
      copy(it, it.turn);
      await it.status("idle");
      await it.rest(30);
      const [turn] = it.thread.state.turns.values();
      expect([it.statuses(), turn?.endUntold]).toEqual([["lost"], true]);
      expect(it.texts()).toEqual(["go", "an answer"]);
      expect(it.page.session.state.threads.get(it.id)?.lastTurn?.status).toBe("untold");
      const asked = it.heard("thread/turns/list").length;
      await it.rest(60);
      expect(it.heard("thread/turns/list")).toHaveLength(asked);
      // The real end wins at any time.
      await it.say(it.say1.completed(it.turn, "failed", { error: { message: "late" } }));
      expect(it.statuses()).toEqual(["failed"]);
      expect([...it.thread.state.turns.values()][0]?.endUntold).toBe(false);
    },
  );
});

describe("stops of turns whose end does not come", () => {
  test(`[ACT-132] the thread rests: neither is the App Server ended for it, nor is a stop left waiting (seed ${seed})`, async () => {
    for (const known of [true, false]) {
      const it = await running();
      it.server.ignore("turn/interrupt");
      await it.page.session.interrupt(it.id, it.turn);
      await it.until("taken", () => it.heard("turn/interrupt").length === 1);
      if (known) it.history(it.turn, "interrupted");
      else it.server.threads.get(it.id)?.turns.splice(0);
      const generation = it.relay.current();
      await it.status("idle");
      await it.rest(60);
      expect(it.relay.current()).toBe(generation);
      expect(it.statuses()).toEqual([known ? "interrupted" : "lost"]);
      await it.same();
    }
  });
});

describe("doubled and late", () => {
  test(`[PRJ-350] starts and ends that come twice, and a start behind the end, change nothing (seed ${seed})`, async () => {
    const it = await running();
    await it.say(it.say1.started(it.turn), it.say1.started(it.turn));
    expect(it.statuses()).toEqual(["inProgress"]);
    it.server.complete();
    await it.until("the end", () => it.statuses()[0] === "completed");
    const before = structuredClone(it.thread.state.turns);
    await it.say(it.say1.completed(it.turn), it.say1.started(it.turn), it.say1.completed(it.turn), it.say1.idle);
    expect(structuredClone(it.thread.state.turns)).toEqual(before);
    expect(it.page.session.state.threads.get(it.id)?.lastTurn).toMatchObject({ id: it.turn, status: "completed" });
    await it.rest();
    await it.same();
  });

  test(`[PRJ-350] what is told again of an older turn while the next one runs concerns that one alone (seed ${seed})`, async () => {
    const it = await running();
    it.server.complete();
    await it.until("the end", () => it.statuses()[0] === "completed");
    const next = await it.send("more");
    const last = () => it.page.session.state.threads.get(it.id)?.lastTurn;
    await it.say(it.say1.completed(it.turn), it.say1.started(it.turn), it.say1.delta(it.turn, "late", "said late"));
    expect(it.statuses()).toEqual(["completed", "inProgress"]);
    expect(last()).toMatchObject({ id: next, status: "inProgress" });
    // It can be stopped: the session knows which turn runs.
    await it.page.session.interrupt(it.id, next);
    await it.until("the stop", () => it.statuses()[1] === "interrupted");
    expect(it.texts()).toContain("said late");
    await it.rest();
    await it.same();
  });

  test(`[PRJ-352] items that begin, go on or end behind the end of their turn are kept, and none is left open (seed ${seed})`, async () => {
    const it = await running();
    it.server.complete();
    await it.until("the end", () => it.statuses()[0] === "completed");
    const command = { type: "commandExecution", id: "c9", command: "ls", cwd: "/w", status: "inProgress" };
    await it.say(
      it.say1.item(it.turn, "started", command),
      {
        method: "item/commandExecution/outputDelta",
        params: { threadId: it.id, turnId: it.turn, itemId: "c9", delta: "out" },
      },
      it.say1.delta(it.turn, "m8", "begun late"),
      it.say1.item(it.turn, "completed", { type: "agentMessage", id: "m9", text: "ended late" }),
      it.say1.idle,
    );
    expect(it.statuses()).toEqual(["completed"]);
    expect(it.texts()).toEqual(["go", "an answer", "out", "begun late", "ended late"]);
    await it.rest();
    await it.same();
  });
});

describe("foreign", () => {
  test(`[PRJ-351] turns of threads that nobody has heard of, and of no thread at all, touch nothing of this one (seed ${seed})`, async () => {
    const it = await running();
    const before = structuredClone({ ...it.thread.state, book: null });
    for (const thread of ["never-heard-of", "__proto__"])
      await it.say(
        it.say1.started(it.turn, thread),
        { method: "item/agentMessage/delta", params: { threadId: thread, turnId: it.turn, itemId: "m", delta: "x" } },
        {
          method: "turn/completed",
          params: {
            threadId: thread,
            turn: { id: it.turn, items: [], status: "failed", error: { message: "theirs" } },
          },
        },
      );
    await it.say(
      { method: "turn/started", params: { turn: { id: "nowhere", items: [], status: "inProgress" } } },
      { method: "item/agentMessage/delta", params: { turnId: it.turn, itemId: "m", delta: "y" } },
      { method: "turn/completed", params: { turn: { id: it.turn, items: [], status: "completed" } } },
    );
    expect(structuredClone({ ...it.thread.state, book: null })).toEqual(before);
    expect(it.page.session.state.threads.get(it.id)?.lastTurn).toMatchObject({ id: it.turn, status: "inProgress" });
    expect(it.page.session.state.activity.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["turn/started", "item/agentMessage/delta", "turn/completed"]) as string[],
    );
    expect(it.page.session.state.threads.get("__proto__")?.lastTurn).toMatchObject({ status: "failed" });
    it.server.complete();
    await it.rest();
    await it.same();
  });
});

describe("two at once", () => {
  test(`[PRJ-353] [ACT-130] two turns of one thread that run at once: each has its own items and end, and neither is left when both ends are lost (seed ${seed})`, async () => {
    for (const ends of ["both", "second", "none"] as const) {
      const it = await running();
      await it.say(
        it.say1.started("other"),
        it.say1.delta("other", "m", "theirs"),
        it.say1.delta(it.turn, "m", "mine"),
      );
      expect(it.statuses()).toEqual(["inProgress", "inProgress"]);
      if (ends !== "none") await it.say(it.say1.completed("other"));
      if (ends === "both") await it.say(it.say1.completed(it.turn));
      it.server.fallSilent();
      await it.rest(30);
      expect(it.statuses()).toEqual(["completed", ends === "none" ? "lost" : "completed"]);
      expect(it.texts()).toEqual(["go", "an answer", "mine", "theirs"]);
      await it.same();
    }
  });
});

describe("words that are not known", () => {
  test.each(["paused", "__proto__", "cancelledByPolicy"])(
    `[PRJ-354] a turn that ends as %s is over under that word (seed ${seed})`,
    async (word) => {
      const it = await running();
      it.history(it.turn, word);
      await it.say(it.say1.idle, it.say1.completed(it.turn, word, { error: { message: "why" } }));
      expect(it.statuses()).toEqual([word]);
      expect([...it.thread.state.turns.values()][0]?.error?.message).toBe("why");
      await it.rest();
      await it.same();
    },
  );

  test.each(["hibernating", "__proto__", ""])(
    `[PRJ-354] a thread whose status is "%s" is what its turns say (seed ${seed})`,
    async (word) => {
      const it = await running();
      await it.status(word);
      expect(it.thread.state.status).toEqual({ type: "other", word });
      expect(it.statuses()).toEqual(["inProgress"]);
      // A word that says nothing of rest settles nothing.
      await it.rest(30);
      expect(it.statuses()).toEqual(["inProgress"]);
      it.history(it.turn, "completed");
      await it.say(it.say1.completed(it.turn));
      expect(it.statuses()).toEqual(["completed"]);
      await it.same();
    },
  );

  test(`[PRJ-354] [ACT-130] a system error of the thread is rest too: its turn is settled (seed ${seed})`, async () => {
    const it = await running();
    it.history(it.turn, "failed");
    await it.status("systemError");
    await it.rest(30);
    expect(it.statuses()).toEqual(["failed"]);
    await it.same();
  });
});

describe("bad days", () => {
  test(`[PRJ-356] any sequence of turn events, shuffled, doubled and with holes, through the whole session (seed ${seed})`, async () => {
    const below = seededNumbers(seed);
    for (let run = 0; run < 12; run++) {
      const it = await faultStage(below(2 ** 31));
      const { lines, history } = spoilt(wellFormed(below, it.id), below);
      for (const held of history) it.server.remember(it.id, structuredClone(held));
      while (lines.length > 0) await it.say(...lines.splice(0, 1 + below(6)).map(({ message }) => message));
      await it.status("idle");
      await it.rest(30);
      // A reload reads the server's copy, which makes some of it richer: so does this.
      await it.result(it.page.session.refetch(it.id));
      await it.same();
    }
  });
});
