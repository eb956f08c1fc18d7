// What an administrator has laid down: it stands above every layer and cannot be changed from here.
import { createMemo, For, type JSX, Show } from "solid-js";
import type { JsonObject } from "../../projection/state.ts";
import { VisibleText } from "../decisions/visible-text.tsx";

export function RequirementsSection(props: { requirements: JsonObject | null; known: boolean }): JSX.Element {
  const rules = createMemo(() => Object.entries(props.requirements ?? {}).filter(([, value]) => value !== null));
  return (
    <section aria-labelledby="config-requirements">
      <h2 id="config-requirements">Set by an administrator</h2>
      <Show when={rules().length > 0} fallback={<p class="dim">{props.known ? "Nothing." : "Not read yet."}</p>}>
        <dl class="config__rules">
          <For each={rules()}>
            {([name, value]) => (
              <>
                <dt>
                  <code>
                    <VisibleText text={name} />
                  </code>
                </dt>
                <dd>
                  <VisibleText text={JSON.stringify(value)} />
                </dd>
              </>
            )}
          </For>
        </dl>
      </Show>
    </section>
  );
}
