// Terminals of a machine, and whatever else runs there beside the agent's turns, started by any device: a list from which
// each can be opened and ended, and the form that starts one. Nothing starts by itself.
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Dot } from "../../design/chip.tsx";
import { Notice } from "../../design/notice.tsx";
import { clockTime, homePath } from "../../design/words.ts";
import type { HostProcess } from "../../projection/processes.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { Lacking } from "../lacking/lacking.tsx";
import { connection, live } from "../live.ts";
import { machinePath } from "../machine/path.ts";
import { A, place } from "../route.tsx";
import { sameMembers } from "../same-members.ts";
import { useServices } from "../services.tsx";
import { homeOf } from "../thread-facts.ts";
import { createAttempt } from "../thread-menu/attempt.ts";
import { LeftRunning } from "./left-running.tsx";
import { StartForm } from "./start-form.tsx";
import { terminalPath } from "./terminal-path.ts";
import { TerminalView } from "./terminal-view.tsx";
import { commandWords, isOver, OUTSIDE, standingWords } from "./words.ts";
import "./terminal.css";

export default function TerminalsRoom(props: { entry: HostEntry }): JSX.Element {
  const session = () => props.entry.session;
  const all = createMemo(() => [...live(session().state).processes.values()].reverse(), [], { equals: sameMembers });
  const wanted = () => new URLSearchParams(place().search).get("open");
  const opened = createMemo((before: HostProcess | null) => {
    const name = wanted();
    if (name === null) return null;
    const meant = ({ handle }: HostProcess) => handle === name || handle.startsWith(`${name} `);
    // One that went with its App Server stays on screen for as long as it is looked at.
    return all().find(meant) ?? (before !== null && meant(before) ? before : null);
  }, null);
  const running = createMemo(() => all().filter((process) => !isOver(live(process))), [], { equals: sameMembers });
  const ended = createMemo(() => all().filter((process) => isOver(live(process))), [], { equals: sameMembers });
  const connected = () => connection(session()) === "live";
  return (
    <div class="terminals-room" data-testid="terminals-room">
      <Show when={wanted() !== null}>
        <p class="terminals-room__back">
          <A href={machinePath(props.entry.record.id, "terminals")}>All terminals</A>
        </p>
        <Show
          when={opened()}
          keyed
          fallback={
            <Notice title="This terminal is not there">
              The App Server that it ran on has ended, or this device has not heard of it yet. What it printed is kept
              by nobody.
            </Notice>
          }
        >
          {(process) => <TerminalView session={session()} process={process} />}
        </Show>
      </Show>
      <Show when={wanted() === null}>
        <section aria-labelledby="terminals-new">
          <h2 id="terminals-new">New terminal</h2>
          <p class="terminal__outside">
            <b>No sandbox.</b> {OUTSIDE}
          </p>
          <Lacking session={session()} method="process/spawn" what="A terminal">
            <StartForm entry={props.entry} />
          </Lacking>
        </section>
        <section aria-labelledby="terminals-running">
          <h2 id="terminals-running">Running</h2>
          <Show
            when={running().length > 0}
            fallback={
              <p class="dim">
                Nothing, as far as this device has heard. What another device started shows once it prints something.
              </p>
            }
          >
            <ul class="terminals-room__list" aria-label="What runs beside the agent">
              <For each={running()}>
                {(process) => <One entry={props.entry} process={process} connected={connected()} />}
              </For>
            </ul>
          </Show>
        </section>
        <LeftRunning entry={props.entry} />
        <Show when={ended().length > 0}>
          <section aria-labelledby="terminals-ended">
            <h2 id="terminals-ended">Ended</h2>
            <ul class="terminals-room__list" aria-label="What has ended">
              <For each={ended()}>
                {(process) => <One entry={props.entry} process={process} connected={connected()} />}
              </For>
            </ul>
          </section>
        </Show>
      </Show>
    </div>
  );
}

function One(props: { entry: HostEntry; process: HostProcess; connected: boolean }): JSX.Element {
  const services = useServices();
  const ending = createAttempt();
  const [told, setTold] = createSignal<string | null>(null);
  const now = () => live(props.process);
  const end = async () => {
    setTold(null);
    const { session } = props.entry;
    const process = props.process;
    const done = await ending.go(async () => (await services.actions.processes()).end(session, process));
    if (done?.value === false) setTold("It had ended already.");
  };
  const words = () => commandWords(now());
  return (
    <li data-process={now().handle} data-standing={now().standing.type}>
      <div class="terminals-room__what">
        <A
          href={terminalPath(props.entry.record.id, now())}
          class="terminals-room__name"
          aria-label={`Open ${words()}`}
        >
          <VisibleText text={words()} />
        </A>
        <small>
          <span class="terminals-room__standing">
            <Dot kind={isOver(now()) ? "off" : "run"} /> {standingWords(now())}
          </span>
          <Show when={now().cwd}>
            {(cwd) => <VisibleText text={homePath(cwd(), homeOf(props.entry.session.state))} />}
          </Show>
          <Show when={now().startedAt}>{(at) => <span class="num">since {clockTime(at())}</span>}</Show>
          <span>{now().own ? "started on this device" : "started on another device, or before this one looked"}</span>
        </small>
        <Show when={ending.problem() ?? told()}>
          {(text) => (
            <small class="bad" role="alert">
              {text()}
            </small>
          )}
        </Show>
      </div>
      <Show when={!isOver(now())}>
        <Button
          size="small"
          look="danger"
          disabled={!props.connected || ending.busy()}
          aria-label={`End ${words().slice(0, 80)}`}
          onClick={(event) => {
            // The list moves up when one is gone: the second press of a double one would end the next.
            if (event.detail < 2) void end();
          }}
        >
          End
        </Button>
      </Show>
    </li>
  );
}
