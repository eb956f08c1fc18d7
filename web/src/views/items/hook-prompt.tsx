// What hooks added to the prompt: one quiet line, the texts behind it.
import { createMemo, type JSX, Show } from "solid-js";
import { read } from "@longwire/shared-protocol/wire/field";
import { hookFragment } from "@longwire/shared-protocol/wire/items/input";
import { counted } from "../../design/words.ts";
import { createRemembered } from "../fold-memory.ts";
import { FirstOf } from "../first-of.tsx";
import { live } from "../live.ts";
import { RawCard } from "./generic-card.tsx";
import type { ItemProps } from "./late-item.tsx";
import { TextBox } from "./parts/text-box.tsx";
import "./hook-prompt.css";

export default function HookPrompt(props: ItemProps<"hookPrompt">): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createRemembered(props.item, "fragments", false);
  const fragments = createMemo(() => live(props.item).told.fragments ?? []);
  const first = () => {
    const reading = read(hookFragment, fragments()[0]);
    return reading.ok ? (reading.value.text.trim().split("\n", 1)[0] ?? "").slice(0, 120) : "";
  };
  return (
    <details class="fold" open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="quiet">
        <b>
          {fragments().length > 1 ? `Hooks added ${counted(fragments().length, "text")}` : "A hook added to the prompt"}
        </b>
        <Show when={!open() && first() !== ""}>
          <span class="dim"> · {first()}</span>
        </Show>
      </summary>
      <Show when={open()}>
        <div class="hook-prompt">
          <Show when={fragments().length === 0}>
            <p class="dim">Nothing.</p>
          </Show>
          <FirstOf of={props.item} name="texts" each={fragments()} what="texts" first={50}>
            {(value, index) => <Fragment of={props.item} value={value} at={index()} />}
          </FirstOf>
        </div>
      </Show>
    </details>
  );
}

function Fragment(props: { of: object; value: unknown; at: number }): JSX.Element {
  const fragment = createMemo(() => {
    const reading = read(hookFragment, props.value);
    return reading.ok ? reading.value : null;
  });
  return (
    <Show
      when={fragment()}
      fallback={<RawCard name="fragment" note="could not be read" raw={() => JSON.stringify(props.value) ?? "null"} />}
    >
      {(found) => (
        <div class="hook-prompt__fragment">
          <TextBox of={props.of} name={`fragment ${props.at}`} text={found().text} label="Text of the hook" />
          <Show when={found().hookRunId}>
            {(run) => (
              <p class="hook-prompt__run">
                Run <code>{run()}</code>
              </p>
            )}
          </Show>
        </div>
      )}
    </Show>
  );
}
