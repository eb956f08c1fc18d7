// What became of a decision, in words for the one line that stays of its card.
import { answerWords, isNo } from "../../decisions/answer-words.ts";
import { answerOf, type Decision } from "../../decisions/state.ts";
import type { IconName } from "../../design/icon.tsx";

/** The word in `data-outcome`; undefined while it is open. */
export function outcomeWord(decision: Decision): string | undefined {
  const { state } = decision;
  return state.type === "resolved" || state.type === "expired" || state.type === "closed" ? state.outcome : undefined;
}

/** What was decided, by whom. */
export function outcomeWords(decision: Decision): string {
  const { state } = decision;
  switch (state.type) {
    case "pending":
      return "Waiting for you";
    case "sent":
      return `${answerWords(decision, state.answer)} · ${state.taken ? "sent" : "on its way"}`;
    case "resolved":
      switch (state.outcome) {
        case "answered-here":
          return state.answer === null ? "Answered here" : answerWords(decision, state.answer);
        case "refused":
          return "Refused here";
        case "answered-elsewhere":
          return state.answer === null
            ? "Answered on another device"
            : `Answered on another device; “${answerWords(decision, state.answer)}” came too late`;
        case "auto-resolved":
          return "Answered by the server's own countdown";
        case "cancelled-by-server":
          return "Taken back by the server";
      }
      return "Resolved";
    case "withdrawn":
      return "Withdrawn by the server while this device was away";
    case "expired":
      return state.answer === null
        ? "Expired: the App Server ended before it was answered"
        : `Expired with its App Server; “${answerWords(decision, state.answer)}” was on its way`;
    case "closed":
      return state.answer === null
        ? "Closed with its turn, without an answer"
        : `Closed with its turn; “${answerWords(decision, state.answer)}” was on its way`;
  }
}

/** How a decision ended, for its look: no two of them look the same. */
export type OutcomeEnd =
  | "on-its-way"
  | "here"
  | "declined"
  | "refused"
  | "elsewhere"
  | "server"
  | "turn"
  | "process"
  | "withdrawn";

/** How it ended. */
export function outcomeEnd(decision: Decision): OutcomeEnd {
  const { state } = decision;
  switch (state.type) {
    case "pending":
    case "sent":
      return "on-its-way";
    case "resolved":
      if (state.outcome === "answered-here") return isNo(answerOf(decision)) ? "declined" : "here";
      if (state.outcome === "answered-elsewhere") return "elsewhere";
      return state.outcome === "refused" ? "refused" : "server";
    case "withdrawn":
      return "withdrawn";
    case "expired":
      return "process";
    case "closed":
      return "turn";
  }
}

const ICONS: Record<OutcomeEnd, IconName> = {
  "on-its-way": "up",
  here: "check",
  declined: "close",
  refused: "alert",
  elsewhere: "panel",
  server: "settings",
  turn: "ring",
  process: "link",
  withdrawn: "back",
};

/** The mark of that end. */
export function outcomeIcon(decision: Decision): IconName {
  return ICONS[outcomeEnd(decision)];
}
