// A sound out of a message: played from its bytes when they are those of a sound, never by itself.
import { createSignal, type JSX, onCleanup, Show } from "solid-js";
import type { MediaSource } from "@longwire/shared-protocol/wire/items/content";
import { IconButton } from "../../design/button.tsx";
import { bytes as sizeWords } from "../../design/words.ts";
import { saveBytes } from "../files/save-bytes.ts";
import { type MediaBytes, WithBytes } from "./bytes.tsx";
import { soundType } from "./sound-type.ts";

export function AudioPart(props: { source: MediaSource; name: string }): JSX.Element {
  return (
    <WithBytes what="Audio" source={props.source}>
      {(found, declared) => <Player bytes={found} declared={declared} name={props.name} />}
    </WithBytes>
  );
}

function Player(props: { bytes: MediaBytes; declared: string | null; name: string }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { bytes } = props;
  const type = soundType(bytes);
  const address = type === null ? null : URL.createObjectURL(new Blob([bytes], { type }));
  if (address !== null) onCleanup(() => URL.revokeObjectURL(address));
  const [broken, setBroken] = createSignal(false);
  const ending = type === null ? "bin" : type.replace("audio/", "").replace("mpeg", "mp3");
  const words = () => {
    if (type === null)
      return `Not a sound that can be played${props.declared === null ? "" : `, though called ${props.declared}`}`;
    return broken() ? "The browser cannot play this sound" : ending.toUpperCase();
  };
  return (
    <figure class="media-audio">
      <Show when={broken() ? null : address}>
        {(src) => (
          <audio controls preload="metadata" src={src()} aria-label={props.name} onError={() => setBroken(true)} />
        )}
      </Show>
      <figcaption class="media-image__facts">
        <span class="num">
          {words()} · {sizeWords(bytes.length)}
        </span>
        <IconButton
          icon="download"
          iconSize={15}
          label={`Save audio: ${props.name}`}
          onClick={() => saveBytes(`${props.name}.${ending}`, [bytes])}
        />
      </figcaption>
    </figure>
  );
}
