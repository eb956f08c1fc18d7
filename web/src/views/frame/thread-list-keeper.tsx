// Behind the list: reads and stores what this device alone knows of its threads, marks what is looked at as read, and reads
// the newest page of the list when the person comes back to the window: another process may have made threads.
import { createEffect, createSignal, For, type JSX, onCleanup, onMount } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { connection, live } from "../live.ts";
import { useServices } from "../services.tsx";
import { installGestures } from "./thread-list-gestures.ts";
import { markSeen, marksOf, setMarks, type Marks } from "./thread-list-marks.ts";

/** The list is not read again sooner than this: its replies go to every device. */
export const REFRESH_EVERY_MS = 15_000;

export default function ThreadListKeeper(props: {
  hosts: readonly HostEntry[];
  /** The machine whose thread is open. */
  on: HostEntry | null;
  open: string | null;
}): JSX.Element {
  const services = useServices();
  onMount(() => onCleanup(installGestures((host) => services.hosts().find(({ record }) => record.id === host))));
  return (
    <For each={props.hosts}>
      {(entry) => <HostKeeper entry={entry} open={entry === props.on ? props.open : null} />}
    </For>
  );
}

function HostKeeper(props: { entry: HostEntry; open: string | null }): JSX.Element {
  const services = useServices();
  // Keyed by host: it does not change during this component's life.
  // oxlint-disable-next-line solid/reactivity
  const { entry } = props;
  const { session } = entry;
  const host = entry.record.id;
  const key = `${host}/marks`;
  const [visible, setVisible] = createSignal(!document.hidden);
  const [read, setRead] = createSignal(false);
  let fresh = true;
  let refreshed = Date.now();

  /** What is stored, with what was changed on this page since: other tabs write too. */
  async function merged(): Promise<Marks | null> {
    const stored = marksIn(await services.journal.get(key));
    if (stored === null) return null;
    const ours = marksOf(host);
    for (const thread of ours?.changed ?? []) {
      stored.changed.add(thread);
      const turn = ours?.seen.get(thread);
      if (turn !== undefined) stored.seen.set(thread, turn);
      if (ours?.removed.has(thread) === true) stored.removed.add(thread);
    }
    return stored;
  }

  async function load(): Promise<void> {
    // Without storage nothing is known to be unread.
    const marks = await merged().catch(() => null);
    if (marks !== null) {
      fresh = false;
      setMarks(host, marks);
    }
    setRead(true);
  }

  async function store(): Promise<void> {
    const marks = (await merged()) ?? marksOf(host);
    if (marks === null) return;
    await services.journal.put(key, { seen: [...marks.seen], removed: [...marks.removed] });
    for (const thread of marks.changed) marksOf(host)?.changed.delete(thread);
  }

  onMount(() => {
    void load();
    const onVisible = () => {
      setVisible(!document.hidden);
      if (!document.hidden) void load();
    };
    const onFocus = () => {
      setVisible(!document.hidden);
      if (connection(session) !== "live" || Date.now() - refreshed < REFRESH_EVERY_MS) return;
      refreshed = Date.now();
      void services.actions
        .threads()
        .then((acts) => acts.refresh(session))
        .catch(() => undefined);
    };
    document.addEventListener("visibilitychange", onVisible);
    addEventListener("focus", onFocus);
    onCleanup(() => {
      document.removeEventListener("visibilitychange", onVisible);
      removeEventListener("focus", onFocus);
    });
  });

  // A device that meets the host for the first time has read nothing, and nothing of the past is news to it.
  createEffect(() => {
    if (!read() || !fresh || connection(session) !== "live") return;
    fresh = false;
    const seen = new Map<string, string>();
    for (const { id, lastTurn } of live(session.state).threads.values())
      if (lastTurn !== null && lastTurn.status !== "inProgress") seen.set(id, lastTurn.id);
    setMarks(host, { seen, removed: new Set(), changed: new Set(seen.keys()) });
    void store().catch(() => undefined);
  });

  // What is on screen, on a page that is looked at, is read.
  createEffect(() => {
    const thread = props.open === null ? undefined : live(session.state).threads.get(props.open);
    if (marksOf(host) === null || thread === undefined || !visible()) return;
    const { lastTurn, id } = live(thread);
    if (lastTurn?.status !== "inProgress") markSeen(host, id, lastTurn?.id ?? "none");
  });

  createEffect(() => {
    if (!read() || (marksOf(host)?.changed.size ?? 0) === 0) return;
    // A storage that fails is told by the journal's own health.
    void store().catch(() => undefined);
  });
  return null;
}

function marksIn(value: unknown): Marks | null {
  if (typeof value !== "object" || value === null) return null;
  const seen: unknown = Reflect.get(value, "seen");
  const removed: unknown = Reflect.get(value, "removed");
  const pairs = Array.isArray(seen) ? seen : [];
  return {
    seen: new Map(pairs.filter(isPair)),
    removed: new Set((Array.isArray(removed) ? removed : []).filter((id) => typeof id === "string")),
    changed: new Set(),
  };
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string";
}
