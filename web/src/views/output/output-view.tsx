// A command's output: the last lines while it runs, all of it on request in a window of its own, with search.
import { createEffect, createMemo, createSignal, For, type JSX, on, onMount, Show } from "solid-js";
import { Virtualizer, type VirtualizerHandle } from "virtua/solid";
import { Button, IconButton } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { bytes, counted } from "../../design/words.ts";
import { saveText } from "../diff/save-text.ts";
import { createRemembered } from "../fold-memory.ts";
import { createStick } from "../thread/stick.ts";
import type { Hit } from "./find.ts";
import { createFinder, FindBar } from "./find-bar.tsx";
import { LineView } from "./output-line.tsx";
import { createTerminalText, lineText, wholeText, type OutputLine } from "./terminal-text.ts";
import "./output-view.css";

/** Lines on screen before the rest is asked for. */
const TAIL = 14;
/** More lines than this are drawn in a window that scrolls by itself. */
const WINDOWED = 300;
/** More lines than this are not drawn at once: a browser's page has no room for them. */
const MOST = 600_000;

export interface OutputProps {
  output: string;
  /** The item whose output it is. */
  of: object;
  /** The name of the file that it is saved as. */
  name?: string;
  /** The server has left out a part of it. */
  cut?: boolean;
  /** What is to be drawn below the line of that number, if anything. */
  below?: (line: number) => JSX.Element;
}

export function OutputView(props: OutputProps): JSX.Element {
  const terminal = createTerminalText();
  const whole = createMemo(() => terminal.read(props.output));
  const lines = createMemo(() => (whole().length > MOST ? whole().slice(-MOST) : whole()));
  // oxlint-disable-next-line solid/reactivity
  const [all, setAll] = createRemembered(props.of, "output", false);
  // On a narrow screen lines wrap: reading sideways is worse.
  // oxlint-disable-next-line solid/reactivity
  const [wrap, setWrap] = createRemembered(props.of, "wrap", matchMedia("(max-width: 700px)").matches);
  // oxlint-disable-next-line solid/reactivity
  const [finding, setFinding] = createRemembered(props.of, "find", false);
  const finder = createFinder(() => (finding() ? lines() : null), lineText);
  const hits = createMemo(() => byLine(finder.hits()));
  const long = () => whole().length > TAIL;
  const shown = createMemo(() => (all() ? lines() : lines().slice(-TAIL)));
  /** The number of the first line that is drawn, among all. */
  const first = () => lines().length - shown().length;
  let root: HTMLDivElement | undefined;

  const find = () => {
    setAll(true);
    setFinding(true);
    root?.querySelector<HTMLInputElement>(".find-bar__box")?.select();
  };
  const endFinding = () => {
    setFinding(false);
    root?.querySelector<HTMLElement>(".output__text, .output__window")?.focus();
  };
  const draw = (line: OutputLine, index: number) => (
    <>
      <LineView line={line} hits={hits().get(first() + index)} now={finder.now()} />
      {props.below?.(whole().length - lines().length + first() + index)}
    </>
  );
  return (
    <div
      class="output"
      ref={(made) => (root = made)}
      data-wrap={wrap() ? "" : undefined}
      data-long={long() ? "" : undefined}
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "f") {
          event.preventDefault();
          find();
        }
      }}
    >
      <div class="output__tools">
        <Show when={long()}>
          <span class="output__size num">
            {counted(whole().length, "line").replace(/^\d+/, (n) => Number(n).toLocaleString())} ·{" "}
            {bytes(props.output.length)}
          </span>
          <IconButton icon="search" iconSize={15} label="Find in the output" aria-expanded={finding()} onClick={find} />
        </Show>
        <IconButton
          icon="wrap"
          iconSize={15}
          label={wrap() ? "Do not wrap lines" : "Wrap lines"}
          aria-pressed={wrap()}
          onClick={() => setWrap(!wrap())}
        />
        <CopyButton label="Copy output" text={() => wholeText(props.output)} />
        <Show when={props.output.includes("\u001b") || props.output.includes("\r")}>
          <CopyButton icon="raw" label="Copy output raw, with its control codes" text={() => props.output} />
        </Show>
        <IconButton
          icon="download"
          iconSize={15}
          label="Save the whole output"
          onClick={() => saveText(`${props.name ?? "output"}.txt`, props.output)}
        />
      </div>
      <Show when={finding()}>
        <FindBar finder={finder} label="Find in the output" onClose={endFinding} />
      </Show>
      <Show when={!all() && long()}>
        <Button look="quiet" size="small" class="output__all" onClick={() => setAll(true)}>
          Show all {whole().length.toLocaleString()} lines
        </Button>
      </Show>
      <Show when={all() && whole().length > MOST}>
        <p class="output__note">
          The first {(whole().length - MOST).toLocaleString()} lines are not drawn. Copying and saving have them.
        </p>
      </Show>
      <Show
        when={all() && lines().length > WINDOWED}
        fallback={<Short lines={shown()} draw={draw} now={finder.now()} first={first()} />}
      >
        <Window lines={shown()} draw={draw} now={finder.now()} first={first()} />
      </Show>
      <Show when={all() && long()}>
        <Button look="quiet" size="small" class="output__all" onClick={() => setAll(false)}>
          Show the end only
        </Button>
      </Show>
      <Show when={props.cut}>
        <p class="output__note">
          The server left out part of this output. What it sent is shown: {bytes(props.output.length)}.
        </p>
      </Show>
    </div>
  );
}

/** The found places by the number of their line. */
function byLine(hits: readonly Hit[]): ReadonlyMap<number, readonly Hit[]> {
  const map = new Map<number, Hit[]>();
  for (const hit of hits) {
    const list = map.get(hit.line);
    if (list === undefined) map.set(hit.line, [hit]);
    else list.push(hit);
  }
  return map;
}

interface LinesProps {
  lines: readonly OutputLine[];
  /** The number of the first of them among all. */
  first: number;
  draw: (line: OutputLine, index: number) => JSX.Element;
  /** The found place to show. */
  now: Hit | null;
}

/** Brings the found place into view once it is drawn. */
function showFound(inside: HTMLElement | undefined): void {
  requestAnimationFrame(() =>
    inside?.querySelector(".found[data-now]")?.scrollIntoView({ block: "nearest", inline: "nearest" }),
  );
}

function Short(props: LinesProps): JSX.Element {
  let element: HTMLPreElement | undefined;
  createEffect(on([() => props.now, () => props.first], ([now]) => now !== null && showFound(element)));
  return (
    <pre class="output__text" tabindex="0" aria-label="Output" ref={(made) => (element = made)}>
      <For each={props.lines}>{(line, index) => <>{props.draw(line, index())}</>}</For>
    </pre>
  );
}

/** Many lines in a window that stays at the end until the person leaves it. */
function Window(props: LinesProps): JSX.Element {
  const [scroller, setScroller] = createSignal<HTMLElement>();
  let content: HTMLDivElement | undefined;
  let handle: VirtualizerHandle | undefined;
  const stick = createStick();
  onMount(() => {
    const element = scroller();
    if (element !== undefined && content !== undefined) stick.watch(element, content);
  });
  createEffect(
    on([() => props.now, () => props.first], ([now, first]) => {
      stick.hold(now !== null);
      if (now === null) return;
      handle?.scrollToIndex(now.line - first, { align: "center" });
      // The line is drawn only once the window has come to it.
      requestAnimationFrame(() => showFound(scroller()));
    }),
  );
  return (
    <div class="output__frame">
      <div
        class="output__window"
        tabindex="0"
        role="group"
        aria-label="Output"
        ref={setScroller}
        onScroll={() => stick.scrolled()}
      >
        <div ref={(made) => (content = made)}>
          <Show when={scroller()}>
            {(element) => (
              <Virtualizer
                data={props.lines}
                scrollRef={element()}
                itemSize={20}
                bufferSize={400}
                ref={(made) => (handle = made)}
              >
                {(line, index) => <>{props.draw(line, index())}</>}
              </Virtualizer>
            )}
          </Show>
        </div>
      </div>
      <Show when={!stick.atEnd()}>
        <Button class="output__end" size="small" onClick={() => stick.toEnd()}>
          To the end
        </Button>
      </Show>
    </div>
  );
}
