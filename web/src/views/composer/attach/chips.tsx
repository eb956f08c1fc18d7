// The parts of the message above its words: each a button that opens it, with one beside it that takes it out.
import { For, type JSX, Show } from "solid-js";
import { IconButton } from "../../../design/button.tsx";
import { PartChip } from "../part-chip.tsx";
import type { Part } from "../parts.ts";

/** What a chip says beside its name. */
export interface ChipNote {
  note: string | null;
  bad: boolean;
}

export function Chips(props: {
  parts: readonly Part[];
  noteOf: (part: Part) => ChipNote;
  busy: boolean;
  open: (part: Part) => void;
  remove: (part: Part) => void;
}): JSX.Element {
  let list: HTMLUListElement | undefined;
  const remove = (part: Part, at: number) => {
    props.remove(part);
    // The focus goes to the chip that has its place now.
    queueMicrotask(() => {
      const rows = [...(list?.querySelectorAll<HTMLElement>("[data-part-open]") ?? [])];
      (rows[at] ?? rows[at - 1])?.focus();
    });
  };
  return (
    <ul class="part-list attach__chips" aria-label="Attached" ref={(element) => (list = element)}>
      <For each={props.parts}>
        {(part, at) => (
          <li
            class="attach__chip"
            onKeyDown={(event) => {
              if (event.key !== "Delete" && event.key !== "Backspace") return;
              event.preventDefault();
              if (!props.busy) remove(part, at());
            }}
          >
            <button
              type="button"
              class="attach__open"
              data-part-open={part.id}
              disabled={props.busy}
              onClick={() => props.open(part)}
            >
              <PartChip
                input={part.input}
                label={part.label}
                {...(part.file === undefined ? {} : { file: part.file })}
                note={props.noteOf(part).note}
                bad={props.noteOf(part).bad}
              />
            </button>
            <Show when={!props.busy}>
              <IconButton
                class="attach__remove"
                icon="close"
                iconSize={13}
                label={`Remove ${part.label}`}
                onClick={() => remove(part, at())}
              />
            </Show>
          </li>
        )}
      </For>
    </ul>
  );
}
