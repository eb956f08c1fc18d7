// Several changed files: how many and how much, open or closed together, copied and saved as one patch. An entry that
// could not be read is raw, between its neighbours.
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { Button, IconButton } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { counted } from "../../design/words.ts";
import type { FileChange } from "../../projection/state.ts";
import { RawCard } from "../items/generic-card.tsx";
import { countChange } from "./counts.ts";
import { FileCard, type FoldWish } from "./file-card.tsx";
import { asPatch } from "./files.ts";
import { saveText } from "./save-text.ts";

/** So many cards at first; the others on request. */
const FIRST = 60;

export function FileList(props: {
  /** What remembers which are open; else each change for itself. */
  of?: object;
  changes: readonly FileChange[];
  note: string | null;
  closed?: boolean;
}): JSX.Element {
  const [wish, setWish] = createSignal<FoldWish | null>(null);
  const [all, setAll] = createSignal(false);
  const shown = createMemo(() => (all() ? props.changes : props.changes.slice(0, FIRST)));
  const totals = createMemo(() => {
    const sum = { added: 0, removed: 0 };
    for (const change of props.changes) {
      const { added, removed } = countChange(change);
      sum.added += added;
      sum.removed += removed;
    }
    return sum;
  });
  const patch = () => props.changes.filter(readable).map(asPatch).join("");
  return (
    <div class="changes">
      <Show when={props.changes.length > 1}>
        <div class="changes__head">
          <span class="num">{counted(props.changes.length, "file")}</span>
          <span class="num ok">+{totals().added.toLocaleString()}</span>
          <span class="num bad">−{totals().removed.toLocaleString()}</span>
          <span class="changes__tools">
            <Button look="quiet" size="small" onClick={() => setWish({ open: true })}>
              Expand all
            </Button>
            <Button look="quiet" size="small" onClick={() => setWish({ open: false })}>
              Collapse all
            </Button>
            <CopyButton text={patch} label="Copy all as one patch" />
            <IconButton
              icon="download"
              iconSize={15}
              label="Save all as one patch"
              onClick={() => saveText("changes.diff", patch())}
            />
          </span>
        </div>
      </Show>
      <For each={shown()}>
        {(change) => (
          <Show
            when={readable(change)}
            fallback={
              <RawCard
                name={change.path === "" ? "File change" : change.path}
                note="could not be read, shown as it came"
                raw={() => JSON.stringify(change.malformed)}
                // Closed, it would count as read by somebody who approves it.
                open={props.closed !== true}
              />
            }
          >
            <FileCard
              {...(props.of === undefined ? {} : { of: props.of })}
              {...(props.closed === undefined ? {} : { closed: props.closed })}
              change={change}
              note={props.note}
              wish={wish()}
            />
          </Show>
        )}
      </For>
      <Show when={props.changes.length > shown().length}>
        <Button look="quiet" size="small" onClick={() => setAll(true)}>
          Show all {props.changes.length.toLocaleString()} files
        </Button>
      </Show>
    </div>
  );
}

function readable(change: FileChange): boolean {
  return change.malformed === undefined;
}
