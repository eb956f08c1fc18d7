// Watches of the folders on screen: begun when a folder is drawn, ended when it is not any more. Each has a name of its own; a
// new App Server knows none of the old ones.
import { type Accessor, createEffect, on, onCleanup } from "solid-js";
import type { FileActs, Watch } from "../../actions/files.ts";
import type { HostSession } from "../../host/model.ts";
import { ownPath } from "./entries.ts";
import { forgetWatch, leftWatches, noteWatch } from "./left-watches.ts";

/** Further folders are not watched: each costs the machine something. */
export const WATCHES_LIMIT = 16;

export interface WatchesOptions {
  session: HostSession;
  acts: () => Promise<FileActs>;
  folders: Accessor<readonly string[]>;
  /** The App Server that can be asked now; null: none can. */
  generation: Accessor<string | null>;
  changed: (folder: string, paths: readonly string[]) => void;
}

/** Keeps the watches of a component that lives. */
export function createWatches(options: WatchesOptions): void {
  const { session } = options;
  const watched = new Map<string, Watch | "asked">();
  let of: string | null = null;
  let gone = false;

  async function begin(folder: string, generation: string): Promise<void> {
    watched.set(folder, "asked");
    const outcome = await (await options.acts()).watch(session, folder);
    const wanted = !gone && of === generation && watched.get(folder) === "asked";
    if (outcome.ok) noteWatch(outcome.value.id, generation);
    if (!outcome.ok) {
      // What cannot be watched is read when the person asks.
      if (wanted) watched.delete(folder);
      return;
    }
    if (wanted) watched.set(folder, outcome.value);
    else if (of === generation) void end(outcome.value.id);
  }

  async function end(id: string): Promise<void> {
    const outcome = await (await options.acts()).unwatch(session, id);
    if (outcome.ok || outcome.reason.type === "rpc") forgetWatch(id);
  }

  async function endLeft(generation: string): Promise<void> {
    for (const id of await leftWatches(generation)) await end(id);
  }

  function drop(folder: string): void {
    const watch = watched.get(folder);
    watched.delete(folder);
    if (watch !== undefined && watch !== "asked") void end(watch.id);
  }

  createEffect(
    on([options.folders, options.generation], ([folders, generation]) => {
      if (generation === null) return;
      if (of !== generation) {
        watched.clear();
        void endLeft(generation);
      }
      of = generation;
      const wanted = new Set(folders.slice(0, WATCHES_LIMIT));
      for (const folder of watched.keys()) if (!wanted.has(folder)) drop(folder);
      for (const folder of wanted) if (!watched.has(folder)) void begin(folder, generation);
    }),
  );
  const deafen = session.onNotification("fs/changed", (params) => {
    if (typeof params !== "object" || params === null) return;
    const id: unknown = Reflect.get(params, "watchId");
    const told: unknown = Reflect.get(params, "changedPaths");
    for (const [folder, watch] of watched) {
      if (watch === "asked" || watch.id !== id) continue;
      const paths = Array.isArray(told) ? told.filter((path) => typeof path === "string") : [];
      options.changed(
        folder,
        paths.map((path) => ownPath(path, watch.path, folder)),
      );
    }
  });
  onCleanup(() => {
    gone = true;
    deafen();
    for (const folder of watched.keys()) drop(folder);
  });
}
