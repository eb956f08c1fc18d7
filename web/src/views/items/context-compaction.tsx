// The conversation is made into a summary: whether that goes on, was done, or did not come to its end.
import { type JSX, Show } from "solid-js";
import type { Item } from "../../projection/state.ts";
import { live } from "../live.ts";
import type { ItemProps } from "./late-item.tsx";

const WORDS: { readonly [P in Item["phase"]]: readonly [string, string] } = {
  open: ["Compacting the conversation", ""],
  completed: ["Conversation compacted", " · earlier messages now reach the model as a summary"],
  closed: ["The conversation was not compacted", " · it reaches the model as before"],
};

export default function ContextCompaction(props: ItemProps<"contextCompaction">): JSX.Element {
  const words = () => WORDS[live(props.item).phase];
  return (
    <p class="quiet">
      <b>{words()[0]}</b>
      <Show when={words()[1] !== ""}>
        <span class="dim">{words()[1]}</span>
      </Show>
    </p>
  );
}
