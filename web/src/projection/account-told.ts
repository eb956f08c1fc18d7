// Reads what the `account/…` requests were answered with: the newest sign-in, resets that can be used, usage, the messages of
// the workspace. The fold keeps the replies as they came; here each member is read by itself. Pages that show them load this.
import type { AccountReading } from "./facts.ts";
import { listOf, numberOf, objectOf, secondsToMs, textOf } from "./read.ts";
import type { HostState } from "./state.ts";

/** A sign-in that is finished in a browser, as far as this device knows of it. */
export interface Login {
  id: string;
  kind: "code" | "browser";
  /** The address to open. */
  url: string | null;
  /** What to type in there. */
  code: string | null;
  /** When it was begun, and the App Server that waits for it. */
  at: number;
  generation: string;
  state: LoginState;
}

export type LoginState =
  | { type: "waiting" }
  /** The server has told that this very sign-in is done. */
  | { type: "done" }
  | { type: "failed"; error: string | null }
  /** The App Server that waited for it has ended. */
  | { type: "gone" };

/** The newest sign-in that any device began, or null: none is known, or the newest was with a key. */
export function loginOf(state: HostState): Login | null {
  const told = state.accountTold.get("account/login/start");
  const id = textOf(told?.result["loginId"]);
  if (told === undefined || id === null) return null;
  const { result, at, generation } = told;
  const code = textOf(result["userCode"]);
  return {
    id,
    kind: code === null ? "browser" : "code",
    url: textOf(result["verificationUrl"]) ?? textOf(result["authUrl"]),
    code,
    at,
    generation,
    state: stateOf(state, told),
  };
}

function stateOf(state: HostState, { end, generation }: AccountReading): LoginState {
  if (end !== null) return end["success"] === true ? { type: "done" } : { type: "failed", error: textOf(end["error"]) };
  const over = generation !== state.current || state.generations.get(generation)?.end != null;
  return over ? { type: "gone" } : { type: "waiting" };
}

/** What sets the windows of a limit back to nothing used. */
export interface Resets {
  available: number;
  /** Those that the server described; it may describe fewer than there are. */
  credits: ResetCredit[];
  at: number;
}

export interface ResetCredit {
  id: string;
  title: string | null;
  description: string | null;
  /** available, redeeming, redeemed, or another word. */
  status: string;
  expiresAt: number | null;
}

/** The resets of the newest reading of limits; null: it told of none. */
export function resetsOf(state: HostState): Resets | null {
  const told = state.accountTold.get("account/rateLimits/read");
  const wire = objectOf(told?.result["rateLimitResetCredits"]);
  const available = numberOf(wire?.["availableCount"]);
  if (told === undefined || wire === null || available === null) return null;
  const credits = listOf(wire["credits"]).flatMap((value): ResetCredit[] => {
    const credit = objectOf(value);
    const id = textOf(credit?.["id"]);
    if (credit === null || id === null) return [];
    return [
      {
        id,
        title: textOf(credit["title"]),
        description: textOf(credit["description"]),
        status: textOf(credit["status"]) ?? "",
        expiresAt: secondsToMs(numberOf(credit["expiresAt"])),
      },
    ];
  });
  return { available, credits, at: told.at };
}

/** What the account has used over time. Numbers that were not told are null. */
export interface Usage {
  lifetimeTokens: number | null;
  peakDailyTokens: number | null;
  longestTurnSeconds: number | null;
  streakDays: number | null;
  longestStreakDays: number | null;
  /** Oldest first; null: not told by the day. */
  days: UsageDay[] | null;
  at: number;
}

export interface UsageDay {
  /** `2026-11-30`. */
  date: string;
  tokens: number;
}

/** The newest reading of usage. */
export function usageOf(state: HostState): Usage | null {
  const told = state.accountTold.get("account/usage/read");
  if (told === undefined) return null;
  const summary = objectOf(told.result["summary"]) ?? {};
  const days: unknown = told.result["dailyUsageBuckets"];
  return {
    lifetimeTokens: numberOf(summary["lifetimeTokens"]),
    peakDailyTokens: numberOf(summary["peakDailyTokens"]),
    longestTurnSeconds: numberOf(summary["longestRunningTurnSec"]),
    streakDays: numberOf(summary["currentStreakDays"]),
    longestStreakDays: numberOf(summary["longestStreakDays"]),
    days: Array.isArray(days) ? days.flatMap(readDay).sort((a, b) => (a.date < b.date ? -1 : 1)) : null,
    at: told.at,
  };
}

function readDay(value: unknown): UsageDay[] {
  const day = objectOf(value);
  const date = textOf(day?.["startDate"]);
  const tokens = numberOf(day?.["tokens"]);
  return date === null || tokens === null ? [] : [{ date, tokens: Math.max(0, tokens) }];
}

/** What the workspace tells its members. */
export interface WorkspaceMessages {
  /** The server has such messages for this client at all. */
  enabled: boolean;
  messages: WorkspaceMessage[];
  at: number;
}

export interface WorkspaceMessage {
  id: string;
  /** headline, announcement, or another word. */
  kind: string;
  body: string;
  createdAt: number | null;
}

/** The newest reading of the workspace's messages, without those that were archived. */
export function workspaceMessagesOf(state: HostState): WorkspaceMessages | null {
  const told = state.accountTold.get("account/workspaceMessages/read");
  if (told === undefined) return null;
  const messages = listOf(told.result["messages"]).flatMap((value): WorkspaceMessage[] => {
    const message = objectOf(value);
    const body = textOf(message?.["messageBody"]);
    if (message === null || body === null || numberOf(message["archivedAt"]) !== null) return [];
    return [
      {
        id: textOf(message["messageId"]) ?? body,
        kind: textOf(message["messageType"]) ?? "",
        body,
        createdAt: secondsToMs(numberOf(message["createdAt"])),
      },
    ];
  });
  return { enabled: told.result["featureEnabled"] === true, messages, at: told.at };
}
