// Where a thread comes from and where it goes on: recovered from one that the App Server has no more, continued in another,
// asked aside; and that the server has nothing of it any more, with the way on.
import { createSignal, type JSX, Show, Suspense } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import type { ThreadState, ThreadSummary } from "../../projection/state.ts";
import { connection, live } from "../live.ts";
import { A, threadPath } from "../route.tsx";
import { threadTitle } from "../thread-facts.ts";
import { lazyPart } from "../lazy-part.tsx";
import "./origin.css";

const GoOnDialog = lazyPart(() => import("./go-on-dialog.tsx"));

export interface OriginProps {
  entry: HostEntry;
  state: ThreadState;
  /** Asks the server for the thread once more. */
  asking: boolean;
  onAgain: () => void;
}

export default function OriginNotices(props: OriginProps): JSX.Element {
  const [goingOn, setGoingOn] = createSignal(false);
  const threads = () => live(props.entry.session.state).threads;
  const summary = () => {
    const found = threads().get(props.state.id);
    return found === undefined ? null : live(found);
  };
  const ephemeral = () => summary()?.ephemeral === true || live(props.state).ephemeral;
  const missing = () => live(props.state).notResumable || summary()?.notResumable === true;
  const gone = () => missing() || summary()?.deleted === true;
  const cwd = () => live(props.state).settings.cwd ?? (summary()?.cwd || null);
  /** The thread that goes on in place of this one, the newest if there are several. */
  const next = () => {
    let newest: { id: string; createdAt: number } | null = null;
    for (const one of threads().values())
      if (recoveredFrom(live(one)) === props.state.id && (newest === null || one.createdAt >= newest.createdAt))
        newest = one;
    return newest?.id ?? null;
  };
  const recovered = () => {
    const found = summary();
    return found === null ? null : recoveredFrom(found);
  };
  const offline = () => connection(props.entry.session) !== "live";
  const go = () => (
    <Show when={cwd() !== null}>
      <Button
        size="small"
        look={next() === null ? "act" : "plain"}
        disabled={offline()}
        onClick={() => setGoingOn(true)}
      >
        {offline() ? "Continue once connected" : "Continue in a new thread …"}
      </Button>
    </Show>
  );
  return (
    <>
      <Show when={recovered()}>
        {(old) => (
          <Notice title="Recovered">
            The App Server no longer had <Link threads={threads()} id={old()} />: this thread goes on from it, and knows
            of it only what its first message says.
          </Notice>
        )}
      </Show>
      <Show when={ephemeral()}>
        <Notice title={missing() ? "Side question, over" : "Side question, not kept by the App Server"}>
          {missing()
            ? "Its App Server has ended, or has let it go, and it with it. What was said stays readable on this device."
            : "It lasts as long as its App Server; what is said stays readable on this device."}
          <Show when={summary()?.forkedFrom}>
            {(source) => (
              <>
                {" "}
                Asked beside <Link threads={threads()} id={source()} />, which knows nothing of it.
              </>
            )}
          </Show>
        </Notice>
      </Show>
      <Show when={missing() && !ephemeral() && summary()?.deleted !== true}>
        <Notice
          kind="warn"
          title="Not resumable"
          acts={
            <>
              {go()}
              <Button size="small" disabled={offline() || props.asking} onClick={() => props.onAgain()}>
                Ask again
              </Button>
            </>
          }
        >
          The server no longer has this thread: its file is gone from the machine, or it never got a first message. What
          is stored on this device can be read.
        </Notice>
      </Show>
      <Show when={summary()?.deleted === true}>
        <Notice title="Still stored here" acts={go()}>
          What was said can go on in a new thread, with an excerpt of this one.
        </Notice>
      </Show>
      <Show when={gone() ? next() : null}>
        {(id) => (
          <Notice title="Continued">
            It goes on in <Link threads={threads()} id={id()} words={nameOf(threads(), id()) ?? "a new thread"} />.
          </Notice>
        )}
      </Show>
      <Show when={goingOn() ? cwd() : null}>
        {(folder) => (
          <Suspense>
            <GoOnDialog entry={props.entry} state={props.state} cwd={folder()} onClose={() => setGoingOn(false)} />
          </Suspense>
        )}
      </Show>
    </>
  );
}

/** The first message of a sub-agent is a model's: it is no mark. Nothing goes on from itself. */
function recoveredFrom(thread: ThreadSummary): string | null {
  const made = thread.parent !== null || thread.source.startsWith("subAgent");
  return made || thread.recoveredFrom === thread.id ? null : thread.recoveredFrom;
}

type Threads = ReadonlyMap<string, ThreadSummary>;

/** The name that somebody has given it; its first words only say where it comes from. */
function nameOf(threads: Threads, id: string): string | null {
  const found = threads.get(id);
  return found === undefined || (found.name ?? "").trim() === "" ? null : threadTitle(found, id);
}

function Link(props: { threads: Threads; id: string; words?: string }): JSX.Element {
  return (
    <A class="origin-link" href={threadPath(props.id)} dir="auto">
      {props.words ?? threadTitle(props.threads.get(props.id) ?? null, props.id)}
    </A>
  );
}
