// The rate limits of the account: each by its name, its windows by their length, what else counts.
import { createMemo, type JSX, Show } from "solid-js";
import { clockTime, fullTime } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import type { LimitWindow, RateLimit } from "../../projection/facts.ts";
import { inOrder, limitFacts, limitName, reachedWords, resetWords, windowWords } from "../activity/limit-words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { live } from "../live.ts";
import { createNow } from "../now.ts";
import "./limits.css";

export function Limits(props: { session: HostSession }): JSX.Element {
  // The one that the server counts by comes first, whatever else is counted.
  const limits = createMemo(() => {
    const { rateLimits, firstLimit } = live(props.session.state);
    return [...rateLimits.values()]
      .filter(saysSomething)
      .sort((a, b) => Number(b.id === firstLimit) - Number(a.id === firstLimit));
  });
  return (
    <Show when={limits().length > 0} fallback={<p class="dim">No limits reported.</p>}>
      <ul class="account__limits">
        <FirstOf of={props.session} name="limits" each={limits()} what="limits" first={30} row>
          {(limit) => <Limit limit={limit} />}
        </FirstOf>
      </ul>
    </Show>
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
          <VisibleText text={limitName(props.limit)} prose />
        </b>
        <span class="dim num" title={fullTime(props.limit.at)}>
          told {clockTime(props.limit.at)}
        </span>
      </div>
      <Show when={reachedWords(props.limit.reached)}>
        {(words) => (
          <p class="bad">
            <VisibleText text={words()} prose />
          </p>
        )}
      </Show>
      <FirstOf of={props.limit} name="windows" each={inOrder(props.limit.windows)} what="windows" first={10}>
        {(window) => <Window window={window} />}
      </FirstOf>
      <Show when={limitFacts(props.limit).length > 0}>
        <p class="dim">
          <VisibleText text={limitFacts(props.limit).join(" · ")} prose />
        </p>
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
