// Picks a folder of the host: a path to type, the way up as crumbs, the folders inside as a list. All three say the same.
import { createEffect, createMemo, createSignal, For, type JSX, Match, on, Show, Switch, untrack } from "solid-js";
import { Icon } from "../../design/icon.tsx";
import { TextField } from "../../design/text-field.tsx";
import { homePath } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { isComposing } from "../composer/enter.ts";
import { connection } from "../live.ts";
import { createLoader } from "../load.ts";
import { failureSentence } from "../sentences.ts";
import { useServices } from "../services.tsx";
import { crumbs, isAbsolute, joined, parentOf, trimmed } from "./paths.ts";
import "./folder-picker.css";

export interface FolderPickerProps {
  session: HostSession;
  path: string;
  home: string | null;
  recent: readonly string[];
  onPath: (path: string) => void;
  /** Enter in the path field. */
  onSubmit: () => void;
}

const TYPED_PAUSE_MS = 250;

export function FolderPicker(props: FolderPickerProps): JSX.Element {
  const services = useServices();
  const [hidden, setHidden] = createSignal(false);
  // Typing asks only after a pause; pressing a folder asks at once.
  const [asked, setAsked] = createSignal(untrack(() => trimmed(props.path)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = (path: string) => {
    clearTimeout(timer);
    props.onPath(path);
    setAsked(trimmed(path));
  };
  const typed = (path: string) => {
    props.onPath(path);
    clearTimeout(timer);
    timer = setTimeout(() => setAsked(trimmed(path)), TYPED_PAUSE_MS);
  };
  createEffect(
    on(
      () => props.path,
      (path) => {
        clearTimeout(timer);
        timer = setTimeout(() => setAsked(trimmed(path)), TYPED_PAUSE_MS);
      },
      { defer: true },
    ),
  );
  const connected = () => connection(props.session) === "live";
  const listing = createLoader(
    () => (connected() && isAbsolute(asked()) ? asked() : null),
    async (path) => {
      const outcome = await services.actions.listDirectory(props.session, path);
      if (!outcome.ok) return { path, problem: failureSentence(outcome.reason), folders: [] };
      const folders = outcome.value.filter((entry) => entry.isDirectory).map((entry) => entry.name);
      folders.sort((a, b) => a.localeCompare(b, undefined, { numeric: true, sensitivity: "base" }));
      return { path, problem: null, folders };
    },
  );
  const visible = createMemo(() =>
    (listing.value()?.folders ?? []).filter((name) => hidden() || !name.startsWith(".")),
  );
  const hiddenCount = () => (listing.value()?.folders ?? []).filter((name) => name.startsWith(".")).length;
  const pathProblem = () => (isAbsolute(trimmed(props.path)) ? null : "Give the whole path, from the root.");
  let list: HTMLUListElement | undefined;
  const onListKey = (event: KeyboardEvent) => {
    if (list === undefined) return;
    const buttons = [...list.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      buttons[Math.min(buttons.length - 1, Math.max(0, at + move))]?.focus();
    } else if (event.key === "ArrowLeft" || event.key === "Backspace") {
      const parent = parentOf(asked());
      if (parent === null) return;
      event.preventDefault();
      go(parent);
    } else if (event.key === "ArrowRight" && at >= 0) {
      event.preventDefault();
      buttons[at]?.click();
    }
  };
  return (
    <div class="picker">
      <TextField
        label="Folder"
        mono
        value={props.path}
        error={pathProblem()}
        onInput={(event) => typed(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isComposing(event)) return;
          event.preventDefault();
          if (asked() === trimmed(props.path)) props.onSubmit();
          else go(props.path);
        }}
      />
      <Show when={props.recent.length > 0}>
        <div class="picker__recent" role="group" aria-label="Recent folders">
          <For each={props.recent}>
            {(path) => (
              <button type="button" class="picker__chip" onClick={() => go(path)}>
                {homePath(path, props.home)}
              </button>
            )}
          </For>
        </div>
      </Show>
      <div class="picker__box">
        <nav class="picker__crumbs" aria-label="Folders above">
          <Show when={props.home}>
            {(path) => (
              <button
                type="button"
                class="picker__home"
                aria-label="Home folder"
                title="Home folder"
                onClick={() => go(path())}
              >
                <Icon name="home" size={16} />
              </button>
            )}
          </Show>
          <For each={crumbs(asked())}>
            {(crumb, index) => (
              <>
                <Show when={index() > 1}>
                  <span aria-hidden="true">/</span>
                </Show>
                <button type="button" onClick={() => go(crumb.path)}>
                  {crumb.name}
                </button>
              </>
            )}
          </For>
        </nav>
        <Switch>
          <Match when={!connected()}>
            <p class="picker__note">The folders are listed once the machine is connected.</p>
          </Match>
          <Match when={listing.value() === undefined}>
            <p class="picker__note">Reading the folder</p>
          </Match>
          <Match when={listing.value()?.problem}>
            {(problem) => (
              <p class="picker__note bad" role="alert">
                This folder cannot be listed. {problem()}
              </p>
            )}
          </Match>
          <Match when={visible().length === 0}>
            <p class="picker__note">No folders inside. The thread can start here.</p>
          </Match>
          <Match when={true}>
            <ul
              class="picker__list"
              aria-label="Folders inside"
              ref={(element) => (list = element)}
              onKeyDown={onListKey}
            >
              <For each={visible()}>
                {(name) => (
                  <li>
                    <button type="button" onClick={() => go(joined(asked(), name))}>
                      <Icon name="folder" size={16} />
                      <span>{name}</span>
                    </button>
                  </li>
                )}
              </For>
            </ul>
          </Match>
        </Switch>
        <Show when={hiddenCount() > 0}>
          <label class="picker__hidden">
            <input type="checkbox" checked={hidden()} onChange={(event) => setHidden(event.currentTarget.checked)} />
            Show hidden folders ({hiddenCount()})
          </label>
        </Show>
      </div>
    </div>
  );
}
