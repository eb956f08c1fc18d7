// One changed file: its head with name, facts and counts, and its diff behind a fold. Large ones begin closed.
import { createEffect, createMemo, For, type JSX, on, Show } from "solid-js";
import { Icon } from "../../design/icon.tsx";
import type { FileChange } from "../../projection/state.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { createRemembered } from "../fold-memory.ts";
import { live } from "../live.ts";
import { useScope } from "../thread/scope.tsx";
import { countChange } from "./counts.ts";
import { DiffView } from "./diff-view.tsx";
import { changeFacts } from "./files.ts";
import "./file-card.css";

/** Changes with more lines than this begin closed. */
const OPEN_UP_TO = 60;

/** A wish for all cards at once; another object each time it is made. */
export interface FoldWish {
  open: boolean;
}

export interface FileCardProps {
  /** What remembers whether it is open; else the change itself. */
  of?: object;
  change: FileChange;
  /** What became of it, when that is to be said. */
  note: string | null;
  closed?: boolean;
  /** Opens or closes it together with others. */
  wish?: FoldWish | null;
}

export function FileCard(props: FileCardProps): JSX.Element {
  const scope = useScope();
  const counts = createMemo(() => countChange(props.change));
  // Changes are made anew with each word of the server about their item: what is open is kept with the item.
  // oxlint-disable-next-line solid/reactivity
  const { of = props.change, change, closed } = props;
  const name = `${closed === true ? "panel" : "open"} ${change.path}`;
  // Only the first state of the fold: afterwards it is the person's.
  // oxlint-disable-next-line solid/reactivity
  const small = counts().added + counts().removed <= OPEN_UP_TO;
  const [open, setOpen] = createRemembered(of, name, closed !== true && small);
  createEffect(
    on(
      () => props.wish,
      (wish) => wish !== null && wish !== undefined && setOpen(wish.open),
      { defer: true },
    ),
  );
  const facts = createMemo(() => changeFacts(props.change));
  const path = () => relativePath(props.change.path, live(scope.state).settings.cwd);
  return (
    <div class="card">
      <div class="file-head">
        <button type="button" class="file-head__button" aria-expanded={open()} onClick={() => setOpen(!open())}>
          <span class="file-head__mark" data-open={open() ? "" : undefined}>
            <Icon name="chevron" size={14} />
          </span>
          <span class="card__name">
            <VisibleText text={path()} />
            <Show when={props.change.movePath}>
              {(to) => (
                <>
                  {" → "}
                  <VisibleText text={relativePath(to(), live(scope.state).settings.cwd)} />
                </>
              )}
            </Show>
          </span>
          <span class="card__facts">
            <For each={facts()}>{(fact) => <span>{fact}</span>}</For>
            <Show when={props.note}>{(note) => <span class={note() === "failed" ? "bad" : ""}>{note()}</span>}</Show>
            <Show when={counts().added + counts().removed > 0 || facts().length === 0}>
              <span class="ok">+{counts().added.toLocaleString()}</span>
              <span class="bad">−{counts().removed.toLocaleString()}</span>
            </Show>
          </span>
        </button>
      </div>
      <Show when={open()}>
        <DiffView of={of} change={props.change} />
      </Show>
    </div>
  );
}

/** A path inside the thread's folder, from there. */
export function relativePath(path: string, cwd: string | null): string {
  return cwd !== null && cwd !== "" && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
