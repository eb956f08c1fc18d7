// A turn whose end got lost: its thread is idle, heard live, and still it counts as running. After some seconds the server
// is asked once for its newest turns, and its copy settles what no event will.
import type { ThreadState } from "../projection/state.ts";
import type { Folder } from "./folder.ts";

export interface IdleWatchOptions {
  folder: Pick<Folder, "followed">;
  after: (ms: number, run: () => void) => () => void;
  /** The generation that is heard live and can be asked; null: none. */
  live: () => string | null;
  /** Reads the newest turns of a thread. */
  ask: (thread: string) => void;
}

export interface IdleWatch {
  /** Looks at the threads on screen; call it after each fold. */
  check(): void;
  close(): void;
}

/** Milliseconds, live, that an idle thread may hold a running turn. */
export const SETTLE_AFTER_MS = 5000;

/** Makes the watch of one session. */
export function createIdleWatch(options: IdleWatchOptions): IdleWatch {
  const timers = new Map<string, { turn: string; cancel: () => void }>();
  /** Turns that were asked for: one question is enough. */
  const asked = new Set<string>();

  /** The running turn of an idle thread, if that is how it is. */
  function stuck(state: ThreadState, generation: string): string | null {
    if (state.status.type !== "idle") return null;
    const newest = state.timeline.findLast((entry) => entry.type === "turn");
    const turn = newest?.type === "turn" ? state.turns.get(newest.turn) : undefined;
    if (turn === undefined || turn.generation !== generation || turn.endSeen || turn.lost) return null;
    return turn.reported === "inProgress" ? turn.id : null;
  }

  function forget(thread: string): void {
    timers.get(thread)?.cancel();
    timers.delete(thread);
  }

  function check(): void {
    const generation = options.live();
    for (const state of options.folder.followed()) {
      const turn = generation === null ? null : stuck(state, generation);
      const timer = timers.get(state.id);
      if (timer !== undefined && timer.turn !== turn) forget(state.id);
      if (turn === null || asked.has(turn) || timers.has(state.id)) continue;
      const cancel = options.after(SETTLE_AFTER_MS, () => {
        timers.delete(state.id);
        // A page that was away meanwhile has not listened for that long: the next fold begins anew.
        if (options.live() !== generation || generation === null || stuck(state, generation) !== turn) return;
        asked.add(turn);
        options.ask(state.id);
      });
      timers.set(state.id, { turn, cancel });
    }
  }

  return {
    check,
    close() {
      for (const { cancel } of timers.values()) cancel();
      timers.clear();
    },
  };
}
