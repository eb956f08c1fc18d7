// What the menu of a turn offers, and why something in it cannot be done now. Pure.
import { turnStatus, type ThreadSummary, type Turn } from "../../projection/state.ts";

export type TurnAct = "fork" | "back" | "copy";

export interface TurnItem {
  act: TurnAct;
  words: string;
  /** Why not now; null: it can be done. */
  why: string | null;
  danger?: boolean;
}

export interface TurnFacts {
  turn: Turn;
  thread: ThreadSummary | null;
  connected: boolean;
  /** The thread's state says so, or its summary. */
  notResumable: boolean;
  heldElsewhere: boolean;
  /** Some turn of the thread runs. */
  busy: boolean;
  /** This App Server has refused to take turns of such a thread back. */
  cannotGoBack: boolean;
  /** It lacks the method for it. */
  lacking?: string | null;
}

/** The items in order. */
export function turnItems(facts: TurnFacts): TurnItem[] {
  const { turn, thread, connected, notResumable, heldElsewhere, busy, cannotGoBack } = facts;
  const missing = notResumable || thread?.deleted === true ? "the App Server no longer has the thread" : null;
  const gone = turn.reverted === false ? null : "it was taken back";
  const ephemeral = thread?.ephemeral === true ? "not in a side question" : null;
  const archived = thread?.archived === true ? "bring the thread back first" : null;
  const offline = connected ? null : "needs the connection";
  const common = missing ?? gone ?? ephemeral ?? archived ?? offline;
  const runs = ["inProgress", "stopping", "noAnswerToStop"].includes(turnStatus(turn)) ? "once it has ended" : null;
  return [
    { act: "fork", words: "Fork from here", why: common ?? runs },
    {
      act: "back",
      words: "Go back to before this turn …",
      why:
        common ??
        (heldElsewhere ? "open in another program" : null) ??
        facts.lacking ??
        (cannotGoBack ? "this App Server cannot" : null) ??
        (busy ? "while nothing runs in it" : null),
      danger: true,
    },
    { act: "copy", words: "Copy the turn as text", why: null },
  ];
}
