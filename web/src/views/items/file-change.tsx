// Changed files: one card each, with counts; large ones begin closed.
import { createMemo, For, type JSX, Show } from "solid-js";
import { Icon } from "../../design/icon.tsx";
import type { FileChange, Item } from "../../projection/state.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { countChange } from "../diff/counts.ts";
import { DiffView } from "../diff/diff-view.tsx";
import { createRemembered } from "../fold-memory.ts";
import { live } from "../live.ts";
import { useScope } from "../thread/scope.tsx";
import "./file-change.css";

/** Changes with more lines than this begin closed. */
const OPEN_UP_TO = 60;

export function FileChangeItem(props: { item: Extract<Item, { type: "fileChange" }> }): JSX.Element {
  const item = () => live(props.item);
  return (
    <Show
      when={item().changes.length > 0}
      fallback={
        <p class="quiet">
          <b>{item().phase === "open" ? "Preparing changes to files" : "Changed files"}</b>
          <span class="dim"> · the server sent no diff</span>
        </p>
      }
    >
      <div class="changes">
        <For each={item().changes}>
          {(change) => <FileCard of={props.item} change={change} note={statusNote(item().status, item().phase)} />}
        </For>
      </div>
    </Show>
  );
}

/** What became of the change, when that is not simply "done". */
function statusNote(status: string, phase: string): string | null {
  switch (status) {
    case "completed":
      return null;
    case "declined":
      return "declined";
    case "failed":
      return "failed";
    case "inProgress":
    case "":
      return phase === "open" ? "proposed" : phase === "closed" ? "ended with its turn" : null;
    default:
      return status;
  }
}

/** One file, with its fold. */
export function FileCard(props: {
  of?: object;
  change: FileChange;
  note: string | null;
  closed?: boolean;
}): JSX.Element {
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
            <Show when={kindWords(props.change.kind)}>{(words) => <span>{words()}</span>}</Show>
            <Show when={props.note}>{(note) => <span class={note() === "failed" ? "bad" : ""}>{note()}</span>}</Show>
            <span class="ok">+{counts().added}</span>
            <span class="bad">−{counts().removed}</span>
          </span>
        </button>
      </div>
      <Show when={open()}>
        <DiffView of={of} change={props.change} />
      </Show>
    </div>
  );
}

function kindWords(kind: string): string | null {
  if (kind === "update") return null;
  if (kind === "add") return "new";
  if (kind === "delete") return "deleted";
  return kind;
}

/** A path inside the thread's folder, from there. */
export function relativePath(path: string, cwd: string | null): string {
  return cwd !== null && cwd !== "" && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
