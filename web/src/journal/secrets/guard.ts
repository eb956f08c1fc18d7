// Several tabs store the same lines, and only the one that sent a secret knows what to mask in them. While it does, it
// holds a lock, and the others let it write first. They wait for a moment only: a tab that sleeps holds nobody up.
import type { Journal } from "../journal.ts";

/** The part of `navigator.locks` that is used; injected in tests. */
export interface GuardLocks {
  request(name: string, options: { mode: "shared" }, callback: () => Promise<void>): Promise<void>;
  query(): Promise<{ held?: { name?: string }[] }>;
}

/** Milliseconds that a tab waits for the rows of the one with the secret. */
export const GUARD_PATIENCE_MS = 2_000;
/** A tab that did not write in time is taken to sleep, and not waited for, for so long. */
export const GUARD_REST_MS = 30_000;

export interface SecretGuard {
  /** This page has a secret to mask from now on, before the answer with it is sent. */
  hold(): Promise<void>;
  /** Its generation is over. */
  release(): void;
  /**
   * Resolves when this page may store lines up to `end`: at once when it holds the guard itself or nobody does, else
   * when the other tab has stored them, or has not within the patience.
   */
  turn(generation: string, end: number): Promise<void>;
  /** Another tab has a secret to mask, awake or not. */
  heldElsewhere(): Promise<boolean>;
}

export interface GuardOptions {
  locks: GuardLocks | null;
  journal: Pick<Journal, "generations" | "onForeign">;
  host: string;
  /** Unix milliseconds. */
  now: () => number;
  patienceMs?: number;
}

export function createSecretGuard(options: GuardOptions): SecretGuard {
  const { locks, journal, host, now } = options;
  const name = `longwire/secret/${host}`;
  let letGo: (() => void) | null = null;
  let restUntil = 0;

  async function heldElsewhere(): Promise<boolean> {
    if (locks === null || letGo !== null) return false;
    try {
      return (await locks.query()).held?.some((lock) => lock.name === name) === true;
    } catch {
      return false;
    }
  }

  async function heldByAnother(): Promise<boolean> {
    return now() >= restUntil && (await heldElsewhere());
  }

  async function stored(generation: string, end: number): Promise<boolean> {
    const known = await journal.generations(host);
    return (known.find((record) => record.generation === generation)?.offset ?? 0) >= end;
  }

  return {
    hold() {
      if (locks === null || letGo !== null) return Promise.resolve();
      return new Promise((resolve) => {
        locks
          .request(name, { mode: "shared" }, () => {
            const held = new Promise<void>((release) => {
              letGo = release;
            });
            resolve();
            return held;
          })
          // A document that is going away.
          .catch(() => {
            resolve();
          });
      });
    },
    release() {
      letGo?.();
      letGo = null;
    },
    heldElsewhere,
    async turn(generation, end) {
      if (!(await heldByAnother())) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let wake: () => void = () => {};
      let late = false;
      const stop = journal.onForeign(host, () => {
        wake();
      });
      timer = setTimeout(() => {
        late = true;
        wake();
      }, options.patienceMs ?? GUARD_PATIENCE_MS);
      try {
        for (;;) {
          // Made before looking, so that rows which are told meanwhile are not missed.
          const told = new Promise<void>((resolve) => {
            wake = resolve;
          });
          if (await stored(generation, end)) return;
          if (late) {
            restUntil = now() + GUARD_REST_MS;
            return;
          }
          await told;
          if (!(await heldByAnother())) return;
        }
      } finally {
        clearTimeout(timer);
        stop();
      }
    },
  };
}
