// Whether the journal is being written, and since when not. Listeners hear only changes.
import type { JournalError } from "./error.ts";
import type { JournalHealth } from "./journal.ts";

export interface HealthKeeper {
  get(): JournalHealth;
  subscribe(listener: (health: JournalHealth) => void): () => void;
  ok(): void;
  /** A write that was begun at `since` is not answered. Says nothing where more is known already. */
  slow(since: number): void;
  /** Turns to not-saving (the first failure's time stays), blocked or superseded. */
  failed(error: JournalError): void;
}

/** @param now unix milliseconds */
export function createHealth(now: () => number, initial: JournalHealth = { type: "ok" }): HealthKeeper {
  let health = initial;
  const listeners = new Set<(health: JournalHealth) => void>();

  function set(next: JournalHealth): void {
    const same =
      next.type === health.type &&
      (next.type !== "not-saving" || (health.type === "not-saving" && next.reason === health.reason));
    if (same) return;
    health = next;
    for (const listener of listeners) listener(next);
  }

  return {
    get: () => health,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ok: () => {
      // A page that was upgraded away never saves again.
      if (health.type !== "superseded") set({ type: "ok" });
    },
    slow(since) {
      if (health.type === "ok") set({ type: "slow", since });
    },
    failed(error) {
      if (health.type === "superseded") return;
      if (error.reason === "blocked" || error.reason === "superseded") return set({ type: error.reason });
      const since = health.type === "not-saving" ? health.since : now();
      set({ type: "not-saving", since, reason: error.reason, detail: error.detail });
    },
  };
}
