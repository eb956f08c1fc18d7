// One line of output: coloured stretches, links with their target, found places.
import { createMemo, For, type JSX, Show } from "solid-js";
import type { Hit } from "./find.ts";
import { lineParts, type Piece, type Stretch } from "./line-parts.ts";
import type { OutputLine } from "./terminal-text.ts";

const NONE: readonly Hit[] = [];

/** `hits`: the found places of this line. */
export function LineView(props: { line: OutputLine; hits?: readonly Hit[] | undefined; now: Hit | null }): JSX.Element {
  const parts = createMemo(() => lineParts(props.line, props.hits ?? NONE, props.now));
  return (
    <div class="output__line">
      <Show when={parts().length > 0} fallback={"\u200b"}>
        <For each={parts()}>{(stretch) => <StretchView stretch={stretch} />}</For>
      </Show>
    </div>
  );
}

function StretchView(props: { stretch: Stretch }): JSX.Element {
  const pieces = () => <For each={props.stretch.pieces}>{(piece) => <PieceView piece={piece} />}</For>;
  return (
    <Show when={props.stretch.href} fallback={pieces()}>
      {(href) => (
        <>
          <a class="output__link" href={href()} title={href()} target="_blank" rel="noopener noreferrer">
            {pieces()}
          </a>
          <Show when={props.stretch.host}>{(host) => <span class="output__host"> ({host()})</span>}</Show>
        </>
      )}
    </Show>
  );
}

function PieceView(props: { piece: Piece }): JSX.Element {
  return (
    <Show
      when={props.piece.found !== "no"}
      fallback={
        <Show when={props.piece.style} fallback={props.piece.text}>
          {(style) => <span class={style()}>{props.piece.text}</span>}
        </Show>
      }
    >
      <mark class={`found ${props.piece.style}`} data-now={props.piece.found === "now" ? "" : undefined}>
        {props.piece.text}
      </mark>
    </Show>
  );
}
