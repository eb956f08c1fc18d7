// The address of a machine's pages. In a file of its own: links to them need not load them.

/** A page of one machine; the names stand in `rooms.ts`. */
export function machinePath(host: string, room: string): string {
  return `/settings/machine/${encodeURIComponent(host)}/${room}`;
}

/** The machine and the room that a path names, or null. */
export function machineInPath(pathname: string): { host: string; room: string } | null {
  const match = /^\/settings\/machine\/([^/]+)(?:\/([^/]*))?\/?$/.exec(pathname);
  if (match?.[1] === undefined) return null;
  try {
    return { host: decodeURIComponent(match[1]), room: match[2] ?? "" };
  } catch {
    return { host: match[1], room: match[2] ?? "" };
  }
}
