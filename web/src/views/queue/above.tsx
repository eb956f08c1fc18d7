// What stands above the message box: the thread's queue, messages that came back unsent, and why the last act of the box
// was refused. In a file of its own: most of the time there is none of it.
import { createEffect, For, type JSX, Show, untrack, type Accessor } from "solid-js";
import { Button, IconButton } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import type { HostSession, Returned } from "../../host/model.ts";
import { holdsParts, wordsOf } from "../../projection/message-words.ts";
import type { ThreadState } from "../../projection/state.ts";
import { isOfVersion, refusalOf } from "../lacking/kinds.ts";
import { facts, live } from "../live.ts";
import { PartList } from "../composer/part-list.tsx";
import { wayNow } from "../composer/way-now.ts";
import { NextAnswer } from "../thread-settings/next-answer.tsx";
import { Queue } from "./queue.tsx";
import { messageRefusal } from "./refusals.ts";
import "./above.css";

/** The message box, as what stands above it uses it. */
export interface Box {
  /** Nothing has been begun in it. */
  empty: Accessor<boolean>;
  /** Puts a text in the place of what stands there, or a whole message. Resolves once it is stored. */
  put: (text: string, input?: readonly unknown[]) => Promise<void>;
  /** Puts it behind what stands there. */
  take: (text: string, input?: readonly unknown[]) => Promise<void>;
}

export interface AboveProps {
  session: HostSession;
  state: ThreadState;
  /** clientUserMessageIds of what this box has sent. */
  sent: Set<string>;
  box: Box;
  /** The turn that runs. */
  running: string | null;
  canQueue: boolean;
  /** Why the last act of the box was not done. */
  refusal: string | null;
  setRefusal: (sentence: string | null) => void;
}

/** The server did not know one of the inputs, or does not take it. */
const notRead = (message: string): boolean =>
  isOfVersion(refusalOf({ code: null, message })) || /not supported/i.test(message);
const IN_WORDS = "If it is an attachment that it does not take, open that and send its path in words.";

export default function Above(props: AboveProps): JSX.Element {
  // What the server did not take goes back to where it was written, if nothing else has been begun there.
  createEffect(() => {
    const session = props.session;
    const box = props.box;
    for (const message of live(props.state).outgoing.values()) {
      const { state, text, input, clientUserMessageId } = live(message);
      if (state.type !== "failed" || !props.sent.has(clientUserMessageId)) continue;
      if (!untrack(() => props.box.empty())) continue;
      props.sent.delete(clientUserMessageId);
      const way = holdsParts(input) && notRead(state.message) ? ` ${IN_WORDS}` : "";
      props.setRefusal(`${messageRefusal(state.message)} Your words are in the box again.${way}`);
      // Nowhere for a moment would be lost in a crash.
      box.put(text, holdsParts(input) ? input : undefined).then(
        () => session.discard(clientUserMessageId),
        // Not in the box: it stays where it is.
        () => undefined,
      );
    }
  });
  const returned = () => facts(props.session).returned.filter((entry) => entry.thread === props.state.id);
  return (
    <>
      <NextAnswer session={props.session} thread={props.state.id} />
      <Queue
        session={props.session}
        state={props.state}
        running={props.running}
        canQueue={props.canQueue}
        take={props.box.take}
      />
      <For each={returned()}>
        {(entry) => (
          <ReturnedMessage
            session={props.session}
            entry={entry}
            running={props.running}
            canQueue={props.canQueue}
            box={props.box}
          />
        )}
      </For>
      <Show when={props.refusal}>
        {(sentence) => (
          <div class="above">
            <Notice
              kind="warn"
              title="Not done"
              acts={<IconButton icon="close" label="Close" iconSize={15} onClick={() => props.setRefusal(null)} />}
            >
              {sentence()}
            </Notice>
          </div>
        )}
      </Show>
    </>
  );
}

/** What came back unsent, with the reason and what can be done with it. */
function ReturnedMessage(props: {
  session: HostSession;
  entry: Returned;
  running: string | null;
  canQueue: boolean;
  box: Box;
}): JSX.Element {
  let taken = false;
  const words = () => (props.entry.input === undefined ? props.entry.text : wordsOf(props.entry.input));
  const edit = async () => {
    if (taken) return;
    taken = true;
    const { id, text, input } = props.entry;
    try {
      if (text !== null) await props.box.take(text, input);
      await props.session.discard(id);
    } catch {
      // It was not taken: it stays here.
      taken = false;
    }
  };
  const sendNow = () => {
    if (taken) return;
    const way = wayNow(props.session, props.running);
    void (way === undefined
      ? props.session.sendReturned(props.entry.id)
      : props.session.sendReturned(props.entry.id, way));
  };
  const queue = () => taken || void props.session.sendReturned(props.entry.id, { type: "queue" });
  return (
    <div class="above" data-returned={props.entry.id}>
      <Notice
        kind="live"
        title="Not sent"
        acts={
          <>
            <Show when={props.entry.text !== null}>
              <Button size="small" onClick={sendNow}>
                Send now
              </Button>
              <Show when={props.canQueue}>
                <Button size="small" onClick={queue}>
                  Queue
                </Button>
              </Show>
              <Button size="small" onClick={() => void edit()}>
                Edit
              </Button>
            </Show>
            <Button size="small" look="quiet" onClick={() => void props.session.discard(props.entry.id)}>
              Discard
            </Button>
          </>
        }
      >
        {props.entry.reason}
        <Show when={words()}>{(text) => <div class="above__quote">{text()}</div>}</Show>
        <Show when={props.entry.input}>{(input) => <PartList input={input()} />}</Show>
      </Notice>
    </div>
  );
}
