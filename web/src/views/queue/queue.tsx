// The queue of a thread, above the message box: what the App Server will start by itself when a turn ends. Every device and
// every other client shares it, so it is shown as it was last listed, and each act waits for the next list.
import { createEffect, createMemo, createSignal, type JSX, on, onCleanup, Show } from "solid-js";
import type { QueueActs } from "../../actions/contract.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { Notice } from "../../design/notice.tsx";
import type { Failure, HostSession, Outcome } from "../../host/model.ts";
import { holdsParts, ownWords, withText } from "../../projection/message-words.ts";
import type { JsonObject, QueuedMessage, ThreadState } from "../../projection/state.ts";
import { FirstOf } from "../first-of.tsx";
import { createRemembered } from "../fold-memory.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { connection, live } from "../live.ts";
import { sameMembers } from "../same-members.ts";
import { useServices } from "../services.tsx";
import { keepListed } from "./keep-listed.ts";
import { QueueEntry } from "./queue-entry.tsx";
import { queueRefusal } from "./refusals.ts";
import "./queue.css";

export interface QueueProps {
  session: HostSession;
  state: ThreadState;
  running: string | null;
  canQueue: boolean;
  /** Puts a text into the message box, or a whole message. */
  take: (text: string, input?: readonly unknown[]) => Promise<void>;
}

/** Rows drawn at first. */
const FIRST = 20;
/** How long nothing may run before the queue is called waiting: between two of its turns nothing runs either. */
const HELD_AFTER_MS = 1500;
const UNLOADED: Failure = {
  type: "not-sent",
  message: "Nothing was sent: a part of the app could not be loaded. Try again, or reload the page.",
};
const RUNS =
  "A turn runs. It is started when that is over and what stands before it has been; stop the turn to start it now.";

interface Editing {
  id: string;
  before: string;
  text: string;
  /** The message as it was when its words began to be written anew. */
  input: readonly JsonObject[];
}

/** What was being written when its page was left: it is there when the person comes back. */
const unsaved = new WeakMap<ThreadState, Editing>();

interface Said {
  sentence: string;
  /** Words that would be lost otherwise. */
  text: string | null;
  /** All of the message that they are of, where it holds more. */
  input?: readonly JsonObject[];
}

export function Queue(props: QueueProps): JSX.Element {
  const services = useServices();
  // Keyed by thread: the session does not change during this component's life.
  // oxlint-disable-next-line solid/reactivity
  const { session } = props;
  // oxlint-disable-next-line solid/reactivity
  const thread = props.state.id;
  // Read in the effects of the keeper alone.
  // oxlint-disable-next-line solid/reactivity
  const keeper = keepListed(services, session, () => props.state);
  const queue = () => live(props.state).queue;
  const entries = () => queue()?.entries ?? [];
  const ids = createMemo(() => entries().map(({ id }) => id), [], { equals: sameMembers });
  const entryOf = (id: string) => entries().find((entry) => entry.id === id);
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createRemembered(props.state, "queue", true);
  const [busy, setBusy] = createSignal<string | null>(null);
  const [said, setSaid] = createSignal<Said | null>(null);
  const [moved, setMoved] = createSignal("");
  // Keyed by thread, like the session.
  // oxlint-disable-next-line solid/reactivity
  const [editing, setEditing] = createSignal<Editing | null>(unsaved.get(props.state) ?? null);
  onCleanup(() => {
    const now = editing();
    if (now === null || now.text === now.before) unsaved.delete(props.state);
    else unsaved.set(props.state, now);
  });
  let list: HTMLElement | undefined;
  let refocus: { id: string; act: string } | null = null;

  const connected = () => connection(session) === "live";
  const offline = () => (connected() ? null : "Not connected: the queue is as it was last told.");

  /** One act at a time; a second press while it is on its way does nothing. */
  async function act<T>(id: string, what: (acts: QueueActs) => Promise<Outcome<T>>): Promise<Outcome<T> | null> {
    const why = offline();
    if (busy() !== null) return null;
    setSaid(null);
    if (why !== null) {
      setSaid({ sentence: `${why} Nothing was done.`, text: null });
      return null;
    }
    setBusy(id);
    const outcome = await services.actions
      .queue()
      .then((acts) => what(acts))
      .catch((): Outcome<T> => ({ ok: false, reason: UNLOADED }));
    setBusy(null);
    if (!outcome.ok) {
      setSaid({ sentence: queueRefusal(outcome.reason), text: null });
      // What was refused is out of date here.
      keeper.list();
    }
    return outcome;
  }

  const move = async (id: string, by: number, focusOn: string) => {
    const order = [...ids()];
    const at = order.indexOf(id);
    const to = at + by;
    if (at < 0 || to < 0 || to >= order.length || busy() !== null) return;
    order.splice(at, 1);
    order.splice(to, 0, id);
    refocus = { id, act: focusOn };
    const outcome = await act(id, (acts) => acts.reorder(session, thread, order));
    if (outcome?.ok === true) setMoved(`Moved to place ${to + 1} of ${order.length}.`);
    else refocus = null;
  };
  // Rows that change places lose the focus.
  createEffect(
    on(
      ids,
      () => {
        const wanted = refocus;
        refocus = null;
        if (wanted === null || list === undefined) return;
        const row = [...list.querySelectorAll<HTMLElement>("[data-queued-id]")].find(
          ({ dataset }) => dataset["queuedId"] === wanted.id,
        );
        // The person may have gone on to something else meanwhile.
        const { activeElement } = document;
        if (activeElement !== null && activeElement !== document.body && !list.contains(activeElement)) return;
        const target = row?.querySelector<HTMLElement>(`[data-act="${wanted.act}"]:not(:disabled)`);
        (target ?? row?.querySelector<HTMLElement>("[data-act]:not(:disabled)"))?.focus();
      },
      { defer: true },
    ),
  );

  // What was said of the turn that ran is over with it.
  createEffect(
    on(
      () => props.running,
      () => setSaid((now) => (now?.sentence === RUNS ? null : now)),
      { defer: true },
    ),
  );
  const remove = async (entry: QueuedMessage) => {
    const at = ids().indexOf(entry.id);
    const neighbour = ids()[at + 1] ?? ids()[at - 1];
    const outcome = await act(entry.id, (acts) => acts.remove(session, thread, entry.id));
    if (outcome?.ok !== true) return;
    // Its row goes, and the focus with it, as soon as the queue is listed anew.
    if (neighbour !== undefined) refocus = { id: neighbour, act: "delete" };
    if (outcome.value)
      setSaid({
        sentence: "Taken out of the queue.",
        text: entry.text,
        ...(holdsParts(entry.input) ? { input: entry.input } : {}),
      });
    else
      setSaid({
        sentence: "It had left the queue already: its turn began, or another device took it out.",
        text: null,
      });
  };
  const start = (id: string | null) => {
    if (props.running !== null) {
      setSaid({ sentence: RUNS, text: null });
      return;
    }
    void act(id ?? "", (acts) => acts.start(session, thread, id));
  };
  const save = async () => {
    const now = editing();
    const entry = now === null ? undefined : entryOf(now.id);
    if (now === null || entry === undefined || (now.text.trim() === "" && !holdsParts(entry.input))) return;
    // Refused, the words stay where they are being written.
    const outcome = await act(entry.id, (acts) => acts.edit(session, thread, entry, now.text));
    if (outcome?.ok === true) setEditing(null);
  };
  const takeBack = async (now: Editing): Promise<void> => {
    try {
      await props.take(now.text, holdsParts(now.input) ? withText(now.input, now.text) : undefined);
    } catch {
      // What stands beside them could not be taken: the words alone are not lost with it.
      await props.take(now.text);
    }
  };
  // Its turn began, or another device took it out, while it was being written: the words are not lost with it.
  createEffect(() => {
    const now = editing();
    if (now === null || ids().includes(now.id)) return;
    // A long queue is told page by page: it may be on one that is still to come.
    if (keeper.listing() && queue()?.more != null) return;
    setEditing(null);
    if (now.text === now.before || now.text.trim() === "") return;
    void takeBack(now);
    setSaid({
      sentence: "It left the queue while you were writing. Your words are in the message box.",
      text: null,
    });
  });

  // Between two turns of the queue nothing runs for a moment: only what lasts is worth a word.
  const idle = () =>
    entries().length > 0 && props.running === null && connected() && live(props.state).status.type !== "active";
  const [held, setHeld] = createSignal(false);
  createEffect(() => {
    setHeld(false);
    if (!idle()) return;
    const timer = setTimeout(() => setHeld(true), HELD_AFTER_MS);
    onCleanup(() => clearTimeout(timer));
  });

  const count = () => {
    const many = entries().length;
    const words = `${many}${queue()?.more == null ? "" : " or more"} waiting`;
    return `${words} message${many === 1 ? "" : "s"}`;
  };
  return (
    <>
      <Show when={props.running !== null && !props.canQueue}>
        <div class="queue__lacking">
          <Lacking session={session} method="thread/queue/list" what="A queue for after the turn" />
        </div>
      </Show>
      <Show when={entries().length > 0}>
        <section
          class="queue"
          aria-label="Queue"
          data-testid="queue"
          data-held={held() ? "" : undefined}
          ref={(element) => (list = element)}
        >
          <div class="queue__head">
            <button
              type="button"
              class="queue__toggle"
              aria-expanded={open()}
              aria-label={count()}
              onClick={() => setOpen(!open())}
            >
              <Icon name="chevron" size={13} />
              <b>Queue</b>
              <span class="num">{entries().length}</span>
            </button>
            <span class="queue__state">
              {!connected()
                ? "As last told; not connected"
                : held()
                  ? "Held: nothing runs, and the next one starts only when a turn ends"
                  : ""}
            </span>
            <Show when={held()}>
              <Button size="small" disabled={busy() !== null} onClick={() => start(ids()[0] ?? null)}>
                Start the first
              </Button>
            </Show>
          </div>
          <Show when={open()}>
            <ol class="queue__list">
              <FirstOf of={props.state} name="queue" each={ids()} what="messages" first={FIRST} row>
                {(id, at) => (
                  <Show when={entryOf(id)}>
                    {(entry) => (
                      <QueueEntry
                        entry={entry()}
                        at={at()}
                        many={ids().length}
                        whole={queue()?.more == null}
                        busy={busy() !== null}
                        running={props.running !== null}
                        editing={editing()?.id === id ? (editing()?.text ?? "") : null}
                        changed={editing()?.id === id && editing()?.before !== ownWords(entry())}
                        onEdit={() => {
                          const words = ownWords(entry());
                          setEditing({ id, before: words, text: words, input: entry().input });
                        }}
                        onText={(text) => setEditing((now) => (now === null ? null : { ...now, text }))}
                        onSave={() => void save()}
                        onCancel={() => setEditing(null)}
                        onMove={(by, focusOn) => void move(id, by, focusOn)}
                        onStart={() => start(id)}
                        onRemove={() => void remove(entry())}
                      />
                    )}
                  </Show>
                )}
              </FirstOf>
            </ol>
          </Show>
          <div class="sr-only" aria-live="polite">
            {moved()}
          </div>
        </section>
      </Show>
      <Show when={said()}>
        {(now) => (
          <div class="above">
            <Notice
              acts={
                <>
                  <Show when={now().text !== null && (now().text !== "" || now().input !== undefined)}>
                    <Button
                      size="small"
                      onClick={() => {
                        const { text, input } = now();
                        void props.take(text ?? "", input);
                        setSaid(null);
                      }}
                    >
                      Put it in the message box
                    </Button>
                  </Show>
                  <IconButton icon="close" label="Close" iconSize={15} onClick={() => setSaid(null)} />
                </>
              }
            >
              {now().sentence}
            </Notice>
          </div>
        )}
      </Show>
    </>
  );
}
