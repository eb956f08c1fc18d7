// The files and other sources that the configuration is made of; the first one wins.
import { createSignal, For, type JSX, Show } from "solid-js";
import type { ConfigLayer } from "../../actions/config.ts";
import { textOf } from "../../projection/read.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { layerWords } from "./words.ts";

export function LayersSection(props: { layers: readonly ConfigLayer[] }): JSX.Element {
  return (
    <section aria-labelledby="config-layers">
      <h2 id="config-layers">Layers</h2>
      <p class="dim">
        When a key is set in more than one layer, the upper one wins. Only your own layer is written from here.
      </p>
      <ol class="config__layers">
        <For each={props.layers} fallback={<li class="dim">The server lists none.</li>}>
          {(layer) => {
            const words = () => layerWords(layer.source);
            return (
              <li
                data-layer={textOf(layer.source["type"]) ?? ""}
                data-disabled={layer.disabled === null ? undefined : ""}
              >
                <b>
                  <VisibleText text={words().name} prose />
                </b>
                <Show when={words().file}>
                  {(file) => (
                    <code class="config__file">
                      <VisibleText text={file()} />
                    </code>
                  )}
                </Show>
                <Show when={layer.disabled}>
                  {(why) => (
                    <p class="config__off">
                      Has no effect: <VisibleText text={why()} prose />
                    </p>
                  )}
                </Show>
                <Holds layer={layer} />
              </li>
            );
          }}
        </For>
      </ol>
    </section>
  );
}

/** Drawn when it is asked for: a file may be long. */
function Holds(props: { layer: ConfigLayer }): JSX.Element {
  const [open, setOpen] = createSignal(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Contents</summary>
      <Show when={open()}>
        <pre class="config__json">
          <VisibleText text={JSON.stringify(props.layer.config, null, 2)} plainBreaks />
        </pre>
      </Show>
    </details>
  );
}
