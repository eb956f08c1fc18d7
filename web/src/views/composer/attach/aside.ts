// What was being written when the person went back to an earlier message: kept on this device until it stands in the box
// again, so that neither a reload nor a message that is sent in between loses it.
import type { Journal } from "../../../journal/journal.ts";
import type { Part } from "../parts.ts";

export interface Unsent {
  text: string;
  parts: readonly Part[];
}

export interface Aside {
  /** What was put aside last; null: nothing. */
  last(): Unsent | null;
  push(what: Unsent): void;
  /** The last stands in the box again. */
  pop(): void;
  /** An earlier message stands in the box, with these words. */
  shows(text: string): void;
  /** Resolves with the words of the earlier message that stood in the box when the page was left; null: none did. */
  read(): Promise<string | null>;
}

/** Of a thread so many are kept. */
const MOST = 5;
type Store = Pick<Journal, "get" | "put">;
/** All boxes of this page know the same, by the key of the thread. */
const knownOf = new WeakMap<Store, Map<string, readonly Unsent[]>>();

export function createAside(journal: Store, host: string, thread: string): Aside {
  const known = knownOf.get(journal) ?? new Map<string, readonly Unsent[]>();
  knownOf.set(journal, known);
  const key = `${host}/draft-aside/${thread}`;
  const shownKey = `${host}/draft-aside-shown/${thread}`;
  const list = () => known.get(key) ?? [];
  const put = (name: string, value: unknown) => void journal.put(name, value).catch(() => undefined);
  const hold = (next: readonly Unsent[]): void => {
    known.set(key, next);
    put(key, next.length === 0 ? undefined : next);
    if (next.length === 0) put(shownKey, undefined);
  };
  return {
    last: () => list().at(-1) ?? null,
    push: (what) => hold([...list(), what].slice(-MOST)),
    pop: () => hold(list().slice(0, -1)),
    shows: (text) => {
      if (list().length > 0) put(shownKey, text);
    },
    async read() {
      const stored = await journal.get(key).catch(() => undefined);
      if (known.has(key)) return null;
      // It was stored by this app, in this shape.
      known.set(key, Array.isArray(stored) ? (stored as Unsent[]) : []);
      const shown = await journal.get(shownKey).catch(() => undefined);
      return typeof shown === "string" && list().length > 0 ? shown : null;
    },
  };
}
