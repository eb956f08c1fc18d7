// Picks a folder of the host: a path to type, the way up as crumbs, the folders inside as a list. All three say the same.
import {
  createEffect,
  createMemo,
  createSignal,
  For,
  type JSX,
  Match,
  on,
  onCleanup,
  Show,
  Switch,
  untrack,
} from "solid-js";
import { Icon } from "../../design/icon.tsx";
import { TextField } from "../../design/text-field.tsx";
import { homePath } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { lacks } from "../../projection/lacking.ts";
import { isEnter } from "../composer/enter.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { Lacking } from "../lacking/lacking.tsx";
import { connection, live } from "../live.ts";
import { createLoader } from "../load.ts";
import { failureSentence } from "../sentences.ts";
import { useServices } from "../services.tsx";
import { crumbs, isAbsolute, joined, parentOf, pathProblem, written } from "./paths.ts";
import "./folder-picker.css";

const LISTS = "fs/readDirectory";

/** A path that is no folder there, and why in words. */
export interface Refused {
  path: string;
  problem: string;
}

export interface FolderPickerProps {
  session: HostSession;
  path: string;
  home: string | null;
  recent: readonly string[];
  onPath: (path: string) => void;
  /** The path that is looked at: what was pressed at once, what was typed after a pause. */
  onAsked: (path: string) => void;
  /** What the server said of a path it would not list; null once it listed one. */
  onRefused: (refused: Refused | null) => void;
  /** Enter in the path field. */
  onSubmit: () => void;
}

const TYPED_PAUSE_MS = 250;

export function FolderPicker(props: FolderPickerProps): JSX.Element {
  const services = useServices();
  const [hidden, setHidden] = createSignal(false);
  // Typing asks only after a pause; pressing a folder asks at once.
  const [asked, setAsked] = createSignal(untrack(() => written(props.path, props.home)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = (path: string) => {
    clearTimeout(timer);
    props.onPath(path);
    setAsked(written(path, props.home));
  };
  const typed = (path: string) => {
    props.onPath(path);
    clearTimeout(timer);
    timer = setTimeout(() => setAsked(written(path, props.home)), TYPED_PAUSE_MS);
  };
  onCleanup(() => clearTimeout(timer));
  createEffect(() => props.onAsked(asked()));
  createEffect(
    on(
      // Where the home is may be told later: what begins with ~ is another path then.
      () => [props.path, props.home] as const,
      ([path]) => {
        clearTimeout(timer);
        timer = setTimeout(() => setAsked(written(path, props.home)), TYPED_PAUSE_MS);
      },
      { defer: true },
    ),
  );
  const connected = () => connection(props.session) === "live";
  const cannotList = createMemo(() => lacks(live(props.session.state), LISTS) !== null);
  const listing = createLoader(
    () => (connected() && isAbsolute(asked()) && !cannotList() ? asked() : null),
    async (path) => {
      const outcome = await services.actions.listDirectory(props.session, path);
      if (!outcome.ok) {
        const problem = failureSentence(outcome.reason);
        // A server that is busy, away or lists nothing at all has not said that there is no such folder.
        const { reason } = outcome;
        // A busy server, or one that has no such method (told as -32600 "unknown variant"), says nothing of the folder.
        const said =
          reason.type === "rpc" &&
          reason.code !== -32001 &&
          reason.code !== -32601 &&
          !reason.message.includes("unknown variant");
        props.onRefused(said ? { path, problem } : null);
        return { path, problem, folders: [] };
      }
      props.onRefused(null);
      const folders = outcome.value.filter((entry) => entry.isDirectory).map((entry) => entry.name);
      folders.sort((a, b) => a.localeCompare(b, undefined, { numeric: true, sensitivity: "base" }));
      return { path, problem: null, folders };
    },
  );
  // While another folder is read the list before stays; an error stays only beside the path it is about.
  const problem = () => {
    const found = listing.value();
    return found !== undefined && found.path === asked() ? found.problem : null;
  };
  const reading = () => listing.value() === undefined || (listing.value()?.problem != null && problem() === null);
  const visible = createMemo(() =>
    (listing.value()?.folders ?? []).filter((name) => hidden() || !name.startsWith(".")),
  );
  const hiddenCount = () => (listing.value()?.folders ?? []).filter((name) => name.startsWith(".")).length;
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
        error={pathProblem(props.path, props.home)}
        onInput={(event) => typed(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!isEnter(event)) return;
          event.preventDefault();
          // A key that is held down asks once.
          if (event.repeat) return;
          if (asked() === written(props.path, props.home)) props.onSubmit();
          else go(props.path);
        }}
      />
      <Show when={props.recent.length > 0}>
        <div class="picker__recent" role="group" aria-label="Recent folders">
          <For each={props.recent}>
            {(path) => (
              <button type="button" class="picker__chip" onClick={() => go(path)}>
                <VisibleText text={homePath(path, props.home)} />
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
                  <VisibleText text={crumb.name} />
                </button>
              </>
            )}
          </For>
        </nav>
        <Switch>
          <Match when={!connected()}>
            <p class="picker__note">The folders are listed once the machine is connected.</p>
          </Match>
          <Match when={!isAbsolute(asked())}>
            <p class="picker__note">The folders inside are listed for a whole path.</p>
          </Match>
          <Match when={cannotList()}>
            <div class="picker__note">
              <Lacking session={props.session} method={LISTS} what="Listing folders" />
              The thread starts in the folder that is written above.
            </div>
          </Match>
          <Match when={reading()}>
            <p class="picker__note">Reading the folder</p>
          </Match>
          <Match when={problem()}>
            {(text) => (
              <p class="picker__note bad" role="alert">
                This folder cannot be listed. {text()}
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
              <FirstOf of={props.session} name="folders" each={visible()} what="folders" first={300} row>
                {(name) => (
                  <li>
                    <button type="button" onClick={() => go(joined(asked(), name))}>
                      <Icon name="folder" size={16} />
                      <span>
                        <VisibleText text={name} />
                      </span>
                    </button>
                  </li>
                )}
              </FirstOf>
            </ul>
          </Match>
        </Switch>
        <Show when={isAbsolute(asked()) && hiddenCount() > 0}>
          <label class="picker__hidden">
            <input type="checkbox" checked={hidden()} onChange={(event) => setHidden(event.currentTarget.checked)} />
            Show hidden folders ({hiddenCount()})
          </label>
        </Show>
      </div>
    </div>
  );
}
