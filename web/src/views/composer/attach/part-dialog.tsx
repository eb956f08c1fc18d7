// One part of the message, opened: what it is, how it is sent, and what else can be done with it.
import { createMemo, createSignal, For, type JSX, onCleanup, onMount, Show, untrack } from "solid-js";
import { Button } from "../../../design/button.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { bytes } from "../../../design/words.ts";
import { partFacts } from "../part-facts.ts";
import type { HeldFile, Part, WireInput } from "../parts.ts";
import { bytesOf, heldPart, inlined, partOf, waysOf } from "./from-file.ts";
import { INLINE_MOST } from "./limits.ts";
import { shrink, sizeOf, SIDES, type Shrunk } from "./shrink.ts";

export interface PartDialogProps {
  part: Part;
  /** Why it cannot be sent as it is, in a sentence. */
  trouble: string | null;
  /** Its place is taken by another part. */
  replace: (part: Part) => void;
  /** Its place is taken by words in the text. */
  toWords: (words: string) => void;
  remove: () => void;
  close: () => void;
}

/** How the ways of sending are called. */
const WAYS: Readonly<Record<string, string>> = {
  image: "Inside of the message",
  audio: "Inside of the message",
  localImage: "As a picture file on the machine",
  localAudio: "As a sound file on the machine",
  mention: "As a file on the machine, named in the text",
};

/** Characters of a text that are drawn. */
const MOST = 100_000;

export function PartDialog(props: PartDialogProps): JSX.Element {
  const facts = createMemo(() => partFacts(props.part.input, props.part.label, props.part.file));
  const held = createMemo<HeldFile | null>(() => bytesOf(props.part));
  const url = createMemo(() => {
    const file = held();
    if (file === null || !/^(?:image\/(?:png|jpeg|gif|webp)|audio\/[a-z0-9-]+)$/.test(file.mediaType)) return null;
    const made = URL.createObjectURL(new Blob([file.bytes], { type: file.mediaType }));
    onCleanup(() => URL.revokeObjectURL(made));
    return made;
  });
  /** A picture of any kind: what the App Server does not take as one may be made into one that it does. */
  const drawable = () => (held()?.mediaType.startsWith("image/") === true ? held() : null);
  const text = () => (props.part.input.type === "text" ? props.part.input.text : null);
  const path = () => facts().path;
  const choices = createMemo(() => {
    const file = held();
    if (file === null) return [];
    const ways: WireInput["type"][] = [...waysOf(file)];
    const whole = facts().kind === "audio" ? "audio" : "image";
    if (ways.length > 1 && (file.bytes.length <= INLINE_MOST || props.part.input.type === whole)) ways.unshift(whole);
    return ways;
  });
  const choose = async (way: string) => {
    const file = held();
    if (file === null || way === props.part.input.type) return;
    if (way === "image" || way === "audio") {
      const input = await inlined(file);
      if (input !== null) props.replace({ id: props.part.id, input, label: props.part.label, marker: null });
    } else if (way === "localImage" || way === "localAudio" || way === "mention")
      props.replace({ ...heldPart(file, way), id: props.part.id });
  };
  const takeSmaller = (made: HeldFile) => {
    const id = untrack(() => props.part.id);
    const replace = untrack(() => props.replace);
    void partOf(made).then((smaller) => replace({ ...smaller, id }));
  };
  const asFile = () => {
    const words = text();
    if (words === null) return;
    const file = { name: "pasted.txt", mediaType: "text/plain", bytes: new TextEncoder().encode(words) };
    props.replace({ ...heldPart(file, "mention"), id: props.part.id });
  };
  return (
    <Dialog open title={props.part.label} onClose={() => props.close()}>
      <div class="part-dialog">
        <Show when={props.trouble}>{(sentence) => <p class="bad">{sentence()}</p>}</Show>
        <p class="dim">
          {facts().word}
          {facts().bytes === null ? "" : ` · ${bytes(facts().bytes ?? 0)}`}
          {path() === null ? "" : ` · ${path()}`}
        </p>
        <Show when={facts().kind === "image" ? url() : null}>
          {(address) => <img class="part-dialog__picture" src={address()} alt={props.part.label} />}
        </Show>
        <Show when={facts().kind === "audio" ? url() : null}>
          {(address) => (
            // A sound that the person brought: there are no words to it.
            // oxlint-disable-next-line jsx-a11y/media-has-caption
            <audio controls src={address()} />
          )}
        </Show>
        <Show when={text()}>
          {(words) => (
            // It scrolls: then it must be reached by the keyboard as well.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <pre class="part-dialog__text" tabindex="0" role="region" aria-label="The text">
              {words().slice(0, MOST)}
              {words().length > MOST ? "\n…" : ""}
            </pre>
          )}
        </Show>
        <Show when={drawable()} keyed>
          {(file) => <Smaller file={file} take={takeSmaller} />}
        </Show>
        <Show when={choices().length > 1}>
          <fieldset class="part-dialog__ways">
            <legend>How it is sent</legend>
            <For each={choices()}>
              {(way) => (
                <label>
                  <input
                    type="radio"
                    name="part-way"
                    checked={props.part.input.type === way}
                    onChange={() => void choose(way)}
                  />
                  {WAYS[way]}
                </label>
              )}
            </For>
          </fieldset>
        </Show>
        <div class="part-dialog__acts">
          <Show when={text()}>
            {(words) => (
              <>
                <Button onClick={() => props.toWords(words())}>Unfold into the message</Button>
                <Button onClick={asFile}>Send as a file</Button>
              </>
            )}
          </Show>
          <Show when={path()}>
            {(place) => <Button onClick={() => props.toWords(place())}>Replace by its path in words</Button>}
          </Show>
          <Button look="quiet" onClick={() => props.remove()}>
            Remove
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** A picture in fewer pixels: what it would weigh, before it is taken. */
function Smaller(props: { file: HeldFile; take: (file: HeldFile) => void }): JSX.Element {
  // Keyed by its file.
  // oxlint-disable-next-line solid/reactivity
  const { file } = props;
  const [size, setSize] = createSignal<{ width: number; height: number } | null>(null);
  const [made, setMade] = createSignal<Shrunk | "busy" | "failed" | null>(null);
  onMount(() => void sizeOf(file).then(setSize));
  const longest = () => Math.max(size()?.width ?? 0, size()?.height ?? 0);
  const sides = () => [...SIDES.filter((side) => side < longest()), ...(longest() <= SIDES[0] ? [longest()] : [])];
  const make = async (side: number) => {
    setMade("busy");
    setMade((await shrink(file, side)) ?? "failed");
  };
  const done = () => {
    const now = made();
    return now === null || typeof now === "string" ? null : now;
  };
  return (
    <Show when={size()}>
      {(pixels) => (
        <div class="part-dialog__smaller">
          <span class="part-dialog__label">Make it smaller</span>
          <div class="part-dialog__sides">
            <For each={sides()}>
              {(side) => (
                <Button size="small" disabled={made() === "busy"} onClick={() => void make(side)}>
                  {side === longest() ? "As a JPEG" : `${side} pixels`}
                </Button>
              )}
            </For>
          </div>
          <p class="dim" aria-live="polite">
            <Show
              when={done()}
              fallback={
                made() === "failed"
                  ? "This browser could not make it smaller."
                  : `Now ${bytes(file.bytes.length)}, ${pixels().width} × ${pixels().height} pixels`
              }
            >
              {(now) =>
                `Before ${bytes(file.bytes.length)}, ${pixels().width} × ${pixels().height}; after ${bytes(now().file.bytes.length)}, ${now().width} × ${now().height}`
              }
            </Show>
          </p>
          <Show when={done()}>
            {(now) => (
              <Button look="act" size="small" onClick={() => props.take(now().file)}>
                Use the smaller one
              </Button>
            )}
          </Show>
        </div>
      )}
    </Show>
  );
}
