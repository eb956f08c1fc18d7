// A text too long to be drawn at once, whole and as it stands, in a window of its own.
import { createMemo, createSignal, type JSX, Show } from "solid-js";
import { Virtualizer } from "virtua/solid";
import { piecesOf } from "./pieces.ts";
import "./long-text.css";

export function LongText(props: { text: string; label: string; mono?: boolean }): JSX.Element {
  const pieces = createMemo(() => piecesOf(props.text));
  const [scroller, setScroller] = createSignal<HTMLElement>();
  return (
    <div
      class="long-text"
      data-short={pieces().length < 3 ? "" : undefined}
      data-mono={props.mono === true ? "" : undefined}
      tabindex="0"
      role="group"
      aria-label={props.label}
      ref={setScroller}
    >
      <Show when={scroller()}>
        {(element) => (
          <Virtualizer data={pieces()} scrollRef={element()} itemSize={400} bufferSize={400}>
            {(piece) => <div class="long-text__piece">{piece.endsWith("\n") ? piece.slice(0, -1) : piece}</div>}
          </Virtualizer>
        )}
      </Show>
    </div>
  );
}
