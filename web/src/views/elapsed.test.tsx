// @vitest-environment jsdom
import { createRoot, createSignal } from "solid-js";
import { cleanup, render } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createElapsed, createSilence } from "./elapsed.ts";

const HOUR = 3_600_000;

beforeEach(() => vi.useFakeTimers({ now: 1_700_000_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The device's clock is set; the page's steady clock goes on. */
const setClock = (by: number): void => void vi.setSystemTime(Date.now() + by);

test.each([
  ["the same", 0, 90_000],
  ["hours ahead", 5 * HOUR, 0],
])(
  "[PRJ-355] the machine's clock is %s: a running time is never negative, and goes on by the second",
  (_name, ahead, first) => {
    const shown: (number | null)[] = [];
    render(() => {
      const elapsed = createElapsed(() => Date.now() - 90_000 + ahead);
      return <>{String(shown.push(elapsed()))}</>;
    });
    vi.advanceTimersByTime(3000);
    expect(shown[0]).toBe(first);
    expect(shown.at(-1)).toBe(first + 3000);
  },
);

test("[PRJ-355] a device's clock that is set in between changes neither a running time nor a silence", () => {
  let sign = Date.now() - 30_000;
  const shown: { elapsed: number | null; silence: number }[] = [];
  render(() => {
    const begun = Date.now() - 60_000;
    const elapsed = createElapsed(() => begun);
    const silence = createSilence(
      () => sign,
      () => begun,
    );
    return <>{String(shown.push({ elapsed: elapsed(), silence: silence() }))}</>;
  });
  expect(shown.at(-1)).toEqual({ elapsed: 60_000, silence: 30_000 });
  for (const by of [5 * HOUR, -9 * HOUR]) {
    setClock(by);
    vi.advanceTimersByTime(2000);
  }
  expect(shown.at(-1)).toEqual({ elapsed: 64_000, silence: 34_000 });
  // A sign by a clock that is hours behind is a sign all the same.
  sign = Date.now() - 7 * HOUR;
  vi.advanceTimersByTime(1000);
  expect(shown.at(-1)?.silence).toBeLessThanOrEqual(1000);
  vi.advanceTimersByTime(25_000);
  expect(shown.at(-1)?.silence).toBeGreaterThanOrEqual(25_000);
});

test("[PRJ-355] a turn that began, by the machine's clock, in the future is silent from when it is looked at", () => {
  createRoot((dispose) => {
    const [begun] = createSignal<number | null>(Date.now() + 5 * HOUR);
    const silence = createSilence(() => Date.now() - 157_000, begun);
    expect(silence()).toBe(0);
    dispose();
  });
});
