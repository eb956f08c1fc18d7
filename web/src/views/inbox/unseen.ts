// Requests that a thread's status flags announce and that this device does not have: found here, said in words by the
// thread page and the inbox. A flag comes a moment before its request, so only what lasts counts.
import { createEffect, createMemo, createSignal, onCleanup, type Accessor } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { isOpen } from "../../decisions/state.ts";
import type { HostState } from "../../projection/state.ts";
import { connection, live } from "../live.ts";
import { sameMembers } from "../same-members.ts";
import type { DecisionKind } from "../thread-facts.ts";

/** How long a flag must have stood without its request, ms. */
export const UNSEEN_AFTER_MS = 3000;

export interface Unseen {
  entry: HostEntry;
  thread: string;
  kind: DecisionKind;
}

const FLAGS: readonly (readonly [flag: string, kind: DecisionKind])[] = [
  ["waitingOnApproval", "approval"],
  ["waitingOnUserInput", "question"],
];

/** Whether a request of this method may be what the flag announces. A form of an MCP server counts as an approval there. */
function raises(flag: string, method: string): boolean {
  if (method === "item/tool/call") return false;
  return (method === "item/tool/requestUserInput") === (flag === "waitingOnUserInput");
}

/** Threads of a host whose flags call for a request that is not in its book, each with the kind that it calls for; tracked. */
export function unansweredFlags(state: HostState): { thread: string; kind: DecisionKind }[] {
  const open = [...live(state).decisions.values()].filter((decision) => isOpen(live(decision)));
  const found: { thread: string; kind: DecisionKind }[] = [];
  for (const thread of state.threads.values()) {
    const { status, id } = live(thread);
    if (status.type !== "active") continue;
    for (const [flag, kind] of FLAGS) {
      if (!status.flags.includes(flag)) continue;
      // A sub-agent's request may raise its parent's flag.
      const known = open.some(
        (decision) =>
          raises(flag, decision.method) &&
          decision.thread !== null &&
          (decision.thread === id || state.threads.get(decision.thread)?.parent === id),
      );
      if (!known) found.push({ thread: id, kind });
    }
  }
  return found;
}

/** What has lasted, for the life of the calling component. Nothing is said of a host that is not live. */
export function createUnseen(hosts: Accessor<readonly HostEntry[]>, only?: string): Accessor<readonly Unseen[]> {
  const known = new Map<string, Unseen>();
  const candidates = createMemo<readonly Unseen[]>(
    () => {
      const found: Unseen[] = [];
      for (const entry of hosts()) {
        if (connection(entry.session) !== "live") continue;
        for (const { thread, kind } of unansweredFlags(entry.session.state)) {
          if (only !== undefined && thread !== only) continue;
          const name = JSON.stringify([entry.record.id, thread, kind]);
          const unseen = known.get(name) ?? { entry, thread, kind };
          known.set(name, unseen);
          found.push(unseen);
        }
      }
      for (const [name, unseen] of known) if (!found.includes(unseen)) known.delete(name);
      return found;
    },
    [],
    { equals: sameMembers },
  );
  const [lasting, setLasting] = createSignal<ReadonlySet<Unseen>>(new Set());
  const timers = new Map<Unseen, ReturnType<typeof setTimeout>>();
  createEffect(() => {
    const now = new Set(candidates());
    for (const [unseen, timer] of timers) {
      if (now.has(unseen)) continue;
      clearTimeout(timer);
      timers.delete(unseen);
    }
    for (const unseen of now) {
      if (timers.has(unseen)) continue;
      timers.set(
        unseen,
        setTimeout(() => setLasting((before) => new Set([...before, unseen])), UNSEEN_AFTER_MS),
      );
    }
    setLasting((before) => new Set([...before].filter((unseen) => now.has(unseen))));
  });
  onCleanup(() => {
    for (const timer of timers.values()) clearTimeout(timer);
  });
  const lasted = createMemo(() => candidates().filter((unseen) => lasting().has(unseen)), [], { equals: sameMembers });
  return lasted;
}
