// How a thread stands, in words: the list, the head, the title and the notifications say the same.
import type { DotKind } from "../../design/chip.tsx";
import type { Decision } from "../../decisions/state.ts";
import { isRunning, lastTurnStanding, threadStanding, type Ask, type ThreadStanding } from "../../projection/status.ts";
import type { ThreadSummary } from "../../projection/state.ts";
import { decisionKind } from "../thread-facts.ts";

/** The gravest of what waits; null: nothing does. */
export function gravest(waiting: readonly Decision[]): Ask | null {
  if (waiting.length === 0) return null;
  return waiting.some((decision) => decisionKind(decision) === "approval") ? "approval" : "question";
}

/** As far as the list knows. */
export function listStanding(thread: ThreadSummary, asks: Ask | null): ThreadStanding {
  // A failure may be known before its turn is.
  const turn = lastTurnStanding(thread) ?? (thread.failure === null ? null : { type: "failed" as const, word: null });
  return threadStanding({ ...thread, turn, asks });
}

const WORDS: { [T in Exclude<ThreadStanding["type"], "waiting" | "interrupted" | "failed" | "other">]: string } = {
  working: "Working",
  retrying: "Retrying",
  stopping: "Stopping",
  noAnswerToStop: "No answer to stop",
  completed: "Idle",
  stoppedByForce: "Stopped by force",
  lost: "Lost with its process",
  untold: "End not known",
  heldElsewhere: "Open in another program",
  notResumable: "Stored on this device only",
  systemError: "System error",
  idle: "Idle",
  notLoaded: "Not loaded",
  unknown: "Status not known",
};
const INTERRUPTED = { you: "Stopped by you", unknown: "Interrupted", elsewhere: "Stopped or running elsewhere" };

/** Two or three words; of a status or an end that is not known the server's own. */
export function standingWords(standing: ThreadStanding): string {
  switch (standing.type) {
    case "waiting":
      return standing.on === "approval" ? "Waiting for approval" : "Waiting for an answer";
    case "interrupted":
      return INTERRUPTED[standing.by];
    case "failed":
    case "other":
      return (standing.word ?? "Failed").slice(0, 80);
    default:
      return WORDS[standing.type];
  }
}

/** The mark beside the words. What runs is not said to without a connection. */
export function standingDot(standing: ThreadStanding, offline: boolean): DotKind {
  const { type } = standing;
  if (type === "waiting") return "wait";
  if (isRunning(standing)) return offline ? "idle" : "run";
  if (type === "failed" || type === "lost" || type === "systemError" || type === "stoppedByForce") return "bad";
  return type === "heldElsewhere" || type === "notResumable" ? "off" : "idle";
}

/** What stands behind the name in a page's title: what goes on now, or went wrong; nothing for a thread at rest. */
export function titleWords(standing: ThreadStanding, offline: boolean): string {
  const dot = standingDot(standing, offline);
  return dot === "run" || dot === "wait" || dot === "bad" ? `${standingWords(standing)} · ` : "";
}
