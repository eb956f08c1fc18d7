// Bringing what is held here onto the machine: into one folder that the person sees and can change, at the moment in which
// the message is sent.
import { createSignal, onMount, type Accessor } from "solid-js";
import type { HostSession } from "../../../host/model.ts";
import type { Journal } from "../../../journal/journal.ts";
import type { ThreadState } from "../../../projection/state.ts";
import type { Actions } from "../../../actions/contract.ts";
import { pathIn } from "../../../actions/upload.ts";
import { connection, live } from "../../live.ts";
import { failureSentence } from "../../sentences.ts";
import { mayBeDone } from "../../uncertain.ts";
import type { ComposerBox, Part, WireInput } from "../parts.ts";
import type { PartsStore } from "./parts-store.ts";
import { markerRanges } from "./wire-parts.ts";

export interface Uploads {
  /** Absolute; null: nobody has said where, and no folder of the thread is known. */
  folder: Accessor<string | null>;
  setFolder(path: string): void;
  /** The part that is being written now. */
  current: Accessor<string | null>;
  /** Writes all that is held; a sentence when it could not. What was written is not written again. */
  bring(parts: readonly Part[]): Promise<string | null>;
}

/** The folder of a thread as the server tells it. */
export function folderOf(session: HostSession, state: ThreadState): string | null {
  const { cwd } = live(state).settings;
  if (cwd !== null && cwd !== "") return cwd;
  const summary = live(session.state).threads.get(state.id);
  const told = summary === undefined ? "" : live(summary).cwd;
  return told === "" ? null : told;
}

/** How a file of the machine is named in the text: below the thread's folder by the way from there. */
export function markerOf(path: string, cwd: string | null): string {
  const base = cwd === null ? "" : pathIn(cwd, "");
  const name = base !== "" && path.startsWith(base) ? path.slice(base.length) : path;
  return /[\s"]/.test(name) ? `@"${name}"` : `@${name}`;
}

/** The same input for a file that lies at a path now. */
function at(input: WireInput, path: string): WireInput {
  switch (input.type) {
    case "localImage":
    case "localAudio":
      return { ...input, path };
    case "mention":
      return { ...input, name: path.split(/[\\/]/).at(-1) ?? input.name, path };
    default:
      return input;
  }
}

export function createUploads(options: {
  session: HostSession;
  journal: Journal;
  actions: Pick<Actions, "upload">;
  state: () => ThreadState;
  store: PartsStore;
  box: () => ComposerBox;
}): Uploads {
  const { session, journal, store } = options;
  const cwd = () => folderOf(session, options.state());
  const [chosen, setChosen] = createSignal<string | null>(null);
  const [current, setCurrent] = createSignal<string | null>(null);
  const key = () => `${session.id}/upload-folder/${cwd() ?? ""}`;
  const folder = () => {
    const own = cwd();
    return chosen() ?? (own === null ? null : pathIn(own, "uploads"));
  };
  onMount(() => {
    journal.get(key()).then(
      (stored) => {
        if (typeof stored === "string" && stored !== "") setChosen((now) => now ?? stored);
      },
      () => undefined,
    );
  });

  const bring = async (parts: readonly Part[]): Promise<string | null> => {
    const held = parts.filter(({ file }) => file !== undefined);
    if (held.length === 0) return null;
    const into = folder();
    if (into === null) return "Choose the folder for the files first. Nothing was sent.";
    if (connection(session) !== "live")
      return "Not connected. Files are written to the machine before the message goes, so it was not sent; all of it stays here.";
    const acts = await options.actions.upload().catch(() => null);
    if (acts === null) return "Nothing was sent: a part of the app could not be loaded. Try again, or reload the page.";
    for (const part of held) {
      if (part.file === undefined) continue;
      setCurrent(part.id);
      const { name, bytes } = part.file;
      const outcome = await acts.upload(session, { folder: into, name, bytes }).finally(() => setCurrent(null));
      if (!outcome.ok) {
        const what = mayBeDone(outcome.reason)
          ? `Whether ${part.label} was written to ${into} is not known; sent again, it may be there twice. The message was not sent.`
          : `${part.label} could not be written to ${into}, and nothing was sent.`;
        return `${what} ${failureSentence(outcome.reason)}`;
      }
      const { path } = outcome.value;
      const { file: _file, ...rest } = part;
      const marker = part.input.type === "mention" ? markerOf(path, cwd()) : null;
      const range = markerRanges(options.box().text(), store.parts()).find((other) => other.part.id === part.id);
      store.put({ ...rest, input: at(part.input, path), marker });
      // The model is told of a mention by its words alone.
      if (marker === null) continue;
      const text = options.box().text();
      const [start, end] = range === undefined ? [text.length, text.length] : [range.start, range.end];
      const before = start > 0 && !/\s$/.test(text.slice(0, start)) ? " " : "";
      options.box().set(text.slice(0, start) + before + marker + text.slice(end));
    }
    return null;
  };

  return {
    folder,
    setFolder(path) {
      setChosen(path);
      void journal.put(key(), path).catch(() => undefined);
    },
    current,
    bring,
  };
}
