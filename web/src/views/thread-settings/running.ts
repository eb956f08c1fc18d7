// Whether a turn runs in a thread now.
import { isRunning } from "../../projection/status.ts";
import { newestTurn, turnStanding } from "../../projection/turn-standing.ts";
import type { ThreadState } from "../../projection/state.ts";
import { live } from "../live.ts";

/** Tracked. */
export function isRunningNow(state: ThreadState): boolean {
  live(state);
  const turn = newestTurn(state);
  return turn !== null && isRunning(turnStanding(live(turn)));
}
