// Paths of the machine that the App Server runs on, as text: reading a reference like `src/a.ts:12`, joining, and whether
// one lies in a folder. Nothing here asks the machine anything.

/** A place in a file, as somebody wrote it. */
export interface FileReference {
  path: string;
  /** From 1; absent: the whole file. */
  line?: number;
  column?: number;
}

/** `:12`, `:12:3`, `:12-20`, `#L12`, `#L12C3`, `#L12-L20` behind a path. */
const PLACE =
  /^(.+?)(?::(\d{1,9})(?::(\d{1,9}))?(?:-\d{1,9})?|#L(\d{1,9})(?:C(\d{1,9}))?(?:-L?\d{1,9}(?:C\d{1,9})?)?)$/su;

/** Takes a place off the end of a path. A text without one is a path as a whole. */
export function parseReference(text: string): FileReference {
  const match = PLACE.exec(text);
  const path = match?.[1];
  if (match === null || path === undefined) return { path: text };
  const line = Number(match[2] ?? match[4]);
  const column = match[3] ?? match[5];
  // Nobody counts lines from 0: then it is a part of the name.
  if (line === 0) return { path: text };
  return column === undefined || Number(column) === 0 ? { path, line } : { path, line, column: Number(column) };
}

const DRIVE = /^[A-Za-z]:[\\/]/;

/** Whether the path says by itself where it is: from the root, a drive or a share. */
export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || path.startsWith("\\\\") || DRIVE.test(path);
}

function separatorOf(path: string): "/" | "\\" {
  return DRIVE.test(path) || path.startsWith("\\\\") ? "\\" : "/";
}

function rootOf(path: string): string {
  if (DRIVE.test(path)) return path.slice(0, 2) + "\\";
  return path.startsWith("\\\\") ? "\\\\" : "/";
}

/** An absolute path without `.`, `..` and doubled separators; `..` at the root stays at the root. */
export function normalise(path: string): string {
  const separator = separatorOf(path);
  const root = rootOf(path);
  const rest = path.slice(root === "\\\\" ? 2 : root.length);
  const parts: string[] = [];
  for (const part of separator === "\\" ? rest.split(/[\\/]/) : rest.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return root + parts.join(separator);
}

/** The absolute path that a reference means in a folder; null when neither says where that is. */
export function resolvePath(path: string, cwd: string | null, home: string | null): string | null {
  if (path === "") return null;
  if ((path === "~" || path.startsWith("~/")) && home !== null) return normalise(home + path.slice(1));
  if (isAbsolute(path)) return normalise(path);
  return cwd === null || !isAbsolute(cwd) ? null : normalise(`${cwd}${separatorOf(cwd)}${path}`);
}

/** Whether a path lies below a folder, by its text: a path with `..` in it never does. */
export function liesIn(path: string, folder: string): boolean {
  if (!isAbsolute(path) || !isAbsolute(folder)) return false;
  if (path.split(/[\\/]/).includes("..") || folder.split(/[\\/]/).includes("..")) return false;
  const [inner, outer] = [normalise(path), normalise(folder)];
  if (outer === rootOf(folder)) return false;
  return inner.startsWith(outer + separatorOf(outer));
}

/** The name behind the last separator. */
export function fileName(path: string): string {
  const separator = separatorOf(path);
  return path.slice(path.lastIndexOf(separator) + 1) || path;
}

/** What stands behind the last dot of the name, in small letters; "" when nothing does. */
export function extensionOf(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}
