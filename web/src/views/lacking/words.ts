// Sentences about what a server lacks, and about requests that it could not read: its version, the method and its own words.
import type { Failure, HostSession } from "../../host/model.ts";
import { lacks } from "../../projection/lacking.ts";
import { facts, live } from "../live.ts";
import { maskText } from "../masking/text.ts";
import { failureSentence, shortWords } from "../sentences.ts";
import { refusalAdvice, refusalOf } from "./kinds.ts";
import { programWords } from "../user-agent.ts";

/** "heron 2.4.0" or "App Server 0.171.0" by what the server says of itself; "this App Server" where it has not. Tracked. */
export function serverName(session: HostSession): string {
  const { userAgent } = facts(session);
  return userAgent === null ? "this App Server" : programWords(userAgent);
}

/** The same as the first words of a sentence. Tracked. */
export function serverNameFirst(session: HostSession): string {
  return serverName(session).replace(/^this /, "This ");
}

/** For a menu: why an act cannot be done at all on this server; null: nothing is known against it. Tracked. */
export function lackingWhy(session: HostSession, method: string): string | null {
  return lacks(live(session.state), method) === null ? null : `${serverName(session)} does not have it`;
}

/**
 * Why a request failed. Where the server's version is the reason: the version, the method, the server's words, of which kind
 * it is, and what to do. All else is said as `failureSentence` says it.
 */
export function refusalByVersion(session: HostSession, method: string, failure: Failure): string {
  if (failure.type !== "rpc") return failureSentence(failure);
  const refusal = refusalOf(failure, method);
  const advice = refusalAdvice(refusal);
  if (advice === null) return failureSentence(failure);
  const what = refusal.kind === "experimental" ? "refused" : "could not read";
  const said = maskText(shortWords(failure.message));
  return `${serverNameFirst(session)} ${what} the request ${method}. It said: ${said}${/[.!?]$/.test(said) ? "" : "."} ${advice}`;
}
