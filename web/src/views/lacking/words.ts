// Sentences about what a server lacks, and about requests that it could not read: its version, the method and its own words.
import type { Failure, HostSession } from "../../host/model.ts";
import { lacks } from "../../projection/lacking.ts";
import { facts, live } from "../live.ts";
import { maskText } from "../masking/text.ts";
import { failureSentence, shortWords } from "../sentences.ts";
import { userAgentVersion } from "../user-agent.ts";

/** "Codex 0.171.0", or "This version of Codex" where the server has not told which it is. Tracked. */
export function serverName(session: HostSession): string {
  const { userAgent } = facts(session);
  return userAgent === null ? "This version of Codex" : `Codex ${userAgentVersion(userAgent)}`;
}

/** For a menu: why an act cannot be done at all on this server; null: nothing is known against it. Tracked. */
export function lackingWhy(session: HostSession, method: string): string | null {
  return lacks(live(session.state), method) === null ? null : `${serverName(session)} does not have it`;
}

/** The server could not read the request: a value, a field or a method that its version does not have. */
const UNREADABLE = /^Invalid request:/;

/**
 * Why a request failed, where its version may be the reason: names the version, the method and the server's words. All else
 * is said as `failureSentence` says it.
 */
export function refusalByVersion(session: HostSession, method: string, failure: Failure): string {
  if (failure.type !== "rpc" || !UNREADABLE.test(failure.message)) return failureSentence(failure);
  return `${serverName(session)} could not read the request ${method}. It said: ${maskText(shortWords(failure.message))}`;
}
