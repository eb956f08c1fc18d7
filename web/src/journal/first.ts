// Who of several tabs writes first: a courtesy that spares the others work. Nothing depends on it, since every write
// reads the cursor first.
import type { Locks } from "./client-id.ts";

export interface Turn {
  /** True in one tab of the device at a time; in every tab where the browser has no locks. */
  first(): boolean;
  release(): void;
}

/** Asks to be the tab that writes first for a host; it becomes so when the one before has gone. */
export function whoTriesFirst(locks: Locks | null, host: string): Turn {
  let state: "waiting" | "first" | "released" = locks === null ? "first" : "waiting";
  let letGo: (() => void) | null = null;
  locks
    ?.request(`longwire/first/${host}`, {}, () => {
      if (state === "released") return;
      state = "first";
      return new Promise<void>((resolve) => {
        letGo = resolve;
      });
    })
    .catch(() => {
      // The page is going away.
    });
  return {
    first: () => state === "first",
    release() {
      state = "released";
      letGo?.();
    },
  };
}
