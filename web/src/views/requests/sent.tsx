// What came of the sends of one request: waiting, the reply whole, or the error with the server's words.
import { createMemo, createSignal, For, type JSX, Match, Show, Suspense, Switch } from "solid-js";
import { Button } from "../../design/button.tsx";
import { clockTime, duration, fullTime, stopwatch } from "../../design/words.ts";
import type { Failure, HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { refusalByVersion } from "../lacking/words.ts";
import { live } from "../live.ts";
import { maskLine } from "../masking/line.ts";
import { createNow } from "../now.ts";
import { leave, type Send } from "./sends.ts";
import { stateWords } from "./sent-list.tsx";
import { lazyPart } from "../lazy-part.tsx";

const RawText = lazyPart(() => import("../wire/raw-text.tsx"));

/** A reply that takes longer than this is spoken of, ms. */
const LATE_AFTER_MS = 10_000;

export function Sent(props: {
  session: HostSession;
  sends: readonly Send[];
  /** Why the reply may be long in coming. */
  late: string | null;
  onUse: (params: unknown) => void;
}): JSX.Element {
  // The newest is open; the others are opened on request. One stays itself while its state changes.
  const numbers = createMemo(() => props.sends.map(({ n }) => n), [], {
    equals: (a, b) => a.length === b.length && a.every((n, index) => n === b[index]),
  });
  return (
    <ul class="request__sends">
      <For each={numbers()}>
        {(n, index) => (
          <Show when={props.sends.find((one) => one.n === n)}>
            {(one) => (
              <OneSend
                session={props.session}
                send={one()}
                first={index() === 0}
                late={props.late}
                onUse={props.onUse}
              />
            )}
          </Show>
        )}
      </For>
    </ul>
  );
}

function OneSend(props: {
  session: HostSession;
  send: Send;
  first: boolean;
  late: string | null;
  onUse: (params: unknown) => void;
}): JSX.Element {
  const [opened, setOpened] = createSignal<boolean | null>(null);
  const open = () => opened() ?? props.first;
  const took = () => {
    const { state } = props.send;
    return state.type === "replied" || state.type === "failed" ? duration(state.at - props.send.at) : null;
  };
  const other = () => live(props.session.state).current !== props.send.generation;
  return (
    <li data-send-state={props.send.state.type}>
      <div class="request__send-head">
        <button type="button" class="sform__link" aria-expanded={open()} onClick={() => setOpened(!open())}>
          <span class="num" title={fullTime(props.send.at)}>
            {clockTime(props.send.at)}
          </span>
          , {stateWords(props.send)}
        </button>
        <span class="dim num">
          <Show when={took()}>{(time) => <>after {time()} · </>}</Show>
          <span title={props.send.generation ?? undefined}>
            {other() ? "an earlier App Server process" : `process ${(props.send.generation ?? "").slice(0, 6)}`}
          </span>
        </span>
        <Button size="small" look="quiet" onClick={() => props.onUse(props.send.params)}>
          Fill in again
        </Button>
      </div>
      <Show when={open()}>
        <Switch>
          <Match when={props.send.state.type === "waiting"}>
            <Waiting session={props.session} send={props.send} late={props.late} />
          </Match>
          <Match when={props.send.state.type === "left"}>
            <p class="dim">You no longer wait for it. It was not taken back; a reply that still comes is shown here.</p>
          </Match>
          <Match when={props.send.state.type === "replied" && props.send.state}>
            {(state) => (
              <Show
                when={state().reply}
                fallback={<p class="dim">Its reply was long and is not kept here any more.</p>}
              >
                {(reply) => (
                  <Suspense fallback={<p class="dim">Loading</p>}>
                    <RawText raw={reply()} label="Reply" />
                  </Suspense>
                )}
              </Show>
            )}
          </Match>
          <Match when={props.send.state.type === "failed" && props.send.state}>
            {(state) => <Failed session={props.session} method={props.send.method} reason={state().reason} />}
          </Match>
        </Switch>
      </Show>
    </li>
  );
}

function Waiting(props: { session: HostSession; send: Send; late: string | null }): JSX.Element {
  const now = createNow();
  const waited = () => Math.max(0, now() - props.send.at);
  const words = () =>
    props.late ??
    (waited() < LATE_AFTER_MS
      ? null
      : "Some requests are answered only when what they began is over, and a few are never answered. It is not sent again.");
  return (
    <div class="request__waiting">
      <p>
        Waiting for the reply · <span class="num">{stopwatch(waited())}</span>
      </p>
      <Show when={words()}>{(text) => <p class="dim">{text()}</p>}</Show>
      <Button size="small" onClick={() => leave(props.session, props.send.n)}>
        Stop waiting
      </Button>
    </div>
  );
}

function Failed(props: { session: HostSession; method: string; reason: Failure }): JSX.Element {
  const raw = () => {
    const reason = props.reason;
    if (reason.type !== "rpc") return null;
    const { code, message, data } = reason;
    return maskLine(JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) }));
  };
  return (
    <div class="request__failed" role="alert">
      <p class="bad request__words">
        <VisibleText text={refusalByVersion(props.session, props.method, props.reason)} prose plainBreaks />
      </p>
      <Show when={raw()}>
        {(text) => (
          <Suspense fallback={<p class="dim">Loading</p>}>
            <RawText raw={text()} label="Error" />
          </Suspense>
        )}
      </Show>
    </div>
  );
}
