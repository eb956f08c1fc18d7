// What pictures and sounds have in common: bytes that are in the message are decoded when they are drawn (very large ones
// on a press), what lies elsewhere is named by its host and its whole address, a path of the machine is a button.
import { createSignal, type JSX, Match, Show, Switch } from "solid-js";
import type { MediaSource } from "@longwire/shared-protocol/wire/items/content";
import { Button } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { Icon } from "../../design/icon.tsx";
import { bytes as sizeWords } from "../../design/words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { LocalPath } from "../files/local-path.tsx";
import { createLoader } from "../load.ts";
import { decodeBase64, decodedSize, decodePercent } from "./decode.ts";
import { type Located, locate } from "./source.ts";
import "./media.css";

/** Larger ones are decoded on a press, bytes. */
const BY_ITSELF = 8_000_000;

export type MediaBytes = Uint8Array<ArrayBuffer>;

/** `what` names the thing in words: `Image`, `Audio`. */
export function WithBytes(props: {
  what: string;
  source: MediaSource;
  children: (bytes: MediaBytes, declared: string | null) => JSX.Element;
}): JSX.Element {
  // A source is never changed in place: another one is another part.
  // oxlint-disable-next-line solid/reactivity
  const located = locate(props.source);
  return (
    <Switch>
      <Match when={located.where === "here" ? located : null}>
        {(here) => (
          <Here what={props.what} located={here()}>
            {(found) => props.children(found, here().declared)}
          </Here>
        )}
      </Match>
      <Match when={located.where === "elsewhere" ? located : null}>
        {(there) => <Elsewhere what={props.what} host={there().host} address={there().address} />}
      </Match>
      <Match when={located.where === "path" ? located : null}>
        {(file) => <LocalPath path={file().path} icon={props.what === "Image" ? "image" : "none"} />}
      </Match>
    </Switch>
  );
}

function Here(props: {
  what: string;
  located: Extract<Located, { where: "here" }>;
  children: (bytes: MediaBytes) => JSX.Element;
}): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { data, encoding } = props.located;
  const size = encoding === "base64" ? decodedSize(data) : data.length;
  const [wanted, setWanted] = createSignal(size <= BY_ITSELF);
  const decoded = createLoader(
    () => (wanted() ? data : null),
    async (text) => (encoding === "base64" ? await decodeBase64(text) : decodePercent(text)),
  );
  return (
    <Switch fallback={<p class="media__note">Reading {props.what.toLowerCase()}…</p>}>
      <Match when={!wanted()}>
        <Button size="small" onClick={() => setWanted(true)}>
          Show {props.what.toLowerCase()} ({sizeWords(size)})
        </Button>
      </Match>
      <Match when={size === 0 || decoded.value() === null}>
        <p class="media__note">
          {size === 0
            ? `${props.what} without any bytes.`
            : `${props.what} that cannot be read: its bytes are not encoded as they should be.`}
        </p>
      </Match>
      <Match when={decoded.value()}>{(found) => props.children(found())}</Match>
    </Switch>
  );
}

/** Something that lies on another host: named, never fetched. */
export function Elsewhere(props: { what: string; host: string; address: string }): JSX.Element {
  return (
    <div class="media-elsewhere" data-elsewhere={props.host}>
      <Icon name={props.what === "Image" ? "image" : "link"} size={15} />
      <div class="media-elsewhere__words">
        {props.what} from{" "}
        <b>
          <VisibleText text={props.host} />
        </b>
        , not loaded
        <code class="media-elsewhere__address">
          <VisibleText text={props.address.slice(0, 2000)} />
          <Show when={props.address.length > 2000}>…</Show>
        </code>
      </div>
      <CopyButton label="Copy address" text={() => props.address} />
    </div>
  );
}
