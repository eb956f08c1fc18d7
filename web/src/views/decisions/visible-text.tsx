// Draws text so that it cannot deceive: what is hidden in it shows as marks, whatever its direction. Copying is done by
// buttons, which give the exact text.
import { createMemo, For, type JSX } from "solid-js";
import { visible, type VisiblePart } from "../../decisions/visible.ts";
import "./visible-text.css";

/** Longer texts are drawn without holding words together, characters. */
const WORDS_UP_TO = 20_000;
/** A word that a browser would break inside, at a hyphen for one: `--force` is not to be read as `--` and `force`. */
const BREAKS_INSIDE = /[^\w.,:;=@#*"'`]/;
/** In sentences only short ones, which fit every line, are held: nothing may be pushed out of sight. */
const HELD_IN_PROSE = /^[!-~]{1,16}$/;

/** Broken inside only when it alone is longer than a line. */
function held(content: JSX.Element): JSX.Element {
  return <span class="visible-text__word">{content}</span>;
}

/** The text with the words held together that would be broken inside; a path breaks behind its slashes first. */
function words(text: string, prose: boolean): JSX.Element {
  return text.split(/( +)/).map((word) => {
    if (!BREAKS_INSIDE.test(word) || word.startsWith(" ") || (prose && !HELD_IN_PROSE.test(word))) return word;
    const pieces = word.split(/(?<=\/)(?=[^/])/);
    return held(pieces.length === 1 ? word : pieces.map((piece, at) => [at > 0 ? <wbr /> : null, held(piece)]));
  });
}

/**
 * The text with its marks, isolated from the direction of what stands around it. `plainBreaks` leaves line breaks and
 * tabs unmarked: for what has happened, never for what is to be approved. `prose` is for sentences: letters that are
 * written from right to left read that way; anything that would turn the rest around is a mark all the same.
 */
export function VisibleText(props: { text: string; plainBreaks?: boolean; prose?: boolean }): JSX.Element {
  const parts = createMemo(() => visible(props.text));
  // Words are held together only where there are few enough to be read.
  const plain = (text: string): JSX.Element =>
    props.text.length > WORDS_UP_TO ? text : words(text, props.prose === true);
  const drawn = (part: VisiblePart): JSX.Element => {
    if (part.kind === "plain") return plain(part.text);
    const whitespace = part.kind === "newline" || part.kind === "tab";
    if (whitespace && props.plainBreaks === true) return part.text;
    return (
      <>
        <span class="visible-text__mark">{part.shown}</span>
        {whitespace ? part.text : ""}
      </>
    );
  };
  return (
    <bdi
      class="visible-text"
      data-prose={props.prose === true ? "" : undefined}
      dir={props.prose === true ? "auto" : "ltr"}
    >
      <For each={parts()}>{(part) => drawn(part)}</For>
    </bdi>
  );
}
