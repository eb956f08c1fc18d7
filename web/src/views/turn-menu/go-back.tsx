// The question before turns are taken back: what is lost, what is not, and that files stay as they are.
import { createMemo, createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import type { Outcome } from "../../host/model.ts";
import type { ThreadState, Turn } from "../../projection/state.ts";
import { visibleText } from "../../decisions/visible.ts";
import { putIntoBox } from "../composer/put-back.ts";
import { connection, live } from "../live.ts";
import { useServices } from "../services.tsx";
import { setSaid } from "../thread-menu/doing.ts";
import { createAttempt } from "../thread-menu/attempt.ts";
import { isUnknownAct, noteCannotGoBack } from "./refused.ts";
import { askedIn, turnsFrom } from "./turn-text.ts";
import "../thread-menu/thread-menus.css";

/** Files that are named one by one. */
const FILES = 5;

export interface GoBackProps {
  entry: HostEntry;
  state: ThreadState;
  turn: Turn;
  onFork: () => void;
  onClose: () => void;
}

export function GoBack(props: GoBackProps): JSX.Element {
  const services = useServices();
  const attempt = createAttempt();
  const session = () => props.entry.session;
  // As they stand: another device may go on, or take them back, while this is asked. What was sent is what was asked.
  const turns = createMemo<Turn[]>((before) => {
    live(props.state);
    if (attempt.busy()) return before;
    return turnsFrom(props.state, props.turn.id).filter((turn) => live(turn).reverted === false);
  }, []);
  // oxlint-disable-next-line solid/reactivity
  const words = askedIn(props.turn);
  const [keep, setKeep] = createSignal(words !== null);
  const left = createMemo(() => leftBehind(turns()));
  const files = () => left().files;
  const commands = () => left().commands;
  const offline = () => connection(session()) !== "live";

  let gone = false;
  onCleanup(() => (gone = true));
  const go = async () => {
    const { thread, id } = props.turn;
    const count = turns().length;
    const at = session();
    const mode = live(at.state).threads.get(thread)?.historyMode ?? null;
    const done = await attempt.go(async (): Promise<Outcome<null>> => {
      const outcome = await (await services.actions.branch()).takeBack(at, thread, id, mode);
      if (!outcome.ok && isUnknownAct(outcome.reason)) noteCannotGoBack(at, mode);
      return outcome;
    });
    if (done === undefined) return;
    if (keep() && words !== null) putIntoBox({ thread, ...words });
    setSaid({ text: count === 1 ? "Took one turn back." : `Took ${count} turns back.`, undo: null });
    // Closed meanwhile, it may be another turn that is asked about.
    if (!gone) props.onClose();
  };

  return (
    <div class="ask">
      <Show when={turns().length > 0} fallback={<p>This turn has been taken back already.</p>}>
        <p>
          <b>Lost:</b>{" "}
          {turns().length === 1
            ? "this turn leaves"
            : `this turn and ${turns().length === 2 ? "the one" : `the ${turns().length - 1}`} after it leave`}{" "}
          the thread’s history, on every device. The agent will know nothing of {turns().length === 1 ? "it" : "them"}.
          There is no way forward again.
        </p>
      </Show>
      <p>
        <b>Not lost:</b> what is stored on this device stays readable here, marked as taken back.
      </p>
      <p>
        <b>Not undone:</b> files on the machine stay as they are now
        {commands() === 0
          ? ""
          : `, and so does what ${commands() === 1 ? "the command" : `the ${commands()} commands`} did`}
        .
      </p>
      <Show when={files().length > 0}>
        <ul aria-label="Files that these turns changed">
          <For each={files().slice(0, FILES)}>{(path) => <li dir="auto">{visibleText(path)}</li>}</For>
          <Show when={files().length > FILES}>
            <li>and {files().length - FILES} more</li>
          </Show>
        </ul>
      </Show>
      <Show when={words !== null}>
        <label class="ask__check">
          <input type="checkbox" checked={keep()} onChange={(event) => setKeep(event.currentTarget.checked)} />
          Put its message into the message box
        </label>
      </Show>
      <Show when={attempt.problem()}>{(text) => <Notice kind="bad">{text()}</Notice>}</Show>
      <div class="ask__acts">
        <Button onClick={() => props.onClose()}>Cancel</Button>
        <Button
          disabled={offline() || attempt.busy()}
          onClick={() => {
            props.onClose();
            props.onFork();
          }}
        >
          Fork instead
        </Button>
        <Button look="danger" disabled={offline() || attempt.busy() || turns().length === 0} onClick={() => void go()}>
          {attempt.busy() ? "Going back" : "Go back"}
        </Button>
      </div>
    </div>
  );
}

/** What these turns did beyond words. */
function leftBehind(turns: readonly Turn[]): { files: string[]; commands: number } {
  const files = new Set<string>();
  let commands = 0;
  for (const turn of turns)
    for (const item of turn.items.values()) {
      if (item.type === "commandExecution") commands += 1;
      if (item.type === "fileChange") for (const { path } of item.changes) files.add(path);
    }
  return { files: [...files], commands };
}
