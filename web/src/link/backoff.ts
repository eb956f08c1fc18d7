// How long the link waits before it tries again: doubling with jitter, and slower while nobody looks.

export interface Backoff {
  /** Milliseconds before the first new try. */
  firstMs: number;
  /** Longest wait while somebody looks. */
  mostMs: number;
  /** Shortest and longest wait while the page is hidden. */
  hiddenFirstMs: number;
  hiddenMostMs: number;
}

export const BACKOFF: Backoff = { firstMs: 250, mostMs: 8_000, hiddenFirstMs: 2_000, hiddenMostMs: 60_000 };

/**
 * The wait in milliseconds after `failures` tries in a row that came to nothing (1 or more).
 * @param random from 0 up to 1; spreads the wait by a quarter both ways, so that devices do not come all at once
 */
export function waitAfter(failures: number, hidden: boolean, random: number, backoff: Backoff = BACKOFF): number {
  const first = hidden ? backoff.hiddenFirstMs : backoff.firstMs;
  const most = hidden ? backoff.hiddenMostMs : backoff.mostMs;
  // 2^20 is far beyond any `most`, and keeps the power finite.
  const doubled = first * 2 ** Math.min(Math.max(failures - 1, 0), 20);
  return Math.round(Math.min(doubled, most) * (0.75 + random / 2));
}
