// A long text in a window of rows: line numbers, colours, search, a line to go to. Whole, read-only, exactly as it stands;
// what is hidden in it shows as marks.
import { createEffect, createMemo, createSignal, For, type JSX, on, onCleanup, onMount, Show } from "solid-js";
import { Virtualizer, type VirtualizerHandle } from "virtua/solid";
import { IconButton } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { visible } from "../../decisions/visible.ts";
import { isEnter } from "../composer/enter.ts";
import { createMedia } from "../media.ts";
import {
  type Colours,
  findIn,
  type Found,
  FOUND_LIMIT,
  piecesOfRow,
  rowAt,
  rowOfLine,
  rowsOf,
  type TextRow,
} from "./text-rows.ts";
import "../decisions/visible-text.css";
import "../code/code-block.css";
import "./text-window.css";

/** Longer text stays plain: colouring it would hold the page up. Characters. */
const COLOURED = 100_000;
/** Up to so many rows are drawn without a window. */
const PLAIN_ROWS = 60;
/** Longer texts are searched a moment after the last key, ms. */
const SEARCH_AFTER_MS = 120;

export interface TextWindowProps {
  text: string;
  /** The language's name or a file's extension; "": no colours. */
  lang: string;
  /** For screen readers. */
  label: string;
  copyLabel: string;
  /** What is copied; the text as it is shown when left out. */
  copy?: () => string;
  numbers?: boolean;
  /** The line to begin at. */
  line?: number | null;
  /** Words to look for from the start. */
  find?: string;
  /** `fill`: takes the height that there is; else as high as its text, up to a limit. */
  fill?: boolean;
  /** More buttons for the bar. */
  tools?: JSX.Element;
}

export function TextWindow(props: TextWindowProps): JSX.Element {
  const rows = createMemo(() => rowsOf(props.text));
  const narrow = createMedia("(max-width: 700px)");
  const [wrapped, setWrapped] = createSignal<boolean | null>(null);
  const wrap = () => wrapped() ?? (props.numbers !== true || narrow());
  // oxlint-disable-next-line solid/reactivity
  const first = props.find ?? "";
  const [words, setWords] = createSignal(first);
  const [settled, setSettled] = createSignal(first);
  const [here, setHere] = createSignal(-1);
  const [colours, setColours] = createSignal<Colours | null>(null);
  const [scroller, setScroller] = createSignal<HTMLElement>();
  let handle: VirtualizerHandle | undefined;

  createEffect(
    on(words, (now) => {
      const timer = setTimeout(() => setSettled(now), props.text.length > COLOURED ? SEARCH_AFTER_MS : 0);
      onCleanup(() => clearTimeout(timer));
    }),
  );
  const found = createMemo(() => findIn(props.text, settled()));
  const windowed = () => rows().length > PLAIN_ROWS;

  const show = (index: number) => {
    if (windowed()) return handle?.scrollToIndex(index, { align: "center" });
    // Only this box moves, never what stands around it.
    const own = scroller();
    const row = own?.querySelectorAll<HTMLElement>(".text-row")[index];
    if (own !== undefined && row !== undefined) own.scrollTop = row.offsetTop - own.clientHeight / 2;
  };
  const go = (to: number) => {
    const count = found().length;
    if (count === 0) return setHere(-1);
    const next = (to + count) % count;
    setHere(next);
    show(rowAt(rows(), found()[next]?.from ?? 0));
  };
  createEffect(on(found, (all) => (all.length > 0 && settled() !== "" ? go(0) : setHere(-1))));

  createEffect(
    on([() => props.text, () => props.lang], ([text, lang]) => {
      setColours(null);
      if (lang === "" || text.length > COLOURED) return;
      let gone = false;
      onCleanup(() => (gone = true));
      void import("../code/highlight.ts")
        .then(({ highlight }) => highlight(text, lang))
        // Without the language's rules the text stays plain.
        .catch(() => null)
        .then((spans) => {
          if (gone || spans === null) return;
          const starts: number[] = [];
          let at = 0;
          for (const span of spans) {
            starts.push(at);
            at += span.text.length;
          }
          // Colours of another text would be worse than none.
          if (at === text.length) setColours({ starts, scopes: spans.map((span) => span.scope) });
        });
    }),
  );

  const target = () => props.line ?? null;
  const goToLine = () => {
    const line = target();
    if (line !== null && line > 1) show(rowOfLine(rows(), line));
  };
  const beyond = () => {
    const last = rows().at(-1)?.line ?? 1;
    return target() !== null && (target() ?? 0) > last ? last : null;
  };

  let field: HTMLInputElement | undefined;
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "f") return;
    // The browser's own search sees only the rows in the window.
    event.preventDefault();
    event.stopPropagation();
    field?.focus();
    field?.select();
  };
  onMount(() => {
    // Alone on the page while it is open: the keys are its own, wherever the focus is.
    if (props.fill !== true) return;
    document.addEventListener("keydown", onKey);
    onCleanup(() => document.removeEventListener("keydown", onKey));
  });

  const row = (one: TextRow) => (
    <Row
      text={props.text}
      row={one}
      numbers={props.numbers === true}
      target={one.line === target()}
      colours={colours()}
      found={found()}
      here={here()}
    />
  );
  return (
    <div class="text-window" data-fill={props.fill === true ? "" : undefined} onKeyDown={onKey}>
      <div class="text-window__bar" role="group" aria-label={`Tools for ${props.label}`}>
        <input
          type="search"
          class="text-window__find"
          placeholder="Find"
          aria-label={`Find in ${props.label}`}
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          value={words()}
          ref={(element) => (field = element)}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!isEnter(event)) return;
            event.preventDefault();
            go(here() + (event.shiftKey ? -1 : 1));
          }}
        />
        <Show when={settled() !== ""}>
          <span class="text-window__count num" role="status">
            {found().length === 0
              ? "not found"
              : `${here() + 1} of ${found().length.toLocaleString()}${found().length === FOUND_LIMIT ? "+" : ""}`}
          </span>
          <IconButton icon="up" iconSize={15} label="Previous" onClick={() => go(here() - 1)} />
          <IconButton icon="down" iconSize={15} label="Next" onClick={() => go(here() + 1)} />
        </Show>
        <span class="text-window__space" />
        {props.tools}
        <IconButton
          icon="wrap"
          iconSize={15}
          label={wrap() ? "Do not break long lines" : "Break long lines"}
          aria-pressed={wrap()}
          onClick={() => setWrapped(!wrap())}
        />
        <CopyButton text={() => props.copy?.() ?? props.text} label={props.copyLabel} />
      </div>
      <Show when={beyond()}>
        {(last) => (
          <p class="text-window__note">
            There is no line {props.line?.toLocaleString()}: the file has {last().toLocaleString()}.
          </p>
        )}
      </Show>
      <div
        class="text-window__rows"
        data-wrap={wrap() ? "" : undefined}
        data-windowed={windowed() ? "" : undefined}
        style={{ "--digits": `${String(rows().at(-1)?.line ?? 1).length}` }}
        dir="ltr"
        tabindex="0"
        role="group"
        aria-label={props.label}
        ref={setScroller}
      >
        <Show
          when={windowed() ? scroller() : undefined}
          fallback={
            <Show when={!windowed()}>
              <For each={rows()}>{row}</For>
            </Show>
          }
        >
          {(element) => (
            <Virtualizer
              ref={(value) => {
                handle = value;
                if (value !== undefined) requestAnimationFrame(goToLine);
              }}
              data={rows()}
              scrollRef={element()}
              itemSize={20}
              bufferSize={400}
            >
              {row}
            </Virtualizer>
          )}
        </Show>
      </div>
    </div>
  );
}

interface RowProps {
  text: string;
  row: TextRow;
  numbers: boolean;
  target: boolean;
  colours: Colours | null;
  found: readonly Found[];
  here: number;
}

function Row(props: RowProps): JSX.Element {
  const pieces = createMemo(() => piecesOfRow(props.text, props.row, props.colours, props.found, props.here));
  return (
    <div
      class="text-row"
      data-line={props.row.continued ? undefined : props.row.line}
      data-target={props.target ? "" : undefined}
      aria-current={props.target && !props.row.continued ? "location" : undefined}
    >
      <Show when={props.numbers}>
        <span class="text-row__number" aria-hidden="true">
          {props.row.continued ? "" : props.row.line}
        </span>
      </Show>
      <span class="text-row__text">
        <Show when={pieces().length > 0} fallback={"\u200b"}>
          <For each={pieces()}>
            {(piece) => {
              const content = shown(piece.text);
              const coloured = piece.scope === null ? content : <span class={`hl-${piece.scope}`}>{content}</span>;
              return piece.mark === "no" ? (
                coloured
              ) : (
                <mark data-here={piece.mark === "here" ? "" : undefined}>{coloured}</mark>
              );
            }}
          </For>
        </Show>
      </span>
    </div>
  );
}

/** Tabs and blanks as they are, whatever else is hidden as a mark. */
function shown(text: string): JSX.Element {
  const parts = visible(text);
  if (!parts.some((part) => part.kind === "escape")) return text;
  return parts.map((part) =>
    part.kind === "escape" ? <span class="visible-text__mark">{part.shown}</span> : part.text,
  );
}
