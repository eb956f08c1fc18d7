// A message of the person part by part: its text with what stands for something else, pictures, sounds, files, skills and
// mentions. A part that cannot be read is shown raw by its name.
import { createMemo, createSignal, For, type JSX, Match, Show, Switch } from "solid-js";
import { type InputPart, readInputPart } from "@longwire/shared-protocol/wire/items/input";
import { Button } from "../../../design/button.tsx";
import { bytes } from "../../../design/words.ts";
import type { Item } from "../../../projection/state.ts";
import { VisibleText } from "../../decisions/visible-text.tsx";
import { LocalPath } from "../../files/local-path.tsx";
import { FirstOf } from "../../first-of.tsx";
import { live } from "../../live.ts";
import { AudioPart } from "../../media/audio-part.tsx";
import { ImagePart } from "../../media/image-part.tsx";
import { RawCard } from "../generic-card.tsx";
import { textPieces, type TextPiece } from "./text-pieces.ts";
import "./input-parts.css";

type Kind<K extends InputPart["kind"]> = Extract<InputPart, { kind: K }>;

export default function InputParts(props: { item: Extract<Item, { type: "userMessage" }> }): JSX.Element {
  return (
    <div class="input-parts">
      <FirstOf of={props.item} name="parts" each={live(props.item).content} what="parts">
        {(raw) => <Part part={readInputPart(raw)} />}
      </FirstOf>
    </div>
  );
}

function Part(props: { part: InputPart }): JSX.Element {
  // A part is read once and never changes its kind.
  // oxlint-disable-next-line solid/reactivity
  const { part } = props;
  const as = <K extends InputPart["kind"]>(kind: K) => (part.kind === kind ? (part as Kind<K>) : null);
  return (
    <div class="input-parts__part" data-part={part.kind}>
      <Switch>
        <Match when={as("text")}>{(text) => <Text part={text()} />}</Match>
        <Match when={as("image")}>
          {(image) => <ImagePart source={{ type: "url", url: image().url }} name="Attached image" />}
        </Match>
        <Match when={as("audio")}>
          {(audio) => <AudioPart source={{ type: "url", url: audio().url }} name="Attached audio" />}
        </Match>
        <Match when={as("localImage")}>{(image) => <LocalPath path={image().path} icon="image" />}</Match>
        <Match when={as("localAudio")}>{(audio) => <Named kind="Audio" path={audio().path} />}</Match>
        <Match when={as("skill")}>{(skill) => <Named kind="Skill" name={skill().name} path={skill().path} />}</Match>
        <Match when={as("mention")}>
          {(mention) => <Named kind="Mention" name={mention().name} path={mention().path} />}
        </Match>
        <Match when={as("unknown")}>
          {(unknown) => (
            <RawCard
              name={unknown().name}
              note={unknown().problem === null ? "shown as it came" : `could not be read: ${unknown().problem}`}
              raw={() => JSON.stringify(unknown().raw) ?? "null"}
            />
          )}
        </Match>
      </Switch>
    </div>
  );
}

/** `Skill brand-colours ~/…`: a path is a button, anything else (an app's address) is text. */
function Named(props: { kind: string; name?: string; path: string }): JSX.Element {
  return (
    <span class="input-parts__named">
      <span class="input-parts__kind">{props.kind}</span>
      <Show when={props.name}>
        {(name) => (
          <b>
            <VisibleText text={name()} />
          </b>
        )}
      </Show>
      <Show
        when={!/^[a-z][a-z0-9+.-]*:\/\//i.test(props.path)}
        fallback={
          <code>
            <VisibleText text={props.path} />
          </code>
        }
      >
        <LocalPath path={props.path} icon="none" />
      </Show>
    </span>
  );
}

/** Longer texts are cut on screen until all is asked for, characters. */
const SHOWN = 20_000;

function Text(props: { part: Kind<"text"> }): JSX.Element {
  const [all, setAll] = createSignal(false);
  const length = () => props.part.text.length;
  const pieces = createMemo(() => textPieces(props.part.text, props.part.elements));
  const shown = createMemo(() => {
    if (all() || length() <= SHOWN) return pieces();
    let room = SHOWN;
    return pieces().flatMap((piece) => {
      const text = piece.text.slice(0, Math.max(0, room));
      room -= text.length;
      return text === "" ? [] : [{ ...piece, text }];
    });
  });
  return (
    <>
      <div class="message__text">
        <For each={shown()}>
          {(piece) => (
            <Show when={piece.placeholder !== null} fallback={piece.text}>
              <Element piece={piece} />
            </Show>
          )}
        </For>
      </div>
      <Show when={!all() && length() > SHOWN}>
        <Button size="small" look="quiet" onClick={() => setAll(true)}>
          Show all ({bytes(length())})
        </Button>
      </Show>
    </>
  );
}

/** A stretch by its words; where they are not the text itself, a press shows that. */
function Element(props: { piece: TextPiece }): JSX.Element {
  const [open, setOpen] = createSignal(false);
  const words = () => props.piece.placeholder ?? props.piece.text;
  return (
    <Show when={words() !== props.piece.text} fallback={<span class="input-parts__element">{props.piece.text}</span>}>
      <button
        type="button"
        class="input-parts__element"
        aria-expanded={open()}
        title={open() ? "Show in short" : "Show the text that it stands for"}
        onClick={() => setOpen(!open())}
      >
        {open() ? props.piece.text : words()}
      </button>
    </Show>
  );
}
