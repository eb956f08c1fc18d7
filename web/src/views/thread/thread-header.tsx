// The head of a thread: title, folder and branch, the server's own status, what it may do as reported, context used.
import { createMemo, type JSX, Show } from "solid-js";
import { IconButton } from "../../design/button.tsx";
import { Chip, type DotKind } from "../../design/chip.tsx";
import { shortPath, stopwatch } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { turnStatus, type ThreadState, type Turn } from "../../projection/state.ts";
import { isReached } from "../activity/limit-words.ts";
import { activityPath } from "../activity/path.ts";
import { goalUse, goalWords } from "../cards/say-threads.ts";
import { BackLink } from "../frame/back-link.tsx";
import { connection, live } from "../live.ts";
import { maskText } from "../masking/text.ts";
import { createNow } from "../now.ts";
import { A } from "../route.tsx";
import { permissionWords, statusWords } from "../sentences.ts";
import { threadTitle } from "../thread-facts.ts";
import "./thread-header.css";

export interface ThreadHeaderProps {
  session: HostSession;
  state: ThreadState;
  home: string | null;
  /** Opens the panel as a sheet; null where the panel is beside the transcript. */
  onPanel: (() => void) | null;
  /** The way to the acts on the whole thread. */
  menu?: JSX.Element;
}

export function ThreadHeader(props: ThreadHeaderProps): JSX.Element {
  const summary = createMemo(
    () => {
      const found = live(props.session.state).threads.get(props.state.id);
      return found === undefined ? null : live(found);
    },
    null,
    { equals: false },
  );
  const place = () => {
    const cwd = live(props.state).settings.cwd ?? summary()?.cwd ?? "";
    return [cwd === "" ? null : shortPath(cwd, props.home), summary()?.branch ?? null]
      .filter((part) => part !== null)
      .join(" · ");
  };
  const permissions = () => permissionWords(live(props.state).settings);
  const model = () => {
    const { model, effort } = live(props.state).settings;
    return [model, effort].filter((part) => part !== null).join(" · ");
  };
  return (
    <header class="thread-header">
      <BackLink />
      <div class="thread-header__name">
        <h1 dir="auto" title={threadTitle(summary(), props.state.id)}>
          {threadTitle(summary(), props.state.id)}
        </h1>
        <div class="thread-header__place" title={live(props.state).settings.cwd ?? summary()?.cwd}>
          {place()}
          <Show when={model() !== ""}>
            <span class="thread-header__model">
              {place() === "" ? "" : " · "}
              {model()}
            </span>
          </Show>
        </div>
      </div>
      <div class="thread-header__facts">
        <StatusChip session={props.session} state={props.state} />
        <Show when={permissions()}>
          {(words) => (
            <Chip class="thread-header__may" title="What this thread may do, as the server reports it">
              {words()}
            </Chip>
          )}
        </Show>
        <LimitChip session={props.session} />
        <GoalChip state={props.state} />
        <ContextChip state={props.state} />
        <Show when={props.onPanel}>
          {(open) => <IconButton icon="panel" label="Plan, changes, wire" onClick={() => open()()} />}
        </Show>
        {props.menu}
      </div>
    </header>
  );
}

/** The server's own word for the thread, with the time it has lasted when that matters. */
function StatusChip(props: { session: HostSession; state: ThreadState }): JSX.Element {
  const now = createNow();
  const pending = createMemo(() =>
    [...live(props.state).decisions.values()].find((decision) => live(decision).state.type === "pending"),
  );
  const running = createMemo(() => {
    for (const turn of [...live(props.state).turns.values()].reverse()) {
      const status = turnStatus(live(turn));
      if (status === "inProgress" || status === "stopping" || status === "noAnswerToStop") return { turn, status };
    }
    return null;
  });
  const connected = () => connection(props.session) === "live";
  const view = (): { words: string; since: number | null; live: boolean; dot: DotKind } => {
    const asked = pending();
    if (asked !== undefined) return { words: "Waiting for you", since: asked.at, live: true, dot: "wait" };
    const turn = running();
    if (turn !== null) {
      if (!connected()) return { words: "Was working", since: null, live: false, dot: "off" };
      const words =
        turn.status === "inProgress"
          ? activeWords(turn.turn)
          : turn.status === "stopping"
            ? "Stopping"
            : "No answer to stop";
      return { words, since: live(turn.turn).startedAt, live: true, dot: "run" };
    }
    const status = live(props.state).status;
    return {
      words: statusWords(status),
      since: null,
      live: false,
      dot: status.type === "systemError" ? "bad" : "idle",
    };
  };
  const activeWords = (turn: Turn) => {
    if (live(turn).retrying !== null) return "Retrying";
    const status = live(props.state).status;
    return status.type === "active" ? statusWords(status) : "Working";
  };
  const unloaded = () =>
    !view().live && live(props.state).status.type === "notLoaded"
      ? { title: "The server does not hold this thread in its memory now. The next act on it loads it again." }
      : {};
  const quiet = () => !view().live && live(props.state).status.type === "unknown";
  return (
    <Show when={!quiet()}>
      <Chip live={view().live} dot={view().dot} class="thread-header__status" {...unloaded()}>
        {view().words}
        <Show when={view().since}>{(at) => <span class="thread-header__time">· {stopwatch(now() - at())}</span>}</Show>
      </Chip>
    </Show>
  );
}

/** A limit of the machine's account is reached: the way to what is known of it. */
function LimitChip(props: { session: HostSession }): JSX.Element {
  const now = createNow();
  const reached = createMemo(() =>
    [...live(props.session.state).rateLimits.values()]
      .filter((limit) => isReached(limit, now()))
      .map(({ name, id }) => name ?? id)
      .join(", "),
  );
  return (
    <Show when={reached() !== ""}>
      <A href={activityPath(props.session.id)} title={`Reached: ${reached()}`}>
        <Chip>
          <span class="bad">Limit reached</span>
        </Chip>
      </A>
    </Show>
  );
}

/** What the thread works towards by itself: how it stands, and what of its budget is used. The panel has all of it. */
function GoalChip(props: { state: ThreadState }): JSX.Element {
  return (
    <Show when={live(props.state).goal}>
      {(goal) => (
        <Chip
          class="thread-header__goal"
          live={goal().status === "active"}
          title={[maskText(goal().objective), goalUse(goal().tokensUsed, goal().tokenBudget)]
            .filter(Boolean)
            .join(" · ")}
        >
          {goalWords(goal().status)}
          <Show when={share(goal().tokensUsed, goal().tokenBudget)}>
            {(part) => <span class="thread-header__time">· {Math.round(part() * 100)} %</span>}
          </Show>
        </Chip>
      )}
    </Show>
  );
}

/** A part of a whole; null where one of them was not told. */
function share(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : part / whole;
}

/** How much of the context window the last turn filled; nothing where the server has not told both numbers. */
function ContextChip(props: { state: ThreadState }): JSX.Element {
  const used = () => {
    const usage = live(props.state).tokenUsage;
    return usage === null ? null : share(usage.last, usage.window);
  };
  return (
    <Show when={used()}>
      {(part) => (
        <Chip title="Context window used">
          <svg class="ring" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <circle class="ring__base" cx="8" cy="8" r="6.2" />
            <circle
              class="ring__part"
              cx="8"
              cy="8"
              r="6.2"
              pathLength="100"
              stroke-dasharray={`${Math.min(100, part() * 100)} 100`}
            />
          </svg>
          <span>
            <span class="sr-only">Context used: </span>
            {Math.round(part() * 100)} %
          </span>
        </Chip>
      )}
    </Show>
  );
}
