// What the server said of an item, as it came and whole: behind a fold, for what a view does not show.
import { createMemo, For, type JSX, Show } from "solid-js";
import { CopyButton } from "../../../design/copy-button.tsx";
import type { Item } from "../../../projection/state.ts";
import { createRemembered } from "../../fold-memory.ts";
import { live } from "../../live.ts";
import { LongText } from "../../markdown/long-text.tsx";
import { maskLine } from "../../masking/line.ts";
import { pretty } from "../generic-card.tsx";
import "./parts.css";

export interface Fact {
  name: string;
  value: string | JSX.Element;
}

/** The small print of an item: its facts and its raw JSON. */
export function Details(props: { item: Item; facts?: readonly (Fact | null)[] }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createRemembered(props.item, "details", false);
  const facts = () => (props.facts ?? []).filter((fact) => fact !== null);
  return (
    <details class="fold details" open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="quiet">Details</summary>
      <Show when={open()}>
        <Show when={facts().length > 0}>
          <dl class="json-rows">
            <For each={facts()}>
              {(fact) => (
                <div class="json-rows__row">
                  <dt>{fact.name}</dt>
                  <dd>{fact.value}</dd>
                </div>
              )}
            </For>
          </dl>
        </Show>
        <RawJson item={props.item} />
      </Show>
    </details>
  );
}

/** Raw JSON of more than this is drawn in a window, characters. */
const WINDOWED = 4000;

function RawJson(props: { item: Item }): JSX.Element {
  const raw = createMemo(() => maskLine(JSON.stringify(live(props.item).raw ?? {})));
  const text = createMemo(() => pretty(raw()));
  return (
    <div class="raw-json">
      <p class="raw-json__head">
        As the server said it
        <CopyButton label="Copy raw JSON" text={raw} />
      </p>
      <Show
        when={text().length > WINDOWED}
        fallback={
          <pre class="text-box__text" tabindex="0" aria-label="Raw JSON">
            {text()}
          </pre>
        }
      >
        <LongText text={text()} label="Raw JSON" mono />
      </Show>
    </div>
  );
}
