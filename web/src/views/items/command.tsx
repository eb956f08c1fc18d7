// A command: what ran, where, how it stands, its output. Commands that only look around are one quiet line.
import { createMemo, For, type JSX, Match, Show, Switch } from "solid-js";
import { Dynamic } from "solid-js/web";
import { CopyButton } from "../../design/copy-button.tsx";
import { Button, IconButton } from "../../design/button.tsx";
import { bytes, duration, homePath, stopwatch } from "../../design/words.ts";
import type { Item, JsonObject, ThreadState } from "../../projection/state.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { createRemembered } from "../fold-memory.ts";
import { live } from "../live.ts";
import { createElapsed } from "../elapsed.ts";
import { OutputView } from "../output/output-view.tsx";
import { innerCommand } from "../shell-command.ts";
import { useScope } from "../thread/scope.tsx";
import { createTypedNotes } from "./command/typed-note.tsx";
import { late } from "./late.ts";
import "./command.css";

type Command = Extract<Item, { type: "commandExecution" }>;

const LOOKING: ReadonlySet<unknown> = new Set(["read", "listFiles", "search"]);

/** True for a command that the App Server has recognised as reading, listing or searching only, and that did not fail. */
export function isQuietCommand(item: Command): boolean {
  return (
    item.actions.length > 0 &&
    item.actions.every((action) => LOOKING.has(action["type"])) &&
    (item.phase === "open" || item.exitCode === 0 || item.exitCode === null) &&
    item.status !== "failed" &&
    item.status !== "declined"
  );
}

export function CommandItem(props: { item: Command }): JSX.Element {
  const scope = useScope();
  const asked = createMemo(() => isAskedAbout(scope.state, props.item));
  return (
    <Switch fallback={<CommandCard item={props.item} />}>
      <Match when={asked()}>
        {/* The card of the decision shows all of it. */}
        <p class="quiet command__asked">
          <code>
            <VisibleText text={innerCommand(live(props.item).command).slice(0, COMMAND_SHOWN)} plainBreaks />
          </code>
          <span>waits for approval</span>
        </p>
      </Match>
      <Match when={isQuietCommand(live(props.item))}>
        <details class="fold">
          <summary class="quiet">
            <LookingWords actions={live(props.item).actions} />
          </summary>
          <div class="command__opened">
            <CommandCard item={props.item} />
          </div>
        </details>
      </Match>
    </Switch>
  );
}

/** True while a decision about this very item waits for the person; tracked. */
export function isAskedAbout(state: ThreadState, item: Item): boolean {
  if (live(item).phase !== "open") return false;
  for (const decision of live(state).decisions.values())
    if (decision.item === item.id && decision.turn === item.turn && live(decision).state.type === "pending")
      return true;
  return false;
}

/** `Read queue.ts, ack.ts · searched resumeFrom`. */
function LookingWords(props: { actions: JsonObject[] }): JSX.Element {
  const parts = createMemo(() => {
    const read: string[] = [];
    const listed: string[] = [];
    const searched: string[] = [];
    for (const action of props.actions) {
      const text = (key: string) => (typeof action[key] === "string" ? action[key] : null);
      if (action["type"] === "read") read.push(text("name") ?? text("path") ?? "a file");
      else if (action["type"] === "listFiles") listed.push(text("path") ?? "files");
      else searched.push(text("query") ?? text("path") ?? "the folder");
    }
    return [
      { verb: "Read", names: read },
      { verb: "Listed", names: listed },
      { verb: "Searched for", names: searched },
    ].filter((part) => part.names.length > 0);
  });
  return (
    <For each={parts()}>
      {(part, index) => (
        <>
          {index() > 0 ? " · " : ""}
          {index() > 0 ? part.verb.toLowerCase() : part.verb}{" "}
          <For each={part.names.slice(0, 3)}>
            {(name, at) => (
              <>
                {at() > 0 ? ", " : ""}
                <code>{name}</code>
              </>
            )}
          </For>
          {part.names.length > 3 ? ` and ${part.names.length - 3} more` : ""}
        </>
      )}
    </For>
  );
}

const useDetails = late(() => import("./command/command-details.tsx"));

function CommandCard(props: { item: Command }): JSX.Element {
  const scope = useScope();
  const item = () => live(props.item);
  // oxlint-disable-next-line solid/reactivity
  const typed = createTypedNotes(props.item);
  // oxlint-disable-next-line solid/reactivity
  const [more, setMore] = createRemembered(props.item, "details", false);
  const folder = () => {
    const cwd = item().cwd;
    return cwd === "" || cwd === live(scope.state).settings.cwd ? null : homePath(cwd, scope.home);
  };
  return (
    <div class="card">
      <div class="card__head command__head">
        <div class="card__name">
          <CommandText of={props.item} command={innerCommand(item().command)} />
          <Show when={folder()}>{(path) => <span class="command__folder dim">in {path()}</span>}</Show>
          <Show when={item().source === "userShell"}>
            <span class="command__folder dim">run by you, outside the sandbox</span>
          </Show>
        </div>
        <CommandFacts item={props.item} />
        <div class="card__tools">
          <CopyButton label="Copy command" text={() => props.item.command} />
          <IconButton
            icon="more"
            iconSize={18}
            label="More about this command"
            aria-expanded={more()}
            onClick={() => setMore(!more())}
          />
        </div>
      </div>
      <Show when={more()}>
        <CommandMore item={props.item} />
      </Show>
      {typed.first()}
      <Show when={item().output !== ""}>
        <OutputView of={props.item} output={item().output} cut={item().outputCut} below={typed.below} />
      </Show>
    </div>
  );
}

/** The small print; its view loads when it is asked for. */
function CommandMore(props: { item: Command }): JSX.Element {
  const { view, failed, again } = useDetails();
  return (
    <div class="command__more-facts">
      <Show
        when={view()}
        fallback={
          <Show when={failed()} fallback={<p class="dim">Loading…</p>}>
            <p class="dim">This could not be loaded.</p>
            <Button size="small" look="quiet" onClick={again}>
              Try again
            </Button>
          </Show>
        }
      >
        {(found) => <Dynamic component={found()} item={props.item} />}
      </Show>
    </div>
  );
}

/** Longer commands begin cut, with a button for the rest: characters, and lines. */
const COMMAND_SHOWN = 320;
const COMMAND_LINES = 6;

/** The command: a long one, such as a here-document, begins with its first lines and says how much there is. */
function CommandText(props: { of: object; command: string }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const [all, setAll] = createRemembered(props.of, "command", false);
  const cut = createMemo(() => {
    let at = Math.min(props.command.length, COMMAND_SHOWN);
    let lines = 0;
    for (let i = props.command.indexOf("\n"); i !== -1 && i < at; i = props.command.indexOf("\n", i + 1)) {
      lines += 1;
      if (lines === COMMAND_LINES) at = i;
    }
    return at;
  });
  const isCut = () => !all() && cut() < props.command.length;
  return (
    <>
      <div class="command__text" data-all={all() ? "" : undefined}>
        <VisibleText text={isCut() ? props.command.slice(0, cut()) : props.command} plainBreaks />
        {isCut() ? "…" : ""}
      </div>
      <Show when={cut() < props.command.length}>
        <Button class="command__more" look="quiet" size="small" aria-expanded={all()} onClick={() => setAll(!all())}>
          {all() ? "Show its beginning only" : `Show the whole command (${bytes(props.command.length)})`}
        </Button>
      </Show>
    </>
  );
}

/** Status, exit code, time. A running one counts. */
function CommandFacts(props: { item: Command }): JSX.Element {
  const item = () => live(props.item);
  const elapsed = createElapsed(() => (item().phase === "open" ? item().startedAt : null));
  const words = (): { text: string; look: string } => {
    const { phase, status, exitCode } = item();
    if (status === "declined") return { text: "declined", look: "" };
    if (exitCode !== null) return { text: `exit ${exitCode}`, look: exitCode === 0 ? "ok" : "bad" };
    if (phase === "open")
      return { text: status === "" || status === "inProgress" ? "running" : status, look: "command__running" };
    if (phase === "closed") return { text: "not ended when its turn did", look: "" };
    return { text: status, look: status === "failed" ? "bad" : status === "completed" ? "ok" : "" };
  };
  const took = () => {
    const { durationMs } = item();
    const since = elapsed();
    return durationMs !== null ? duration(durationMs) : since === null ? null : stopwatch(since);
  };
  return (
    <div class="card__facts">
      <span class={words().look}>{words().text}</span>
      <Show when={took()}>{(text) => <span>{text()}</span>}</Show>
    </div>
  );
}
