// What was sent from this console while the page lives, newest first; each opens its request again.
import { For, type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { clockTime, fullTime } from "../../design/words.ts";
import { A } from "../route.tsx";
import { MethodName } from "./method-name.tsx";
import { requestPath } from "./path.ts";
import { clear, type Send, sendsTo } from "./sends.ts";

/** So many stand in the list. */
const SHOWN = 8;

export function SentList(props: { entry: HostEntry }): JSX.Element {
  const all = () => sendsTo(props.entry.session);
  return (
    <Show when={all().length > 0}>
      <section aria-labelledby="requests-sent">
        <h2 class="requests__head">
          <span id="requests-sent">Sent from here</span>
          <Button size="small" look="quiet" onClick={() => clear(props.entry.session)}>
            Put away
          </Button>
        </h2>
        <ul class="requests__sent">
          <For each={all().slice(0, SHOWN)}>
            {(one) => (
              <li>
                <A href={requestPath(props.entry.record.id, one.method)}>
                  <MethodName method={one.method} />
                </A>
                <span class="dim num" title={fullTime(one.at)}>
                  {clockTime(one.at)} · {stateWords(one)}
                </span>
              </li>
            )}
          </For>
        </ul>
        <p class="dim">Kept while this page is open, without secrets.</p>
      </section>
    </Show>
  );
}

/** How it stands, in a few words. */
export function stateWords({ state }: Send): string {
  switch (state.type) {
    case "waiting":
      return "waiting for its reply";
    case "left":
      return "no longer waited for";
    case "replied":
      return "answered";
    case "failed":
      return state.reason.type === "rpc" ? "refused" : state.reason.type === "not-sent" ? "not sent" : "no answer";
  }
}
