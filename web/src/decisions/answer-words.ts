// An answer that was given, in words, from its stored copy: what was secret in it is not there any more, and an answer to
// a secret question is not said either way.
import { listOf, objectOf, textOf } from "../projection/read.ts";
import { choices } from "./approvals.ts";
import type { Answer, Decision } from "./state.ts";

const PAST: ReadonlyMap<unknown, string> = new Map([
  ["accept", "Approved"],
  ["acceptForSession", "Approved for this session"],
  ["decline", "Declined"],
  ["cancel", "Turn cancelled"],
]);

/** The answer in the words of its button. */
export function answerWords(decision: Pick<Decision, "method" | "params">, answer: Answer): string {
  if (answer.type === "error")
    return answer.code === -32601 || answer.code === -32000 ? "Refused" : `Answered with an error: ${answer.message}`;
  const result = objectOf(answer.result);
  if (decision.method === "item/permissions/requestApproval") {
    if (isNo(answer)) return "Declined: no rights granted";
    return result?.["scope"] === "session" ? "Rights granted for this session" : "Rights granted for this turn";
  }
  if (decision.method === "mcpServer/elicitation/request") return elicitationWords(decision.params, result);
  const chosen: unknown = result?.["decision"];
  if (chosen === undefined) return "Answered";
  const past = PAST.get(chosen);
  if (past !== undefined) return past;
  const choice = choices([chosen])[0];
  if (choice === undefined || choice.result === null) return "Answered";
  return choice.rule === null ? choice.label : `${choice.label} (${choice.rule})`;
}

function elicitationWords(params: unknown, result: ReturnType<typeof objectOf>): string {
  const action = result?.["action"];
  if (action === "decline") return "Declined";
  if (action === "cancel") return "Put away without an answer";
  const meta = objectOf(objectOf(params)?.["_meta"]);
  if (meta?.["codex_approval_kind"] === undefined) return "Accepted";
  const persist = objectOf(result?.["_meta"])?.["persist"];
  return persist === "session"
    ? "Approved for this session"
    : typeof persist === "string"
      ? `Approved: ${persist}`
      : "Approved";
}

/** What was answered, where that is more than a word; null where it is not. */
export function answerDetail(decision: Pick<Decision, "method" | "params">, answer: Answer | null): string | null {
  const params = objectOf(decision.params);
  if (decision.method === "mcpServer/elicitation/request") {
    const server = textOf(params?.["serverName"]);
    return server === null ? null : `for ${server}`;
  }
  if (decision.method === "item/tool/call") return textOf(params?.["tool"]);
  if (decision.method === "item/commandExecution/requestApproval") {
    const host = textOf(objectOf(params?.["networkApprovalContext"])?.["host"]);
    return host === null ? null : `access to ${host}`;
  }
  if (decision.method !== "item/tool/requestUserInput") return null;
  const given = answer?.type === "result" ? objectOf(objectOf(answer.result)?.["answers"]) : null;
  const lines = listOf(params?.["questions"]).map((value) => {
    const question = objectOf(value);
    const name = textOf(question?.["header"]) ?? textOf(question?.["question"]) ?? "Question";
    const id = textOf(question?.["id"]);
    const secret = question?.["isSecret"];
    if (given === null || id === null) return name;
    if (secret !== undefined && secret !== null && secret !== false) return `${name}: (secret)`;
    // Own members only: an id may be any name.
    const one = Object.hasOwn(given, id) ? objectOf(given[id]) : null;
    const answers = listOf(one?.["answers"]).map((text) => textOf(text) ?? JSON.stringify(text));
    return `${name}: ${answers.length === 0 ? "(not answered)" : answers.join(", ")}`;
  });
  return lines.length === 0 ? null : lines.join("; ");
}

/** The answer says no to what was asked. */
export function isNo(answer: Answer | null): boolean {
  if (answer === null || answer.type === "error") return false;
  const result = objectOf(answer.result);
  const permissions = objectOf(result?.["permissions"]);
  if (permissions !== null) return Object.keys(permissions).length === 0;
  const word = result?.["action"] ?? result?.["decision"];
  if (word === "decline" || word === "cancel" || result?.["success"] === false) return true;
  return word !== undefined && typeof word !== "string" && choices([word])[0]?.tone === "decline";
}
