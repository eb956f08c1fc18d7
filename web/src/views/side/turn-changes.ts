// What a turn changed, from its items: the newest state of each file.
import type { FileChange, ThreadState, Turn } from "../../projection/state.ts";
import { live } from "../live.ts";

/** The newest turn for which `wanted` holds; tracked. */
export function newestTurn(state: ThreadState, wanted: (turn: Turn) => boolean): Turn | null {
  for (const entry of [...live(state).timeline].reverse()) {
    if (entry.type !== "turn") continue;
    const turn = state.turns.get(entry.turn);
    if (turn !== undefined && wanted(live(turn))) return turn;
  }
  return null;
}

/** The file changes of a turn in order, declined and failed ones left out. */
export function changedFiles(turn: Turn): FileChange[] {
  const changes: FileChange[] = [];
  for (const item of live(turn).items.values()) {
    if (item.type !== "fileChange") continue;
    const { status } = live(item);
    if (status !== "declined" && status !== "failed") changes.push(...item.changes);
  }
  return changes;
}
