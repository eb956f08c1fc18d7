// The tree of folders that are open: each folder is read when it is opened, and again when the person asks or a watch tells of a
// change in a small one. A plain machine of states; the view draws its rows.
import { type Accessor, createMemo, createSignal, getOwner, onCleanup } from "solid-js";
import type { DirectoryEntry } from "../../actions/contract.ts";
import type { Outcome } from "../../host/model.ts";
import { entriesOf, type Entry } from "./entries.ts";
import { diskTrouble } from "./trouble.ts";

/** Larger folders are read again only when the person asks: the listing goes to every device. */
export const REREAD_LIMIT = 500;

/** A folder that changes on and on is read again after this many milliseconds at least, and less and less often. */
export const REREAD_MS = 1000;
export const REREAD_MOST_MS = 30_000;
/** Marks of what has changed that are kept: a build may touch any number of files. */
export const MARKS_LIMIT = 2000;

export type Row =
  | {
      type: "entry";
      key: string;
      entry: Entry;
      depth: number;
      open: boolean;
      /** Of how many it is the how manieth, from 1. */
      position: number;
      of: number;
      changed: boolean;
    }
  /** What is to be said of a folder in place of its entries, or above them. */
  | { type: "note"; key: string; folder: string; depth: number; words: string; bad: boolean; again: boolean };

interface Folder {
  entries: Entry[] | null;
  reading: boolean;
  problem: string | null;
  /** It has changed since it was read, and is too large to be read again by itself. */
  stale: boolean;
  /** When it was read last because it had changed; how long it rests after that; whether that reading is to come. */
  rereadAt: number;
  rest: number;
  timer: ReturnType<typeof setTimeout> | null;
}

export interface Tree {
  rows: Accessor<readonly Row[]>;
  /** The folders whose entries are drawn, the root first. */
  open: Accessor<readonly string[]>;
  hiddenShown: Accessor<boolean>;
  showHidden(shown: boolean): void;
  /** How many entries of the folders on screen are hidden, or would be. */
  hiddenCount: Accessor<number>;
  toggle(path: string): void;
  isOpen(path: string): boolean;
  /** Reads a folder again. */
  read(path: string): void;
  /** Reads the root, or every open folder again. */
  readAll(): void;
  /** Something at these paths has changed. */
  changed(folder: string, paths: readonly string[]): void;
  /** The person has looked at it. */
  seen(path: string): void;
}

/** Makes the tree below `root`. */
export function createTree(root: string, list: (path: string) => Promise<Outcome<DirectoryEntry[]>>): Tree {
  const folders = new Map<string, Folder>();
  const opened = new Set<string>([root]);
  const marks = new Set<string>();
  const [version, setVersion] = createSignal(0);
  const [hiddenShown, showHidden] = createSignal(false);
  const told = () => setVersion((n) => n + 1);
  const again = new Set<string>();

  async function read(path: string): Promise<void> {
    const known = folders.get(path);
    if (known?.reading === true) {
      // A change that came while it was read may not be in the answer.
      again.add(path);
      return;
    }
    const folder: Folder = known ?? {
      entries: null,
      reading: false,
      problem: null,
      stale: false,
      rereadAt: -Infinity,
      rest: REREAD_MS,
      timer: null,
    };
    folders.set(path, folder);
    folder.reading = true;
    told();
    const outcome = await list(path);
    folder.reading = false;
    if (outcome.ok) {
      folder.entries = entriesOf(path, outcome.value);
      folder.problem = null;
      folder.stale = false;
    } else folder.problem = diskTrouble(outcome.reason);
    told();
    if (again.delete(path)) void read(path);
  }

  /** Reads a folder that has changed: at once after a rest, and by and by when it never rests. */
  function reread(path: string, folder: Folder): void {
    if (folder.timer !== null) return;
    const since = performance.now() - folder.rereadAt;
    const go = (): void => {
      folder.timer = null;
      folder.rereadAt = performance.now();
      if (opened.has(path)) void read(path);
    };
    folder.rest = since < folder.rest * 2 ? Math.min(folder.rest * 2, REREAD_MOST_MS) : REREAD_MS;
    if (since >= folder.rest) go();
    else folder.timer = setTimeout(go, folder.rest - since);
  }
  if (getOwner() !== null)
    onCleanup(() => {
      for (const { timer } of folders.values()) if (timer !== null) clearTimeout(timer);
    });

  function draw(path: string, depth: number, into: Row[]): void {
    const folder = folders.get(path);
    const note = (words: string, bad = false, offer = false): void =>
      void into.push({ type: "note", key: `note ${path}`, folder: path, depth, words, bad, again: offer });
    if (folder?.problem != null) note(folder.problem, true, true);
    else if (folder?.stale === true) note("It has changed since it was read.", false, true);
    if (folder?.entries == null) {
      if (folder?.problem == null) note("Reading the folder");
      return;
    }
    const shown = hiddenShown() ? folder.entries : folder.entries.filter(({ hidden }) => !hidden);
    if (shown.length === 0 && folder.problem === null)
      note(
        folder.entries.length === 0
          ? "Nothing in it that the server lists"
          : `Nothing in it but ${folder.entries.length} hidden`,
      );
    for (const [index, entry] of shown.entries()) {
      const open = entry.kind === "folder" && opened.has(entry.path);
      into.push({
        type: "entry",
        key: entry.path,
        entry,
        depth,
        open,
        position: index + 1,
        of: shown.length,
        changed: marks.has(entry.path),
      });
      if (open) draw(entry.path, depth + 1, into);
    }
  }

  const rows = createMemo(() => {
    version();
    const all: Row[] = [];
    draw(root, 0, all);
    return all;
  });
  const open = createMemo(
    () => {
      version();
      const shown = rows().flatMap((row) => (row.type === "entry" && row.open ? [row.entry.path] : []));
      return [root, ...shown];
    },
    [],
    { equals: (a, b) => a.length === b.length && a.every((path, at) => path === b[at]) },
  );

  void read(root);
  return {
    rows,
    open,
    hiddenShown,
    showHidden,
    hiddenCount: () => {
      version();
      return open().reduce(
        (sum, path) => sum + (folders.get(path)?.entries?.filter(({ hidden }) => hidden).length ?? 0),
        0,
      );
    },
    toggle(path) {
      if (opened.delete(path)) return told();
      opened.add(path);
      // While it was closed nobody watched it: what was read then is shown until it is read again.
      void read(path);
    },
    isOpen: (path) => opened.has(path),
    read: (path) => void read(path),
    readAll() {
      for (const path of open()) void read(path);
    },
    changed(folder, paths) {
      for (const path of paths) {
        // The newest last: those go first that were told long ago.
        marks.delete(path);
        marks.add(path);
      }
      for (const oldest of marks) {
        if (marks.size <= MARKS_LIMIT) break;
        marks.delete(oldest);
      }
      const known = folders.get(folder);
      if (known?.entries != null && known.entries.length > REREAD_LIMIT) known.stale = true;
      else if (known !== undefined) reread(folder, known);
      told();
    },
    seen(path) {
      if (marks.delete(path)) told();
    },
  };
}
