// The list above the message box: what can be taken, one of it chosen. The focus stays in the box, which names the chosen
// entry to a screen reader; a press takes one without taking the focus.
import { createEffect, For, type JSX, on, onMount, Show } from "solid-js";
import { runsOf } from "./match.ts";
import "./completions.css";

export interface Entry {
  key: string;
  /** Written before the label: "/", "$". */
  sign: string;
  label: string;
  /** Matched characters of the label. */
  marks: readonly number[];
  detail: string;
  /** What kind of thing it is, or what may follow. */
  tag: string;
  /** Why it cannot be taken; null: it can. */
  off: string | null;
  take: () => void;
}

export interface CompletionListProps {
  id: string;
  /** What the list is of. */
  label: string;
  entries: readonly Entry[];
  active: number;
  /** What else is to be said below: nothing found, more than is drawn, what was refused. */
  notes: readonly string[];
  onPoint: (index: number) => void;
}

/** Free room above the list, px. */
const EDGE = 8;

export const entryId = (list: string, index: number): string => `${list}-${index}`;

export function CompletionList(props: CompletionListProps): JSX.Element {
  let panel: HTMLDivElement | undefined;
  onMount(() => {
    // Up to the top of what is in sight, also above an on-screen keyboard.
    const bottom = panel?.getBoundingClientRect().bottom ?? 0;
    const top = globalThis.visualViewport?.offsetTop ?? 0;
    panel?.style.setProperty("--room", `${Math.max(120, Math.round(bottom - top - EDGE))}px`);
  });
  createEffect(
    on(
      () => [props.active, props.entries] as const,
      ([active]) => document.getElementById(entryId(props.id, active))?.scrollIntoView?.({ block: "nearest" }),
    ),
  );
  return (
    <div ref={(element) => (panel = element)} class="completions">
      <Show when={props.entries.length > 0}>
        {/* What scrolls can be reached by the keyboard too. */}
        <div class="completions__list" role="listbox" id={props.id} aria-label={props.label} tabindex="0">
          <For each={props.entries}>
            {(entry, index) => (
              <div
                role="option"
                id={entryId(props.id, index())}
                class="completion"
                aria-selected={index() === props.active}
                aria-disabled={entry.off !== null}
                onPointerMove={() => props.onPoint(index())}
                // The focus stays where it is.
                onPointerDown={(event) => event.preventDefault()}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => entry.take()}
              >
                <span class="completion__name">
                  <span class="completion__sign">{entry.sign}</span>
                  <bdi>
                    <For each={runsOf(entry.label, entry.marks)}>
                      {(run) => (run.hit ? <mark>{run.text}</mark> : run.text)}
                    </For>
                  </bdi>
                </span>
                <span class="completion__detail" dir="auto">
                  {entry.detail}
                </span>
                <span class="completion__tag">{entry.off ?? entry.tag}</span>
              </div>
            )}
          </For>
        </div>
      </Show>
      <For each={props.notes}>
        {(note) => (
          <p class="completions__note" dir="auto">
            {note}
          </p>
        )}
      </For>
    </div>
  );
}
