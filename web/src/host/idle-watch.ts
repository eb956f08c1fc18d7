// A turn whose end got lost: its thread rests, heard live, and still it counts as running. After some seconds the server is
// asked once for its newest turns; what neither that copy nor its absence settles is told as a turn whose end was not told.
import type { ThreadState } from "../projection/state.ts";
import type { Folder } from "./folder.ts";

export interface IdleWatchOptions {
  folder: Pick<Folder, "followed">;
  after: (ms: number, run: () => void) => () => void;
  /** The generation that is heard live and can be asked; null: none. */
  live: () => string | null;
  /** Reads the newest turns of a thread; resolves when that has been folded, or failed. */
  ask: (thread: string) => Promise<void>;
  /** The server was asked, and these turns of a resting thread still seem to run. */
  untold: (thread: string, turn: string) => void;
}

export interface IdleWatch {
  /** Looks at the threads on screen; call it after each fold. */
  check(): void;
  close(): void;
}

/** Milliseconds, live, that a resting thread may hold a running turn. */
export const SETTLE_AFTER_MS = 5000;
/** Milliseconds that the server's copy is waited for. */
export const ANSWER_WITHIN_MS = 10_000;

/** Makes the watch of one session. */
export function createIdleWatch(options: IdleWatchOptions): IdleWatch {
  const waits = new Map<string, { turns: readonly string[]; cancel: () => void; asked: boolean }>();

  /** The turns that seem to run in a thread at rest. */
  function stuck(state: ThreadState, generation: string): string[] {
    const { type } = state.status;
    if (type !== "idle" && type !== "systemError" && type !== "notLoaded") return [];
    const list: string[] = [];
    for (const turn of state.turns.values())
      if (turn.reported === "inProgress" && turn.generation === generation && !turn.endSeen && !turn.lost)
        list.push(turn.id);
    return list;
  }

  function forget(thread: string): void {
    waits.get(thread)?.cancel();
    waits.delete(thread);
  }

  function ask(thread: string, turns: readonly string[], generation: string): void {
    let over = false;
    const judge = (): void => {
      if (over) return;
      over = true;
      cancel();
      if (waits.get(thread)?.asked === true) waits.delete(thread);
      // A page that was away meanwhile cannot tell: the next fold begins anew.
      if (options.live() !== generation) return;
      for (const state of options.folder.followed())
        if (state.id === thread)
          for (const turn of stuck(state, generation)) if (turns.includes(turn)) options.untold(thread, turn);
    };
    const cancel = options.after(ANSWER_WITHIN_MS, judge);
    waits.set(thread, { turns, cancel, asked: true });
    void options.ask(thread).then(judge);
  }

  function check(): void {
    const generation = options.live();
    for (const state of options.folder.followed()) {
      const turns = generation === null ? [] : stuck(state, generation);
      const wait = waits.get(state.id);
      if (wait?.asked === true) continue;
      if (wait !== undefined && wait.turns.join("\n") !== turns.join("\n")) forget(state.id);
      if (generation === null || turns.length === 0 || waits.has(state.id)) continue;
      const cancel = options.after(SETTLE_AFTER_MS, () => {
        waits.delete(state.id);
        // A page that was away meanwhile has not listened for that long: the next fold begins anew.
        if (options.live() === generation) ask(state.id, turns, generation);
      });
      waits.set(state.id, { turns, cancel, asked: false });
    }
  }

  return {
    check,
    close() {
      for (const { cancel } of waits.values()) cancel();
      waits.clear();
    },
  };
}
