// When checkpoints are written: some seconds after the last line, at least now and then while lines keep coming, and when
// the page is about to go. One state at a time and between two batches, so that live lines wait for one write at most.
import type { Pump } from "./pump.ts";

export interface CheckpointOptions {
  pump: Pick<Pump, "exclusive" | "atOnce" | "unsaved">;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  /** What has changed since it was last saved; each call saves one state. */
  due: () => (() => Promise<void>)[];
}

export interface Checkpoints {
  /** Rows were folded. */
  touched(): void;
  /** The page is hidden or goes: what there is time for is saved now. */
  leaving(): void;
  close(): void;
}

/** Milliseconds of quiet after which checkpoints are written. */
export const QUIET_MS = 3000;
/** Milliseconds after which they are written though it is not quiet. */
export const AT_MOST_MS = 30_000;

/** Makes the keeper of one session's checkpoints. */
export function createCheckpoints(options: CheckpointOptions): Checkpoints {
  const { pump } = options;
  let cancel: (() => void) | null = null;
  let since: number | null = null;
  let closed = false;

  function plan(): void {
    cancel?.();
    since ??= options.now();
    const ms = Math.max(0, Math.min(QUIET_MS, since + AT_MOST_MS - options.now()));
    cancel = options.after(ms, () => void save());
  }

  async function save(): Promise<void> {
    cancel = null;
    since = null;
    // While something is unsaved every state is ahead of the journal; the next rows plan it again.
    for (const one of options.due()) if (!closed && pump.unsaved().length === 0) await pump.exclusive(one);
  }

  return {
    touched: plan,
    leaving() {
      if (cancel === null || pump.unsaved().length > 0) return;
      const done = pump.atOnce(() => {
        for (const one of options.due()) void one();
      });
      if (!done) return;
      cancel();
      cancel = null;
      since = null;
    },
    close() {
      closed = true;
      cancel?.();
    },
  };
}
