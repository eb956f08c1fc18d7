// A picture out of a message: drawn from its bytes when they are those of a picture, enlarged on a press, saved on request.
import { createSignal, type JSX, Show } from "solid-js";
import type { MediaSource } from "@longwire/shared-protocol/wire/items/content";
import { IconButton } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { bytes as sizeWords } from "../../design/words.ts";
import { Picture, type PictureSource } from "../files/picture.tsx";
import { saveBytes } from "../files/save-bytes.ts";
import { sniff } from "../files/sniff.ts";
import { type MediaBytes, WithBytes } from "./bytes.tsx";

/** Longer drawings are not drawn: an <img> of one may take the browser long. Characters. */
const DRAWING = 1_000_000;

/** `name` says what it shows, for those who do not see it and for the file that it is saved as. */
export function ImagePart(props: { source: MediaSource; name: string; checkered?: boolean }): JSX.Element {
  return (
    <WithBytes what="Image" source={props.source}>
      {(found, declared) => (
        <Drawn bytes={found} declared={declared} name={props.name} checkered={props.checkered === true} />
      )}
    </WithBytes>
  );
}

function Drawn(props: { bytes: MediaBytes; declared: string | null; name: string; checkered: boolean }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const found = readPicture(props.bytes);
  const [large, setLarge] = createSignal(false);
  const [size, setSize] = createSignal("");
  const facts = () =>
    [found?.name ?? null, size() || null, sizeWords(props.bytes.length)].filter((fact) => fact !== null);
  const save = () => saveBytes(`${props.name}.${found?.ending ?? "bin"}`, [props.bytes]);
  return (
    <Show
      when={found}
      fallback={
        <p class="media__note">
          Not an image that can be shown{props.declared === null ? "" : `, though called ${props.declared}`} ·{" "}
          {sizeWords(props.bytes.length)}
          <IconButton icon="download" iconSize={15} label="Save its bytes" onClick={save} />
        </p>
      }
    >
      {(picture) => (
        <figure class="media-image" data-checkered={props.checkered ? "" : undefined}>
          <button
            type="button"
            class="media-image__button"
            aria-label={`Enlarge: ${props.name}`}
            onClick={() => setLarge(true)}
          >
            <Picture
              source={picture().source}
              alt={props.name}
              onSize={(width, height) => setSize(`${width} × ${height}`)}
            />
          </button>
          <figcaption class="media-image__facts">
            <span class="num">{facts().join(" · ")}</span>
            <IconButton icon="download" iconSize={15} label={`Save image: ${props.name}`} onClick={save} />
          </figcaption>
          <Dialog open={large()} title={props.name} onClose={() => setLarge(false)}>
            <div class="media-image__large" data-checkered={props.checkered ? "" : undefined}>
              <Picture source={picture().source} alt={props.name} />
            </div>
          </Dialog>
        </figure>
      )}
    </Show>
  );
}

function readPicture(bytes: MediaBytes): { source: PictureSource; name: string; ending: string } | null {
  const found = sniff(bytes.length > DRAWING * 4 ? bytes.subarray(0, 64) : bytes);
  if (found.kind === "raster") {
    const ending = found.type.replace("image/", "").replace("x-icon", "ico");
    return { source: { type: found.type, bytes }, name: ending.toUpperCase(), ending };
  }
  if (found.kind === "text" && found.svg && found.text.length <= DRAWING)
    return { source: { svg: found.text }, name: "SVG", ending: "svg" };
  return null;
}
