// What became of a decision, in words for the one line that stays of its card.
import { choices } from "../../decisions/approvals.ts";
import type { Answer, Decision } from "../../decisions/state.ts";

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
      return `${answerWords(state.answer)} · ${state.taken ? "sent" : "on its way"}`;
    case "resolved":
      switch (state.outcome) {
        case "answered-here":
          return state.answer === null ? "Answered here" : answerWords(state.answer);
        case "refused":
          return "Refused here";
        case "answered-elsewhere":
          return "Answered on another device";
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
        : `Expired with its App Server; “${answerWords(state.answer)}” was on its way`;
    case "closed":
      return state.answer === null
        ? "Closed with its turn, without an answer"
        : `Closed with its turn; “${answerWords(state.answer)}” was on its way`;
  }
}

const PAST: ReadonlyMap<unknown, string> = new Map([
  ["accept", "Approved"],
  ["acceptForSession", "Approved for this session"],
  ["decline", "Declined"],
  ["cancel", "Turn cancelled"],
]);

/** The answer in the words of its button. */
export function answerWords(answer: Answer): string {
  if (answer.type === "error") return answer.code === -32601 ? "Refused" : `Answered with an error: ${answer.message}`;
  const decision: unknown =
    typeof answer.result === "object" && answer.result !== null ? Reflect.get(answer.result, "decision") : undefined;
  if (decision === undefined) return "Answered";
  const past = PAST.get(decision);
  if (past !== undefined) return past;
  const choice = choices([decision])[0];
  if (choice === undefined || choice.result === null) return "Answered";
  return choice.rule === null ? choice.label : `${choice.label} (${choice.rule})`;
}
