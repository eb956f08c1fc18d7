// What waits for the person on all hosts, oldest first: the sidebar's strip, the title, the badge, the announcement and
// the inbox all read it here.
import type { HostEntry } from "../../actions/contract.ts";
import type { Decision } from "../../decisions/state.ts";
import { live } from "../live.ts";
import { pendingDecisions } from "../thread-facts.ts";

/** The open decisions of all hosts in order of age; tracked. */
export function waitingDecisions(hosts: readonly HostEntry[]): Decision[] {
  return hosts.flatMap(({ session }) => pendingDecisions(live(session.state))).sort((a, b) => a.at - b.at);
}
