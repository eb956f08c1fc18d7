// Whether somebody sees the page: a page that is hidden may never be seen again, and one that is seen again has missed
// what other processes did meanwhile.
import type { Sign } from "../link/environment.ts";

export interface SeenOptions {
  now: () => number;
  hidden: () => boolean;
  onSign: ((listener: (sign: Sign) => void) => () => void) | undefined;
  /** The page was hidden. */
  left: () => void;
  /** It is seen again, after so many milliseconds. */
  back: (awayMs: number) => void;
}

/** Starts listening. */
export function createSeen(options: SeenOptions): { close: () => void } {
  const { now } = options;
  let hiddenSince: number | null = options.hidden() ? now() : null;
  const stop = options.onSign?.((sign) => {
    if (sign === "hidden") {
      hiddenSince ??= now();
      options.left();
    } else if (sign === "visible") {
      const awayMs = hiddenSince === null ? 0 : now() - hiddenSince;
      hiddenSince = null;
      options.back(awayMs);
    }
  });
  return { close: () => stop?.() };
}
