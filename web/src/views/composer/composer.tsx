// The composer: one box. It works in every state of the connection: what cannot be sent yet waits in the outbox.
import { createEffect, createMemo, For, type JSX, on, onMount, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import type { HostSession, Returned } from "../../host/model.ts";
import { turnStatus, type ThreadState } from "../../projection/state.ts";
import { connection, facts, live } from "../live.ts";
import { useServices } from "../services.tsx";
import { createDraft } from "./draft.ts";
import { isSendKey } from "./enter.ts";
import { putBack, putIntoBox } from "./put-back.ts";
import "./composer.css";

export interface ComposerProps {
  session: HostSession;
  state: ThreadState;
  /** The person has sent something. */
  onSent?: () => void;
}

export function Composer(props: ComposerProps): JSX.Element {
  const services = useServices();
  // Keyed by thread: session and id do not change during this component's life, the state object may.
  // oxlint-disable-next-line solid/reactivity
  const session = props.session;
  // oxlint-disable-next-line solid/reactivity
  const thread = props.state.id;
  const draft = createDraft(services.journal, session.id, thread);
  let box: HTMLTextAreaElement | undefined;

  const running = createMemo(
    () => {
      for (const turn of [...live(props.state).turns.values()].reverse()) {
        const status = turnStatus(live(turn));
        if (status === "inProgress" || status === "stopping" || status === "noAnswerToStop") return { turn, status };
      }
      return null;
    },
    null,
    { equals: (a, b) => a?.turn === b?.turn && a?.status === b?.status },
  );
  const connected = () => connection(session) === "live";
  /** Why nothing can be written, or null. */
  const shut = () => {
    const { notResumable, heldElsewhere } = live(props.state);
    if (notResumable) return "This thread cannot be continued on the server";
    if (heldElsewhere) return "Open in another Codex: take it over or fork it to write";
    const found = live(session.state).threads.get(thread);
    const summary = found === undefined ? null : live(found);
    if (summary?.deleted === true) return "Deleted on the machine: it cannot be continued";
    return summary?.archived === true ? "Archived: bring it back to write" : null;
  };
  const blocked = () => shut() !== null;
  const steering = () => running() !== null && connected();

  const take = (text: string) => draft.set(draft.text() === "" ? text : `${draft.text()}\n${text}`);
  const send = () => {
    const text = draft.text();
    if (text.trim() === "" || blocked()) return;
    draft.set("");
    props.onSent?.();
    session.sendMessage(thread, text).catch(() => {
      // Not even the outbox took it: the words go back to where they came from.
      if (draft.text() === "") draft.set(text);
    });
    box?.focus();
  };
  createEffect(
    on(draft.text, () => {
      if (box === undefined) return;
      // Where the browser cannot size the box by its content.
      if (!CSS.supports("field-sizing", "content")) {
        box.style.height = "auto";
        box.style.height = `${box.scrollHeight}px`;
      }
    }),
  );
  createEffect(() => {
    const back = putBack();
    if (back?.thread !== thread || blocked()) return;
    putIntoBox(null);
    take(back.text);
    box?.focus();
  });
  onMount(() => {
    // Ready to write where there is a keyboard, and only when nothing else has the focus.
    if (document.activeElement === document.body && matchMedia("(hover: hover)").matches)
      box?.focus({ preventScroll: true });
  });
  const placeholder = () => {
    const why = shut();
    if (why !== null) return why;
    if (running() !== null) return connected() ? "Steer this turn" : "Write; it is sent when the connection is back";
    return connected() ? "Message Codex" : "Write; it is sent when the connection is back";
  };
  return (
    <div class="composer">
      <ReturnedMessages session={session} thread={thread} take={take} />
      <form
        class="composer__box"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={(element) => (box = element)}
          class="composer__text"
          aria-label="Message"
          rows="1"
          placeholder={placeholder()}
          value={draft.text()}
          disabled={blocked()}
          enterkeyhint={matchMedia("(pointer: coarse)").matches ? "enter" : "send"}
          onInput={(event) => draft.set(event.currentTarget.value)}
          onKeyDown={(event) => {
            // On a touch keyboard Enter makes lines: the button sends.
            if (!isSendKey(event) || matchMedia("(pointer: coarse)").matches) return;
            event.preventDefault();
            send();
          }}
        />
        <div class="composer__row">
          <span class="composer__hint">
            <Show when={steering()}>Goes to the turn that runs now</Show>
            <Show when={!connected() && !blocked()}>Waits here until sent</Show>
          </span>
          <Show when={running()}>
            {(now) => (
              <Button
                class="composer__stop"
                disabled={now().status !== "inProgress"}
                onClick={() => void session.interrupt(thread, now().turn.id)}
              >
                <i aria-hidden="true" />
                {now().status === "inProgress" ? "Stop" : "Stopping"}
              </Button>
            )}
          </Show>
          <Button type="submit" look="act" disabled={draft.text().trim() === "" || blocked()}>
            {steering() ? "Steer" : "Send"}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** What came back unsent, with the reason; the words can go back into the box. */
function ReturnedMessages(props: { session: HostSession; thread: string; take: (text: string) => void }): JSX.Element {
  const mine = () => facts(props.session).returned.filter((entry) => entry.thread === props.thread);
  const edit = (entry: Returned) => {
    if (entry.text !== null) props.take(entry.text);
    void props.session.discard(entry.id);
  };
  return (
    <For each={mine()}>
      {(entry) => (
        <div class="composer__returned">
          <Notice
            kind="live"
            title="Not sent"
            acts={
              <>
                <Show when={entry.text !== null}>
                  <Button size="small" onClick={() => edit(entry)}>
                    Edit
                  </Button>
                </Show>
                <Button size="small" look="quiet" onClick={() => void props.session.discard(entry.id)}>
                  Discard
                </Button>
              </>
            }
          >
            {entry.reason}
            <Show when={entry.text}>{(text) => <div class="composer__quote">{text()}</div>}</Show>
          </Notice>
        </div>
      )}
    </For>
  );
}
