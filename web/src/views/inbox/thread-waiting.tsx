// On a thread's page: what waits of it that its transcript does not show. Requests of its sub-agents, and requests that
// this device cannot see.
import { createMemo, For, type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { askerName } from "../frame/arrival.ts";
import { live } from "../live.ts";
import { navigate } from "../route.tsx";
import { sameMembers } from "../same-members.ts";
import { decisionLine, pendingDecisions } from "../thread-facts.ts";
import { inboxPath } from "./jump.ts";
import { createUnseen } from "./unseen.ts";
import { UnseenNotice } from "./unseen-notice.tsx";

export function ThreadWaiting(props: { entry: HostEntry; thread: string }): JSX.Element {
  // Keyed by host and thread: neither changes during this component's life.
  // oxlint-disable-next-line solid/reactivity, solid/no-destructure
  const { entry, thread } = props;
  const unseen = createUnseen(() => [entry], thread);
  const ofSubAgents = createMemo(
    () =>
      pendingDecisions(entry.session.state).filter(
        (decision) =>
          decision.thread !== null && live(entry.session.state).threads.get(decision.thread)?.parent === thread,
      ),
    [],
    { equals: sameMembers },
  );
  return (
    <>
      <Show when={ofSubAgents()[0]} keyed>
        {(decision) => (
          <Notice
            kind="live"
            title={ofSubAgents().length === 1 ? "A sub-agent waits for you" : "Sub-agents wait for you"}
            acts={
              <Button size="small" onClick={() => navigate(inboxPath(decision.key))}>
                Show it
              </Button>
            }
          >
            {askerName(entry, decision)} · {decisionLine(decision)}
          </Notice>
        )}
      </Show>
      <For each={unseen()}>{(one) => <UnseenNotice unseen={one} />}</For>
    </>
  );
}
