// The rows of the tree in a window: one stop for the keyboard, arrows as in any tree, letters to jump. Folders with any number
// of entries are drawn by what is in sight.
import { createEffect, createSignal, createUniqueId, type JSX, Match, on, Show, Switch } from "solid-js";
import { Virtualizer, type VirtualizerHandle } from "virtua/solid";
import { visibleText } from "../../decisions/visible.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import type { Entry } from "./entries.ts";
import type { Row, Tree } from "./tree.ts";

const ROW = 34;
const PAGE = 12;

export interface TreeViewProps {
  tree: Tree;
  label: string;
  selected: string | null;
  onSelect: (entry: Entry) => void;
  /** Enter, or a double press, on what is no folder. */
  onOpen: (entry: Entry) => void;
  onRemove: (entry: Entry) => void;
}

export function TreeView(props: TreeViewProps): JSX.Element {
  const id = createUniqueId();
  const [scroller, setScroller] = createSignal<HTMLElement>();
  let handle: VirtualizerHandle | undefined;
  const rows = () => props.tree.rows();
  const at = () => rows().findIndex((row) => row.type === "entry" && row.key === props.selected);
  const go = (index: number, step: 1 | -1) => {
    const all = rows();
    for (let next = index; next >= 0 && next < all.length; next += step) {
      const row = all[next];
      if (row?.type !== "entry") continue;
      props.onSelect(row.entry);
      handle?.scrollToIndex(next, { align: "nearest" });
      return;
    }
  };
  const parentIndex = (index: number, depth: number) => {
    for (let up = index - 1; up >= 0; up--) {
      const row = rows()[up];
      if (row?.type === "entry" && row.depth < depth) return up;
    }
    return -1;
  };
  let typed = "";
  let typedAt = 0;
  const jump = (letter: string) => {
    const now = performance.now();
    typed = now - typedAt > 700 ? letter : typed + letter;
    typedAt = now;
    const all = rows();
    const from = at();
    const order = [...all.keys()].map(
      (offset) => (Math.max(0, from) + offset + (typed.length === 1 ? 1 : 0)) % all.length,
    );
    const found = order.find((index) => {
      const row = all[index];
      return row?.type === "entry" && row.entry.name.toLowerCase().startsWith(typed.toLowerCase());
    });
    if (found !== undefined) go(found, 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const index = at();
    const row = rows()[index];
    const entry = row?.type === "entry" ? row : null;
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(index + 1, 1),
      ArrowUp: () => (index < 0 ? go(0, 1) : go(index - 1, -1)),
      Home: () => go(0, 1),
      End: () => go(rows().length - 1, -1),
      PageDown: () => go(Math.min(rows().length - 1, index + PAGE), -1),
      PageUp: () => go(Math.max(0, index - PAGE), 1),
      ArrowRight() {
        if (entry?.entry.kind !== "folder") return;
        if (entry.open) go(index + 1, 1);
        else props.tree.toggle(entry.key);
      },
      ArrowLeft() {
        if (entry === null) return;
        if (entry.open) props.tree.toggle(entry.key);
        else go(Math.max(0, parentIndex(index, entry.depth)), 1);
      },
      Enter() {
        if (entry === null) return;
        if (entry.entry.kind === "folder") props.tree.toggle(entry.key);
        else props.onOpen(entry.entry);
      },
      Delete: () => entry !== null && props.onRemove(entry.entry),
    };
    const act = keys[event.key === " " ? "Enter" : event.key];
    if (act !== undefined) {
      typed = "";
      act();
    } else if (event.key.length === 1) jump(event.key);
    else return;
    event.preventDefault();
  };
  createEffect(
    on(
      () => props.tree,
      () => scroller()?.scrollTo(0, 0),
      { defer: true },
    ),
  );
  const rowId = (key: string) => `${id}-${rows().findIndex((row) => row.key === key)}`;
  return (
    <div
      class="file-tree"
      role="tree"
      aria-label={props.label}
      aria-activedescendant={props.selected !== null && at() >= 0 ? rowId(props.selected) : undefined}
      tabindex="0"
      ref={setScroller}
      onKeyDown={onKeyDown}
    >
      <Show when={scroller()}>
        {(element) => (
          <Virtualizer
            ref={(made) => (handle = made)}
            data={rows()}
            scrollRef={element()}
            itemSize={ROW}
            bufferSize={300}
          >
            {(row: Row, index) => (
              <RowView
                row={row}
                id={`${id}-${index()}`}
                selected={row.type === "entry" && row.key === props.selected}
                tree={props.tree}
                select={props.onSelect}
                open={props.onOpen}
              />
            )}
          </Virtualizer>
        )}
      </Show>
    </div>
  );
}

interface RowProps {
  row: Row;
  id: string;
  selected: boolean;
  tree: Tree;
  select: (entry: Entry) => void;
  open: (entry: Entry) => void;
}

function RowView(props: RowProps): JSX.Element {
  const entry = () => (props.row.type === "entry" ? props.row : null);
  const note = () => (props.row.type === "note" ? props.row : null);
  return (
    <Switch>
      <Match when={entry()}>
        {(row) => (
          <div
            class="file-tree__row"
            role="treeitem"
            id={props.id}
            aria-level={row().depth + 1}
            aria-setsize={row().of}
            aria-posinset={row().position}
            aria-expanded={row().entry.kind === "folder" ? row().open : undefined}
            aria-selected={props.selected}
            data-path={row().key}
            data-kind={row().entry.kind}
            data-changed={row().changed ? "" : undefined}
            style={{ "--depth": `${row().depth}` }}
            onClick={() => {
              const { entry: pressed } = row();
              props.select(pressed);
              if (pressed.kind === "folder") props.tree.toggle(pressed.path);
            }}
            onDblClick={() => {
              const { entry: pressed } = row();
              if (pressed.kind !== "folder") props.open(pressed);
            }}
          >
            <span class="file-tree__fold" data-open={row().open ? "" : undefined}>
              <Show when={row().entry.kind === "folder"}>
                <Icon name="chevron" size={13} />
              </Show>
            </span>
            <span class="file-tree__icon" data-kind={row().entry.kind}>
              <Show when={row().entry.kind === "folder"} fallback={<Sheet />}>
                <Icon name="folder" size={15} />
              </Show>
            </span>
            <span class="file-tree__name">
              <bdi dir="ltr">{visibleText(row().entry.name)}</bdi>
            </span>
            <Show when={row().entry.kind === "other"}>
              <small>no file</small>
            </Show>
            <Show when={row().changed}>
              <small class="file-tree__changed">changed</small>
            </Show>
          </div>
        )}
      </Match>
      <Match when={note()}>
        {(row) => (
          <div class="file-tree__note" style={{ "--depth": `${row().depth}` }} data-bad={row().bad ? "" : undefined}>
            <span>{visibleText(row().words)}</span>
            <Show when={row().again}>
              <Button size="small" look="quiet" onClick={() => props.tree.read(row().folder)}>
                Read it again
              </Button>
            </Show>
          </div>
        )}
      </Match>
    </Switch>
  );
}

/** A sheet of paper, in the way of the icons. Here alone: the first screen needs none. */
function Sheet(): JSX.Element {
  return (
    <svg
      width="15"
      height="15"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d="M6 3h8l4 4v14H6z" />
      <path d="M14 3v4h4" />
    </svg>
  );
}
