// One file's change drawn as lines, in one column or side by side. Long ones begin cut and can be opened in a window;
// giants are offered as a file.
import { createMemo, createSignal, For, type JSX, Match, onCleanup, onMount, Show, Switch } from "solid-js";
import { Virtualizer } from "virtua/solid";
import { Button, IconButton } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { bytes } from "../../design/words.ts";
import type { FileChange } from "../../projection/state.ts";
import { createRemembered } from "../fold-memory.ts";
import { createLoader } from "../load.ts";
import { LongText } from "../markdown/long-text.tsx";
import { createColours } from "./colours.ts";
import { SplitRow, UnifiedRow, type RowTools } from "./diff-row.tsx";
import { asPatch } from "./files.ts";
import { diffLayout, setDiffLayout } from "./layout.ts";
import { toPairs, type PairRow } from "./pairs.ts";
import { drawnText, LINE_LIMIT, type Range } from "./parts.ts";
import type { DiffRow } from "./patch.ts";
import { createRows } from "./rows.ts";
import { saveText } from "./save-text.ts";
import "../code/colours.css";
import "../decisions/visible-text.css";
import "./diff-view.css";

/** Larger changes are not drawn, characters. */
const TOO_LARGE = 30_000_000;
/** Lines drawn at once; the rest on request. */
const FIRST = 240;
/** Narrower than this there is no room for two sides, px: the page, and the diff itself. */
const SPLIT_PAGE = "(min-width: 900px)";
const SPLIT_ROOM = 620;
/** Lines up to this length make the window as wide as they are, characters. */
const WIDEST = 400;

const NO_WORDS: readonly Range[] = [];

export function DiffView(props: { of: object; change: FileChange }): JSX.Element {
  const tooLarge = () => props.change.diff.length > TOO_LARGE;
  const read = createRows(() => (tooLarge() ? null : props.change));
  const rows = createMemo(() => {
    const now = read();
    return now.type === "ready" ? now.rows : [];
  });
  // oxlint-disable-next-line solid/reactivity
  const [whole, setWhole] = createRemembered(props.of, `whole ${props.change.path}`, false);
  const label = () => `Changes in ${props.change.path}`;
  const save = () => saveText(`${props.change.path.split("/").at(-1) ?? "change"}.diff`, asPatch(props.change));
  const room = createRoom();
  /** Only a change that takes away and puts in has two sides. */
  const sided = createMemo(() => rows().some((row) => row.kind === "del") && rows().some((row) => row.kind === "add"));
  const split = () => sided() && room.split();
  const cut = createMemo(() =>
    rows().some((row) => row.text.length > LINE_LIMIT && drawnText(row).length > LINE_LIMIT),
  );
  return (
    <div class="diff" ref={room.watch} data-layout={split() ? "split" : "unified"}>
      <Switch>
        <Match when={tooLarge() && !whole()}>
          <p class="diff__note">
            Too large to draw as a diff ({bytes(props.change.diff.length)}).
            <Button size="small" onClick={() => setWhole(true)}>
              Show as text
            </Button>
            <Button size="small" onClick={save}>
              Save as a file
            </Button>
          </p>
        </Match>
        <Match when={whole()}>
          <p class="diff__note">
            Shown as text, whole.
            <CopyButton text={() => props.change.diff} label="Copy this change" />
            <Show when={!tooLarge()}>
              <Button size="small" look="quiet" onClick={() => setWhole(false)}>
                Show as a diff
              </Button>
            </Show>
          </p>
          <LongText text={props.change.diff} label={`${label()}, as text`} mono />
        </Match>
        <Match when={read().type === "unreadable"}>
          <p class="diff__note">
            Not readable as a diff: shown as text, whole.
            <CopyButton text={() => props.change.diff} label="Copy this change" />
          </p>
          <LongText text={props.change.diff} label={`${label()}, as text`} mono />
        </Match>
        <Match when={read().type === "reading"}>
          <p class="diff__note" role="status">
            Reading a diff of {bytes(props.change.diff.length)}
          </p>
        </Match>
        <Match when={read().type === "ready"}>
          <div class="diff__tools">
            <Show
              when={room.possible() && sided()}
              fallback={<span class="diff__size num">{countedLines(rows().length)}</span>}
            >
              <div class="diff__layouts" role="group" aria-label="Layout of all diffs">
                <button type="button" aria-pressed={!split()} onClick={() => setDiffLayout("unified")}>
                  Unified
                </button>
                <button type="button" aria-pressed={split()} onClick={() => setDiffLayout("split")}>
                  Side by side
                </button>
              </div>
            </Show>
            <CopyButton text={() => asPatch(props.change)} label="Copy as a patch" />
            <IconButton icon="download" iconSize={15} label="Save as a patch" onClick={save} />
          </div>
          <Lines of={props.of} change={props.change} rows={rows()} label={label()} split={split()} />
          <Show when={cut()}>
            <p class="diff__note">
              Very long lines are cut here.
              <CopyButton text={() => props.change.diff} label="Copy the whole change" />
              <Button size="small" onClick={() => setWhole(true)}>
                Show as text, whole
              </Button>
            </p>
          </Show>
        </Match>
      </Switch>
    </div>
  );
}

function countedLines(count: number): string {
  return count === 1 ? "1 line" : `${count.toLocaleString()} lines`;
}

/** Whether there is room for two sides, and whether they are drawn. */
function createRoom(): { watch: (element: HTMLElement) => void; possible: () => boolean; split: () => boolean } {
  const [width, setWidth] = createSignal(0);
  const page = matchMedia(SPLIT_PAGE);
  const [wide, setWide] = createSignal(page.matches);
  const change = () => setWide(page.matches);
  page.addEventListener("change", change);
  onCleanup(() => page.removeEventListener("change", change));
  const possible = () => wide() && width() >= SPLIT_ROOM;
  return {
    watch(element) {
      onMount(() => {
        setWidth(element.clientWidth);
        const observer = new ResizeObserver(() => setWidth(element.clientWidth));
        observer.observe(element);
        onCleanup(() => observer.disconnect());
      });
    },
    possible,
    split: () => possible() && diffLayout() === "split",
  };
}

function Lines(props: {
  of: object;
  change: FileChange;
  rows: readonly DiffRow[];
  label: string;
  split: boolean;
}): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const [all, setAll] = createRemembered(props.of, `all ${props.change.path}`, false);
  const words = createLoader(
    () => (props.rows.some((row) => row.pair !== null) ? true : null),
    () => import("./words.ts"),
  );
  const colours = createMemo(() => createColours(props.change.movePath ?? props.change.path));
  const tools: RowTools = {
    colours: (row) => colours()(row),
    words: (row) => words.value()?.changedWords(row) ?? NO_WORDS,
  };
  // Of a change that is opened only in part, only that part is laid out.
  const inReach = createMemo(() => (all() ? props.rows : props.rows.slice(0, FIRST)));
  const pairs = createMemo(() => (props.split ? toPairs(inReach()) : []));
  return (
    <>
      <Show
        when={props.split}
        fallback={
          <Table data={inReach()} total={props.rows.length} label={props.label} columns={3} cols={widest(inReach())}>
            {(row: DiffRow, index) => <UnifiedRow row={row} index={index} tools={tools} />}
          </Table>
        }
      >
        <Table data={pairs()} total={null} label={`${props.label}, side by side`} columns={2} cols={null}>
          {(pair: PairRow, index) => <SplitRow pair={pair} index={index} tools={tools} />}
        </Table>
      </Show>
      <Show when={props.rows.length > FIRST}>
        <Button class="diff__more" look="quiet" size="small" aria-expanded={all()} onClick={() => setAll(!all())}>
          {all() ? "Show the beginning only" : `Show all ${props.rows.length.toLocaleString()} lines`}
        </Button>
      </Show>
    </>
  );
}

/** How many columns the longest line takes. */
function widest(rows: readonly DiffRow[]): number {
  let most = 0;
  for (const row of rows) if (row.text.length > most) most = row.text.length;
  return Math.min(most, WIDEST);
}

/** Rows as a table; many of them in a window that draws what is in sight. */
function Table<T>(props: {
  data: readonly T[];
  /** How many rows there are, when not all are in `data`. */
  total: number | null;
  label: string;
  columns: number;
  /** The width of the longest line; null when lines wrap. */
  cols: number | null;
  children: (row: T, index: number) => JSX.Element;
}): JSX.Element {
  const [scroller, setScroller] = createSignal<HTMLElement>();
  const windowed = () => props.data.length > FIRST;
  return (
    <Show
      when={windowed()}
      fallback={
        <div
          class="diff__lines"
          tabindex="0"
          role="table"
          aria-label={props.label}
          aria-colcount={props.columns}
          aria-rowcount={props.total ?? props.data.length}
        >
          <For each={props.data}>{(row, index) => <>{props.children(row, index())}</>}</For>
        </div>
      }
    >
      <div
        class="diff__lines diff__window"
        tabindex="0"
        role="table"
        aria-label={props.label}
        aria-colcount={props.columns}
        aria-rowcount={props.data.length}
        style={{ "--cols": props.cols ?? 0 }}
        ref={setScroller}
      >
        <Show when={scroller()}>
          {(element) => (
            <Virtualizer data={props.data} scrollRef={element()} itemSize={20} bufferSize={400}>
              {(row, index) => <>{props.children(row, index())}</>}
            </Virtualizer>
          )}
        </Show>
      </div>
    </Show>
  );
}
