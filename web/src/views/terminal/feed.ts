// The output of terminals as it comes, for as long as the page lives: leaving a terminal and coming back shows what it said
// meanwhile. Nothing of it is stored, here or in the journal; a reload begins anew.
import type { HostSession } from "../../host/model.ts";
import type { HostProcess } from "../../projection/processes.ts";
import { createTail } from "./tail.ts";

/** Bytes that are kept of one terminal. */
export const FEED_LIMIT = 2_000_000;
/** Terminals of which the page keeps the output. */
const FEEDS_LIMIT = 24;

export interface Feed {
  /** It is heard from its first byte on: this page has started it. */
  readonly whole: boolean;
  /** Older output was dropped. */
  readonly cut: boolean;
  /** What is kept as it is now, oldest first; not in the pieces in which it came. */
  readonly kept: readonly Uint8Array[];
  /** Told each piece from now on. */
  follow(listener: (piece: Uint8Array) => void): () => void;
}

interface Held extends Feed {
  followed(): boolean;
  hear(piece: Uint8Array): void;
}

const EVENTS = {
  process: { method: "process/outputDelta", member: "processHandle" },
  command: { method: "command/exec/outputDelta", member: "processId" },
} as const;

const sessions = new WeakMap<HostSession, Map<string, Held>>();

function keyOf(kind: HostProcess["kind"], handle: string): string {
  return `${kind} ${handle}`;
}

/** The feeds of a session; listening begins with the first one. */
function feedsOf(session: HostSession): Map<string, Held> {
  const known = sessions.get(session);
  if (known !== undefined) return known;
  const feeds = new Map<string, Held>();
  sessions.set(session, feeds);
  // For the life of the session: a terminal that is off screen goes on.
  for (const kind of ["process", "command"] as const)
    session.onNotification(EVENTS[kind].method, (params) => {
      const handle = textMember(params, EVENTS[kind].member);
      const feed = handle === null ? undefined : feeds.get(keyOf(kind, handle));
      const piece = feed === undefined ? null : bytesIn(params);
      if (piece !== null) feed?.hear(piece);
    });
  return feeds;
}

/**
 * The output of one process from the first time on that this page asks for it.
 * @param whole nothing of it has been missed
 */
export function feedOf(session: HostSession, kind: HostProcess["kind"], handle: string, whole = false): Feed {
  const feeds = feedsOf(session);
  const key = keyOf(kind, handle);
  const known = feeds.get(key);
  if (known !== undefined) {
    // Asked for last: it goes last when there are too many.
    feeds.delete(key);
    feeds.set(key, known);
    return known;
  }
  const listeners = new Set<(piece: Uint8Array) => void>();
  const tail = createTail(FEED_LIMIT);
  let cut = false;
  const feed: Held = {
    whole,
    get cut() {
      return cut;
    },
    get kept() {
      return tail.pieces();
    },
    followed: () => listeners.size > 0,
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    hear(piece) {
      tail.add(piece);
      if (tail.left() > 0) cut = true;
      for (const listener of listeners) listener(piece);
    },
  };
  for (const [oldest, held] of feeds) {
    if (feeds.size < FEEDS_LIMIT) break;
    // One that is on screen is never let go.
    if (!held.followed()) feeds.delete(oldest);
  }
  feeds.set(key, feed);
  return feed;
}

function textMember(params: unknown, name: string): string | null {
  if (typeof params !== "object" || params === null) return null;
  const value: unknown = Object.hasOwn(params, name) ? Reflect.get(params, name) : null;
  return typeof value === "string" ? value : null;
}

/** The bytes of a piece of output, or null where there are none. */
export function bytesIn(params: unknown): Uint8Array | null {
  const text = textMember(params, "deltaBase64");
  if (text === null || text === "") return null;
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    // No base64: nothing that could be drawn.
    return null;
  }
}
