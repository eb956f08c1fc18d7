// The parts of a thread's draft, kept on this device beside its words: each under a key of its own, so that typing writes
// none of them again, and a list of their names. All boxes of the thread, in whatever tab, hold the same.
import { createSignal, onCleanup, onMount, type Accessor } from "solid-js";
import { browserChannel } from "../../../journal/announce.ts";
import type { Journal } from "../../../journal/journal.ts";
import { type Part, partsKey } from "../parts.ts";

/** Where boxes tell each other that their list is another one. */
const CHANNEL = "longwire/draft-parts";

export interface PartsStore {
  parts: Accessor<readonly Part[]>;
  /** Resolves when what is stored stands here, or cannot be read. */
  known: Promise<void>;
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

/** What a box tells the others. */
interface Told {
  key: string;
  changed: string | null;
}

function toldOf(data: unknown, key: string): Told | null {
  if (typeof data !== "object" || data === null || !("key" in data) || data.key !== key) return null;
  return { key, changed: "changed" in data && typeof data.changed === "string" ? data.changed : null };
}

/** What the boxes of this page do under one name, one after the other. */
const turns = new Map<string, Promise<void>>();

/** Does something while no other box of this device does it; where the browser has no locks, none of this page. */
async function alone(name: string, what: () => Promise<void>): Promise<void> {
  if ("locks" in navigator) return await navigator.locks.request(`longwire/${name}`, what);
  const turn = (turns.get(name) ?? Promise.resolve()).then(what);
  const over = turn.catch(() => undefined);
  turns.set(name, over);
  await turn;
  if (turns.get(name) === over) turns.delete(name);
}

/** Sent off from a box of this page and not yet known to be kept elsewhere: another box of it does not show them. */
const leaving = new Set<string>();

/** The parts of the draft of one thread of one host, for the life of the calling component. */
export function createPartsStore(journal: Journal, host: string, thread: string): PartsStore {
  const [parts, setParts] = createSignal<readonly Part[]>([]);
  let now: readonly Part[] = [];
  const show = (next: readonly Part[]): void => {
    now = next;
    setParts(next);
  };
  /** Those that could not be stored. */
  const [lost, setLost] = createSignal<readonly string[]>([]);
  const unsaved = () => parts().some(({ id }) => lost().includes(id));
  const channel = browserChannel()?.(CHANNEL);
  let gone = false;
  const key = partsKey(host, thread);
  let work: Promise<unknown> = Promise.resolve();
  const [open, setOpen] = createSignal(0);

  /** One after the other: each reads the list that the one before has written. */
  const inOrder = (what: () => Promise<void>): Promise<void> => {
    setOpen((count) => count + 1);
    const done = work
      .then(what)
      // What was stored is there still, and what was not stands in the box.
      .catch(() => undefined)
      .finally(() => setOpen((count) => count - 1));
    work = done;
    return done;
  };
  /** @param changed a part that is another one now, under the same name */
  const tell = (changed: string | null): void => {
    if (!gone) return channel?.postMessage({ key, changed } satisfies Told);
    // This box has gone and another may have come.
    const last = browserChannel()?.(CHANNEL);
    last?.postMessage({ key, changed } satisfies Told);
    last?.close();
  };
  /** One tab at a time: of two that write the list at once, one would write over the other. */
  const changeList = async (change: (names: string[]) => string[], changed: string | null = null): Promise<void> => {
    const write = async (): Promise<void> => {
      const after = change(namesOf(await journal.get(key)));
      await journal.put(key, after.length === 0 ? undefined : after);
    };
    await alone(key, write);
    tell(changed);
  };
  const read = (changed: string | null): Promise<void> =>
    // Asked when something was told, not drawn.
    // oxlint-disable-next-line solid/reactivity
    inOrder(async () => {
      const names = namesOf(await journal.get(key));
      const known = new Map(now.filter(({ id }) => id !== changed || pending.has(id)).map((part) => [part.id, part]));
      const loaded = await Promise.all(
        names
          .filter((id) => !leaving.has(id))
          .map(async (id) => known.get(id) ?? storedPart(await journal.get(partKey(host, thread, id)))),
      );
      const stored = new Set(names);
      // Put here meanwhile, they are behind this in the order of work; or nothing could store them.
      const fresh = now.filter(({ id }) => !stored.has(id) && (pending.has(id) || lost().includes(id)));
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
      const told = toldOf(data, key);
      if (told !== null) void read(told.changed);
    };
  let isKnown: () => void = () => undefined;
  const known = new Promise<void>((resolve) => (isKnown = resolve));
  onMount(() => void read(null).then(isKnown));
  onCleanup(() => {
    gone = true;
    channel?.close();
  });

  return {
    parts,
    known,
    kept: () => open() === 0 && !unsaved(),
    unsaved,
    put(part) {
      const isThere = now.some(({ id }) => id === part.id);
      show(isThere ? now.map((other) => (other.id === part.id ? part : other)) : [...now, part]);
      pending.add(part.id);
      void inOrder(async () => {
        try {
          // It may have been taken away again while it waited.
          if (!leaving.has(part.id) && !now.some(({ id }) => id === part.id)) return;
          await journal.put(partKey(host, thread, part.id), part);
          await changeList(
            (names) => (names.includes(part.id) ? names : [...names, part.id]),
            isThere ? part.id : null,
          );
          setLost((ids) => ids.filter((id) => id !== part.id));
        } catch {
          setLost((ids) => [...ids.filter((id) => id !== part.id), part.id]);
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
      // Another box that has come in the place of this one does not show them either.
      if (gone) tell(null);
      kept.then(
        () => {
          // Until they are out of the list: a box that reads it before would show them again.
          void forget(ids).then(() => {
            for (const id of ids) leaving.delete(id);
          });
        },
        () => {
          for (const id of ids) leaving.delete(id);
          if (gone) tell(null);
          else show([...sent, ...now]);
        },
      );
    },
  };
}
