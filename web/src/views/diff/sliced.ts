// Long work in short pieces: a generator is run for a few milliseconds at a time, and the page draws in between.

/** As long as one piece may take, ms. */
const SLICE_MS = 8;

/** Lets everything that waits (input, drawing) go first. */
export function breathe(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      done();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** How work that was started stands. What ends within its first piece is done at once. */
export type Sliced<T> = { done: true; value: T } | { done: false; rest: Promise<T | null>; stop: () => void };

/** Runs a generator that yields often; `rest` gives its value, or null once it was stopped. */
export function runSliced<T>(work: Generator<void, T>): Sliced<T> {
  const piece = (): IteratorResult<void, T> => {
    const until = performance.now() + SLICE_MS;
    let step = work.next();
    while (step.done !== true && performance.now() < until) step = work.next();
    return step;
  };
  const first = piece();
  if (first.done === true) return { done: true, value: first.value };
  let stopped = false;
  const rest = (async () => {
    for (;;) {
      await breathe();
      if (stopped) return null;
      const step = piece();
      if (step.done === true) return step.value;
    }
  })();
  return { done: false, rest, stop: () => (stopped = true) };
}
