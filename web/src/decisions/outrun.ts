// An answer of ours that came too late: two devices answer at once, both lines reach the App Server, and it takes the first
// and ignores the second without a word. What it did shows in the item that was asked about; where nothing shows it (rights,
// questions, what an MCP server asks), nobody can tell.
import { SECRET_MARK } from "../journal/secrets/mark.ts";
import { objectOf } from "../projection/read.ts";
import type { JsonObject, Touch } from "../projection/state.ts";
import { type Answer, answerOf, type Decision, type DecisionBook } from "./state.ts";

const APPROVALS: ReadonlyMap<unknown, string> = new Map([
  ["commandExecution", "item/commandExecution/requestApproval"],
  ["fileChange", "item/fileChange/requestApproval"],
]);

/** Looks at the completed item of an approval: did the App Server do what was answered here? */
export function reviewAnswers(
  book: DecisionBook,
  thread: string,
  item: JsonObject,
  generation: string,
  touch: Touch,
): void {
  const method = APPROVALS.get(item["type"]);
  if (method === undefined) return;
  let asked: Decision | null = null;
  for (const decision of book.values()) {
    if (decision.item !== item["id"] || decision.thread !== thread || decision.generation !== generation) continue;
    // Asked more than once about one item: its end does not tell which answer it follows.
    if (asked !== null) return;
    asked = decision;
  }
  if (asked?.method !== method || asked.state.type !== "resolved" || asked.state.outcome !== "answered-here") return;
  const approved = approves(answerOf(asked));
  const { status } = item;
  const done = status === "completed" ? true : status === "declined" ? false : null;
  if (approved === null || done === null || approved === done) return;
  asked.state = { ...asked.state, outcome: "answered-elsewhere" };
  touch(asked);
}

/** An answer that ends its turn, and the turn went on to its end: another one counted. */
export function reviewCancels(
  book: DecisionBook,
  thread: string,
  turn: string,
  status: unknown,
  generation: string,
  touch: Touch,
): void {
  if (status !== "completed") return;
  for (const decision of book.values()) {
    const { state } = decision;
    if (decision.turn !== turn || decision.thread !== thread || decision.generation !== generation) continue;
    if (state.type !== "resolved" || state.outcome !== "answered-here" || wordOf(state.answer) !== "cancel") continue;
    decision.state = { ...state, outcome: "answered-elsewhere" };
    touch(decision);
  }
}

/** Whether a completed tool call holds the result that was given here. */
export function isOurResult(answer: Answer, item: JsonObject): boolean {
  if (answer.type === "error") return true;
  const ours = objectOf(answer.result);
  const { success, contentItems } = item;
  if (typeof success === "boolean" && typeof ours?.["success"] === "boolean" && success !== ours["success"])
    return false;
  const content = JSON.stringify(ours?.["contentItems"]);
  // What was secret in it is not known any more.
  if (!Array.isArray(contentItems) || content === undefined || content.includes(SECRET_MARK)) return true;
  return content === JSON.stringify(contentItems);
}

function wordOf(answer: Answer | null): unknown {
  return answer?.type === "result" ? objectOf(answer.result)?.["decision"] : undefined;
}

/** Whether an answer lets it happen; null when that cannot be told. The cards' readers are no part of the fold. */
function approves(answer: Answer | null): boolean | null {
  const decision = wordOf(answer);
  const word = typeof decision === "string" ? decision : Object.keys(objectOf(decision) ?? {})[0];
  switch (word) {
    case "accept":
    case "acceptForSession":
    case "acceptWithExecpolicyAmendment":
      return true;
    case "decline":
    case "cancel":
      return false;
    default:
      return null;
  }
}
