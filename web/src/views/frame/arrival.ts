// Who asks: the host and the thread of a decision, and the sentence that tells of one that has arrived.
import type { HostEntry } from "../../actions/contract.ts";
import type { Decision } from "../../decisions/state.ts";
import { live } from "../live.ts";
import { decisionLine, threadTitle } from "../thread-facts.ts";

/** The host whose book holds this very decision, or null when it is gone; tracked. */
export function hostOfDecision(hosts: readonly HostEntry[], decision: Decision): HostEntry | null {
  return hosts.find(({ session }) => live(session.state).decisions.get(decision.key) === decision) ?? null;
}

/** The thread of a decision by name, for a line of text; null for a request that names no thread. */
export function askerName(entry: HostEntry, decision: Decision): string | null {
  if (decision.thread === null) return null;
  const summary = live(entry.session.state).threads.get(decision.thread);
  return threadTitle(summary === undefined ? null : live(summary), decision.thread);
}

/** One sentence for decisions that have just arrived. */
export function arrivalSentence(hosts: readonly HostEntry[], arrived: readonly Decision[]): string {
  const [only] = arrived;
  if (only === undefined) return "";
  if (arrived.length > 1) return `${arrived.length} decisions wait for you.`;
  const entry = hostOfDecision(hosts, only);
  const name = entry === null ? null : askerName(entry, only);
  return name === null
    ? `A decision waits for you: ${decisionLine(only)}.`
    : `A decision waits for you: ${name} ${decisionLine(only)}.`;
}
