// The threads on screen: read from the device's own journal first, then from the server in small pages, then live.
// Looking does not load: a thread is resumed only before the first act on it, or when events of it were silenced.
import { loadCheckpoint, saveCheckpoint } from "../journal/checkpoints.ts";
import type { Journal } from "../journal/journal.ts";
import type { Row } from "../journal/rows.ts";
import { FOLD_VERSION, type ThreadState } from "../projection/state.ts";
import type { Folder } from "./folder.ts";
import { closeGap, type GapOptions } from "./history-gap.ts";
import type { Failure, OpenThread, Outcome } from "./model.ts";
import type { Pump } from "./pump.ts";

/** Threads that stay folded after they left the screen, so that going back is at once. */
const KEPT_CLOSED = 8;
const NOT_LOADED =
  "A part of the app could not be loaded from the relay. What is stored is safe. Try again, or reload the page once the relay can be reached.";
/** Turns of the first page that is read from the server. */
export const FIRST_PAGE_TURNS = 5;
const NEWEST_TURNS = { limit: FIRST_PAGE_TURNS, sortDirection: "desc", itemsView: "full" };

export type LoadState = { type: "loaded" } | { type: "loading" } | { type: "refused"; reason: string };

export interface OpenThreadsOptions {
  host: string;
  journal: Journal;
  folder: Folder;
  pump: Pump;
  request: (method: string, params: unknown, how?: { wait?: boolean }) => Promise<Outcome<unknown>>;
  /** Resolves when the host's checkpoint and rows are folded. */
  hostRead: Promise<void>;
  /** Live, caught up and greeted: requests can be sent. */
  usable: () => boolean;
  /** A thread that had to be loaded is, or was refused. */
  loaded: () => void;
  changed: (object: object) => void;
  hidden: () => boolean;
}

export interface OpenThreads {
  open(id: string): OpenThread;
  /** Requests can be sent (again). */
  usable(): void;
  /** Rows were folded that speak of these threads (null: of the host, and so of all). */
  folded(threads: ReadonlySet<string | null>): void;
  /** Bytes of this generation are gone: what was read of threads on screen is read again. */
  missed(): void;
  /** Reads every thread anew from the journal, after the host; inside an exclusive job. */
  reread(host: () => Promise<void>): Promise<void>;
  /** Threads whose state has changed since their checkpoint; each is saved by a call. */
  unsaved(): (() => Promise<void>)[];
  /** Whether the thread can act in the present generation; starts loading it when it cannot. */
  loadState(thread: string): LoadState;
  /** Asks the server once for a thread's newest turns, to learn what no event has told. */
  settle(thread: string): Promise<void>;
  /** Reads the newest turns from the server. */
  fetch(thread: string): Promise<Outcome<null>>;
  /** Somebody looks at it: it is open, and the page is not hidden. */
  onScreen(thread: string): boolean;
  close(): void;
}

/** What all readers of one thread share; named in `onChange` as `source`. */
interface Shared {
  state: ThreadState;
  ready: boolean;
  fetching: OpenThread["fetching"];
}

interface Entry {
  view: Shared;
  refs: number;
  closedAt: number;
  /** The generation in which the server's copy was read. */
  fetchedIn: string | null;
  /** Whether the thread stood in the archive when its copy was last asked for: its file lies elsewhere then. */
  askedAs: boolean | undefined;
  /** Rows were folded since the last checkpoint. */
  dirty: boolean;
  /** The cut (by its place in the thread's book) after which the server was asked what is left of the history. */
  asked: number;
  /** Reading the journal was begun, and did not fail before it could be. */
  reading: boolean;
}

/** Makes the open threads of one session. */
export function createOpenThreads(options: OpenThreadsOptions): OpenThreads {
  const { folder, journal, pump, host, request } = options;
  const entries = new Map<string, Entry>();
  /** Loads under way or refused, for the present generation only. */
  const loads = new Map<string, { generation: string; state: LoadState }>();
  let closes = 0;

  function make(id: string): Entry {
    const state = folder.newThread(id);
    const entry: Entry = {
      refs: 0,
      closedAt: 0,
      fetchedIn: null,
      askedAs: undefined,
      dirty: false,
      reading: false,
      asked: -1,
      view: { state, ready: false, fetching: { type: "no" } },
    };
    entries.set(id, entry);
    begin(id, entry);
    return entry;
  }

  /** Reads the thread once that is possible. */
  function begin(id: string, entry: Entry): void {
    entry.reading = true;
    const failed = (): void => {
      entry.reading = false;
      entry.view.fetching = { type: "failed", message: NOT_LOADED, unknown: false };
      options.changed(entry.view);
    };
    // The host's own rows come first: they say how far the journal is folded.
    void Promise.all([options.hostRead, folder.readyForThreads()]).then(
      () => pump.exclusive(() => read(id, entry)),
      failed,
    );
  }

  /** Folds what the journal holds, from the checkpoint on. Between two batches, so that live rows join without a seam. */
  async function read(id: string, entry: Entry): Promise<void> {
    let state = entry.view.state;
    // Both the host's fold and this one then stand at the same place of the journal.
    await pump.catchUp();
    const checkpoint = await loadCheckpoint(journal, host, `t:${id}`, FOLD_VERSION);
    let at = 0;
    let count = 0;
    const fold = (rows: readonly Row[]): void => {
      count += rows.length;
      folder.foldInto(state, rows);
    };
    if (checkpoint !== null && checkpoint.seq <= pump.seq()) {
      // Made by this very fold from this very journal; any other number is rebuilt from rows.
      state = checkpoint.state as ThreadState;
      at = checkpoint.seq;
    }
    try {
      for (let moved = true; moved && at < pump.seq();) {
        const end = await journal.readThread(host, id, at, fold);
        moved = end > at;
        at = Math.max(at, end);
        // Another tab may have written while this one read: those rows are in this thread already, and not in the host.
        if (at > pump.seq()) await pump.catchUp();
      }
    } catch {
      // No database: the thread is what the server tells.
    }
    folder.foldInto(state, pump.unsaved());
    entry.view.state = state;
    entry.view.ready = true;
    entry.dirty = count > 0;
    folder.follow(state);
    options.changed(entry.view);
    if (options.usable()) join(id, entry);
  }

  /** On screen and the server can be asked: what it has is read, and a thread that went silent is heard again. */
  function join(id: string, entry: Entry): void {
    hear(id);
    void fetchIfNeeded(id, entry);
  }

  /** A loaded thread whose events were silenced sends none until it is resumed. */
  function hear(id: string): void {
    const generation = folder.state.current;
    if (
      options.hidden() ||
      generation === null ||
      !folder.isSilenced(id, generation) ||
      !folder.loaded(generation).includes(id)
    )
      return;
    if (loads.get(id)?.generation === generation) return;
    loads.set(id, { generation, state: { type: "loading" } });
    void load(id, generation);
  }

  /** What is on screen and may have gone silent is heard again. */
  function hearAll(): void {
    // A thread that was let go because nobody sees the page stays so until somebody does.
    if (options.hidden()) return;
    for (const [id, { refs }] of entries) if (refs > 0) hear(id);
  }

  async function fetchIfNeeded(id: string, entry: Entry): Promise<void> {
    const generation = folder.state.current;
    if (!entry.view.ready || generation === null || entry.fetchedIn === generation) return;
    entry.fetchedIn = generation;
    const { state } = entry.view;
    if (folder.heldHere(state, generation) && state.book.doubted.size === 0) {
      if (entry.view.fetching.type !== "failed") return;
      entry.view.fetching = { type: "no" };
      options.changed(entry.view);
    } else await fetch(id);
  }

  const isArchived = (id: string) => folder.state.threads.get(id)?.archived;

  /** All of it is here, from its first turn on. */
  function isWhole({ state }: Shared): boolean {
    const generation = folder.state.current;
    return generation !== null && state.book.olderKnown && state.older === null && folder.heldHere(state, generation);
  }

  /**
   * A failure that says nothing any more: the thread has been heard from its beginning meanwhile (its file is in the making
   * then). What could not be read because it was on its way into the archive, or out of it, is read again.
   */
  function lookAgain(id: string, entry: Entry): void {
    if (entry.refs === 0 || entry.view.fetching.type !== "failed") return;
    if (isWhole(entry.view)) {
      entry.view.fetching = { type: "no" };
      options.changed(entry.view);
    } else if (entry.askedAs !== isArchived(id)) void fetchIfNeeded(id, entry);
  }

  /** Its history was cut, and what of it is left no event has told: the newest turns do. Asked once for each doubt. */
  function settleDoubt(id: string, entry: Entry): void {
    const { state, ready, fetching } = entry.view;
    const { doubted, cutAfter } = state.book;
    if (!ready || state.ephemeral || doubted.size === 0 || entry.asked === cutAfter || fetching.type === "yes") return;
    entry.asked = cutAfter;
    void settle(id);
  }

  const settle = async (threadId: string): Promise<void> =>
    void (await request("thread/turns/list", { threadId, ...NEWEST_TURNS }));

  const gapOf = (threadId: string, { view }: Entry): GapOptions => ({
    async state() {
      await pump.drained();
      return view.state;
    },
    ask: (cursor) => request("thread/turns/list", { threadId, cursor, ...NEWEST_TURNS }),
  });

  async function fetch(id: string): Promise<Outcome<null>> {
    const entry = entries.get(id);
    if (entry === undefined) return { ok: true, value: null };
    if (!entry.reading) begin(id, entry);
    entry.askedAs = isArchived(id);
    entry.view.fetching = { type: "yes" };
    options.changed(entry.view);
    const facts = await request("thread/read", { threadId: id, includeTurns: false });
    const turns = facts.ok ? await request("thread/turns/list", { threadId: id, ...NEWEST_TURNS }) : facts;
    if (turns.ok) await closeGap(gapOf(id, entry));
    const fetched = turns.ok || isUnborn(turns.reason);
    entry.view.fetching = fetched
      ? { type: "no" }
      : { type: "failed", message: words(turns.reason), unknown: isUnknown(turns.reason) };
    if (!fetched) entry.fetchedIn = null;
    options.changed(entry.view);
    lookAgain(id, entry);
    settleDoubt(id, entry);
    return fetched ? { ok: true, value: null } : turns;
  }

  async function load(thread: string, generation: string): Promise<void> {
    const outcome = await request("thread/resume", {
      threadId: thread,
      excludeTurns: true,
      initialTurnsPage: { limit: 1, itemsView: "full" },
    });
    if (outcome.ok) loads.delete(thread);
    else if (outcome.reason.type === "rpc")
      loads.set(thread, { generation, state: { type: "refused", reason: refusal(outcome.reason.message) } });
    else loads.delete(thread);
    const entry = entries.get(thread);
    // What the server has just opened it can read, too.
    if (outcome.ok && entry !== undefined && entry.view.fetching.type === "failed") void fetchIfNeeded(thread, entry);
    options.loaded();
  }

  function loadState(thread: string): LoadState {
    const generation = folder.state.current;
    if (generation === null) return { type: "loading" };
    if (folder.isLoaded(thread, generation)) return { type: "loaded" };
    const known = loads.get(thread);
    if (known !== undefined && known.generation === generation) {
      // Told once; the next act tries again.
      if (known.state.type === "refused") loads.delete(thread);
      return known.state;
    }
    loads.set(thread, { generation, state: { type: "loading" } });
    void load(thread, generation);
    return { type: "loading" };
  }

  function drop(id: string, entry: Entry): void {
    entries.delete(id);
    // Saved while it is still followed: what is folded meanwhile belongs to both.
    void pump.exclusive(async () => {
      await save(id, entry);
      folder.unfollow(entry.view.state);
    });
  }

  async function save(id: string, entry: Entry): Promise<void> {
    // A state that holds what is not stored would be folded twice.
    if (!entry.view.ready || !entry.dirty || pump.unsaved().length > 0) return;
    entry.dirty = false;
    await saveCheckpoint(journal, {
      host,
      scope: `t:${id}`,
      seq: pump.seq(),
      foldVersion: FOLD_VERSION,
      state: entry.view.state,
    });
  }

  return {
    open(id) {
      const entry = entries.get(id) ?? make(id);
      entry.refs += 1;
      let open = true;
      // Each reader closes its own hold; the state is shared.
      const view: OpenThread = {
        get state() {
          return entry.view.state;
        },
        get ready() {
          return entry.view.ready;
        },
        get fetching() {
          return entry.view.fetching;
        },
        source: entry.view,
        close() {
          if (!open) return;
          open = false;
          entry.refs -= 1;
          if (entry.refs > 0) return;
          entry.closedAt = ++closes;
          void pump.exclusive(() => save(id, entry));
          const closed = [...entries]
            .filter(([, other]) => other.refs === 0)
            .sort((a, b) => a[1].closedAt - b[1].closedAt);
          for (const [oldId, old] of closed.slice(0, Math.max(0, closed.length - KEPT_CLOSED))) drop(oldId, old);
        },
      };
      if (options.usable()) join(id, entry);
      return view;
    },
    usable() {
      hearAll();
      for (const [id, entry] of entries) if (entry.refs > 0) join(id, entry);
      options.loaded();
    },
    folded(threads) {
      for (const [id, entry] of entries) if (threads.has(id) || threads.has(null)) entry.dirty = true;
      if (!options.usable()) return;
      hearAll();
      for (const [id, entry] of entries) {
        if (threads.has(id) || threads.has(null)) lookAgain(id, entry);
        if (entry.refs > 0 && threads.has(id)) settleDoubt(id, entry);
      }
    },
    missed() {
      for (const entry of entries.values()) entry.fetchedIn = null;
    },
    async reread(readHost) {
      for (const { view } of entries.values()) folder.unfollow(view.state);
      await readHost();
      for (const [id, entry] of entries) {
        entry.view.state = folder.newThread(id);
        await read(id, entry);
      }
    },
    unsaved: () =>
      [...entries]
        .filter(([, entry]) => entry.dirty)
        .map(
          ([id, entry]) =>
            () =>
              save(id, entry),
        ),
    loadState,
    settle,
    fetch,
    onScreen: (thread) => !options.hidden() && (entries.get(thread)?.refs ?? 0) > 0,
    close: () => entries.clear(),
  };
}

function refusal(message: string): string {
  if (message.includes("active writer"))
    return "This thread is open in another program. Your message was not sent; it can be read here, or forked.";
  if (message.includes("no rollout found"))
    return "The App Server has no record of this thread any more. Your message was not sent; start a new thread in the same folder.";
  return `The App Server did not open the thread: ${message}. Your message was not sent.`;
}

/**
 * A thread without a first message has no copy on the server yet ("… is not materialized yet", or its file has been made and
 * "is empty"), and an ephemeral one never gets one ("ephemeral threads do not support …"): nothing is missing.
 */
function isUnborn(reason: Failure): boolean {
  const words = /not materialized yet|rollout at .* is empty|ephemeral threads do not support/;
  return reason.type === "rpc" && words.test(reason.message);
}

/** The server has no such thread, as opposed to not having been able to read it just now. */
function isUnknown(reason: Failure): boolean {
  return (
    reason.type === "rpc" && /no rollout found|thread not (?:loaded|found)|invalid thread id/i.test(reason.message)
  );
}

/** A failure as a sentence for a person. */
export function words(reason: Failure): string {
  switch (reason.type) {
    case "rpc":
      return reason.message;
    case "ended":
      return "The App Server ended before it answered.";
    case "missed":
      return "The answer is among bytes that are gone. Try again.";
    case "not-sent":
      return reason.message;
  }
}
