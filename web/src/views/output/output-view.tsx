// A command's output: the last lines while it runs, all of it on request in a window of its own.
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { Virtualizer } from "virtua/solid";
import { Button } from "../../design/button.tsx";
import { createRemembered } from "../fold-memory.ts";
import { createTerminalText, type OutputLine } from "./terminal-text.ts";
import "./output-view.css";

/** Lines on screen before the rest is asked for. */
const TAIL = 14;
/** More lines than this are drawn in a window that scrolls by itself. */
const WINDOWED = 300;

export interface OutputProps {
  output: string;
  /** The item whose output it is. */
  of: object;
  wrap: boolean;
  /** Told once: gives the lines for copying. */
  lines?: (read: () => readonly OutputLine[]) => void;
}

export function OutputView(props: OutputProps): JSX.Element {
  const terminal = createTerminalText();
  const lines = createMemo(() => terminal.read(props.output));
  // oxlint-disable-next-line solid/reactivity
  props.lines?.(lines);
  // oxlint-disable-next-line solid/reactivity
  const [all, setAll] = createRemembered(props.of, "output", false);
  const [scroller, setScroller] = createSignal<HTMLElement>();
  const hidden = () => (all() ? 0 : Math.max(0, lines().length - TAIL));
  const shown = createMemo(() => (all() ? lines() : lines().slice(-TAIL)));
  return (
    <div class="output" data-wrap={props.wrap ? "" : undefined}>
      <Show when={hidden() > 0}>
        <Button look="quiet" size="small" class="output__all" onClick={() => setAll(true)}>
          Show all {lines().length.toLocaleString()} lines
        </Button>
      </Show>
      <Show
        when={all() && lines().length > WINDOWED}
        fallback={
          <pre class="output__text" tabindex="0" aria-label="Output">
            <For each={shown()}>{(line) => <Line line={line} />}</For>
          </pre>
        }
      >
        <div class="output__window" tabindex="0" role="group" aria-label="Output" ref={setScroller}>
          <Show when={scroller()}>
            {(element) => (
              <Virtualizer data={shown()} scrollRef={element()} itemSize={20} bufferSize={400}>
                {(line) => <Line line={line} />}
              </Virtualizer>
            )}
          </Show>
        </div>
      </Show>
      <Show when={all()}>
        <Button look="quiet" size="small" class="output__all" onClick={() => setAll(false)}>
          Show the end only
        </Button>
      </Show>
    </div>
  );
}

function Line(props: { line: OutputLine }): JSX.Element {
  return (
    <div class="output__line">
      <Show when={props.line.length > 0} fallback={"\u200b"}>
        <For each={props.line}>
          {(span) => (span.style === "" ? span.text : <span class={span.style}>{span.text}</span>)}
        </For>
      </Show>
    </div>
  );
}
