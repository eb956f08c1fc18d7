// The questions before an act on a thread, each in a dialog: rename, delete, release, details, and why one was not done.
import { createMemo, createSignal, type JSX, Match, Show, Suspense, Switch } from "solid-js";
import { Button } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { TextField } from "../../design/text-field.tsx";
import { connection, facts, live } from "../live.ts";
import { useServices } from "../services.tsx";
import { programCommand, threadTitle } from "../thread-facts.ts";
import { DetailsBody } from "./details.tsx";
import {
  compact,
  forget,
  leave,
  named,
  question,
  run,
  setQuestion,
  setSaid,
  type Question,
  type Subject,
} from "./doing.ts";
import { resumeCommand } from "./thread-items.ts";
import { lazyPart } from "../lazy-part.tsx";

const TITLES = {
  rename: "Rename the thread",
  delete: "Delete the thread?",
  forget: "Take it off this device’s list?",
  release: "Release the thread",
  details: "Details",
  compact: "Compact while it is working?",
  aside: "Ask a side question",
  review: "Review code",
  goal: "Goal",
  terminals: "Background terminals",
} as const;

const AskAside = lazyPart(() => import("../side-question/ask-aside.tsx"));
const ReviewDialog = lazyPart(() => import("../review/review-dialog.tsx"));
const GoalDialog = lazyPart(() => import("../goal/goal-dialog.tsx"));
const TerminalsDialog = lazyPart(() => import("../terminals/terminals-dialog.tsx"));

const close = () => setQuestion(null);

export function Questions(): JSX.Element {
  const title = () => {
    const asked = question();
    return asked === null ? "" : asked.type === "problem" ? asked.title : TITLES[asked.type];
  };
  const of = (type: Question["type"]) => {
    const asked = question();
    return asked !== null && asked.type !== "problem" && asked.type === type ? asked : null;
  };
  return (
    <Dialog open={question() !== null} title={title()} onClose={close}>
      <Switch>
        <Match when={of("rename")} keyed>
          {(subject) => <Rename subject={subject} />}
        </Match>
        <Match when={of("delete")} keyed>
          {(subject) => <Delete subject={subject} />}
        </Match>
        <Match when={of("forget")} keyed>
          {(subject) => <Forget subject={subject} />}
        </Match>
        <Match when={of("release")} keyed>
          {(subject) => <Release subject={subject} />}
        </Match>
        <Match when={of("details")} keyed>
          {(subject) => <DetailsBody subject={subject} />}
        </Match>
        <Match when={of("compact")} keyed>
          {(subject) => <Compact subject={subject} />}
        </Match>
        <Match when={of("aside")} keyed>
          {(subject) => (
            <Suspense>
              <AskAside subject={subject} onClose={close} />
            </Suspense>
          )}
        </Match>
        <Match when={of("review")} keyed>
          {(subject) => (
            <Suspense>
              <ReviewDialog subject={subject} />
            </Suspense>
          )}
        </Match>
        <Match when={of("goal")} keyed>
          {(subject) => (
            <Suspense>
              <GoalDialog subject={subject} />
            </Suspense>
          )}
        </Match>
        <Match when={of("terminals")} keyed>
          {(subject) => (
            <Suspense>
              <TerminalsDialog subject={subject} />
            </Suspense>
          )}
        </Match>
        <Match when={problem(question())}>
          {(text) => (
            <div class="ask">
              <p role="alert">{text()}</p>
              <div class="ask__acts">
                <Button onClick={close}>Close</Button>
              </div>
            </div>
          )}
        </Match>
      </Switch>
    </Dialog>
  );
}

function problem(asked: Question | null): string | null {
  return asked?.type === "problem" ? asked.text : null;
}

function summaryOf({ entry, thread }: Subject) {
  const found = live(entry.session.state).threads.get(thread);
  return found === undefined ? null : live(found);
}

function Rename(props: { subject: Subject }): JSX.Element {
  const services = useServices();
  // Keyed by the question: what stood there when it was asked is edited.
  // oxlint-disable-next-line solid/reactivity
  const before = summaryOf(props.subject)?.name ?? "";
  // oxlint-disable-next-line solid/reactivity
  const [name, setName] = createSignal(props.subject.words ?? before);
  const [busy, setBusy] = createSignal(false);
  const save = async (event: Event) => {
    event.preventDefault();
    const { entry, thread } = props.subject;
    const wanted = name().trim();
    if (wanted === "" || busy()) return;
    if (wanted === before) return close();
    setBusy(true);
    const done = await run(services, "It was not renamed", (acts) => acts.rename(entry.session, thread, wanted));
    setBusy(false);
    if (done !== undefined) close();
  };
  return (
    <form class="ask" onSubmit={(event) => void save(event)}>
      <TextField
        label="Name"
        hint="Everybody who opens this machine’s threads sees it, also in a terminal or an editor."
        value={name()}
        placeholder={threadTitle(summaryOf(props.subject), props.subject.thread)}
        maxLength={300}
        autofocus
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <div class="ask__acts">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" look="act" disabled={name().trim() === "" || busy()}>
          Rename
        </Button>
      </div>
    </form>
  );
}

function Delete(props: { subject: Subject }): JSX.Element {
  const services = useServices();
  const [here, setHere] = createSignal(true);
  const [busy, setBusy] = createSignal(false);
  const works = () => summaryOf(props.subject)?.status.type === "active";
  const go = async () => {
    const { entry, thread } = props.subject;
    const name = named(props.subject);
    setBusy(true);
    const done = await run(services, "It was not deleted", (acts) => acts.remove(entry.session, thread));
    setBusy(false);
    if (done === undefined) return;
    if (here()) forget(props.subject);
    setSaid({ text: `Deleted ${name} from ${facts(entry.session).label}.`, undo: null });
    close();
  };
  return (
    <div class="ask">
      <p>
        <b dir="auto">{named(props.subject)}</b> is deleted on {facts(props.subject.entry.session).label} for good. Its
        whole history is lost; it cannot be continued, forked or opened again, here or in a terminal. Files that it
        changed stay as they are.
      </p>
      <Show when={works()}>
        <p>It is working right now: the turn is interrupted.</p>
      </Show>
      <label class="ask__check">
        <input type="checkbox" checked={here()} onChange={(event) => setHere(event.currentTarget.checked)} />
        <span>
          Take it off this device’s list too. Otherwise its transcript, as far as it is stored here, can be read until
          you do.
        </span>
      </label>
      <div class="ask__acts">
        <Button onClick={close}>Keep it</Button>
        <Button look="danger" disabled={busy()} onClick={() => void go()}>
          Delete
        </Button>
      </div>
    </div>
  );
}

function Forget(props: { subject: Subject }): JSX.Element {
  return (
    <div class="ask">
      <p>
        The machine has <b dir="auto">{named(props.subject)}</b> no more. What is stored of it on this device is not
        listed any longer; other devices keep what they have.
      </p>
      <div class="ask__acts">
        <Button onClick={close}>Keep it</Button>
        <Button
          look="danger"
          onClick={() => {
            forget(props.subject);
            close();
          }}
        >
          Take it off
        </Button>
      </div>
    </div>
  );
}

function Compact(props: { subject: Subject }): JSX.Element {
  const services = useServices();
  return (
    <div class="ask">
      <p>
        A turn is running in <b dir="auto">{named(props.subject)}</b>. Compacting interrupts it: what it has done so far
        stays, the rest is not done.
      </p>
      <div class="ask__acts">
        <Button onClick={close}>Let it work</Button>
        <Button
          look="danger"
          disabled={connection(props.subject.entry.session) !== "live"}
          onClick={() => {
            close();
            void compact(services, props.subject);
          }}
        >
          Interrupt and compact
        </Button>
      </div>
    </div>
  );
}

function Release(props: { subject: Subject }): JSX.Element {
  const services = useServices();
  const [busy, setBusy] = createSignal(false);
  const session = () => props.subject.entry.session;
  const command = () => resumeCommand(programCommand(live(session().state)), props.subject.thread);
  const others = () => (facts(session()).clients ?? 1) - 1;
  const working = () => summaryOf(props.subject)?.status.type === "active";
  const agents = createMemo(() =>
    [...live(session().state).threads.values()].some((thread) => thread.parent === props.subject.thread),
  );
  const act = async (how: "release" | "unload") => {
    const { entry, thread } = props.subject;
    const name = named(props.subject);
    setBusy(true);
    // A page that shows a thread takes it back.
    leave(props.subject);
    const done = await run(services, "It was not released", (acts) => acts[how](entry.session, thread));
    setBusy(false);
    if (done === undefined) return;
    const text =
      how === "unload"
        ? `${name} can be opened in a terminal or an editor now.`
        : `Released ${name}. The App Server frees it some time after nobody uses it any more, usually within half an hour.`;
    setSaid({ text, undo: null });
    close();
  };
  return (
    <div class="ask">
      <p>
        While the App Server has <b dir="auto">{named(props.subject)}</b> loaded, no terminal and no editor can open it.
        {command() === null ? " Released, it can be opened there." : " Released, it can be opened there, usually with:"}
      </p>
      <Show when={command()}>
        {(text) => (
          <div class="ask__code">
            <code>{text()}</code>
            <CopyButton text={text} label="Copy the command" />
          </div>
        )}
      </Show>
      <ul>
        <li>
          <b>Release</b>: the App Server lets go of it by itself some time after nobody uses it any more, usually within
          half an hour. Until then, what happens in it is told to no device, and opening it here takes it back.
        </li>
        <li>
          <b>Free it now</b>: the thread is archived and brought back at once, which makes the App Server let go right
          away. Its history stays as it is.
        </li>
      </ul>
      <Show when={others() > 0}>
        <p>
          {others() === 1 ? "Another device is" : `${others()} other devices are`} connected. One that shows this thread
          takes it back.
        </p>
      </Show>
      <Show when={working()}>
        <p>It is working right now. Let it finish, or stop it first.</p>
      </Show>
      <div class="ask__acts">
        <Button onClick={close}>Cancel</Button>
        <Button
          disabled={busy() || working() || agents() || connection(session()) !== "live"}
          onClick={() => void act("unload")}
        >
          Free it now
        </Button>
        <Button
          look="act"
          disabled={busy() || working() || connection(session()) !== "live"}
          onClick={() => void act("release")}
        >
          Release
        </Button>
      </div>
    </div>
  );
}
