// Feedback to the makers of the App Server. It leaves the machine: what goes with it is said before.
import { createMemo, createSignal, createUniqueId, For, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import type { HostSession } from "../../host/model.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { visibleText } from "../../decisions/visible.ts";
import { live } from "../live.ts";
import { useServices } from "../services.tsx";
import { threadTitle } from "../thread-facts.ts";
import { createAttempt } from "../thread-menu/attempt.ts";
import { mayBeDone } from "../uncertain.ts";

/** The words that the App Server’s own clients send. */
const KINDS: readonly { value: string; label: string }[] = [
  { value: "bug", label: "Something is broken" },
  { value: "bad_result", label: "A bad result" },
  { value: "good_result", label: "A good result" },
  { value: "other", label: "Something else" },
];
const MOST_THREADS = 30;

export function FeedbackSection(props: { session: HostSession; connected: boolean }): JSX.Element {
  const services = useServices();
  // The page is keyed by the machine.
  // oxlint-disable-next-line solid/reactivity
  const { session } = props;
  const [kind, setKind] = createSignal("bug");
  const [text, setText] = createSignal("");
  const [thread, setThread] = createSignal<string | null>(null);
  const [logs, setLogs] = createSignal(false);
  const [sent, setSent] = createSignal<string | null>(null);
  /** No answer was seen: it may have been sent all the same. */
  const [unsure, setUnsure] = createSignal(false);
  const doing = createAttempt();
  const id = createUniqueId();
  const threads = createMemo(() =>
    [...live(props.session.state).threads.values()]
      .filter((summary) => live(summary).deleted !== true)
      .slice(0, MOST_THREADS)
      .map((summary) => ({ id: summary.id, title: threadTitle(live(summary), summary.id) })),
  );
  const send = async (event: Event) => {
    event.preventDefault();
    setSent(null);
    setUnsure(false);
    const what = { classification: kind(), reason: text().trim(), thread: thread(), logs: logs() };
    const done = await doing.go(async () => {
      const outcome = await (await services.actions.config()).feedback(session, what);
      setUnsure(!outcome.ok && mayBeDone(outcome.reason));
      return outcome;
    });
    if (done === undefined) return;
    setText("");
    setLogs(false);
    setSent(done.value ?? "");
  };
  return (
    <section aria-labelledby="config-feedback">
      <h2 id="config-feedback" tabindex="-1">
        Feedback to the makers of the server
      </h2>
      <Lacking session={props.session} method="feedback/upload" what="Feedback">
        <form class="config__feedback" onSubmit={(event) => void send(event)}>
          <p class="dim">
            The App Server sends it from its machine to its makers, over the internet: your words, the version, and the
            thread’s id if you choose one. Longwire’s makers get nothing.
          </p>
          <fieldset class="config__kinds">
            <legend>What it is</legend>
            <For each={KINDS}>
              {(each) => (
                <label>
                  <input
                    type="radio"
                    name={`${id}-kind`}
                    checked={kind() === each.value}
                    onChange={() => setKind(each.value)}
                  />
                  {each.label}
                </label>
              )}
            </For>
          </fieldset>
          <div class="field">
            <label class="field__label" for={`${id}-text`}>
              In your words
            </label>
            <textarea
              id={`${id}-text`}
              class="field__input"
              rows="3"
              value={text()}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </div>
          <div class="field">
            <label class="field__label" for={`${id}-thread`}>
              About
            </label>
            <select
              id={`${id}-thread`}
              class="field__input"
              onChange={(event) => setThread(event.currentTarget.value === "" ? null : event.currentTarget.value)}
            >
              <option value="">no thread</option>
              <For each={threads()}>
                {(each) => <option value={each.id}>{visibleText(each.title.slice(0, 120))}</option>}
              </For>
            </select>
          </div>
          <label class="config__check">
            <input type="checkbox" checked={logs()} onChange={(event) => setLogs(event.currentTarget.checked)} />
            <span>
              Let the server add its own logs. They may hold what was said and done in <b>any</b> of its threads: your
              messages, file contents, commands and their output.
            </span>
          </label>
          <Show when={doing.problem()}>
            {(words) => (
              <p class="bad" role="alert">
                {unsure() ? "" : "It was not sent. "}
                {words()}
              </p>
            )}
          </Show>
          <Show when={sent() !== null}>
            <p role="status">
              Sent.
              <Show when={sent() !== ""}>
                {" "}
                The server gave it the number <code>{sent()}</code>.
              </Show>
            </p>
          </Show>
          <Button type="submit" disabled={!props.connected || doing.busy()}>
            {doing.busy() ? "Sending" : logs() ? "Send with the server’s logs" : "Send without logs"}
          </Button>
        </form>
      </Lacking>
    </section>
  );
}
