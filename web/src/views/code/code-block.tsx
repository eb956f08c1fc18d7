// A block of code: its language, copy, and colours once it is complete (loaded lazily, never for very long ones).
import { createEffect, createMemo, createSignal, For, Index, type JSX, on, onCleanup, Show } from "solid-js";
import { CopyButton } from "../../design/copy-button.tsx";
import { piecesOf } from "../markdown/pieces.ts";
import type { Span } from "./highlight.ts";
import "./colours.css";
import "./code-block.css";

/** Longer code stays plain: colouring it would hold the page up. Characters. */
const COLOURED = 60_000;
/** Longer code is drawn in pieces: what is added to one does not lay out the others anew. Characters. */
const IN_PIECES = 12_000;

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
  const pieces = createMemo(() => (props.text.length > IN_PIECES ? piecesOf(props.text) : null));
  return (
    <figure class="code">
      <figcaption class="code__head">
        <span>{label(props.lang)}</span>
        <CopyButton text={() => props.text} label="Copy code" />
      </figcaption>
      <pre tabindex="0">
        <code>
          <Show
            when={spans()}
            fallback={
              <Show when={pieces()} fallback={props.text}>
                {(all) => <Index each={all()}>{(piece) => <span class="code__piece">{piece()}</span>}</Index>}
              </Show>
            }
          >
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

function label(lang: string): string {
  if (lang === "") return "Text";
  return lang.toLowerCase() === "mermaid" ? "Mermaid diagram, as its source" : lang;
}
