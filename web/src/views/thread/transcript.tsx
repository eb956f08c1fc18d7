// The transcript: windowed rows of turns, notes and messages on their way. It sticks to the end while the reader is
// there, and loads older turns at the top without a jump.
import { createEffect, createSignal, type JSX, Match, on, onMount, Show, Switch } from "solid-js";
import { Virtualizer, type VirtualizerHandle } from "virtua/solid";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import type { HostSession, OpenThread } from "../../host/model.ts";
import type { ThreadState } from "../../projection/state.ts";
import { connection, facts, live } from "../live.ts";
import { failureSentence } from "../sentences.ts";
import { useServices } from "../services.tsx";
import { DecisionEntry } from "../decisions/decision-entry.tsx";
import { CardView } from "../cards/card-view.tsx";
import { OutgoingMessage, WaitingMessage } from "./outgoing.tsx";
import { GapNote, SpliceNote } from "./notes.tsx";
import { keepFocusIn } from "./keep-focus.ts";
import { createRows, type TranscriptRow } from "./rows.ts";
import { followReveal } from "./reveal.ts";
import { createStick } from "./stick.ts";
import { ThreadScope } from "./scope.tsx";
import { TurnRow } from "./turn-row.tsx";
import "./transcript.css";

/** Fixed: the window must know where its first row begins. */
const HEAD_HEIGHT = 56;
/** Older turns are asked for when the reader is this near to the top, in px. */
const OLDER_WITHIN = 500;

export interface TranscriptProps {
  session: HostSession;
  thread: OpenThread;
  state: ThreadState;
  home: string | null;
  /** Grows with every message that the person sends here. */
  sent: number;
}

export function Transcript(props: TranscriptProps): JSX.Element {
  const services = useServices();
  // Keyed by the thread's state: none of them changes during this component's life.
  // oxlint-disable-next-line solid/reactivity, solid/no-destructure
  const { session, thread, state } = props;
  const waiting = () =>
    facts(session).outbox.filter(
      (entry) =>
        entry.intent.type === "message" &&
        entry.intent.thread === state.id &&
        !claimed(entry.intent.clientUserMessageId),
    );
  const claimed = (id: string) => live(state).outgoing.has(id);
  const rows = createRows(state, waiting);
  const stick = createStick();
  const [scroller, setScroller] = createSignal<HTMLElement>();
  const [loading, setLoading] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  const [shift, setShift] = createSignal(false);
  let content: HTMLDivElement | undefined;
  let handle: VirtualizerHandle | undefined;

  onMount(() => {
    const element = scroller();
    if (element === undefined || content === undefined) return;
    stick.watch(element, content);
    keepFocusIn(element);
  });
  // Rows that came in front keep the reader's place; any other change must not shift.
  createEffect(on(rows, () => queueMicrotask(() => setShift(false)), { defer: true }));

  const toEnd = () => {
    handle?.scrollToIndex(rows().length - 1, { align: "end" });
    stick.toEnd();
  };
  // Whoever sends a message wants to see what becomes of it.
  createEffect(
    on(
      () => props.sent,
      () => toEnd(),
      { defer: true },
    ),
  );
  followReveal({
    state,
    rows,
    scroller,
    scrollTo: (index) => handle?.scrollToIndex(index, { align: "start" }),
    leave: () => stick.leave(),
  });

  const older = async () => {
    if (loading() || state.older === null) return;
    setLoading(true);
    setProblem(null);
    setShift(true);
    const outcome = await services.actions.loadOlder(session, thread);
    setLoading(false);
    if (outcome.ok) return;
    setShift(false);
    setProblem(failureSentence(outcome.reason));
  };
  const onScroll = () => {
    stick.scrolled();
    const element = scroller();
    if (element === undefined || stick.atEnd() || problem() !== null) return;
    if (element.scrollTop < OLDER_WITHIN && live(state).older !== null && connection(session) === "live") void older();
  };
  const opened = () => {
    live(thread.source);
    return { ready: thread.ready, fetching: thread.fetching.type === "yes" };
  };

  return (
    <ThreadScope session={session} state={state} home={props.home} hold={(on) => stick.hold(on)}>
      <div class="transcript-frame">
        <div
          ref={setScroller}
          class="transcript"
          data-testid="transcript"
          role="log"
          aria-label="Transcript"
          aria-live="off"
          tabindex="0"
          onScroll={onScroll}
        >
          <div class="transcript__column" ref={(element) => (content = element)}>
            <div class="transcript__head">
              <Switch>
                <Match when={problem()}>
                  {(text) => (
                    <>
                      <span class="bad">{text()}</span>
                      <Button size="small" onClick={() => void older()}>
                        Try again
                      </Button>
                    </>
                  )}
                </Match>
                <Match when={loading()}>
                  <span>Loading older turns</span>
                </Match>
                <Match when={live(state).older !== null}>
                  <Button
                    size="small"
                    look="quiet"
                    disabled={connection(session) !== "live"}
                    onClick={() => void older()}
                  >
                    {connection(session) === "live" ? "Older turns" : "Older turns are on the server"}
                  </Button>
                </Match>
                <Match when={!opened().ready}>
                  <span>Reading what is stored on this device</span>
                </Match>
                <Match when={opened().fetching && rows().length === 0}>
                  <span>Asking the server for this thread</span>
                </Match>
              </Switch>
            </div>
            <Show when={rows().length === 0 && opened().ready && !opened().fetching && state.older === null}>
              <p class="transcript__empty">
                Say what you want done in this folder. The agent works there, asks before it goes further than it may,
                and goes on when this page is closed.
              </p>
            </Show>
            <Show when={scroller()}>
              {(element) => (
                <Virtualizer
                  ref={(value) => (handle = value)}
                  data={rows()}
                  scrollRef={element()}
                  startMargin={HEAD_HEIGHT}
                  bufferSize={600}
                  itemSize={220}
                  shift={shift()}
                  item={RowItem}
                >
                  {(row) => drawRow(row)}
                </Virtualizer>
              )}
            </Show>
          </div>
        </div>
        <Show when={!stick.atEnd()}>
          <Button
            class="transcript__latest"
            size="small"
            onClick={() => {
              // The button goes; whoever pressed it with a key reads on from here.
              scroller()?.focus({ preventScroll: true });
              toEnd();
            }}
          >
            <Icon name="down" size={14} />
            Jump to latest
          </Button>
        </Show>
      </div>
    </ThreadScope>
  );
}

/** The window's own wrapper around a row. The window turns pointer events off while it scrolls; rows keep them. */
function RowItem(props: {
  ref?: (element: HTMLDivElement) => void;
  style?: JSX.CSSProperties;
  children?: JSX.Element;
}): JSX.Element {
  return (
    <div class="transcript__row" ref={(element) => props.ref?.(element)} style={props.style}>
      {props.children}
    </div>
  );
}

/** A row object never changes its kind: it is replaced. */
function drawRow(row: TranscriptRow): JSX.Element {
  switch (row.kind) {
    case "turn":
      return <TurnRow turn={row.turn} part={row.part} last={row.last} />;
    case "splice":
      return <SpliceNote entry={row.entry} />;
    case "gap":
      return <GapNote entry={row.entry} />;
    case "card":
      return (
        <div class="loose">
          <CardView card={row.card} />
        </div>
      );
    case "decision":
      return (
        <div class="loose">
          <DecisionEntry decisionKey={row.decision} turn={null} />
        </div>
      );
    case "outgoing":
      return <OutgoingMessage outgoing={row.outgoing} />;
    case "waiting":
      return <WaitingMessage entry={row.entry} />;
  }
}
