// How long something has gone on, by the steady clock of this page. The clocks of the machine and of this device may differ,
// and either may be set in between: they are compared once, when the page begins to look, and never again.
import { type Accessor, createMemo } from "solid-js";
import { createNow } from "./now.ts";

/** Milliseconds since a moment, growing as the seconds tick; null where there is none. Never negative, never jumping. */
export function createElapsed(at: Accessor<number | null>): Accessor<number | null> {
  const now = createNow();
  const begun = createMemo(() => {
    const from = at();
    return from === null ? null : performance.now() - Math.max(0, Date.now() - from);
  });
  const elapsed = createMemo(() => {
    now();
    const from = begun();
    return from === null ? null : Math.max(0, performance.now() - from);
  });
  return elapsed;
}

/**
 * Milliseconds since the last sign of life. What came before this page looked is told by the clocks; what comes while it
 * looks is counted from when it came.
 * @param sign when the last sign came; not tracked, read as the clock ticks
 * @param begun when that began of which signs are expected: before it there was nothing to be silent
 */
export function createSilence(sign: () => number | null, begun: Accessor<number | null>): Accessor<number> {
  const now = createNow();
  const looked = { wall: Date.now(), steady: performance.now(), sign: sign() };
  let heard: { sign: number | null; steady: number } | null = null;
  const silence = createMemo(() => {
    now();
    const last = sign();
    if (last !== looked.sign && last !== heard?.sign) heard = { sign: last, steady: performance.now() };
    if (last === null) return 0;
    if (heard !== null) return Math.max(0, performance.now() - heard.steady);
    const quiet = Math.max(0, looked.wall - Math.max(last, begun() ?? 0));
    return quiet + performance.now() - looked.steady;
  });
  return silence;
}
