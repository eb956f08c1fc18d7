// The account that the App Server works for, its rate limits, and who else controls it.
import { createMemo, createSignal, type JSX, onMount, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { clockTime, fullTime } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import type { LimitWindow, RateLimit } from "../../projection/facts.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { connection, live } from "../live.ts";
import { createNow } from "../now.ts";
import { failureSentence } from "../sentences.ts";
import { accountWords, inOrder, limitFacts, reachedWords, resetWords, windowWords } from "./limit-words.ts";

export function AccountSection(props: { session: HostSession }): JSX.Element {
  const [reading, setReading] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  const state = () => live(props.session.state);
  const connected = () => connection(props.session) === "live";
  const limits = createMemo(() => [...state().rateLimits.values()].filter(saysSomething));
  const remote = () => {
    const told = state().remoteControl;
    return told === null || told.generation !== state().current ? null : told;
  };

  async function read(): Promise<void> {
    setReading(true);
    setProblem(null);
    const account = await props.session.request("account/read", {});
    // Only accounts of the provider have limits: asking for others is refused.
    const limits = await props.session.request("account/rateLimits/read", undefined);
    setReading(false);
    if (!account.ok) setProblem(failureSentence(account.reason));
    else if (!limits.ok && props.session.state.account?.mode?.startsWith("chatgpt") === true)
      setProblem(failureSentence(limits.reason));
  }
  onMount(() => {
    if (connected() && props.session.state.account === null) void read();
  });

  return (
    <section aria-labelledby="account">
      <h2 id="account" class="activity__head">
        <span>Account and limits</span>
        <Button size="small" look="quiet" disabled={!connected() || reading()} onClick={() => void read()}>
          {reading() ? "Reading" : "Read again"}
        </Button>
      </h2>
      <p>{accountWords(state().account) ?? "The server has not told whom it works for."}</p>
      <Show when={limits().length > 0} fallback={<p class="dim">It has told of no limit that counts.</p>}>
        <ul class="activity__limits">
          <FirstOf of={props.session} name="limits" each={limits()} what="limits" first={30} row>
            {(limit) => <Limit limit={limit} />}
          </FirstOf>
        </ul>
      </Show>
      <Show when={remote()}>
        {(told) => (
          <p class="dim">
            Remote control: {told().status}
            <Show when={told().serverName}>{(name) => <> · {name()}</>}</Show>
          </p>
        )}
      </Show>
      <Show when={problem()}>{(text) => <p class="bad">{text()}</p>}</Show>
    </section>
  );
}

function saysSomething(limit: RateLimit): boolean {
  return limit.windows.length > 0 || limit.reached !== null || limitFacts(limit).length > 0;
}

function Limit(props: { limit: RateLimit }): JSX.Element {
  return (
    <li class="limit" data-limit={props.limit.id}>
      <div class="limit__head">
        <b>
          <VisibleText text={props.limit.name ?? props.limit.id} prose />
        </b>
        <span class="dim num" title={fullTime(props.limit.at)}>
          told {clockTime(props.limit.at)}
        </span>
      </div>
      <Show when={reachedWords(props.limit.reached)}>{(words) => <p class="bad">{words()}</p>}</Show>
      <FirstOf of={props.limit} name="windows" each={inOrder(props.limit.windows)} what="windows" first={10}>
        {(window) => <Window window={window} />}
      </FirstOf>
      <Show when={limitFacts(props.limit).length > 0}>
        <p class="dim">{limitFacts(props.limit).join(" · ")}</p>
      </Show>
    </li>
  );
}

function Window(props: { window: LimitWindow }): JSX.Element {
  const now = createNow();
  const used = () => Math.round(props.window.usedPercent);
  const part = () => Math.min(100, Math.max(0, props.window.usedPercent));
  return (
    <div class="limit__window" data-window={props.window.minutes ?? ""}>
      <span class="limit__name">{windowWords(props.window)}</span>
      <span
        class="limit__bar"
        role="meter"
        aria-label={`Used of this limit: ${windowWords(props.window)}`}
        aria-valuenow={used()}
        aria-valuemin={0}
        aria-valuemax={100}
        data-level={part() >= 100 ? "full" : part() >= 80 ? "high" : undefined}
      >
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect class="limit__rest" width="100" height="6" />
          <rect class="limit__used" width={part()} height="6" />
        </svg>
      </span>
      <span class="limit__words num">
        {used()} % used
        <Show when={resetWords(props.window.resetsAt, now())}>{(words) => <span class="dim"> · {words()}</span>}</Show>
      </span>
    </div>
  );
}
