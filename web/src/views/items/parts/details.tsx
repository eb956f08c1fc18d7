// The small print of an item: facts that its card leaves out, and what the server said of it, as it came and whole.
import { createMemo, For, type JSX, Show } from "solid-js";
import { IconButton } from "../../../design/button.tsx";
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

/** A button for the head of a card, and the section that it opens. `what` names the thing: `call`, `image`; `before` stands before it. */
export function createDetails(
  item: Item,
  what: string,
  facts: () => readonly (Fact | null)[],
  before?: () => JSX.Element,
): { button: () => JSX.Element; section: () => JSX.Element } {
  const [open, setOpen] = createRemembered(item, "details", false);
  return {
    button: () => (
      <div class="card__tools">
        {before?.()}
        <IconButton
          icon="more"
          iconSize={18}
          label={`More about this ${what}`}
          aria-expanded={open()}
          onClick={() => setOpen(!open())}
        />
      </div>
    ),
    section: () => (
      <Show when={open()}>
        <div class="section">
          <DetailsBody item={item} facts={facts()} />
        </div>
      </Show>
    ),
  };
}

/** Facts, then the raw JSON. */
export function DetailsBody(props: { item: Item; facts: readonly (Fact | null)[] }): JSX.Element {
  const facts = () => props.facts.filter((fact) => fact !== null);
  return (
    <>
      <Show when={facts().length > 0}>
        <dl class="json-rows" data-words>
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
      <Show when={live(props.item).raw !== null}>
        <RawJson item={props.item} />
      </Show>
    </>
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
