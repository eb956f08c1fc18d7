// Absolute paths of the host as text: both kinds of separators, never resolved here.

/** True for a path that begins at a root: `/…` or `C:\…`. */
export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);
}

/** Without a trailing separator, roots excepted. */
export function trimmed(path: string): string {
  const text = path.trim();
  if (text === "/" || /^[A-Za-z]:[\\/]?$/.test(text)) return text;
  return text.replace(/[\\/]+$/, "");
}

/** What was typed, trimmed, with `~` at its begin written out; as it is where the home is not known. */
export function written(path: string, home: string | null): string {
  const clean = trimmed(path);
  return home !== null && /^~(?:[\\/]|$)/.test(clean) ? trimmed(home + clean.slice(1)) : clean;
}

/** What keeps a path from being asked for, in words; null for a whole one. */
export function pathProblem(path: string, home: string | null): string | null {
  const clean = written(path, home);
  if (isAbsolute(clean)) return null;
  return clean.startsWith("~")
    ? "Where the home folder is, that machine has not said. Give the whole path, from the root."
    : "Give the whole path, from the root.";
}

/** A child of a folder. */
export function joined(folder: string, name: string): string {
  const separator = folder.includes("\\") && !folder.includes("/") ? "\\" : "/";
  return folder.endsWith(separator) ? `${folder}${name}` : `${folder}${separator}${name}`;
}

/** The folder above; null at a root. */
export function parentOf(path: string): string | null {
  const parts = crumbs(path);
  return parts.length < 2 ? null : (parts[parts.length - 2]?.path ?? null);
}

/** The folders from the root to the path, each with its name. */
export function crumbs(path: string): { name: string; path: string }[] {
  // Below `/` a name may hold a backslash, or end in one or in a blank.
  const unix = path.startsWith("/");
  const clean = unix ? path : trimmed(path);
  if (!isAbsolute(clean)) return [];
  const windows = /^[A-Za-z]:/.test(clean);
  const separator = windows && clean.includes("\\") ? "\\" : "/";
  const root = windows ? clean.slice(0, 2) + separator : "/";
  const out = [{ name: windows ? clean.slice(0, 2) : "/", path: root }];
  let here = root;
  for (const name of clean.slice(root.length).split(unix ? "/" : /[\\/]+/)) {
    if (name === "") continue;
    here = joined(here, name);
    out.push({ name, path: here });
  }
  return out;
}
