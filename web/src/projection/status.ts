// How a turn stands, and how a thread does: one answer for list, head, title and notifications. This file has what the
// host's fold knows of any thread; turn-standing.ts what the fold of an open one knows. Pure.
import type { ThreadStatus, ThreadSummary } from "./state.ts";

/** What a person is waited for: something that was about to happen is held up, or words are wanted. */
export type Ask = "approval" | "question";

export type TurnStanding =
  | { type: "working" }
  /** The server asks the model again. */
  | { type: "retrying"; attempt: number }
  | { type: "stopping" }
  | { type: "noAnswerToStop" }
  | { type: "completed" }
  /** `elsewhere`: only a copy of a thread that is not loaded here says so; it may run in another process. */
  | { type: "interrupted"; by: "you" | "unknown" | "elsewhere" }
  /** `word`: the server's own, where it is one that is not known here. */
  | { type: "failed"; word: string | null }
  | { type: "stoppedByForce" }
  | { type: "lost" }
  /** The thread rests, and nothing has told how it ended. */
  | { type: "untold" };

export type ThreadStanding =
  | TurnStanding
  /** `seen`: the request is on this device; else only the thread's status tells of one. */
  | { type: "waiting"; on: Ask; seen: boolean }
  | { type: "heldElsewhere" }
  | { type: "notResumable" }
  | { type: "systemError" }
  | { type: "idle" }
  | { type: "notLoaded" }
  | { type: "unknown" }
  /** A status that this build does not know. */
  | { type: "other"; word: string };

/** A turn by the word that is shown for it, with what tells apart turns of the same word. */
export interface TurnFacts {
  status: string;
  stopped: boolean;
  attempt: number;
  elsewhere: boolean;
}

export interface ThreadFacts {
  status: ThreadStatus;
  turn: TurnStanding | null;
  /** What of the requests on this device is the gravest; null: none waits. */
  asks: Ask | null;
  heldElsewhere: boolean;
  notResumable: boolean;
}

/** By the word that is shown for it. */
export function standing({ status, stopped, attempt, elsewhere }: TurnFacts): TurnStanding {
  switch (status) {
    case "inProgress":
      return attempt > 0 ? { type: "retrying", attempt } : { type: "working" };
    case "interrupted":
      return { type: "interrupted", by: elsewhere ? "elsewhere" : stopped ? "you" : "unknown" };
    case "completed":
    case "stopping":
    case "noAnswerToStop":
    case "stoppedByForce":
    case "lost":
    case "untold":
      return { type: status };
    default:
      return { type: "failed", word: status === "failed" ? null : status };
  }
}

/** How the last turn of any thread of the list stands; null where none is known. */
export function lastTurnStanding({ lastTurn, beside }: ThreadSummary): TurnStanding | null {
  if (lastTurn === null) return null;
  const { stop, attempt, elsewhere } =
    beside?.turn === lastTurn.id ? beside : { stop: "none", attempt: 0, elsewhere: false };
  let { status } = lastTurn;
  if ((status === "lost" || status === "untold") && stop === "forced") status = "stoppedByForce";
  else if (status === "inProgress" && stop !== "none") status = stop === "stopping" ? stop : "noAnswerToStop";
  return standing({ status, stopped: stop !== "none", attempt, elsewhere });
}

/** It has not ended, as far as is known. */
export function isRunning({ type }: { type: ThreadStanding["type"] }): boolean {
  return type === "working" || type === "retrying" || type === "stopping" || type === "noAnswerToStop";
}

/** How a thread stands: what waits for the person, then what runs, then where it is, then how its last turn ended. */
export function threadStanding({ status, turn, asks, heldElsewhere, notResumable }: ThreadFacts): ThreadStanding {
  if (asks !== null) return { type: "waiting", on: asks, seen: true };
  if (turn?.type === "stopping" || turn?.type === "noAnswerToStop") return turn;
  if (status.type === "active") {
    if (status.flags.includes("waitingOnApproval")) return { type: "waiting", on: "approval", seen: false };
    if (status.flags.includes("waitingOnUserInput")) return { type: "waiting", on: "question", seen: false };
    return turn?.type === "retrying" ? turn : { type: "working" };
  }
  if (turn !== null && isRunning(turn)) return turn;
  if (status.type === "other") return status;
  if (heldElsewhere) return { type: "heldElsewhere" };
  if (notResumable) return { type: "notResumable" };
  if (turn !== null && turn.type !== "completed") return turn;
  return { type: status.type };
}
