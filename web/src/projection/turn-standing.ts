// How the turns of an open thread stand. Apart from status.ts, which the first screen needs.
import { stoppedHere, turnStatus, type ThreadState, type Turn } from "./state.ts";
import { isRunning, standing, type TurnStanding } from "./status.ts";

/** How a turn of an open thread stands. */
export function turnStanding(turn: Turn): TurnStanding {
  const attempt = turn.retrying === null ? 0 : (turn.retries?.run ?? 1);
  const status = turnStatus(turn);
  return standing({
    status: status === "lost" && turn.endUntold ? "untold" : status,
    stopped: stoppedHere(turn),
    attempt,
    elsewhere: turn.elsewhere,
  });
}

/** A turn that runs behind newer ones is not far behind them: a long thread is not gone through for it. */
const LOOK_BACK = 32;

/**
 * The turn that runs, else the last one that still counts; null where there is none.
 * @param see told of each turn that is looked at
 */
export function newestTurn(state: ThreadState, see?: (turn: Turn) => void): Turn | null {
  let last: Turn | null = null;
  let looked = 0;
  for (let at = state.timeline.length - 1; at >= 0 && looked < LOOK_BACK; at--) {
    const entry = state.timeline[at];
    const turn = entry?.type === "turn" ? state.turns.get(entry.turn) : undefined;
    if (turn === undefined) continue;
    see?.(turn);
    if (turn.reverted !== false) continue;
    looked += 1;
    if (isRunning(turnStanding(turn))) return turn;
    last ??= turn;
  }
  return last;
}
