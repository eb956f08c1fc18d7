// What a server says of a thing of its own, in words: its beginning, all of it on request. A server may say megabytes.
import { createMemo, createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { bytes } from "../../design/words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { LongText } from "../markdown/long-text.tsx";
import { maskText } from "../masking/text.ts";

/** So much stands there at first, characters. */
const BEGINNING = 800;
/** More than this is drawn in a window of rows. */
const WINDOWED = 8000;
/** A name that is longer tells nothing more. */
const NAME = 160;

/** A name as it is drawn: by its beginning when it is longer than any name. */
export function shortName(text: string): string {
  return text.length > NAME ? `${text.slice(0, NAME)}…` : text;
}

/** Keys and tokens in it are masked. */
export function About(props: { text: string; class?: string; children?: JSX.Element }): JSX.Element {
  const [all, setAll] = createSignal(false);
  const text = createMemo(() => maskText(props.text));
  const long = () => text().length > BEGINNING * 1.25;
  const shown = () => (long() && !all() ? `${text().slice(0, BEGINNING)}…` : text());
  return (
    <>
      <Show
        when={all() && text().length > WINDOWED}
        fallback={
          <p class={props.class ?? "ext__about"}>
            <VisibleText text={shown()} plainBreaks prose />
            {props.children}
          </p>
        }
      >
        <LongText text={text()} label="Description" />
      </Show>
      <Show when={long()}>
        <p>
          <Button size="small" look="quiet" aria-expanded={all()} onClick={() => setAll(!all())}>
            {all() ? "Show its beginning only" : `Show all (${bytes(text().length)})`}
          </Button>
        </p>
      </Show>
    </>
  );
}
