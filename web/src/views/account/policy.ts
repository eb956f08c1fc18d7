// What does not fit between the account and what a folder's configuration, or its model provider, asks of it: said before the
// first turn there, with what would happen and what to do.
import type { AccountPolicy } from "../../actions/account.ts";
import type { Account, RateLimit } from "../../projection/facts.ts";
import { accountWords, isReached, limitName, resetWords } from "../activity/limit-words.ts";
import { isChatgpt, isKey } from "./words.ts";

export interface Mismatch {
  kind: "not-signed-in" | "key-not-plan" | "plan-not-key" | "workspace" | "limit" | "billed";
  /** `info`: good to know; `warn`: look before going on. */
  tone: "info" | "warn";
  title: string;
  text: string;
}

/** What to say before a turn in a folder. Nothing while it is not known whom the server works for. */
export function mismatches(
  account: Account | null,
  policy: AccountPolicy,
  limits: Iterable<RateLimit>,
  now: number,
): Mismatch[] {
  if (account === null) return [];
  // The folder's own provider, where the configuration describes it; else the one that the server began with.
  const required = policy.providerRequires ?? account.required;
  if (required === false) return [];
  const found = forced(account, policy);
  if (account.mode === null) {
    if (required === true)
      found.unshift({
        kind: "not-signed-in",
        tone: "warn",
        title: "Nobody is signed in",
        text: "The model provider of this folder wants an account: a turn would fail. Sign in first.",
      });
    return found;
  }
  if (isKey(account) && !found.some(({ kind }) => kind === "key-not-plan"))
    found.push({
      kind: "billed",
      tone: "info",
      title: "Billed to an API key",
      text: "Turns are charged by use to whom the key belongs, and not covered by a plan.",
    });
  const full = isChatgpt(account) ? [...limits].filter((limit) => isReached(limit, now)) : [];
  if (full.length > 0) found.push(reached(full, now));
  return found;
}

function forced(account: Account, { forcedMethod, forcedWorkspaces }: AccountPolicy): Mismatch[] {
  const who = accountWords(account) ?? "Signed in";
  if (forcedMethod === "chatgpt" && isKey(account))
    return [
      {
        kind: "key-not-plan",
        tone: "warn",
        title: "An API key would be billed here",
        text: "The configuration allows a sign-in with ChatGPT only (forced_login_method), and the App Server works with an API key: a turn would be charged to the key, not to a plan. Sign in with ChatGPT first.",
      },
    ];
  if (forcedMethod === "api" && isChatgpt(account))
    return [
      {
        kind: "plan-not-key",
        tone: "warn",
        title: "A ChatGPT account where a key is wanted",
        text: `The configuration allows an API key only (forced_login_method). ${who}: a turn would count against this account’s limits, or be refused. Sign in with a key first.`,
      },
    ];
  if (forcedWorkspaces.length === 0 || account.mode === null) return [];
  return [
    isKey(account)
      ? {
          kind: "workspace",
          tone: "warn",
          title: "An API key where a workspace is wanted",
          text: "The configuration names a ChatGPT workspace (forced_chatgpt_workspace_id), and the App Server works with an API key: a turn would be charged to the key. Sign in to the workspace first.",
        }
      : {
          kind: "workspace",
          tone: "info",
          title: "Only one workspace is allowed here",
          text: `The configuration names the ChatGPT workspace ${forcedWorkspaces.join(" or ")}. The server does not tell which one it is signed in to; where it is another, the sign-in is refused.`,
        },
  ];
}

/** So many are named. */
const NAMED = 3;

function reached(limits: readonly RateLimit[], now: number): Mismatch {
  const named = limits.slice(0, NAMED).map((limit) => ({ name: limitName(limit), reset: resetOf(limit, now) }));
  const more = limits.length - named.length;
  const [first] = named;
  const words =
    named.length === 1 && first !== undefined
      ? `${first.name}: a turn would be refused${first.reset === null ? "" : `; the limit ${first.reset}`}.`
      : `${named.map(({ name, reset }) => (reset === null ? name : `${name} (${reset})`)).join(", ")}${
          more > 0 ? ` and ${more.toLocaleString()} more` : ""
        }: a turn may be refused.`;
  return {
    kind: "limit",
    tone: "warn",
    title: limits.length === 1 ? "A limit is reached" : "Limits are reached",
    text: `${words} Wait, use a reset, or sign in otherwise.`,
  };
}

/** When a limit that is reached begins anew, as far as it was told. */
function resetOf(limit: RateLimit, now: number): string | null {
  const full = limit.windows.filter(({ usedPercent }) => usedPercent >= 100);
  const when = (full.length > 0 ? full : limit.windows)
    .map(({ resetsAt }) => resetsAt)
    .filter((at) => at !== null)
    .sort((a, b) => b - a)[0];
  return when === undefined ? null : resetWords(when, now);
}
