// How a message that the person sends now is to reach the model.
import type { HostSession } from "../../host/model.ts";
import type { MessageWay } from "../../journal/journal.ts";
import { turnStatus, type ThreadState, type Turn } from "../../projection/state.ts";
import { connection, live } from "../live.ts";

export interface RunningTurn {
  turn: Turn;
  status: string;
}

/** The newest turn that runs, as far as this device knows. */
export function runningTurn(state: ThreadState): RunningTurn | null {
  for (const turn of [...live(state).turns.values()].reverse()) {
    const status = turnStatus(live(turn));
    if (status === "inProgress" || status === "stopping" || status === "noAnswerToStop") return { turn, status };
  }
  return null;
}

/** Into the turn that runs and no other, or as one of its own; undefined leaves that to the server. */
export function wayNow(session: HostSession, running: string | null): MessageWay | undefined {
  if (running !== null) return { type: "steer", turn: running };
  // Written for a thread that is idle as far as anybody here knows: when it is sent it must still be.
  return connection(session) === "live" ? undefined : { type: "start" };
}
