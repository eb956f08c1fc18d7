// What each kind of error means for the person, and which acts follow from it. The kinds are the pinned App Server's; one
// that is missing here does not compile.
import type { CodexErrorInfo } from "@longwire/shared-protocol/app-server";
import type { Json, Turn, TurnError } from "../../projection/state.ts";

export type ErrorAct =
  /** The same message once more. */
  | "again"
  /** The message back into the box, to be changed. */
  | "edit"
  | "compact"
  | "fork"
  | "new-thread"
  | "limits"
  | "sign-in"
  /** Another model, another sandbox. */
  | "settings";

export interface Advice {
  sentence: string;
  acts: readonly ErrorAct[];
}

type KindOf<T> = T extends string ? T : T extends object ? keyof T : never;
export type KnownKind = KindOf<CodexErrorInfo>;

const AGAIN = ["again", "edit"] as const;
const REACH = "The machine could not reach the model’s server. Check its network, then send the message again.";

const KINDS: { readonly [K in KnownKind]: Advice } = {
  contextWindowExceeded: {
    sentence:
      "The conversation no longer fits into the model’s context window. Compact its history, send less at once, or go on in a new thread.",
    acts: ["compact", "edit", "fork", "new-thread"],
  },
  sessionBudgetExceeded: {
    sentence: "The budget of this session is used up. Raise it on the machine, or go on in a new thread.",
    acts: ["new-thread", "edit"],
  },
  usageLimitExceeded: {
    sentence: "The usage limit is reached. What you wrote is kept; send it again after the limit resets.",
    acts: ["limits", ...AGAIN],
  },
  serverOverloaded: {
    sentence: "The model’s server is overloaded. Send the message again in a little while, or choose another model.",
    acts: [...AGAIN, "settings"],
  },
  cyberPolicy: {
    sentence:
      "The model’s provider does not answer this kind of request. Ask for something else, or say it differently.",
    acts: ["edit"],
  },
  misalignmentPolicyViolation: {
    sentence: "The model’s provider broke the turn off because of its policy. What had arrived is kept.",
    acts: ["edit"],
  },
  httpConnectionFailed: { sentence: REACH, acts: AGAIN },
  responseStreamConnectionFailed: { sentence: REACH, acts: AGAIN },
  internalServerError: {
    sentence: "Something went wrong at the model’s server. Send the message again in a little while.",
    acts: AGAIN,
  },
  unauthorized: {
    sentence:
      "The App Server on that machine is not signed in. Sign in on its account page, then send the message again.",
    acts: ["sign-in", ...AGAIN],
  },
  badRequest: {
    sentence:
      "The model’s server did not take the request. Change the message or the model; an update of the App Server may mend it.",
    acts: ["edit", "settings"],
  },
  threadRollbackFailed: {
    sentence: "The history could not be taken back. Nothing of it was removed.",
    acts: [],
  },
  sandboxError: {
    sentence:
      "The sandbox could not be set up on that machine. Mend that there, or choose another sandbox for this thread.",
    acts: ["settings", ...AGAIN],
  },
  responseStreamDisconnected: {
    sentence: "The connection to the model’s server broke. What had arrived is kept; send the message again to go on.",
    acts: AGAIN,
  },
  responseTooManyFailedAttempts: {
    sentence: "The model’s server failed every time it was asked. Send the message again in a little while.",
    acts: AGAIN,
  },
  activeTurnNotSteerable: {
    sentence: "The turn that runs takes no further messages. Send it when the turn is over.",
    acts: AGAIN,
  },
  other: { sentence: "", acts: AGAIN },
};
const BY_KIND: ReadonlyMap<string, Advice> = new Map(Object.entries(KINDS));

/** By HTTP status, where the kind says less than that. */
const BY_STATUS: ReadonlyMap<number, Advice> = new Map([
  [
    401,
    {
      sentence:
        "The model’s server did not accept who is asking: the sign-in or the key on that machine is missing or over.",
      acts: ["sign-in", ...AGAIN],
    },
  ],
  [
    403,
    {
      sentence: "The model’s server refused the request: this account or key may not do it.",
      acts: ["sign-in", ...AGAIN],
    },
  ],
  [
    429,
    {
      sentence: "The model’s server was asked too often. Send the message again in a little while.",
      acts: ["limits", ...AGAIN],
    },
  ],
]);

/** A longer one is no word. */
const LONGEST_WORD = 100;

/** The kind as a word: `usageLimitExceeded`, or the first member of the object form. */
export function errorKind(info: Json): string | null {
  if (typeof info === "number" || typeof info === "boolean" || info === null || Array.isArray(info)) return null;
  const word = typeof info === "string" ? info : Object.keys(info)[0];
  return word === undefined || word.length > LONGEST_WORD ? null : word;
}

/** The HTTP status that the kind carries. */
export function httpStatus(info: Json): number | null {
  const kind = errorKind(info);
  if (kind === null || typeof info !== "object" || info === null || Array.isArray(info)) return null;
  const inner = info[kind];
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return null;
  const { httpStatusCode } = inner;
  return typeof httpStatusCode === "number" ? httpStatusCode : null;
}

/** The status that counts for a turn: of its error; where that says nothing, of the last try before it. */
export function statusOf(turn: Pick<Turn, "error" | "retries">): number | null {
  const info = turn.error?.info ?? null;
  const own = httpStatus(info);
  return own === null && (info === null || info === "other") ? httpStatus(turn.retries?.last.info ?? null) : own;
}

/** What the person can do about it. An unknown kind gets what can always be done. */
export function adviceOf(error: TurnError | null, status: number | null): Advice {
  const kind = error === null ? null : errorKind(error.info);
  const known = kind === null ? undefined : BY_KIND.get(kind);
  const byStatus = status === null ? undefined : BY_STATUS.get(status);
  // That the connection failed says less than a server that answered with a refusal.
  const vague =
    known === undefined || kind === "other" || kind === "httpConnectionFailed" || kind?.startsWith("response") === true;
  return (vague ? (byStatus ?? known) : known) ?? KINDS.other;
}

/** Whether the kind is one of the pinned App Server's. */
export function isKnownKind(kind: string): boolean {
  return BY_KIND.has(kind);
}

/** All that was told of an error and is not said in words: members that are not known, and a kind of another shape. */
export function untold(error: TurnError): Json {
  const { info, more = {} } = error;
  const kind = errorKind(info);
  const plain =
    info === null ||
    (typeof info === "string" && kind !== null) ||
    (kind !== null && isKnownKind(kind) && onlyStatus(info, kind));
  const rest = plain ? more : { codexErrorInfo: info, ...more };
  return Object.keys(rest).length === 0 ? null : rest;
}

function onlyStatus(info: Json, kind: string): boolean {
  if (typeof info !== "object" || info === null || Array.isArray(info)) return false;
  const inner = info[kind];
  if (Object.keys(info).length !== 1 || typeof inner !== "object" || inner === null || Array.isArray(inner))
    return false;
  return Object.keys(inner).every((name) => name === "httpStatusCode");
}
