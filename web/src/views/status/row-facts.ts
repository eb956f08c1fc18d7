// What a row of the list says of its thread: the mark, the line that says why, and whether it needs the person.
import type { DotKind } from "../../design/chip.tsx";
import { shortPath } from "../../design/words.ts";
import type { Decision } from "../../decisions/state.ts";
import type { ThreadSummary } from "../../projection/state.ts";
import type { Ask, ThreadStanding } from "../../projection/status.ts";
import { maskText } from "../masking/text.ts";
import { decisionKind, decisionLine } from "../thread-facts.ts";
import { gravest, listStanding, standingDot, standingWords } from "./standing.ts";

export interface RowFacts {
  dot: DotKind;
  line: string;
  /** It needs the person: the gravest of what waits in it, or of what its status announces. */
  needs: Ask | null;
}

/** The dot of a thread and the line that says why. */
export function rowFacts(
  thread: ThreadSummary,
  decisions: readonly Decision[],
  home: string | null,
  offline: boolean,
): RowFacts {
  const folder = [shortPath(thread.cwd, home), thread.branch]
    .filter((part) => part !== null && part !== "")
    .join(" · ");
  const waiting = decisions.filter((decision) => decision.thread === thread.id);
  const asks = gravest(waiting);
  const standing = listStanding(thread, asks);
  const dot = standingDot(standing, offline);
  if (standing.type === "waiting") {
    const decision = waiting.find((each) => decisionKind(each) === asks);
    const words = standing.on === "approval" ? "waiting for an approval" : "waiting for an answer";
    return { dot, line: decision === undefined ? words : decisionLine(decision), needs: standing.on };
  }
  return { dot, line: quietLine(thread, standing, dot === "idle", folder), needs: null };
}

/** What is said of a thread that does not wait for the person. */
function quietLine(thread: ThreadSummary, standing: ThreadStanding, resting: boolean, folder: string): string {
  const words = standingWords(standing);
  const small = `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  switch (standing.type) {
    case "working":
      return resting ? `was working · ${folder}` : folder;
    case "idle":
    case "notLoaded":
    case "unknown":
    case "completed":
      return thread.ephemeral ? `side question · ${folder}` : folder;
    case "failed":
      return thread.failure === null
        ? small
        : `${standing.word === null ? "failed" : words}: ${maskText(thread.failure.slice(0, 2000)).slice(0, 300)}`;
    case "heldElsewhere":
    case "notResumable":
    case "systemError":
      return small;
    case "other":
      return `${words} · ${folder}`;
    default:
      return `${small} · ${folder}`;
  }
}
