// The parts of a thread's draft, kept on this device beside its words: each under a key of its own, so that typing writes
// none of them again, and a list of their names. All boxes of the thread, in whatever tab, hold the same.
import { createSignal, onCleanup, onMount, type Accessor } from "solid-js";
import { browserChannel } from "../../../journal/announce.ts";
import type { Journal } from "../../../journal/journal.ts";
import type { Part } from "../parts.ts";

/** Where boxes tell each other that their list is another one. */
const CHANNEL = "longwire/draft-parts";

export interface PartsStore {
  parts: Accessor<readonly Part[]>;
  /** A part of the same name takes the place of the one that is there. */
  put(part: Part): void;
  remove(id: string): void;
  /** Resolves when what stands here is stored, or could not be. */
  keep(): Promise<void>;
  /** All that stands here is stored. */
  kept: Accessor<boolean>;
  /** Something could not be stored: it is lost with this page. */
  unsaved: Accessor<boolean>;
  /** Takes all out of the box. They stay stored until `kept` resolves, and are back when it is rejected. */
  leave(kept: Promise<unknown>): void;
}

const listKey = (host: string, thread: string) => `${host}/draft-parts/${thread}`;
const partKey = (host: string, thread: string, id: string) => `${host}/draft-part/${thread}/${id}`;
const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === "string") : [];

/** What was stored by this app; another version may have written it otherwise. */
function storedPart(value: unknown): Part | null {
  if (typeof value !== "object" || value === null || !("input" in value) || !("label" in value) || !("id" in value))
    return null;
  const { id, label, input } = value;
  if (typeof id !== "string" || typeof label !== "string" || typeof input !== "object" || input === null) return null;
  // The members that were looked at are the ones that a part cannot be without.
  return value as Part;
}

/** The parts of the draft of one thread of one host, for the life of the calling component. */
export function createPartsStore(journal: Journal, host: string, thread: string): PartsStore {
  const [parts, setParts] = createSignal<readonly Part[]>([]);
  let now: readonly Part[] = [];
  const show = (next: readonly Part[]): void => {
    now = next;
    setParts(next);
  };
  const [unsaved, setUnsaved] = createSignal(false);
  const channel = browserChannel()?.(CHANNEL);
  const key = listKey(host, thread);
  /** Sent off from here and not yet known to be kept elsewhere. */
  const leaving = new Set<string>();
  let work: Promise<unknown> = Promise.resolve();
  const [open, setOpen] = createSignal(0);

  /** One after the other: each reads the list that the one before has written. */
  const inOrder = (what: () => Promise<void>): Promise<void> => {
    setOpen((count) => count + 1);
    const done = work
      .then(what)
      .catch(() => void setUnsaved(true))
      .finally(() => setOpen((count) => count - 1));
    work = done;
    return done;
  };
  const changeList = async (change: (names: string[]) => string[]): Promise<void> => {
    const before = namesOf(await journal.get(key));
    const after = change(before);
    await journal.put(key, after.length === 0 ? undefined : after);
    channel?.postMessage(key);
  };
  const read = (): Promise<void> =>
    inOrder(async () => {
      const names = namesOf(await journal.get(key));
      const known = new Map(now.map((part) => [part.id, part]));
      const loaded = await Promise.all(
        names
          .filter((id) => !leaving.has(id))
          .map(async (id) => known.get(id) ?? storedPart(await journal.get(partKey(host, thread, id)))),
      );
      const stored = new Set(names);
      // Put here meanwhile, they are behind this in the order of work.
      const fresh = now.filter(({ id }) => !stored.has(id) && pending.has(id));
      show([...loaded.filter((part) => part !== null), ...fresh]);
    });
  /** Put here and not yet in the stored list. */
  const pending = new Set<string>();
  const forget = (ids: readonly string[]): Promise<void> =>
    inOrder(async () => {
      await changeList((names) => names.filter((id) => !ids.includes(id)));
      for (const id of ids) await journal.put(partKey(host, thread, id), undefined);
    });

  if (channel !== undefined)
    channel.onmessage = ({ data }) => {
      if (data === key) void read();
    };
  onMount(() => void read());
  onCleanup(() => channel?.close());

  return {
    parts,
    kept: () => open() === 0 && !unsaved(),
    unsaved,
    put(part) {
      const known = now.some(({ id }) => id === part.id);
      show(known ? now.map((other) => (other.id === part.id ? part : other)) : [...now, part]);
      pending.add(part.id);
      void inOrder(async () => {
        try {
          // It may have been taken away again while it waited.
          if (!leaving.has(part.id) && !now.some(({ id }) => id === part.id)) return;
          await journal.put(partKey(host, thread, part.id), part);
          await changeList((names) => (names.includes(part.id) ? names : [...names, part.id]));
        } finally {
          pending.delete(part.id);
        }
      });
    },
    remove(id) {
      show(now.filter((part) => part.id !== id));
      void forget([id]);
    },
    keep: () => inOrder(() => Promise.resolve()),
    leave(kept) {
      const sent = now;
      const ids = sent.map(({ id }) => id);
      for (const id of ids) leaving.add(id);
      show([]);
      kept.then(
        () => {
          for (const id of ids) leaving.delete(id);
          void forget(ids);
        },
        () => {
          for (const id of ids) leaving.delete(id);
          show([...sent, ...now]);
        },
      );
    },
  };
}
