// A picture from bytes: raster images as blobs of their sniffed type, drawings only inside <img>.
import { createSignal, type JSX, onCleanup, Show } from "solid-js";
import { svgAddress } from "./save-bytes.ts";

export type PictureSource = { type: string; bytes: Uint8Array<ArrayBuffer> } | { svg: string };

/** `alt` is read aloud; `onSize` is told once it is drawn. Keyed by its source: another one is another component. */
export function Picture(props: {
  source: PictureSource;
  alt: string;
  onSize?: (width: number, height: number) => void;
}): JSX.Element {
  const [broken, setBroken] = createSignal(false);
  // oxlint-disable-next-line solid/reactivity
  const { source } = props;
  let address: string;
  if ("svg" in source) address = svgAddress(source.svg);
  else {
    const blob = URL.createObjectURL(new Blob([source.bytes], { type: source.type }));
    onCleanup(() => URL.revokeObjectURL(blob));
    address = blob;
  }
  return (
    <Show
      when={!broken()}
      fallback={
        <p class="file-view__note">The browser cannot draw this picture. It can be saved and opened elsewhere.</p>
      }
    >
      <img
        class="file-picture"
        src={address}
        alt={props.alt}
        decoding="async"
        onError={() => setBroken(true)}
        onLoad={(event) => props.onSize?.(event.currentTarget.naturalWidth, event.currentTarget.naturalHeight)}
      />
    </Show>
  );
}
