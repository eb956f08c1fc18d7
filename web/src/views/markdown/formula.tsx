// A formula: its source until its reader is loaded, and for good where it cannot be read.
import { createMemo, type JSX, Show } from "solid-js";
import { createLoader } from "../load.ts";

export function Formula(props: { tex: string; display: boolean }): JSX.Element {
  const reader = createLoader(
    () => true,
    () => import("./mathml.ts"),
  );
  const math = createMemo(() => reader.value()?.toMathMl(props.tex, props.display) ?? null);
  return (
    <span class="md-formula" data-display={props.display ? "" : undefined} tabindex={props.display ? 0 : undefined}>
      <Show when={math()} fallback={<code>{props.tex}</code>}>
        {(element) => <>{element()}</>}
      </Show>
    </span>
  );
}
