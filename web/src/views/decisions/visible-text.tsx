// Draws text so that it cannot deceive: what is hidden in it shows as marks, whatever its direction. Copying is done by
// buttons, which give the exact text.
import { createMemo, For, type JSX } from "solid-js";
import { visible, type VisiblePart } from "../../decisions/visible.ts";
import "./visible-text.css";

/**
 * The text with its marks, isolated from the direction of what stands around it. `plainBreaks` leaves line breaks and
 * tabs unmarked: for what has happened, never for what is to be approved. `prose` is for sentences: letters that are
 * written from right to left read that way; anything that would turn the rest around is a mark all the same.
 */
export function VisibleText(props: { text: string; plainBreaks?: boolean; prose?: boolean }): JSX.Element {
  const parts = createMemo(() => visible(props.text));
  const drawn = (part: VisiblePart): JSX.Element => {
    if (part.kind === "plain") return part.text;
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
