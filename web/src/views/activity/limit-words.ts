// Words for accounts and rate limits. A window is named by its length, never by the place that it came in.
import { type Account, type LimitWindow, type RateLimit, UNNAMED_LIMIT } from "../../projection/facts.ts";
import { clockTime, momentWords } from "../../design/words.ts";
import type { Json } from "../../projection/state.ts";
import { plainWords } from "../cards/words.ts";

const HOUR = 60;
const DAY = 24 * HOUR;

/** `5 hours`, `Week`, `30 minutes`; a window of unknown length says so. */
export function windowWords({ minutes }: Pick<LimitWindow, "minutes">): string {
  if (minutes === null) return "A time that is not told";
  const whole = (unit: number, one: string) => {
    const count = minutes / unit;
    return `${Number.isInteger(count) ? count : count.toFixed(1)} ${one}${count === 1 ? "" : "s"}`;
  };
  if (minutes === 7 * DAY) return "Week";
  if (minutes >= 28 * DAY && minutes <= 31 * DAY) return "Month";
  if (minutes >= DAY) return whole(DAY, "day");
  return minutes >= HOUR ? whole(HOUR, "hour") : whole(1, "minute");
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short" });
const date = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

/** When a window is reset: `resets 14:05`, with the day when that is not today; null when it was not told. */
export function resetWords(resetsAt: number | null, now: number): string | null {
  if (resetsAt === null) return null;
  if (resetsAt <= now) return "has been reset since; not told again yet";
  const day =
    resetsAt - now < 20 * HOUR * 60_000
      ? ""
      : resetsAt - now < 6 * DAY * 60_000
        ? `${momentWords(weekday, resetsAt)} `
        : `${momentWords(date, resetsAt)} `;
  return `resets ${day}${clockTime(resetsAt)}`;
}

/** What a limit is called: by its own name, else by the server's id for it. */
export function limitName({ name, id }: Pick<RateLimit, "name" | "id">): string {
  return name ?? (id === UNNAMED_LIMIT ? "Usage" : id);
}

/** Windows from the shortest to the longest; one of unknown length last. */
export function inOrder(windows: readonly LimitWindow[]): LimitWindow[] {
  return [...windows].sort((a, b) => (a.minutes ?? Infinity) - (b.minutes ?? Infinity));
}

const REACHED: ReadonlyMap<string, string> = new Map([
  ["rate_limit_reached", "The limit is reached: nothing more is taken until it resets."],
  ["workspace_owner_credits_depleted", "The workspace has no credits left: its owner (you) can add some."],
  ["workspace_member_credits_depleted", "The workspace has no credits left: its owner can add some."],
  ["workspace_owner_usage_limit_reached", "The workspace’s usage limit is reached: its owner (you) can raise it."],
  ["workspace_member_usage_limit_reached", "The workspace’s usage limit is reached: its owner can raise it."],
]);

/** Why nothing more is taken; null while something is. */
export function reachedWords(reached: string | null): string | null {
  return reached === null ? null : (REACHED.get(reached) ?? `The server says: ${plainWords(reached)}.`);
}

/** Whether nothing more is taken, as far as is known: a window that was reset since says nothing any more. */
export function isReached(limit: RateLimit, now: number): boolean {
  const full = limit.windows.some(({ usedPercent, resetsAt }) => usedPercent >= 100 && (resetsAt ?? Infinity) > now);
  if (limit.reached === null) return full;
  const told = limit.windows.map(({ resetsAt }) => resetsAt).filter((at) => at !== null);
  return told.length === 0 || told.some((at) => at > now);
}

/** What else counts: credits, a spending limit of this person, the plan. */
export function limitFacts(limit: RateLimit): string[] {
  return [creditWords(limit.credits), ownLimitWords(limit.individual)].filter((words) => words !== null);
}

function creditWords(credits: Json): string | null {
  const { unlimited, hasCredits, balance } = members(credits);
  if (unlimited === true) return "Credits without limit";
  if (hasCredits === true) return typeof balance === "string" ? `Credits: ${balance}` : "Credits left";
  return null;
}

function ownLimitWords(own: Json): string | null {
  const { limit, used } = members(own);
  return typeof limit === "string" && typeof used === "string" ? `Your own limit: ${used} of ${limit} used` : null;
}

function members(value: Json): { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

const MODES: ReadonlyMap<string, string> = new Map([
  ["apikey", "an API key"],
  ["apiKey", "an API key"],
  ["chatgpt", "ChatGPT"],
  ["chatgptAuthTokens", "ChatGPT"],
  ["personalAccessToken", "a personal access token"],
  ["agentIdentity", "an agent identity"],
  ["headers", "fixed headers"],
  ["bedrockApiKey", "Amazon Bedrock"],
  ["amazonBedrock", "Amazon Bedrock"],
]);

/** The kind of account in words. */
export function modeWords(mode: string): string {
  return MODES.get(mode) ?? mode;
}

/** Whom the App Server works for, as a sentence; null when nothing was told. */
export function accountWords(account: Account | null): string | null {
  if (account === null) return null;
  if (account.mode === null)
    return account.required === null
      ? "Not signed in, or a model provider that needs no account"
      : account.required
        ? "Not signed in: turns need an account"
        : "No account needed: the model provider has its own access";
  const plan = account.plan === null || account.plan === "unknown" ? null : `plan ${plainWords(account.plan)}`;
  return [`Signed in with ${modeWords(account.mode)}`, account.email, plan].filter((part) => part !== null).join(" · ");
}
