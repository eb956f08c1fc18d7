// A block of code: its language, copy, and colours once it is complete (loaded lazily, never for very long ones).
import { createEffect, createSignal, For, type JSX, on, onCleanup, Show } from "solid-js";
import { CopyButton } from "../../design/copy-button.tsx";
import type { Span } from "./highlight.ts";
import "./colours.css";
import "./code-block.css";

/** Longer code stays plain: colouring it would hold the page up. Characters. */
const COLOURED = 60_000;

export function CodeBlock(props: { text: string; lang: string; closed: boolean }): JSX.Element {
  const [spans, setSpans] = createSignal<readonly Span[] | null>(null);
  createEffect(
    on([() => props.text, () => props.lang, () => props.closed], ([text, lang, closed]) => {
      setSpans(null);
      if (!closed || lang === "" || text.length > COLOURED) return;
      let gone = false;
      onCleanup(() => (gone = true));
      void import("./highlight.ts")
        .then(({ highlight }) => highlight(text, lang))
        // Without the language's rules (offline before they were stored) the code stays plain.
        .catch(() => null)
        .then((found) => {
          if (!gone && found !== null) setSpans(found);
        });
    }),
  );
  return (
    <figure class="code">
      <figcaption class="code__head">
        <span>{props.lang === "" ? "Text" : props.lang}</span>
        <CopyButton text={() => props.text} label="Copy code" />
      </figcaption>
      <pre tabindex="0">
        <code>
          <Show when={spans()} fallback={props.text}>
            {(all) => (
              <For each={all()}>
                {(span) => (span.scope === null ? span.text : <span class={`hl-${span.scope}`}>{span.text}</span>)}
              </For>
            )}
          </Show>
        </code>
      </pre>
    </figure>
  );
}
