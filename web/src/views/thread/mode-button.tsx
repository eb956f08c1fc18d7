// The mode that a thread is in, where it is not that of every thread, and the way to change it.
import { type JSX, Show } from "solid-js";
import { Chip } from "../../design/chip.tsx";
import type { ThreadState } from "../../projection/state.ts";
import { live } from "../live.ts";
import { openThreadSettings } from "../thread-settings/asked.ts";
import { modeWords } from "./mode-words.ts";
import "./mode-button.css";

export function ModeButton(props: { state: ThreadState; class: string }): JSX.Element {
  return (
    <Show when={modeWords(live(props.state).settings.mode)}>
      {(words) => (
        <button
          type="button"
          class={`chip-button mode-button ${props.class}`}
          title="How the agent takes your messages, as the server reports it. Press to change it."
          aria-haspopup="dialog"
          onClick={() => openThreadSettings(props.state.id, "Mode")}
        >
          <Chip live>{words()}</Chip>
        </button>
      )}
    </Show>
  );
}
