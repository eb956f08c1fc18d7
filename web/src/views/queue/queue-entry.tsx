// One message of the queue: its words, and what can be done with it. Alt with an arrow moves it.
import { createEffect, createSignal, type JSX, Show, untrack } from "solid-js";
import { Button, IconButton } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { isComposing, isEnter } from "../composer/enter.ts";
import { holdsParts, ownWords } from "../../projection/message-words.ts";
import type { QueuedMessage } from "../../projection/state.ts";

import { PartList } from "../composer/part-list.tsx";

export interface QueueEntryProps {
  entry: QueuedMessage;
  at: number;
  many: number;
  /** The whole queue is known: it can be put in another order. */
  whole: boolean;
  /** An act is on its way. */
  busy: boolean;
  running: boolean;
  /** The text being written; null: it is not edited. */
  editing: string | null;
  /** Another device changed it while it is being edited. */
  changed: boolean;
  onEdit: () => void;
  onText: (text: string) => void;
  onSave: () => void;
  onCancel: () => void;
  onMove: (by: number, focusOn: string) => void;
  onStart: () => void;
  onRemove: () => void;
}

/** Longer ones are cut to two lines until they are opened. */
const LONG = 160;
/** Characters that are drawn of a long one, before and after it is opened; all of it is copied and edited. */
const CUT = 1000;
const MOST = 20_000;

export function QueueEntry(props: QueueEntryProps): JSX.Element {
  const [whole, setWhole] = createSignal(false);
  let box: HTMLTextAreaElement | undefined;
  let row: HTMLLIElement | undefined;
  const text = () => ownWords(props.entry);
  const parts = () => holdsParts(props.entry.input);
  const drawn = () => text().slice(0, whole() ? MOST : CUT);
  const isLong = () => text().length > LONG || text().split("\n", 3).length > 2;
  const toEdit = () => {
    if ((document.activeElement ?? document.body) === document.body)
      row?.querySelector<HTMLElement>('[data-act="edit"]')?.focus();
  };
  // Into the box when it opens, and back to the button when it closes and the focus would be nowhere.
  createEffect(
    (wasOpen: boolean) => {
      const isOpen = props.editing !== null;
      if (isOpen && !wasOpen) box?.focus();
      else if (wasOpen && !isOpen) queueMicrotask(toEdit);
      return isOpen;
      // One that was open before its row was drawn takes no focus away.
    },
    untrack(() => props.editing !== null),
  );
  return (
    <li
      ref={(element) => (row = element)}
      class="queue-entry"
      data-queued-id={props.entry.id}
      data-editing={props.editing === null ? undefined : ""}
      aria-label={`Message ${props.at + 1} of ${props.many}`}
      onKeyDown={(event) => {
        if (!event.altKey || props.editing !== null || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
        event.preventDefault();
        if (!props.whole) return;
        const up = event.key === "ArrowUp";
        props.onMove(up ? -1 : 1, up ? "up" : "down");
      }}
    >
      <span class="queue-entry__place num" aria-hidden="true">
        {props.at + 1}
      </span>
      <Show
        when={props.editing !== null}
        fallback={
          <>
            <div class="queue-entry__words">
              <div class="queue-entry__text" data-whole={whole() ? "" : undefined}>
                {text() === "" ? <span class="dim">No text</span> : drawn()}
              </div>
              <Show when={parts()}>
                <PartList input={props.entry.input} />
              </Show>
              <Show when={whole() && text().length > MOST}>
                <span class="dim">{`… and ${(text().length - MOST).toLocaleString()} more characters: copy it to see them`}</span>
              </Show>
              <Show when={isLong()}>
                <button
                  type="button"
                  class="queue-entry__more"
                  aria-expanded={whole()}
                  onClick={() => setWhole(!whole())}
                >
                  {whole() ? "Less" : "More"}
                </button>
              </Show>
            </div>
            <div class="queue-entry__acts">
              <IconButton icon="edit" label="Edit" data-act="edit" iconSize={15} onClick={() => props.onEdit()} />
              <IconButton
                icon="up"
                label="Move up"
                data-act="up"
                aria-keyshortcuts="Alt+ArrowUp"
                iconSize={15}
                disabled={props.at === 0 || !props.whole}
                onClick={() => props.onMove(-1, "up")}
              />
              <IconButton
                icon="down"
                label="Move down"
                data-act="down"
                aria-keyshortcuts="Alt+ArrowDown"
                iconSize={15}
                disabled={props.at === props.many - 1 || !props.whole}
                onClick={() => props.onMove(1, "down")}
              />
              <IconButton
                icon="play"
                label="Start now"
                data-act="start"
                iconSize={15}
                aria-disabled={props.running ? true : undefined}
                onClick={() => props.onStart()}
              />
              <CopyButton text={text} label="Copy" />
              <IconButton
                icon="trash"
                label="Delete"
                data-act="delete"
                iconSize={15}
                onClick={() => props.onRemove()}
              />
            </div>
          </>
        }
      >
        <div class="queue-entry__words">
          <textarea
            ref={(element) => (box = element)}
            class="queue-entry__box"
            aria-label="Waiting message"
            rows="2"
            value={props.editing ?? ""}
            onInput={(event) => props.onText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (isComposing(event)) return;
              if (event.key === "Escape") props.onCancel();
              else if (isEnter(event) && (event.ctrlKey || event.metaKey)) props.onSave();
              else return;
              event.preventDefault();
              event.stopPropagation();
            }}
          />
          <div class="queue-entry__edit">
            <Show when={props.changed}>
              <span class="queue-entry__changed">Another device has changed it meanwhile; saving replaces that.</span>
            </Show>
            <Button size="small" look="quiet" onClick={() => props.onCancel()}>
              Cancel
            </Button>
            <Button
              size="small"
              look="act"
              disabled={props.busy || ((props.editing ?? "").trim() === "" && !parts())}
              onClick={() => props.onSave()}
            >
              Save
            </Button>
          </div>
        </div>
      </Show>
    </li>
  );
}
