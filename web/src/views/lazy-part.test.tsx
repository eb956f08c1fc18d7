// @vitest-environment jsdom
import { cleanup, render, screen } from "@solidjs/testing-library";
import { createSignal, ErrorBoundary, type JSX, Show, Suspense } from "solid-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lazyPage, lazyPart } from "./lazy-part.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Part = (props: { word: string }): JSX.Element => <p>The part says {props.word}</p>;

/** A file that comes after so many tries that failed. */
function comesAfter(failures: number) {
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries <= failures) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: Part };
  };
  return { load, tries: () => tries };
}

const page = (View: (props: { word: string }) => JSX.Element) => {
  const [word, setWord] = createSignal("one");
  const [shown, setShown] = createSignal(true);
  render(() => (
    <ErrorBoundary fallback={(_, reset) => <button onClick={() => reset()}>Broken</button>}>
      <h1>The page</h1>
      <Suspense fallback={<p>Waits</p>}>
        <p>Beside it</p>
        <Show when={shown()}>
          <View word={word()} />
        </Show>
      </Suspense>
    </ErrorBoundary>
  ));
  return { setWord, setShown };
};

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("[VIW-840] a part that comes holds what stands around it for that moment, and follows its props", async () => {
  const file = comesAfter(0);
  const { setWord, setShown } = page(lazyPart(file.load));
  expect(screen.getByText("Waits")).toBeTruthy();
  await passes(0);
  expect(screen.getByText("The part says one")).toBeTruthy();
  setWord("two");
  expect(screen.getByText("The part says two")).toBeTruthy();
  // There at once the next time.
  setShown(false);
  setShown(true);
  expect(screen.getByText("The part says two")).toBeTruthy();
  expect(file.tries()).toBe(1);
});

test("[VIW-840] a part that does not come takes nothing of the page along: it is named, asked for again, and comes in by itself", async () => {
  const file = comesAfter(3);
  page(lazyPart(file.load));
  await passes(0);
  expect(screen.queryByText("Waits")).toBeNull();
  expect(screen.getByText("Beside it")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toContain("could not be loaded yet");
  await passes(60_000);
  expect(screen.getByText("The part says one")).toBeTruthy();
  expect(screen.queryByRole("status")).toBeNull();
  expect(file.tries()).toBe(4);
});

test("[VIW-840] a part is asked for at once when the browser has a network again, and never in a rush", async () => {
  const file = comesAfter(40);
  page(lazyPart(file.load, null));
  await passes(120_000);
  expect(screen.queryByRole("status")).toBeNull();
  const before = file.tries();
  expect(before).toBeLessThan(16);
  window.dispatchEvent(new Event("online"));
  await passes(0);
  expect(file.tries()).toBe(before + 1);
});

test("[VIW-840] another view stands in its place until it has come", async () => {
  page(lazyPart(comesAfter(1).load, (props) => <p>Instead of {props.word}</p>));
  await passes(0);
  expect(screen.getByText("Instead of one")).toBeTruthy();
  await passes(1000);
  expect(screen.queryByText("Instead of one")).toBeNull();
  expect(screen.getByText("The part says one")).toBeTruthy();
});

test("[VIW-841] the file of a page is asked for several times; then the page says that it is broken, and trying again asks anew", async () => {
  const file = comesAfter(5);
  page(lazyPage(file.load));
  await passes(60_000);
  expect(file.tries()).toBe(4);
  screen.getByText("Broken").click();
  await passes(60_000);
  expect(file.tries()).toBe(6);
  expect(screen.getByText("The part says one")).toBeTruthy();
});
