// Starting a terminal: in which folder, with which program. It is opened as soon as the server has it.
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { TextField } from "../../design/text-field.tsx";
import { connection, live } from "../live.ts";
import { exactFolder } from "../file-tree/entries.ts";
import { pathProblem, written } from "../new-thread/paths.ts";
import { navigate, place } from "../route.tsx";
import { useServices } from "../services.tsx";
import { homeOf } from "../thread-facts.ts";
import { createAttempt } from "../thread-menu/attempt.ts";
import { feedOf } from "./feed.ts";
import { terminalPath } from "./terminal-path.ts";
import { commandLine, programsFor } from "./words.ts";

/** Before the screen is drawn; the real size follows at once. */
const FIRST_SIZE = { rows: 24, cols: 80 };

export function StartForm(props: { entry: HostEntry }): JSX.Element {
  const services = useServices();
  const session = () => props.entry.session;
  const home = () => homeOf(live(session().state));
  const newest = () =>
    [...live(session().state).threads.values()].sort((a, b) => b.updatedAt - a.updatedAt).find(({ cwd }) => cwd !== "")
      ?.cwd;
  const [own, setTyped] = createSignal<string | null>(null);
  // What is first known, unless the person has typed: a thread that comes later does not move the field.
  const begin = createMemo<string | null>(
    (was) => was ?? new URLSearchParams(place().search).get("cwd") ?? home() ?? newest() ?? null,
    null,
  );
  const typed = () => own() ?? begin() ?? "";
  const [chosen, setChosen] = createSignal<string | null>(null);
  const [line, setLine] = createSignal("");
  const starting = createAttempt();
  // A folder that the address names is kept to the character: its name may end in a blank.
  const cwd = () => {
    const given = new URLSearchParams(place().search).get("cwd");
    return given !== null && given === typed()
      ? (exactFolder(given) ?? written(given, home()))
      : written(typed(), home());
  };
  const programs = createMemo(() => programsFor(cwd()));
  const program = () =>
    chosen() === "other" ? null : (programs().find(({ name }) => name === chosen()) ?? programs()[0]);
  const command = () => program()?.command ?? commandLine(line());
  const problem = () => (typed().trim() === "" ? null : pathProblem(typed(), home()));
  const ready = () =>
    connection(session()) === "live" && typed().trim() !== "" && problem() === null && command() !== null;
  const start = async () => {
    const what = command();
    if (!ready() || what === null) return;
    const { id } = props.entry.record;
    const on = session();
    const how = { command: what, cwd: cwd(), size: FIRST_SIZE };
    let handle = "";
    // Heard from its first byte on.
    const named = (name: string) => {
      handle = name;
      feedOf(on, "process", name, true);
    };
    const done = await starting.go(async () => (await services.actions.processes()).start(on, how, named));
    if (done !== undefined) navigate(terminalPath(id, { handle }));
  };
  return (
    <form
      class="start-terminal"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <TextField
        label="Folder"
        mono
        value={typed()}
        error={problem()}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <label class="start-terminal__program">
        <span class="field__label">Program</span>
        <select
          class="field__input"
          value={program()?.name ?? "other"}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          <For each={programs()}>{({ name, title }) => <option value={name}>{title}</option>}</For>
          <option value="other">Another program</option>
        </select>
      </label>
      <Show when={program() === null}>
        <TextField
          label="Program and arguments"
          mono
          value={line()}
          hint="No shell reads this. Parts with blanks go in quotation marks."
          error={line() !== "" && commandLine(line()) === null ? "A quotation mark is left open." : null}
          onInput={(event) => setLine(event.currentTarget.value)}
        />
      </Show>
      <Show when={starting.problem()}>
        {(text) => (
          <p class="bad" role="alert">
            {text()}
          </p>
        )}
      </Show>
      <div class="start-terminal__acts">
        <Button look="act" type="submit" disabled={!ready() || starting.busy()}>
          Start a terminal
        </Button>
        <Show when={connection(session()) !== "live"}>
          <span class="dim">Once the machine is connected.</span>
        </Show>
      </div>
    </form>
  );
}
