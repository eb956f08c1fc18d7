// @vitest-environment jsdom
import { createRoot } from "solid-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearPage, preparePage } from "../testing.tsx";
import { createStick } from "./stick.ts";

let grow: () => void = () => undefined;
beforeEach(() => {
  preparePage();
  vi.useFakeTimers();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(told: () => void) {
        grow = told;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(clearPage);

/** A scroller of 500 px whose content is as high as it is told, at its end. */
function setUp(height = 2000) {
  const element = document.createElement("div");
  let top = 0;
  const limit = () => Math.max(0, height - 500);
  Object.defineProperties(element, {
    clientHeight: { get: () => 500 },
    clientWidth: { get: () => 390 },
    scrollHeight: { get: () => height },
    scrollTop: {
      get: () => top,
      set: (to: number) => {
        top = Math.min(limit(), Math.max(0, to));
      },
    },
  });
  const { stick, dispose } = createRoot((dispose) => ({ stick: createStick(), dispose }));
  createRoot(() => stick.watch(element, element));
  return {
    element,
    stick,
    dispose,
    gap: () => height - top - 500,
    /** The content changes its height; the browser clamps the place. */
    size(to: number, told = true) {
      height = to;
      top = Math.min(limit(), top);
      if (told) grow();
    },
    /** Something moves the place by so much. */
    by(px: number) {
      element.scrollTop = top + px;
      stick.scrolled();
    },
  };
}

test("[VIW-62] a place that was clamped, or corrected by the window of rows, leaves the end to nobody", () => {
  const { stick, size, by, gap } = setUp();
  // Shrunk and grown again before the scroll event comes: to the event it is a move upwards in content that grew.
  size(1600, false);
  size(2100, false);
  stick.scrolled();
  expect([stick.atEnd(), gap()]).toEqual([true, 0]);
  by(-180);
  expect([stick.atEnd(), gap()]).toEqual([true, 0]);
  size(5000);
  expect([stick.atEnd(), gap()]).toEqual([true, 0]);
});

test("[VIW-62] wheel, finger and key leave the end, also in small steps while content grows; coming back sticks again", () => {
  const acts: [string, (element: HTMLElement) => void][] = [
    ["wheel", (element) => element.dispatchEvent(new WheelEvent("wheel", { deltaY: -20 }))],
    ["key", (element) => element.dispatchEvent(new KeyboardEvent("keydown", { key: "PageUp" }))],
    [
      "finger",
      (element) => {
        const touch = (type: string, clientY: number) =>
          Object.assign(new Event(type), { touches: [{ clientY }] as unknown });
        element.dispatchEvent(touch("touchstart", 100));
        element.dispatchEvent(touch("touchmove", 120));
      },
    ],
  ];
  for (const [name, act] of acts) {
    const { stick, size, by, element, gap } = setUp();
    let height = 2000;
    for (let step = 0; step < 4; step += 1) {
      act(element);
      by(-20);
      size((height += 10));
    }
    expect(stick.atEnd(), name).toBe(false);
    const away = gap();
    size(height + 500);
    expect(gap(), name).toBe(away + 500);
    by(10_000);
    expect(stick.atEnd(), name).toBe(true);
    vi.advanceTimersByTime(1000);
    size(height + 900);
    expect(gap(), name).toBe(0);
  }
});

test("[VIW-62] a touch of the wheel that stays near the end does not leave it", () => {
  const { stick, size, by, element, gap } = setUp();
  element.dispatchEvent(new WheelEvent("wheel", { deltaY: -20 }));
  by(-20);
  size(2300);
  expect(gap(), "not pulled back while they move").toBe(320);
  vi.advanceTimersByTime(1000);
  expect([stick.atEnd(), gap()]).toEqual([true, 0]);
});
