// The entries of a folder as the tree shows them: in order, with what can be told from a name alone. Pure.
import type { DirectoryEntry } from "../../actions/contract.ts";
import { visibleText } from "../../decisions/visible.ts";
import { joined } from "../new-thread/paths.ts";

export interface Entry {
  path: string;
  name: string;
  kind: "folder" | "file" | "other";
  hidden: boolean;
  /** The name holds bytes that are no text: the App Server tells it changed, and finds nothing under it. */
  unreachable: boolean;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Folders first, each by name, numbers as numbers. */
export function entriesOf(folder: string, found: readonly DirectoryEntry[]): Entry[] {
  return found
    .map(({ name, isDirectory, isFile }): Entry => ({
      path: joined(folder, name),
      name,
      kind: isDirectory ? "folder" : isFile ? "file" : "other",
      hidden: name.startsWith("."),
      unreachable: name.includes("\uFFFD"),
    }))
    .sort(
      (a, b) =>
        Number(b.kind === "folder") - Number(a.kind === "folder") ||
        collator.compare(a.name, b.name) ||
        (a.name < b.name ? -1 : 1),
    );
}

/** What keeps a text from being the name of something new, in words; null: nothing. */
export function nameProblem(name: string, folder: string): string | null {
  if (name.trim() === "") return "Give it a name.";
  if (name === "." || name === "..") return "This name means a folder above or itself.";
  if (name.includes("/") || (/^[A-Za-z]:|^\\\\/.test(folder) && name.includes("\\")))
    return "A name has no separators: make the folders one by one.";
  if (name.includes("\0")) return "A name has no zero byte.";
  return null;
}

/** The path that a copy beside its original has, unless the person says otherwise. */
export function copyPath({ path, name, kind }: Pick<Entry, "path" | "name" | "kind">): string {
  const dot = kind === "folder" ? -1 : name.lastIndexOf(".");
  const copy = dot <= 0 ? `${name} copy` : `${name.slice(0, dot)} copy${name.slice(dot)}`;
  return path.slice(0, path.length - name.length) + copy;
}

/** The folder that an entry lies in: its path without its name, whatever characters that has. */
export function folderOf({ path, name }: Pick<Entry, "path" | "name">): string {
  const above = path.slice(0, path.length - name.length);
  return above === "/" || /^[A-Za-z]:[\\/]$/.test(above) ? above : above.slice(0, -1);
}

/**
 * The folder that an address names, to the character: a name may end in a blank, and the one without it is another folder.
 * Only separators at its end go.
 */
export function exactFolder(path: string): string | null {
  return path.startsWith("/") ? path.replace(/(?!^)\/+$/, "") : null;
}

/** Whether a person has typed this name: as it is, as it is drawn, or with its accents put together in another way. */
export function isNamed(typed: string, name: string): boolean {
  return typed !== "" && (typed.normalize() === name.normalize() || typed === visibleText(name));
}

/** A path told by a watch, as the tree writes it: the server resolves the links on the way to the folder. */
export function ownPath(told: string, watched: string, folder: string): string {
  return told === watched ? folder : told.startsWith(watched) ? folder + told.slice(watched.length) : told;
}
