// A request that the agent waits on and that this device does not have: said in words, with what can be done.
import { createMemo, createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { live } from "../live.ts";
import { A } from "../route.tsx";
import { pathOnHost, useHosts } from "../services.tsx";
import { failureSentence } from "../sentences.ts";
import { threadTitle } from "../thread-facts.ts";
import type { Unseen } from "./unseen.ts";

/** `named`: away from the thread's page, the notice names its thread and brings the Stop that the page has of its own. */
export function UnseenNotice(props: { unseen: Unseen; named?: boolean }): JSX.Element {
  const [asking, setAsking] = createSignal(false);
  const [said, setSaid] = createSignal<string | null>(null);
  const { hosts } = useHosts();
  const session = () => props.unseen.entry.session;
  const summary = createMemo(
    () => {
      const found = live(session().state).threads.get(props.unseen.thread);
      return found === undefined ? null : live(found);
    },
    null,
    { equals: false },
  );
  const what = () => (props.unseen.kind === "approval" ? "an approval" : "an answer");
  const turn = () => {
    const last = summary()?.lastTurn ?? null;
    return last?.status === "inProgress" ? last.id : null;
  };
  const readAgain = async () => {
    setAsking(true);
    setSaid(null);
    // The one call that brings the requests again that wait on a thread.
    const outcome = await session().request("thread/resume", {
      threadId: props.unseen.thread,
      excludeTurns: true,
      initialTurnsPage: { limit: 1, itemsView: "full" },
    });
    setAsking(false);
    // When it came, the notice is gone.
    setSaid(
      outcome.ok
        ? "The server did not bring it. Another device may have it; Stop ends the turn."
        : failureSentence(outcome.reason),
    );
  };
  return (
    <div data-unseen={props.unseen.kind} data-unseen-thread={props.unseen.thread}>
      <Notice
        kind="live"
        title={`Waiting for ${what()} that this device cannot see`}
        acts={
          <>
            <Button size="small" disabled={asking()} onClick={() => void readAgain()}>
              {asking() ? "Reading" : "Read again"}
            </Button>
            <Show when={props.named === true ? turn() : null}>
              {(id) => (
                <Button size="small" onClick={() => void session().interrupt(props.unseen.thread, id())}>
                  Stop
                </Button>
              )}
            </Show>
          </>
        }
      >
        <Show when={props.named}>
          <A class="unseen__thread" href={pathOnHost(hosts(), props.unseen.entry.record.id, props.unseen.thread)}>
            {threadTitle(summary(), props.unseen.thread)}
          </A>{" "}
        </Show>
        The App Server says that the agent waits for you, but the request has not reached this device. Nothing was
        answered. Read it again, or press Stop to end the turn.
        <Show when={said()}>{(text) => <p class="unseen__said">{text()}</p>}</Show>
      </Notice>
    </div>
  );
}
