// Files of a machine: the tree below a folder, what is chosen in it, and what can be done. Reading a folder or opening a file
// is the person's press; nothing is changed but by their word.
import { createEffect, createMemo, createSignal, For, type JSX, on, Show, Suspense } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { TextField } from "../../design/text-field.tsx";
import { isEnter } from "../composer/enter.ts";
import { connection, live } from "../live.ts";
import { createMedia } from "../media.ts";
import { crumbs, pathProblem, written } from "../new-thread/paths.ts";
import { A, navigate, place } from "../route.tsx";
import { useServices } from "../services.tsx";
import { newTerminalPath } from "../terminal/terminal-path.ts";
import { homeOf } from "../thread-facts.ts";
import type { Asking } from "./asking.ts";
import { Details } from "./details.tsx";
import { FileQuestions } from "./dialogs.tsx";
import { type Entry, exactFolder } from "./entries.ts";
import { filesPath } from "./file-path.ts";
import { createTree } from "./tree.ts";
import { TreeView } from "./tree-view.tsx";
import { UploadList } from "./upload-list.tsx";
import { createUploads, foldersIn } from "./uploads.ts";
import { createWatches } from "./watches.ts";
import { lazyPart } from "../lazy-part.tsx";
import "./files-room.css";

const FileDialog = lazyPart(() => import("../files/file-dialog.tsx"));
const EditDialog = lazyPart(() => import("./edit-dialog.tsx"));

export default function FilesRoom(props: { entry: HostEntry }): JSX.Element {
  const session = () => props.entry.session;
  const home = createMemo(() => homeOf(live(session().state)));
  const newest = () =>
    [...live(session().state).threads.values()].sort((a, b) => b.updatedAt - a.updatedAt).find(({ cwd }) => cwd !== "")
      ?.cwd;
  // Where the newest thread is when the first is known; a later one does not move the room.
  const begin = createMemo<string | null>((was) => was ?? newest() ?? null, null);
  const root = createMemo(() => {
    const named = new URLSearchParams(place().search).get("cwd");
    const given = named ?? begin() ?? home() ?? "";
    const path = exactFolder(given) ?? written(given, home());
    return path !== "" && pathProblem(path, null) === null ? path : null;
  });
  const go = (path: string) => navigate(filesPath(props.entry.record.id, path));
  return (
    <div class="files-room" data-testid="files-room">
      <Where root={root()} home={home()} go={go} />
      <Show when={root()} keyed fallback={<p class="dim">Enter the full path of a folder on that machine.</p>}>
        {(path) => <Below entry={props.entry} root={path} />}
      </Show>
    </div>
  );
}

function Where(props: { root: string | null; home: string | null; go: (path: string) => void }): JSX.Element {
  const [typed, setTyped] = createSignal("");
  createEffect(
    on(
      () => props.root,
      (root) => setTyped(root ?? ""),
    ),
  );
  const problem = () => (typed().trim() === "" ? null : pathProblem(typed(), props.home));
  return (
    <div class="files-room__where">
      <TextField
        label="Folder"
        mono
        value={typed()}
        error={problem()}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!isEnter(event) || problem() !== null) return;
          event.preventDefault();
          // What stood there is kept to the character.
          props.go(typed() === props.root ? typed() : written(typed(), props.home));
        }}
      />
      <Show when={props.root}>
        {(root) => (
          <nav class="files-room__crumbs" aria-label="Folders above">
            <Show when={props.home}>
              {(home) => (
                <button type="button" aria-label="Home folder" title="Home folder" onClick={() => props.go(home())}>
                  <Icon name="home" size={15} />
                </button>
              )}
            </Show>
            <For each={crumbs(root())}>
              {(crumb, index) => (
                <>
                  <Show when={index() > 1}>
                    <span aria-hidden="true">/</span>
                  </Show>
                  <button
                    type="button"
                    aria-current={crumb.path === root() ? "location" : undefined}
                    onClick={() => props.go(crumb.path)}
                  >
                    {crumb.name}
                  </button>
                </>
              )}
            </For>
          </nav>
        )}
      </Show>
    </div>
  );
}

function Below(props: { entry: HostEntry; root: string }): JSX.Element {
  const services = useServices();
  // Keyed by the folder, in a room that is keyed by its machine.
  // oxlint-disable-next-line solid/reactivity
  const { root, entry: host } = props;
  const { session } = host;
  const connected = () => connection(session) === "live";
  const generation = createMemo(() => (connected() ? live(session.state).current : null));
  const tree = createTree(root, (path) => services.actions.listDirectory(session, path));
  // What was asked for before the machine was there is asked again once it is.
  createEffect(
    on(
      connected,
      (isConnected) => {
        if (isConnected) tree.readAll();
      },
      { defer: true },
    ),
  );
  const uploads = createUploads({ session, acts: services.actions.files, arrived: (folder) => tree.read(folder) });
  createWatches({ session, acts: services.actions.files, folders: tree.open, generation, changed: tree.changed });
  const [chosen, setChosen] = createSignal<Entry | null>(null);
  const [asking, setAsking] = createSignal<Asking | null>(null);
  const [over, setOver] = createSignal(false);
  const narrow = createMedia("(max-width: 900px)");
  let side: HTMLDivElement | undefined;
  let input: HTMLInputElement | undefined;
  let into = root;

  const select = (entry: Entry) => {
    setChosen(entry);
    tree.seen(entry.path);
    // One below the other, what can be done with a file is off the screen otherwise. A folder is pressed to see into it.
    if (entry.kind !== "folder" && narrow()) queueMicrotask(() => side?.scrollIntoView?.({ block: "nearest" }));
  };
  /** New things go where the person is: into the folder that is chosen, else the one on top. */
  const target = () => {
    const now = chosen();
    return now?.kind === "folder" && tree.isOpen(now.path) ? now.path : root;
  };
  const pick = (folder: string) => {
    into = folder;
    input?.click();
  };
  const done = (folder: string, made: string | null) => {
    setAsking(null);
    if (made === null) setChosen(null);
    tree.read(folder);
  };
  const fileAsked = (type: "view" | "edit") => {
    const now = asking();
    return now?.type === type ? now.entry : null;
  };
  return (
    <>
      <div class="files-room__tools" role="toolbar" aria-label="The folder">
        <Button size="small" disabled={!connected()} onClick={() => setAsking({ type: "new-file", folder: target() })}>
          New file
        </Button>
        <Button
          size="small"
          disabled={!connected()}
          onClick={() => setAsking({ type: "new-folder", folder: target() })}
        >
          New folder
        </Button>
        <Button size="small" disabled={!connected()} onClick={() => pick(target())}>
          Upload
        </Button>
        <A class="button" data-look="plain" data-size="small" href={newTerminalPath(host.record.id, root)}>
          Terminal here
        </A>
        <span class="files-room__space" />
        <Show when={tree.hiddenCount() > 0}>
          <label class="files-room__hidden">
            <input
              type="checkbox"
              checked={tree.hiddenShown()}
              onChange={(event) => tree.showHidden(event.currentTarget.checked)}
            />
            Hidden files
          </label>
        </Show>
        <Button size="small" look="quiet" disabled={!connected()} onClick={() => tree.readAll()}>
          Read again
        </Button>
        <input
          type="file"
          multiple
          hidden
          data-testid="upload-input"
          ref={(element) => (input = element)}
          onChange={(event) => {
            uploads.add(into, [...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = "";
          }}
        />
      </div>
      <div
        class="files-room__body"
        data-over={over() ? "" : undefined}
        onDragOver={(event) => {
          if (!connected() || event.dataTransfer?.types.includes("Files") !== true) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => {
          if (event.target === event.currentTarget || !over()) setOver(false);
        }}
        onDrop={(event) => {
          setOver(false);
          const files = [...(event.dataTransfer?.files ?? [])];
          if (files.length === 0 || !connected()) return;
          event.preventDefault();
          uploads.add(target(), files, foldersIn(event.dataTransfer?.items));
        }}
      >
        <TreeView
          tree={tree}
          label="Files"
          selected={chosen()?.path ?? null}
          onSelect={select}
          onOpen={(entry) => {
            if (entry.kind === "file" && !entry.unreachable) setAsking({ type: "view", entry });
          }}
          onRemove={(entry) => {
            if (connected() && !entry.unreachable) setAsking({ type: "remove", entry });
          }}
        />
        <div class="files-room__side" ref={(element) => (side = element)}>
          <Show
            when={chosen()}
            fallback={
              <p class="dim">
                Choose something to see what it is and what can be done with it. Files can be dropped here to upload
                them. All of it is outside the agent’s turns and without its sandbox.
              </p>
            }
          >
            {(entry) => <Details host={host} entry={entry()} ask={setAsking} upload={pick} />}
          </Show>
        </div>
      </div>
      <UploadList uploads={uploads} connected={connected()} />
      <Show when={asking()} keyed>
        {(now) => <FileQuestions session={session} asking={now} done={done} close={() => setAsking(null)} />}
      </Show>
      <Suspense>
        <Show when={fileAsked("view")} keyed>
          {(entry) => (
            <FileDialog
              session={session}
              file={{ path: entry.path }}
              cwd={root}
              home={null}
              onClose={() => setAsking(null)}
            />
          )}
        </Show>
        <Show when={fileAsked("edit")} keyed>
          {(entry) => (
            <EditDialog
              session={session}
              entry={entry}
              saved={() => tree.seen(entry.path)}
              close={() => setAsking(null)}
            />
          )}
        </Show>
      </Suspense>
    </>
  );
}
