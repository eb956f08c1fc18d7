// One request in the inbox: who asks, what for in one line, since when, and the whole card.
import { createEffect, createMemo, type JSX, onCleanup, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import type { Decision } from "../../decisions/state.ts";
import { ago, fullTime, shortPath } from "../../design/words.ts";
import { createThreadState } from "../../projection/thread-state.ts";
import type { ThreadState, Turn } from "../../projection/state.ts";
import { DecisionEntry } from "../decisions/decision-entry.tsx";
import { facts, live } from "../live.ts";
import { createNow } from "../now.ts";
import { A } from "../route.tsx";
import { pathOnHost, useHosts } from "../services.tsx";
import { ThreadScope } from "../thread/scope.tsx";
import { decisionLine, homeOf, threadTitle } from "../thread-facts.ts";
import { focusCard } from "./jump.ts";

export interface InboxEntryProps {
  decision: Decision;
  entry: HostEntry;
  /** The person has asked for this one: it gets the focus once its card is there. */
  asked: boolean;
  onReached: () => void;
  hold: (on: boolean) => void;
}

export function InboxEntry(props: InboxEntryProps): JSX.Element {
  // Keyed by the decision and its host: neither changes during this component's life.
  // oxlint-disable-next-line solid/reactivity, solid/no-destructure
  const { decision, entry } = props;
  const { session } = entry;
  const now = createNow();
  const { hosts } = useHosts();
  const home = homeOf(session.state);
  const opened = decision.thread === null ? null : session.openThread(decision.thread);
  onCleanup(() => opened?.close());

  /** A thread that holds this request alone: for one without a thread, or one that its thread does not know. */
  const alone = createThreadState(decision.thread ?? "");
  alone.decisions.set(decision.key, decision);

  const state = createMemo<ThreadState | null>(() => {
    if (opened === null) return alone;
    live(opened.source);
    if (live(opened.state).decisions.has(decision.key)) return opened.state;
    return opened.ready ? alone : null;
  });
  const turn = createMemo<Turn | null>(() => {
    const found = state();
    if (found === null || decision.turn === null) return null;
    return live(found).turns.get(decision.turn) ?? null;
  });
  const summary = createMemo(
    () => {
      const found = decision.thread === null ? undefined : live(session.state).threads.get(decision.thread);
      return found === undefined ? null : live(found);
    },
    null,
    { equals: false },
  );
  const parent = createMemo(() => {
    const id = summary()?.parent ?? null;
    if (id === null) return null;
    const found = live(session.state).threads.get(id);
    return { id, title: threadTitle(found === undefined ? null : live(found), id) };
  });
  const folder = () => {
    const cwd = summary()?.cwd ?? "";
    return cwd === "" ? null : shortPath(cwd, home);
  };
  const pending = () => live(decision).state.type === "pending";

  createEffect(() => {
    if (!props.asked || state() === null) return;
    const reached = props.onReached;
    queueMicrotask(() => {
      if (focusCard(decision.key)) reached();
    });
  });

  return (
    <li class="inbox-entry" data-settled={pending() ? undefined : ""}>
      <div class="inbox-entry__head">
        <h2>
          <Show when={decision.thread} fallback={<span>No thread</span>}>
            {(thread) => (
              <A href={pathOnHost(hosts(), entry.record.id, thread())}>{threadTitle(summary(), thread())}</A>
            )}
          </Show>
        </h2>
        <time class="num" title={fullTime(decision.at)}>
          {ago(decision.at, now())}
        </time>
      </div>
      <p class="inbox-entry__from">
        <Show when={parent()}>
          {(found) => (
            <>
              Sub-agent of <A href={pathOnHost(hosts(), entry.record.id, found().id)}>{found().title}</A> ·{" "}
            </>
          )}
        </Show>
        {facts(session).label || entry.record.label}
        <Show when={folder()}>{(path) => <> · {path()}</>}</Show>
      </p>
      <Show when={pending()}>
        <p class="inbox-entry__line">{decisionLine(decision)}</p>
      </Show>
      <Show when={state()} keyed fallback={<p class="inbox-entry__reading">Reading the request</p>}>
        {(found) => (
          <ThreadScope session={session} state={found} home={home} hold={(on) => props.hold(on)}>
            <DecisionEntry decisionKey={decision.key} turn={turn()} />
          </ThreadScope>
        )}
      </Show>
    </li>
  );
}
