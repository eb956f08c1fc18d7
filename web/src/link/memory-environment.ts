// A clock, timers and a page's visibility in memory, for tests: time passes only when the test says so.
import type { Environment, Sign } from "./environment.ts";

export interface MemoryEnvironment extends Environment {
  /** Lets time pass: timers run in their order, and what they cause is settled before the next one. */
  advance(ms: number): Promise<void>;
  /** The whole page sleeps: time passes, and what is due runs late, at once, afterwards. */
  sleep(ms: number): Promise<void>;
  sign(sign: Sign): void;
  setHidden(hidden: boolean): void;
  /** Milliseconds until each planned timer, soonest first. */
  planned(): number[];
}

/** @param random the answer to every `random()` (0.5: no jitter) */
export function createMemoryEnvironment(random = 0.5): MemoryEnvironment {
  const timers = new Set<{ due: number; run: () => void }>();
  const listeners = new Set<(sign: Sign) => void>();
  let now = 1_700_000_000_000;
  let hidden = false;

  async function runDue(until: number, clock: "exact" | "late"): Promise<void> {
    await settled();
    for (;;) {
      const next = [...timers].filter((timer) => timer.due <= until).toSorted((a, b) => a.due - b.due)[0];
      if (next === undefined) break;
      timers.delete(next);
      if (clock === "exact") now = Math.max(now, next.due);
      next.run();
      // While the page slept, messages waited too: they come after the timers that were due.
      if (clock === "exact") await settled();
    }
    now = Math.max(now, until);
    await settled();
  }

  return {
    now: () => now,
    after(ms, run) {
      const timer = { due: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    random: () => random,
    hidden: () => hidden,
    onSign(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    advance: (ms) => runDue(now + ms, "exact"),
    async sleep(ms) {
      now += ms;
      await runDue(now, "late");
    },
    sign(sign) {
      for (const listener of listeners) listener(sign);
    },
    setHidden(to) {
      hidden = to;
      for (const listener of listeners) listener(to ? "hidden" : "visible");
    },
    planned: () => [...timers].map((timer) => timer.due - now).toSorted((a, b) => a - b),
  };
}

/** All that is already under way in microtasks has happened. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
