// What a person can do about a failed turn, as far as the kind of the error tells.
import type { Json, TurnError } from "../../projection/state.ts";
import { maskText } from "../masking/text.ts";

const HINTS: ReadonlyMap<string, string> = new Map([
  ["contextWindowExceeded", "The conversation no longer fits. Compact it, or go on in a new thread."],
  ["usageLimitExceeded", "The usage limit is reached. Write again after it resets."],
  ["serverOverloaded", "The model's server is overloaded. Write again in a little while."],
  ["unauthorized", "Codex is not signed in on that machine. Sign in there with codex login, then write again."],
  ["sessionBudgetExceeded", "The budget of this session is used up. Raise it, or go on in a new thread."],
  ["cyberPolicy", "The model's provider does not answer this kind of request. Ask for something else."],
  [
    "misalignmentPolicyViolation",
    "The model's provider broke the turn off because of its policy. What had arrived is kept.",
  ],
  ["internalServerError", "Something went wrong at the model's server. Write again in a little while."],
  ["badRequest", "The model's server did not understand the request. An update of Codex may mend it."],
  ["sandboxError", "The sandbox could not be set up on that machine."],
  ["httpConnectionFailed", "The machine could not reach the model's server. Check its network, then write again."],
  [
    "responseStreamConnectionFailed",
    "The machine could not reach the model's server. Check its network, then write again.",
  ],
  ["responseStreamDisconnected", "The connection to the model's server broke. Write again to go on."],
  ["responseTooManyFailedAttempts", "The model's server failed several times. Write again in a little while."],
]);

/** The kind as a word: `usageLimitExceeded`, or the one member of the object form. */
export function errorKind(info: Json): string | null {
  if (typeof info === "string") return info;
  if (typeof info !== "object" || info === null || Array.isArray(info)) return null;
  return Object.keys(info)[0] ?? null;
}

/** The kind in the server's own word, with the HTTP status where there was one; null where the kind says nothing. */
export function errorCode(error: TurnError | null): string | null {
  const kind = error === null ? null : errorKind(error.info);
  if (error === null || kind === null || kind === "other") return null;
  const status = httpStatus(error.info, kind);
  return status === null ? kind : `${kind} · HTTP ${status}`;
}

function httpStatus(info: Json, kind: string): number | null {
  if (typeof info !== "object" || info === null || Array.isArray(info)) return null;
  const inner = info[kind];
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return null;
  const { httpStatusCode } = inner;
  return typeof httpStatusCode === "number" ? httpStatusCode : null;
}

/** What the server says of the error; null when it says nothing. Errors of the model's service may quote the key. */
export function errorMessage(error: TurnError | null): string | null {
  return error === null ? null : maskText(error.message);
}

/** What it adds to that. */
export function errorDetails(error: TurnError | null): string | null {
  return error?.details == null ? null : maskText(error.details);
}

/** A sentence of advice, or null for kinds without one. */
export function errorHint(error: TurnError | null): string | null {
  if (error === null) return null;
  const kind = errorKind(error.info);
  return kind === null ? null : (HINTS.get(kind) ?? null);
}

/** Whether the machine's limits say more of it. */
export function aboutLimits(error: TurnError | null): boolean {
  return error !== null && errorKind(error.info) === "usageLimitExceeded";
}
