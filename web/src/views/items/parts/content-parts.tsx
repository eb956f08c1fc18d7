// What a tool answered, part by part: text, pictures, sounds, resources. A part that cannot be read is shown raw by its
// name; its neighbours are not touched by it.
import { type JSX, Match, Show, Switch } from "solid-js";
import { type ContentPart, readContentPart } from "@longwire/shared-protocol/wire/items/content";
import { bytes } from "../../../design/words.ts";
import { visibleText } from "../../../decisions/visible.ts";
import { AudioPart } from "../../media/audio-part.tsx";
import { FirstOf } from "../../first-of.tsx";
import { ImagePart } from "../../media/image-part.tsx";
import { RawCard } from "../generic-card.tsx";
import { TextBox } from "./text-box.tsx";
import { WebLink } from "./web-link.tsx";
import "./parts.css";

/** `from` says in words what answered: it names pictures and sounds. `of` remembers what was opened. */
export function ContentParts(props: { of: object; parts: readonly unknown[]; from: string }): JSX.Element {
  return (
    <FirstOf of={props.of} name="parts" each={props.parts} what="parts">
      {(raw, index) => <Part of={props.of} part={readContentPart(raw)} at={index()} from={props.from} />}
    </FirstOf>
  );
}

type Kind<K extends ContentPart["kind"]> = Extract<ContentPart, { kind: K }>;

function Part(props: { of: object; part: ContentPart; at: number; from: string }): JSX.Element {
  // A part is read once and never changes its kind.
  // oxlint-disable-next-line solid/reactivity
  const { part } = props;
  const as = <K extends ContentPart["kind"]>(kind: K) => (part.kind === kind ? (part as Kind<K>) : null);
  return (
    <div class="part" data-part={part.kind}>
      <Switch>
        <Match when={as("text")}>
          {(text) => <TextBox of={props.of} name={`part ${props.at}`} text={text().text} label="Text" />}
        </Match>
        <Match when={as("image")}>
          {(image) => <ImagePart source={image().source} name={`Image from ${props.from}`} />}
        </Match>
        <Match when={as("audio")}>
          {(audio) => <AudioPart source={audio().source} name={`Audio from ${props.from}`} />}
        </Match>
        <Match when={as("resource")}>{(resource) => <Resource of={props.of} part={resource()} at={props.at} />}</Match>
        <Match when={as("resourceLink")}>{(link) => <ResourceLink part={link()} />}</Match>
        <Match when={as("unknown")}>
          {(unknown) => (
            <RawCard
              name={unknown().name}
              note={unknown().problem === null ? undefined : `could not be read: ${unknown().problem}`}
              raw={() => JSON.stringify(unknown().raw) ?? "null"}
            />
          )}
        </Match>
      </Switch>
    </div>
  );
}

function Resource(props: { of: object; part: Kind<"resource">; at: number }): JSX.Element {
  const type = () => props.part.mimeType ?? "";
  const source = () => ({ type: "base64", data: props.part.blob ?? "", mimeType: props.part.mimeType }) as const;
  const name = () => `Resource ${visibleText(props.part.uri).slice(0, 120)}`;
  return (
    <>
      <p class="part__head">
        <WebLink address={props.part.uri} />
        <Show when={type() !== ""}>
          <span>{type()}</span>
        </Show>
      </p>
      <Show when={props.part.text}>
        {(text) => (
          <TextBox
            of={props.of}
            name={`resource ${props.at}`}
            text={text()}
            label="Resource"
            json={/\bjson\b/.test(type())}
          />
        )}
      </Show>
      <Show when={props.part.blob !== null}>
        <Show when={type().startsWith("audio/")} fallback={<ImagePart source={source()} name={name()} />}>
          <AudioPart source={source()} name={name()} />
        </Show>
      </Show>
      <Show when={props.part.text === null && props.part.blob === null}>
        <p class="media__note">A resource without content.</p>
      </Show>
    </>
  );
}

function ResourceLink(props: { part: Kind<"resourceLink"> }): JSX.Element {
  const facts = () =>
    [props.part.mimeType, props.part.size === null ? null : bytes(props.part.size)].filter((fact) => fact !== null);
  return (
    <div class="resource-link">
      <Show when={props.part.title}>{(title) => <b>{visibleText(title())}</b>}</Show>
      <Show when={props.part.description}>{(text) => <p class="dim">{visibleText(text())}</p>}</Show>
      <p class="part__head">
        <WebLink address={props.part.uri} />
        <Show when={facts().length > 0}>
          <span>{facts().join(" · ")}</span>
        </Show>
      </p>
    </div>
  );
}
