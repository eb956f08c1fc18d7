// Words about signing in: the kinds of account, why a sign-in failed and what to do, where the browser comes back to.
import type { Account } from "../../projection/facts.ts";

/** Signed in with ChatGPT: only then are there limits, usage and messages to read. */
export function isChatgpt(account: Account | null): boolean {
  return account?.mode?.startsWith("chatgpt") === true;
}

/** Signed in with a key, whichever of its two words the server uses. */
export function isKey(account: Account | null): boolean {
  return account?.mode?.toLowerCase() === "apikey";
}

/** A code is usually given up after so long; the server tells no time. */
export const CODE_LASTS_MS = 15 * 60_000;

/** What a person can do about a sign-in that failed, beside the server's own words. */
export function loginAdvice(error: string | null): string {
  const text = error ?? "";
  if (/not completed|cancell?ed/i.test(text)) return "It was cancelled, or another sign-in took its place.";
  if (/timed out|expired/i.test(text)) return "The code was not used in time. Get a new one.";
  if (/not enabled/i.test(text))
    return "Sign-in with a code may have to be allowed in ChatGPT’s security settings, or by the workspace’s admin. Or sign in with the browser.";
  if (/\b429\b|too many/i.test(text)) return "It was asked for too often. Wait a few minutes, then try again.";
  if (/disabled|forced|workspace/i.test(text))
    return "The configuration on the machine, or the workspace, allows other accounts only.";
  if (/error sending request|connect|dns|network|timeout/i.test(text))
    return "The machine that the App Server runs on could not reach the sign-in server. Check its network, or the proxy that it has to use (HTTPS_PROXY).";
  if (/address (?:already )?in use|\bport\b/i.test(text))
    return "The port for the browser’s way back is taken on that machine. End the other sign-in there, or use a code.";
  return "Try again, or sign in another way.";
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** The page and the relay's address are both this computer's own, as far as addresses tell: a tunnel looks the same. */
export function isHere(relayUrl: string, pageHost: string): boolean {
  try {
    return LOOPBACK.test(pageHost) && LOOPBACK.test(new URL(relayUrl).hostname);
  } catch {
    return false;
  }
}

/** Where the sign-in page sends the browser back to, `localhost:1455`, as its address says; null: not told. */
export function wayBack(authUrl: string | null): { host: string; port: string } | null {
  try {
    const back = new URL(new URL(authUrl ?? "").searchParams.get("redirect_uri") ?? "");
    return { host: back.host, port: back.port };
  } catch {
    return null;
  }
}

/** Ways to sign in that this app does not offer, and how there is another. */
export const NOT_OFFERED: readonly { name: string; why: string }[] = [
  {
    name: "Tokens of another app (chatgptAuthTokens)",
    why: "For apps that hold ChatGPT tokens themselves. Longwire holds none. When a server asks for fresh ones its request is shown as a card.",
  },
  {
    name: "A personal access token",
    why: "The App Server has no request for it. It is set up on the machine itself: by the App Server’s own command, or in the environment before the relay starts.",
  },
  {
    name: "Amazon Bedrock",
    why: "Its keys, regions and profiles are set up with requests of their own: “All requests” has account/bedrock/… and account/login/start.",
  },
  {
    name: "Agent identities and fixed headers",
    why: "Set up in the configuration on the machine; they are shown here when they are in use.",
  },
];

/** What became of a reset, by the server's word. */
export function resetOutcome(outcome: string): string {
  switch (outcome) {
    case "reset":
      return "The limits are reset.";
    case "nothingToReset":
      return "Nothing was used up that could be reset; the reset was kept.";
    case "noCredit":
      return "There is no reset left.";
    case "alreadyRedeemed":
      return "This reset had been used already.";
    case "":
      return "The server did not say what came of it. Read the limits again to see.";
    default:
      return `The server said: ${outcome}.`;
  }
}

/** What became of the mail to the workspace's owner, by the server's word. */
export function mailOutcome(status: string): string {
  switch (status) {
    case "sent":
      return "The mail was sent.";
    case "cooldown_active":
      return "A mail went out a short while ago: no other is sent yet.";
    case "":
      return "The server did not say what came of it.";
    default:
      return `The server said: ${status}.`;
  }
}

/** Plans of a workspace, whose owner can add credits. */
const WORKSPACE = /^(?:team|business|self_serve|ent|edu)/;

/** The account belongs to a workspace, as far as its plan tells. */
export function inWorkspace(account: Account | null): boolean {
  return isChatgpt(account) && WORKSPACE.test(account?.plan ?? "");
}
