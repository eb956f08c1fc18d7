// The agent looked at an image of the machine: its path, and the image itself where it may load without a press.
import { type JSX, Show } from "solid-js";
import { LocalImage } from "../files/local-image.tsx";
import { live } from "../live.ts";
import type { ItemProps } from "./late-item.tsx";

export default function ImageView(props: ItemProps<"imageView">): JSX.Element {
  const told = () => live(props.item).told;
  return (
    <>
      <p class="quiet">
        <b>{live(props.item).phase === "completed" ? "Looked at an image" : "Looking at an image"}</b>
      </p>
      <Show when={told().path} fallback={<p class="media__note">The server named no path.</p>}>
        {(path) => <LocalImage path={path()} of={props.item} alt="The image that the agent looked at" />}
      </Show>
    </>
  );
}
