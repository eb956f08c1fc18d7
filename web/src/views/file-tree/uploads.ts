// Files on their way to the machine: one after the other, whole, each refused by its size before anything of it is sent, none
// put in the place of another without the person's word.
import { type Accessor, createSignal } from "solid-js";
import type { FileActs } from "../../actions/files.ts";
import { largestUpload } from "../../actions/files.ts";
import { bytes } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { joined } from "../new-thread/paths.ts";
import { nameProblem } from "./entries.ts";
import { diskTrouble } from "./trouble.ts";

/** What can be sent: a file of the browser's. */
export type Source = Pick<File, "name" | "size" | "arrayBuffer">;

export type UploadState =
  | { type: "waiting" }
  | { type: "sending" }
  | { type: "done" }
  /** Something has this name there. */
  | { type: "in-the-way" }
  | { type: "failed"; message: string; again: boolean };

export interface Upload {
  id: number;
  name: string;
  size: number;
  path: string;
  state: UploadState;
}

export interface Uploads {
  all: Accessor<readonly Upload[]>;
  /** @param folders names among them that are folders, of which a browser gives no content */
  add(folder: string, files: readonly Source[], folders?: ReadonlySet<string>): void;
  /** Once more; `replace`: whatever lies there goes. */
  again(id: number, replace: boolean): void;
  /** Takes it off the list. */
  forget(id: number): void;
}

export interface UploadsOptions {
  session: HostSession;
  acts: () => Promise<FileActs>;
  /** Told the folder that has another file. */
  arrived: (folder: string) => void;
}

/** Why it is not sent at all, in words. */
function refusal(source: Source, folder: string, most: number, folders: ReadonlySet<string>): string | null {
  if (folders.has(source.name))
    return "This is a folder: a folder is not uploaded as a whole. Make it here and choose its files. Nothing was sent.";
  const name = nameProblem(source.name, folder);
  if (name !== null) return `${name} Nothing was sent.`;
  if (source.size <= most) return null;
  return `It has ${bytes(source.size)}. A file goes as one message, and the relay takes at most ${bytes(most)}. Nothing was sent.`;
}

/** The names of the folders among what was dropped: to a page they look like files, which cannot be read. */
export function foldersIn(items: DataTransferItemList | undefined): ReadonlySet<string> {
  const names = [...(items ?? [])].map((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory === true ? entry.name : null;
  });
  return new Set(names.filter((name) => name !== null));
}

/** Until the relay has told how long a line it takes. */
const USUAL_MESSAGE = 64 * 1024 * 1024;

/** Makes the uploads of one room. */
export function createUploads({ session, acts, arrived }: UploadsOptions): Uploads {
  const [all, setAll] = createSignal<readonly Upload[]>([]);
  const sources = new Map<number, { source: Source; folder: string; replace: boolean }>();
  const queue: number[] = [];
  let count = 0;
  let busy = false;

  const set = (id: number, state: UploadState) =>
    setAll((list) => list.map((upload) => (upload.id === id ? { ...upload, state } : upload)));

  async function send(id: number): Promise<UploadState> {
    const held = sources.get(id);
    const upload = all().find((one) => one.id === id);
    if (held === undefined || upload === undefined) return { type: "failed", message: "It is gone.", again: false };
    let content: Uint8Array;
    try {
      content = new Uint8Array(await held.source.arrayBuffer());
    } catch {
      return { type: "failed", message: "This device could not read it. Choose it again.", again: false };
    }
    const act = await acts();
    const outcome = held.replace
      ? await act.save(session, upload.path, content, null)
      : await act.create(session, upload.path, content);
    if (!outcome.ok) return { type: "failed", message: diskTrouble(outcome.reason), again: true };
    if (outcome.value.type === "in-the-way") return { type: "in-the-way" };
    arrived(held.folder);
    return { type: "done" };
  }

  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      set(id, { type: "sending" });
      const state = await send(id).catch((): UploadState => ({
        type: "failed",
        message: "A part of the app could not be loaded.",
        again: true,
      }));
      if (state.type === "done") sources.delete(id);
      set(id, state);
    }
    busy = false;
  }

  return {
    all,
    add(folder, files, folders = new Set()) {
      const more: Upload[] = [];
      const most = largestUpload(session.facts().maxMessage ?? USUAL_MESSAGE);
      for (const source of files) {
        count += 1;
        const id = count;
        const message = refusal(source, folder, most, folders);
        const state: UploadState = message === null ? { type: "waiting" } : { type: "failed", message, again: false };
        more.push({ id, name: source.name, size: source.size, path: joined(folder, source.name), state });
        if (message !== null) continue;
        sources.set(id, { source, folder, replace: false });
        queue.push(id);
      }
      setAll((list) => [...list, ...more]);
      void work();
    },
    again(id, replace) {
      const held = sources.get(id);
      if (held === undefined) return;
      held.replace = replace;
      set(id, { type: "waiting" });
      queue.push(id);
      void work();
    },
    forget(id) {
      sources.delete(id);
      setAll((list) => list.filter((upload) => upload.id !== id));
    },
  };
}
