// The person's messages on their way: sent, accepted but not yet in the transcript, unknown, failed, or still waiting.
import { type JSX, Match, Show, Suspense, Switch, untrack } from "solid-js";
import { Button } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { inputOf } from "../../host/message-input.ts";
import type { MessageInput } from "../../host/model.ts";
import type { OutboxEntry } from "../../journal/journal.ts";
import { holdsParts, wordsOf } from "../../projection/message-words.ts";
import type { Outgoing } from "../../projection/state.ts";
import { connection, facts, live } from "../live.ts";
import { putIntoBox } from "../composer/put-back.ts";
import { runningTurn, wayNow } from "../composer/way-now.ts";
import { messageRefusal } from "../queue/refusals.ts";
import { useScope } from "./scope.tsx";
import { lazyPart } from "../lazy-part.tsx";
import "./message.css";

const PartList = lazyPart(() => import("../composer/part-list.tsx"), null);

/** Messages of which the person has disposed and whose bubble still stands: their rows come and go with the window. */
const disposed = new WeakSet<Outgoing>();

const isTaken = ({ state }: Outgoing): boolean => state.type === "sent" && state.taken === true;

export function OutgoingMessage(props: { outgoing: Outgoing }): JSX.Element {
  const scope = useScope();
  const message = () => live(props.outgoing);
  /** Does one thing with it, once. Its words are elsewhere before the bubble goes. */
  const dispose = async (what: (text: string, input: MessageInput | undefined) => Promise<unknown>) => {
    const outgoing = untrack(() => props.outgoing);
    if (disposed.has(outgoing)) return;
    disposed.add(outgoing);
    try {
      await what(outgoing.text, wholeOf(outgoing.input));
      await scope.session.discard(outgoing.clientUserMessageId);
    } catch {
      // It was not done: the bubble stays, and can be used again.
      disposed.delete(outgoing);
    }
  };
  const again = () =>
    dispose((text, input) => {
      const way = wayNow(scope.session, runningTurn(scope.state)?.turn.id ?? null);
      const { id } = scope.state;
      if (input !== undefined) return scope.session.sendMessage(id, text, way, input);
      return way === undefined ? scope.session.sendMessage(id, text) : scope.session.sendMessage(id, text, way);
    });
  const discard = () => void dispose(() => Promise.resolve());
  const edit = () => void dispose((text, input) => toBox(scope.state.id, text, input));
  return (
    <div class="message" data-outgoing={message().state.type}>
      <div class="message__bubble" data-pending="">
        <Words text={message().text} input={message().input} />
      </div>
      <div class="message__state">
        <Switch>
          <Match when={message().state.type === "sent"}>{isTaken(message()) ? "Sent" : "Sending"}</Match>
          <Match when={message().state.type === "accepted"}>Accepted, not yet shown</Match>
          <Match when={message().state.type === "delivery-unknown"}>
            <span>The App Server ended before it answered: whether the message arrived is not known.</span>
            <Button size="small" onClick={() => void again()}>
              Send again
            </Button>
            <Button size="small" look="quiet" onClick={discard}>
              Discard
            </Button>
          </Match>
          <Match when={failure(message())}>
            {(text) => (
              <>
                <span class="bad">Not taken: {text()}</span>
                <Button size="small" onClick={() => void again()}>
                  Send again
                </Button>
                <Button size="small" onClick={edit}>
                  Edit
                </Button>
                <Button size="small" look="quiet" onClick={discard}>
                  Discard
                </Button>
              </>
            )}
          </Match>
        </Switch>
        <Show when={message().state.type !== "sent"}>
          <CopyButton text={() => message().text} label="Copy message" />
        </Show>
      </div>
    </div>
  );
}

/** All of a message that holds more than words, in the server's shapes. */
function wholeOf(input: readonly unknown[]): MessageInput | undefined {
  // Our own line: it was written in these shapes.
  return holdsParts(input) ? (input as MessageInput) : undefined;
}

/** Into the box of the thread. Resolves once the box has stored what it cannot hold by itself. */
function toBox(thread: string, text: string, input: MessageInput | undefined): Promise<void> {
  return new Promise((kept) => {
    if (input === undefined) kept();
    putIntoBox(input === undefined ? { thread, text } : { thread, text, input, kept });
  });
}

/** What was written, and what is attached to it. */
function Words(props: { text: string; input: readonly unknown[] }): JSX.Element {
  const whole = () => holdsParts(props.input);
  return (
    <>
      <div class="message__text">{whole() ? wordsOf(props.input) : props.text}</div>
      <Show when={whole()}>
        <Suspense>
          <PartList input={props.input} />
        </Suspense>
      </Show>
    </>
  );
}

function failure(outgoing: Outgoing): string | null {
  return outgoing.state.type === "failed" ? messageRefusal(outgoing.state.message) : null;
}

const WAITS = {
  start: "Waits for the connection",
  steer: "Waits for the connection, for the turn that runs",
  queue: "Waits for the connection, for the queue",
} as const;

/** In the outbox: not handed over, or handed over and not yet confirmed. */
export function WaitingMessage(props: { entry: OutboxEntry }): JSX.Element {
  const scope = useScope();
  const text = () => (props.entry.intent.type === "message" ? props.entry.intent.text : "");
  const input = () => (props.entry.intent.type === "message" ? inputOf(props.entry.intent) : null);
  const way = () => (props.entry.intent.type === "message" ? (props.entry.intent.way?.type ?? "start") : "start");
  const waits = () => props.entry.state.type === "waiting";
  const edit = async () => {
    const words = text();
    const whole = wholeOf(input() ?? []);
    await scope.session.discard(props.entry.id);
    // One that was on its way already is sent; its words would be sent twice.
    if (!facts(scope.session).outbox.some(({ id }) => id === props.entry.id)) void toBox(scope.state.id, words, whole);
  };
  return (
    <div class="message" data-outgoing="waiting">
      <div class="message__bubble" data-pending="">
        <Words text={text()} input={input() ?? []} />
      </div>
      <div class="message__state">
        <Show when={waits()} fallback="Sending">
          <span>{connection(scope.session) === "live" ? "Sending" : WAITS[way()]}</span>
          <Button size="small" look="quiet" onClick={() => void edit()}>
            Edit
          </Button>
          <Button size="small" look="quiet" onClick={() => void scope.session.discard(props.entry.id)}>
            Discard
          </Button>
        </Show>
        <CopyButton text={text} label="Copy message" />
      </div>
    </div>
  );
}
