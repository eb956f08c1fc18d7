// The tree of folders that are open: each folder is read when it is opened, and again when the person asks or a watch tells of a
// change in a small one. A plain machine of states; the view draws its rows.
import { type Accessor, createMemo, createSignal } from "solid-js";
import type { DirectoryEntry } from "../../actions/contract.ts";
import type { Outcome } from "../../host/model.ts";
import { entriesOf, type Entry } from "./entries.ts";
import { diskTrouble } from "./trouble.ts";

/** Larger folders are read again only when the person asks: the listing goes to every device. */
export const REREAD_LIMIT = 500;

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
    const folder: Folder = known ?? { entries: null, reading: false, problem: null, stale: false };
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
      if (folders.get(path)?.entries == null) void read(path);
      else told();
    },
    isOpen: (path) => opened.has(path),
    read: (path) => void read(path),
    readAll() {
      for (const path of open()) void read(path);
    },
    changed(folder, paths) {
      for (const path of paths) marks.add(path);
      const known = folders.get(folder);
      if (known?.entries != null && known.entries.length > REREAD_LIMIT) known.stale = true;
      else if (known !== undefined) void read(folder);
      told();
    },
    seen(path) {
      if (marks.delete(path)) told();
    },
  };
}
