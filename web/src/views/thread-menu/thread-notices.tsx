// What a thread's page says of the thread as a whole: held by another program, archived, deleted elsewhere, released. Each
// with what can be done.
import { type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { removedFrom } from "../frame/thread-list-marks.ts";
import { connection, live } from "../live.ts";
import { useServices } from "../services.tsx";
import { fork, setQuestion, takeOver, unarchive } from "./doing.ts";

/** `held`: the thread's own state says that another program holds it. */
export function ThreadNotices(props: { entry: HostEntry; thread: string; held: boolean }): JSX.Element {
  const services = useServices();
  const subject = () => ({ entry: props.entry, thread: props.thread });
  const summary = () => {
    const found = live(props.entry.session.state).threads.get(props.thread);
    return found === undefined ? null : live(found);
  };
  const offline = () => connection(props.entry.session) !== "live";
  return (
    <>
      <Show when={props.held || summary()?.heldElsewhere === true}>
        <Notice
          kind="warn"
          title="Open in another program"
          acts={
            <>
              <Button size="small" disabled={offline()} onClick={() => void takeOver(services, subject())}>
                Take over
              </Button>
              <Button size="small" disabled={offline()} onClick={() => void fork(services, subject())}>
                Fork
              </Button>
            </>
          }
        >
          Another program on that machine (a terminal, an editor, another App Server) holds this thread. It can be read
          here; its last turn is perhaps still running there. Close it there and take over, or go on in a fork now.
        </Notice>
      </Show>
      <Show when={summary()?.archived === true && summary()?.deleted === false}>
        <Notice
          title="Archived"
          acts={
            <Button size="small" disabled={offline()} onClick={() => void unarchive(services, subject())}>
              Bring back
            </Button>
          }
        >
          It can be read; to go on in it, bring it back.
        </Notice>
      </Show>
      <Show when={summary()?.deleted === true}>
        <Notice
          kind="warn"
          title="Deleted on the machine"
          acts={
            <Show when={!removedFrom(props.entry.record.id).has(props.thread)}>
              <Button size="small" onClick={() => setQuestion({ type: "forget", ...subject() })}>
                Take off this device’s list
              </Button>
            </Show>
          }
        >
          The App Server has this thread no more. What is stored on this device can still be read.
        </Notice>
      </Show>
    </>
  );
}
