import { describe, expect, test, vi } from "vitest";
import { HOST, lines, write } from "../acceptance/support.ts";
import { createMemoryJournal, createMemoryStore } from "../memory.ts";
import { createSecretGuard, GUARD_REST_MS, type GuardLocks } from "./guard.ts";

function deviceLocks(): GuardLocks {
  const held: { name: string }[] = [];
  return {
    async request(name, _, callback) {
      const lock = { name };
      held.push(lock);
      await callback();
      held.splice(held.indexOf(lock), 1);
    },
    query: () => Promise.resolve({ held: [...held] }),
  };
}

function device() {
  const store = createMemoryStore();
  const locks = deviceLocks();
  let time = 0;
  return {
    pass: (ms: number) => (time += ms),
    tab(patienceMs = 60_000) {
      const journal = createMemoryJournal({ store });
      return { journal, guard: createSecretGuard({ locks, journal, host: HOST, now: () => time, patienceMs }) };
    },
  };
}

/** Whether a promise has settled once everything that is due has run. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
  return done;
}

describe("a tab with a secret", () => {
  test("[SEC-113] whether another tab has a secret is known, for what cannot be masked piece by piece", async () => {
    const { tab, pass } = device();
    const [a, b] = [tab(), tab(0)];
    expect(await b.guard.heldElsewhere()).toBe(false);
    await a.guard.hold();
    expect([await a.guard.heldElsewhere(), await b.guard.heldElsewhere()]).toEqual([false, true]);
    // Not waited for any more, and still known.
    await b.guard.turn("gen-a", 40);
    pass(1);
    expect(await b.guard.heldElsewhere()).toBe(true);
    a.guard.release();
    await vi.waitFor(async () => {
      expect(await b.guard.heldElsewhere()).toBe(false);
    });
  });

  test("[JRN-63] while one tab has a secret to mask the others let it store the lines first", async () => {
    const { tab } = device();
    const [a, b] = [tab(), tab()];
    await b.guard.turn("gen-a", 40);
    await a.guard.hold();
    await a.guard.turn("gen-a", 40);
    const turn = b.guard.turn("gen-a", 40);
    expect(await settled(turn)).toBe(false);
    await write(a.journal, lines(0, 20));
    expect(await settled(turn)).toBe(false);
    await write(a.journal, lines(0, 40), { seen: 1 });
    await turn;
    const next = b.guard.turn("gen-a", 60);
    expect(await settled(next)).toBe(false);
    a.guard.release();
    await write(a.journal, lines(0, 50), { seen: 2 });
    await next;
    await b.guard.turn("gen-a", 1_000);
  });

  test("[JRN-63] a tab that sleeps with its secret holds the others up once, for a moment", async () => {
    const { tab, pass } = device();
    const [a, b] = [tab(), tab(1)];
    await a.guard.hold();
    await b.guard.turn("gen-a", 10);
    expect(await settled(b.guard.turn("gen-a", 20))).toBe(true);
    pass(GUARD_REST_MS);
    const c = tab();
    expect(await settled(c.guard.turn("gen-a", 20))).toBe(false);
  });

  test("[JRN-63] without locks nobody waits", async () => {
    const journal = createMemoryJournal();
    const guard = createSecretGuard({ locks: null, journal, host: HOST, now: () => 0 });
    await guard.hold();
    expect(await settled(guard.turn("gen-a", 10))).toBe(true);
    guard.release();
  });
});
