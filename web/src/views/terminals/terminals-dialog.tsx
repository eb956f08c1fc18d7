// Commands of a thread that go on after their turn: which, where, and ending one or all of them. What is shown was read when
// the dialog was opened, or read again; nothing tells of it by itself.
import { createSignal, For, type JSX, Show } from "solid-js";
import type { BackgroundTerminal } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { bytes, counted, homePath } from "../../design/words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { connection } from "../live.ts";
import { createLoader } from "../load.ts";
import { useServices } from "../services.tsx";
import { homeOf } from "../thread-facts.ts";
import { createAttempt } from "../thread-menu/attempt.ts";
import { setQuestion, type Subject } from "../thread-menu/doing.ts";
import { refusalSentence } from "../thread-menu/refusals.ts";
import "./terminals-dialog.css";

export default function TerminalsDialog(props: { subject: Subject }): JSX.Element {
  const services = useServices();
  const session = () => props.subject.entry.session;
  const connected = () => connection(session()) === "live";
  const list = createLoader(
    () => (connected() ? props.subject : null),
    async ({ entry, thread }) => (await services.actions.terminals()).list(entry.session, thread),
  );
  const ending = createAttempt();
  const [gone, setGone] = createSignal<string | null>(null);
  const known = () => {
    const outcome = list.value();
    return outcome?.ok === true ? outcome.value : null;
  };
  const problem = () => {
    const outcome = list.value();
    if (list.failed()) return "The list could not be loaded. Try again, or reload the page.";
    if (outcome === undefined || outcome.ok) return null;
    return outcome.reason.type === "rpc" && /thread not (?:found|loaded)/i.test(outcome.reason.message)
      ? "The App Server has not loaded this thread: no command of it runs there."
      : refusalSentence(outcome.reason);
  };
  const home = () => homeOf(session().state);
  const end = async ({ process, command }: BackgroundTerminal) => {
    setGone(null);
    const { entry, thread } = props.subject;
    const done = await ending.go(async () => (await services.actions.terminals()).end(entry.session, thread, process));
    if (done?.value === false) setGone(`“${command}” had ended already.`);
    if (done !== undefined) list.again();
  };
  const endAll = async () => {
    setGone(null);
    const { entry, thread } = props.subject;
    const done = await ending.go(async () => (await services.actions.terminals()).endAll(entry.session, thread));
    if (done !== undefined) list.again();
  };
  const facts = (terminal: BackgroundTerminal) =>
    [
      terminal.pid === null ? null : `process ${terminal.pid}`,
      terminal.cpuPercent === null ? null : `${terminal.cpuPercent.toLocaleString()} % CPU`,
      terminal.bytes === null ? null : bytes(terminal.bytes),
    ].filter((part) => part !== null);
  return (
    <div class="ask" aria-busy={list.loading()}>
      <Show
        when={known()}
        fallback={
          <Show
            when={problem()}
            fallback={
              <p>{connected() ? "Reading what runs …" : "What runs can be seen once the connection is back."}</p>
            }
          >
            {(text) => (
              <p class="bad" role="alert">
                {text()}
              </p>
            )}
          </Show>
        }
      >
        {(found) => (
          <>
            <Show
              when={found().terminals.length > 0}
              fallback={<p role="status">No command of this thread runs in the background.</p>}
            >
              <p role="status">
                {counted(found().terminals.length, "command runs", "commands run")} on after{" "}
                {found().terminals.length === 1 ? "its turn" : "their turns"}.
                {found().more ? " There are more than are shown." : ""}
              </p>
              <ul class="terminals">
                <For each={found().terminals}>
                  {(terminal) => (
                    <li class="terminals__one">
                      <div class="terminals__what">
                        <code>
                          <VisibleText text={terminal.command} />
                        </code>
                        <small>
                          <Show when={terminal.cwd}>{(cwd) => <VisibleText text={homePath(cwd(), home())} />}</Show>
                          <For each={facts(terminal)}>{(fact) => <span class="num">{fact}</span>}</For>
                        </small>
                      </div>
                      <Button
                        size="small"
                        look="danger"
                        disabled={ending.busy() || !connected() || list.loading()}
                        aria-label={`End ${terminal.command.slice(0, 80)}`}
                        onClick={(event) => {
                          // The list moves up when one is gone: the second press of a double one would end the next.
                          if (event.detail < 2) void end(terminal);
                        }}
                      >
                        End
                      </Button>
                    </li>
                  )}
                </For>
              </ul>
            </Show>
            <Show when={gone()}>{(text) => <p>{text()}</p>}</Show>
          </>
        )}
      </Show>
      <Show when={ending.problem()}>
        {(text) => (
          <p class="bad" role="alert">
            {text()}
          </p>
        )}
      </Show>
      <div class="ask__acts">
        <Button disabled={!connected() || list.loading()} onClick={() => list.again()}>
          Read again
        </Button>
        <Show when={(known()?.terminals.length ?? 0) > 1}>
          <Button look="danger" disabled={ending.busy() || !connected()} onClick={() => void endAll()}>
            End all
          </Button>
        </Show>
        <Button onClick={() => setQuestion(null)}>Close</Button>
      </div>
    </div>
  );
}
