// Everything that waits for the person, on all machines, oldest first, each with its whole card. What is settled while
// the page is open stays as one line in its place.
import { createEffect, createMemo, createSignal, For, type JSX, Show } from "solid-js";
import type { Decision } from "../../decisions/state.ts";
import { Button } from "../../design/button.tsx";
import { BackLink } from "../frame/back-link.tsx";
import { ConnectionBanner } from "../frame/connection-banner.tsx";
import { hostOfDecision } from "../frame/arrival.ts";
import { waitingDecisions } from "../frame/waiting.ts";
import { singleKeys } from "../frame/shortcuts.ts";
import { live } from "../live.ts";
import { NotifySection } from "../notify/notify-section.tsx";
import { navigate, place } from "../route.tsx";
import { sameMembers } from "../same-members.ts";
import { useHosts } from "../services.tsx";
import { InboxEntry } from "./inbox-entry.tsx";
import { createStillness } from "./stillness.ts";
import { createUnseen } from "./unseen.ts";
import { UnseenNotice } from "./unseen-notice.tsx";
import "./inbox-page.css";

/** Cards that are drawn at once; each opens its thread. */
const PAGE = 20;
/** Settled ones that stay in sight. */
const KEPT = 20;

export default function InboxPage(): JSX.Element {
  const { hosts } = useHosts();
  const [limit, setLimit] = createSignal(PAGE);
  const [asked, setAsked] = createSignal<string | null>(null);
  const waiting = createMemo(() => waitingDecisions(hosts()), [], { equals: sameMembers });
  const unseen = createUnseen(hosts);
  const stillness = createStillness();
  let list: HTMLOListElement | undefined;

  // What was asked for by the address is gone to once; the address then is the inbox's own again.
  createEffect(() => {
    const key = new URLSearchParams(place().search).get("decision");
    if (key === null) return;
    setAsked(key);
    navigate("/inbox", { replace: true });
  });
  const wanted = createMemo(() => {
    const key = asked();
    if (key === null) return null;
    for (const { session } of hosts()) {
      const found = live(session.state).decisions.get(key);
      if (found !== undefined) return found;
    }
    return null;
  });
  const shown = createMemo<readonly Decision[]>(
    (before) => {
      const now = new Set(waiting());
      const settled = before.filter((decision) => !now.has(decision) && hostOfDecision(hosts(), decision) !== null);
      const stay = new Set(settled.slice(-KEPT));
      const target = wanted();
      // What stood here keeps its order also where several came within the same moment.
      const all = new Set(before.filter((decision) => now.has(decision) || stay.has(decision)));
      for (const decision of now) all.add(decision);
      if (target !== null) all.add(target);
      return [...all].sort((a, b) => a.at - b.at);
    },
    [],
    { equals: sameMembers },
  );
  const visible = createMemo(
    () => {
      const target = wanted();
      return shown().filter((decision, at) => at < limit() || decision === target);
    },
    [],
    { equals: sameMembers },
  );
  const lead = () => {
    const count = waiting().length;
    if (count === 0 && unseen().length > 0) return "Nothing that this device can show.";
    if (count === 0) return "Nothing waits for you. What the agent asks appears here, from every thread and machine.";
    return count === 1
      ? "One request, answered by you alone."
      : `${count} requests, oldest first, answered by you alone.`;
  };

  return (
    <div class="page">
      <div class="page__column inbox-page">
        <div class="page__head">
          <BackLink />
          <h1>Waiting for you</h1>
        </div>
        <p class="page__lead">
          {lead()}
          <Show when={waiting().length > 1}>
            <span class="inbox-page__keys">
              {" "}
              <Show when={singleKeys()} fallback={<kbd>F8</kbd>}>
                <kbd>J</kbd> and <kbd>K</kbd>
              </Show>{" "}
              go from one to the next.
            </span>
          </Show>
        </p>
        <For each={hosts()}>{(entry) => <ConnectionBanner session={entry.session} />}</For>
        <For each={unseen()}>{(one) => <UnseenNotice unseen={one} named />}</For>
        <ol class="inbox-list" ref={(element) => (list = element)}>
          <For each={visible()}>
            {(decision) => (
              <Show when={hostOfDecision(hosts(), decision)} keyed>
                {(entry) => (
                  <InboxEntry
                    decision={decision}
                    entry={entry}
                    asked={asked() === decision.key}
                    onReached={() => setAsked(null)}
                    hold={(on) => stillness.hold(list, decision, on)}
                  />
                )}
              </Show>
            )}
          </For>
        </ol>
        <Show when={shown().length > limit()}>
          <Button onClick={() => setLimit((n) => n + PAGE)}>Show more ({shown().length - limit()})</Button>
        </Show>
        <NotifySection />
      </div>
    </div>
  );
}
