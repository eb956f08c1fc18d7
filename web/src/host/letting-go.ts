// Letting go: a loaded thread is locked against a terminal or an editor, so one that nobody looks at is released. Only
// when this device is alone on the App Server, and only an idle thread that was not on screen for ten minutes: an
// unsubscribe silences the thread for every device.
import type { Folder } from "./folder.ts";

/** Milliseconds off screen before a thread is released. */
export const RELEASE_AFTER_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60_000;

export interface LettingGoOptions {
  folder: Folder;
  every: (ms: number, run: () => void) => () => void;
  onScreen: (thread: string) => boolean;
  /** Live, and the only client of the generation. */
  alone: () => boolean;
  current: () => string | null;
  release: (thread: string) => void;
}

/** Starts looking, once a minute. */
export function createLettingGo(options: LettingGoOptions): { close: () => void } {
  const { folder } = options;
  /** How often each loaded thread was found unused in a row: by looks, since a clock may be set in between. */
  let unused = new Map<string, number>();
  let where: string | null = null;

  const cancel = options.every(LOOK_EVERY_MS, () => {
    const generation = options.current();
    if (generation !== where) {
      where = generation;
      unused = new Map();
    }
    if (generation === null) return;
    for (const thread of folder.loaded(generation)) {
      // An ephemeral thread is in no file: letting it go would end it.
      const ephemeral = folder.state.threads.get(thread)?.ephemeral === true;
      const looks = unused.get(thread);
      if (ephemeral || options.onScreen(thread) || !folder.atRest(thread) || looks === undefined) {
        unused.set(thread, 0);
        continue;
      }
      unused.set(thread, looks + 1);
      if (options.alone() && (looks + 1) * LOOK_EVERY_MS >= RELEASE_AFTER_MS) {
        unused.delete(thread);
        options.release(thread);
      }
    }
  });

  return { close: cancel };
}
