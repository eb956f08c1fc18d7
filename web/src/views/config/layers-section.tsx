// The files and other sources that the configuration is made of; the first one wins.
import { For, type JSX, Show } from "solid-js";
import type { ConfigLayer } from "../../actions/config.ts";
import { textOf } from "../../projection/read.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { layerWords } from "./words.ts";

export function LayersSection(props: { layers: readonly ConfigLayer[] }): JSX.Element {
  return (
    <section aria-labelledby="config-layers">
      <h2 id="config-layers">Layers</h2>
      <p class="dim">Where a key stands in more than one, the upper one counts. Only yours is written from here.</p>
      <ol class="config__layers">
        <For each={props.layers} fallback={<li class="dim">The server has told of none.</li>}>
          {(layer) => {
            const words = () => layerWords(layer.source);
            return (
              <li
                data-layer={textOf(layer.source["type"]) ?? ""}
                data-disabled={layer.disabled === null ? undefined : ""}
              >
                <b>{words().name}</b>
                <Show when={words().file}>{(file) => <code class="config__file">{file()}</code>}</Show>
                <Show when={layer.disabled}>
                  {(why) => (
                    <p class="config__off">
                      Without effect: <VisibleText text={why()} prose />
                    </p>
                  )}
                </Show>
                <details>
                  <summary>What it holds</summary>
                  <pre class="config__json">{JSON.stringify(layer.config, null, 2)}</pre>
                </details>
              </li>
            );
          }}
        </For>
      </ol>
    </section>
  );
}
