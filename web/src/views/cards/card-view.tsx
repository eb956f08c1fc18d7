// A notification in its place, as a sentence with its details behind it; the raw JSON is one press further. What this app
// has no words for is shown raw, by its name.
import { createMemo, createSignal, For, type JSX, Show, Suspense } from "solid-js";
import { Button } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { clockTime, fullTime } from "../../design/words.ts";
import type { GenericCard } from "../../projection/state.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { createRemembered } from "../fold-memory.ts";
import { GenericCardView, pretty } from "../items/generic-card.tsx";
import { live } from "../live.ts";
import { maskLine } from "../masking/line.ts";
import { maskText } from "../masking/text.ts";
import { describe } from "./describe.ts";
import type { CardText, CardWords } from "./words.ts";
import { lazyPart } from "../lazy-part.tsx";
import "./card-view.css";

const RawText = lazyPart(() => import("../wire/raw-text.tsx"));
const TextWindow = lazyPart(async () => ({ default: (await import("../files/text-window.tsx")).TextWindow }));

/** Longer texts than this begin cut on screen (never in the copy), characters. */
const SHOWN = 20_000;

export function CardView(props: { card: GenericCard; time?: boolean }): JSX.Element {
  const words = createMemo(() => describe(live(props.card)));
  return (
    <Show
      when={words()}
      fallback={
        <Show when={props.time} fallback={<GenericCardView card={props.card} />}>
          <div class="told__unknown">
            <GenericCardView card={props.card} />
            <Time at={live(props.card).at} />
          </div>
        </Show>
      }
    >
      {(found) => <Typed card={props.card} words={found()} time={props.time === true} />}
    </Show>
  );
}

function Time(props: { at: number }): JSX.Element {
  return (
    <time class="told__time num" title={fullTime(props.at)}>
      {clockTime(props.at)}
    </time>
  );
}

function Typed(props: { card: GenericCard; words: CardWords; time: boolean }): JSX.Element {
  // A card object stands for the same thing for its life.
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createRemembered(props.card, "card", false);
  return (
    <details
      class="told fold"
      data-card={live(props.card).name}
      data-tone={props.words.tone}
      data-running={props.words.running === true ? "" : undefined}
      open={open()}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary class="quiet">
        <span class="told__words">
          <b>
            <VisibleText text={maskText(props.words.lead)} prose />
          </b>
          <Show when={props.words.rest !== ""}>
            <span class="told__rest">
              {" · "}
              <VisibleText text={maskText(props.words.rest)} prose />
            </span>
          </Show>
        </span>
        <Show when={props.time}>
          <Time at={live(props.card).at} />
        </Show>
      </summary>
      <Show when={open()}>
        <div class="told__body">
          <Show when={props.words.facts.length > 0}>
            <dl class="told__facts">
              <For each={props.words.facts}>
                {([name, value]) => (
                  <>
                    <dt>{name}</dt>
                    <dd>
                      <VisibleText text={maskText(value)} prose />
                    </dd>
                  </>
                )}
              </For>
            </dl>
          </Show>
          <For each={props.words.texts}>{(text) => <LongText text={text} />}</For>
          <Raw card={props.card} />
        </div>
      </Show>
    </details>
  );
}

function LongText(props: { text: CardText }): JSX.Element {
  const masked = createMemo(() => maskText(props.text.text));
  const [all, setAll] = createSignal(false);
  const long = () => masked().length > SHOWN;
  return (
    <div class="told__text">
      <Show when={props.text.title}>{(title) => <p class="told__title">{title()}</p>}</Show>
      <Show
        when={all() && long()}
        fallback={
          <div class="told__box">
            <pre tabindex="0" classList={{ told__prose: props.text.code !== true }}>
              <VisibleText text={masked().slice(0, SHOWN)} plainBreaks prose={props.text.code !== true} />
            </pre>
            <CopyButton text={masked} />
          </div>
        }
      >
        <Suspense fallback={<p class="dim">Loading…</p>}>
          <TextWindow text={masked()} lang="" label={props.text.title ?? "Text"} copyLabel="Copy" />
        </Suspense>
      </Show>
      <Show when={long()}>
        <Button look="quiet" size="small" aria-expanded={all()} onClick={() => setAll(!all())}>
          {all() ? "Show its beginning only" : `Show all ${masked().length.toLocaleString()} characters`}
        </Button>
      </Show>
    </div>
  );
}

/** The lines themselves: the newest, and the one that it began with. */
function Raw(props: { card: GenericCard }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createRemembered(props.card, "raw", false);
  const raw = createMemo(() =>
    open() ? [live(props.card).first, props.card.raw].filter((line) => line !== null).map(maskLine) : [],
  );
  return (
    <details class="told__raw fold" open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="quiet">
        {live(props.card).what === "stub" ? "What is stored of it" : "Raw JSON"} · <code>{live(props.card).name}</code>
      </summary>
      <Show when={open()}>
        <div class="told__text">
          <Show
            when={raw().some((line) => line.length > SHOWN)}
            fallback={
              <div class="told__box">
                <pre tabindex="0" data-raw>
                  {raw().map(pretty).join("\n\n")}
                </pre>
                <CopyButton text={() => raw().join("\n")} label="Copy raw JSON" />
              </div>
            }
          >
            <Suspense>
              <For each={raw()}>{(line) => <RawText raw={line} label={`${live(props.card).name}, raw`} />}</For>
            </Suspense>
          </Show>
          <Show when={props.card.lines > (props.card.first === null ? 1 : 2)}>
            <p class="dim">{props.card.lines.toLocaleString()} lines; the others are in the wire view.</p>
          </Show>
        </div>
      </Show>
    </details>
  );
}
