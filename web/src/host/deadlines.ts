// Deadlines of an interrupt: they run only while the page is live and caught up, and are judged only after a fresh sign of
// life, so that a page that slept over one catches up first. Ten seconds without `turn/completed`: no answer to stop. Ten
// more: the App Server is ended as cleanup where nothing else runs on it; otherwise the person is asked.

/** Milliseconds, live and caught up, from the relay's "taken" to "no answer", and from there to cleanup. */
export const STOP_DEADLINE_MS = 10_000;
/** How often the clock is looked at. A longer span between two looks means that the page slept: it does not count. */
export const TICK_MS = 250;

/** A stop that waits for `turn/completed`. */
export interface Stop {
  thread: string;
  turn: string;
  stage: "stopping" | "unanswered";
}

export interface DeadlineOptions {
  now: () => number;
  every: (ms: number, tick: () => void) => () => void;
  /** Live, caught up, everything that arrived is folded. */
  live: () => boolean;
  /** Stops of this page whose line the relay has taken and whose turn is still running, as the fold knows them. */
  stops: () => readonly Stop[];
  /** Resolves true after a message that came after this call has been folded; false when there was none in time. */
  proveAlive: () => Promise<boolean>;
  /** Ten seconds are over. */
  unanswered: (stop: Stop) => void;
  /** Ten more are over: end the App Server if nothing else runs on it. */
  cleanUp: (stop: Stop) => void;
}

export interface Deadlines {
  /** Looks whether there is anything to time; call it after each fold. */
  check(): void;
  close(): void;
}

interface Timed {
  stage: Stop["stage"];
  elapsed: number;
  proving: boolean;
  done: boolean;
}

/** Makes the deadlines of one session. */
export function createDeadlines(options: DeadlineOptions): Deadlines {
  const timed = new Map<string, Timed>();
  let cancel: (() => void) | null = null;
  let last = 0;

  const keyOf = (stop: Stop): string => `${stop.thread}\n${stop.turn}`;

  function check(): void {
    const stops = options.stops();
    const alive = new Set(stops.map(keyOf));
    for (const key of timed.keys()) if (!alive.has(key)) timed.delete(key);
    for (const stop of stops) {
      const found = timed.get(keyOf(stop));
      if (found === undefined) timed.set(keyOf(stop), { stage: stop.stage, elapsed: 0, proving: false, done: false });
      else if (found.stage !== stop.stage) Object.assign(found, { stage: stop.stage, elapsed: 0, done: false });
    }
    if (timed.size > 0 && cancel === null) {
      last = options.now();
      cancel = options.every(TICK_MS, tick);
    } else if (timed.size === 0 && cancel !== null) {
      cancel();
      cancel = null;
    }
  }

  function tick(): void {
    const now = options.now();
    const span = now - last;
    last = now;
    // A frozen page, a sleeping machine or a clock that was set: none of that is time in which we listened.
    if (!options.live() || span < 0 || span > 4 * TICK_MS) return;
    for (const stop of options.stops()) {
      const entry = timed.get(keyOf(stop));
      if (entry === undefined || entry.done || entry.proving) continue;
      entry.elapsed += span;
      if (entry.elapsed >= STOP_DEADLINE_MS) void judge(stop, entry);
    }
  }

  async function judge(stop: Stop, entry: Timed): Promise<void> {
    entry.proving = true;
    const alive = await options.proveAlive();
    entry.proving = false;
    const still = options.stops().find((other) => keyOf(other) === keyOf(stop) && other.stage === stop.stage);
    if (!alive || still === undefined || !options.live() || timed.get(keyOf(stop)) !== entry) return;
    entry.done = true;
    if (still.stage === "stopping") options.unanswered(still);
    else options.cleanUp(still);
  }

  return {
    check,
    close() {
      cancel?.();
      cancel = null;
      timed.clear();
    },
  };
}
