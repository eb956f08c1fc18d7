// What waits for the person on all hosts, oldest first: the sidebar's strip, the title, the badge, the announcement and
// the inbox all read it here. What is announced and cannot be seen here is counted beside it.
import { createSignal } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import type { Decision } from "../../decisions/state.ts";
import { live } from "../live.ts";
import { pendingDecisions } from "../thread-facts.ts";

/** The open decisions of all hosts in order of age; tracked. */
export function waitingDecisions(hosts: readonly HostEntry[]): Decision[] {
  return hosts.flatMap(({ session }) => pendingDecisions(live(session.state))).sort((a, b) => a.at - b.at);
}

const [unseen, setUnseen] = createSignal(0);

/** How many requests the status of threads announces that this device does not have; found out behind the first screen. */
export const unseenCount = unseen;

/** Says how many there are. */
export const noteUnseen = (count: number): void => void setUnseen(count);
