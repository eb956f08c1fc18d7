// The head of a thread: title, folder and branch, the server's own status, what it may do as reported, context used.
import { createMemo, type JSX, Show } from "solid-js";
import { IconButton } from "../../design/button.tsx";
import { Chip } from "../../design/chip.tsx";
import { shortPath, stopwatch } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { objectOf, textOf } from "../../projection/read.ts";
import type { ReportedSettings, ThreadState } from "../../projection/state.ts";
import { isRunning } from "../../projection/status.ts";
import { newestTurn } from "../../projection/turn-standing.ts";
import { isReached, limitName } from "../activity/limit-words.ts";
import { goalUse, goalWords } from "../cards/say-threads.ts";
import { BackLink } from "../frame/back-link.tsx";
import { connection, live } from "../live.ts";
import { machinePath } from "../machine/path.ts";
import { maskText } from "../masking/text.ts";
import { createElapsed, createSilence } from "../elapsed.ts";
import { createNow } from "../now.ts";
import { A } from "../route.tsx";
import { createMedia } from "../media.ts";
import { permissionWords, wideWords } from "../permission-words.ts";
import { standingDot, standingWords } from "../status/standing.ts";
import { pageStanding } from "../status/page-standing.ts";
import { threadTitle } from "../thread-facts.ts";
import { openThreadSettings } from "../thread-settings/asked.ts";
import { ModeButton } from "./mode-button.tsx";
import "./thread-header.css";

const MAY = "What this thread may do, as the server reports it. Press to see all of it, or to change it.";

export interface ThreadHeaderProps {
  session: HostSession;
  state: ThreadState;
  home: string | null;
  /** Opens the panel as a sheet; null where the panel is beside the transcript. */
  onPanel: (() => void) | null;
  /** Leads to the goal and what can be done with it. */
  onGoal?: ((from: HTMLElement) => void) | undefined;
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
  // There the title has its line to itself.
  const phone = createMedia("(max-width: 700px)");
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
        <div class="thread-header__place">
          <Show when={phone()}>
            <StatusChip session={props.session} state={props.state} />
          </Show>
          {/* Where there is no room for the chip, what is to stay in sight goes before the rest. */}
          <Show when={wideWords(live(props.state).settings) ?? permissions()}>
            {(words) => (
              <button
                type="button"
                class="thread-header__link thread-header__wide"
                title={MAY}
                aria-haspopup="dialog"
                onClick={() => openThreadSettings(props.state.id, "What commands may do")}
              >
                <span classList={{ bad: wideWords(live(props.state).settings) !== null }}>{words()}</span>
              </button>
            )}
          </Show>
          <Show when={model() !== ""}>
            <button
              type="button"
              class="thread-header__link thread-header__model"
              title="Model and effort, as the server reports them. Press to change them."
              aria-haspopup="dialog"
              onClick={() => openThreadSettings(props.state.id, "Model")}
            >
              <span>
                <span class="sr-only">Model: </span>
                {model()}
              </span>
            </button>
          </Show>
          <Show when={place() !== ""}>
            <span class="thread-header__where" title={live(props.state).settings.cwd ?? summary()?.cwd}>
              {place()}
            </span>
          </Show>
        </div>
      </div>
      <div class="thread-header__facts">
        <Show when={!phone()}>
          <StatusChip session={props.session} state={props.state} />
        </Show>
        <ModeButton state={props.state} class="thread-header__mode" />
        <Show when={permissions()}>
          {(words) => (
            <button
              type="button"
              class="chip-button thread-header__may"
              title={MAY}
              aria-haspopup="dialog"
              onClick={() => openThreadSettings(props.state.id)}
            >
              <Chip>
                <span classList={{ bad: isWide(live(props.state).settings) }}>{words()}</span>
              </Chip>
            </button>
          )}
        </Show>
        <LimitChip session={props.session} />
        <GoalChip state={props.state} onGoal={props.onGoal} />
        <ContextChip state={props.state} />
        <Show when={props.onPanel}>
          {(open) => <IconButton icon="panel" label="Plan, changes, wire" onClick={() => open()()} />}
        </Show>
        {props.menu}
      </div>
    </header>
  );
}

/** Nothing holds it back, and nobody is asked. */
function isWide({ sandbox, approvalPolicy }: ReportedSettings): boolean {
  const full = textOf(objectOf(sandbox)?.["type"]) === "dangerFullAccess";
  return full && approvalPolicy === "never";
}

/** Silence longer than this is said, ms. */
const SILENT_AFTER = 60_000;

/** How the thread stands, in the words of the list, with the time it has lasted when that matters. */
function StatusChip(props: { session: HostSession; state: ThreadState }): JSX.Element {
  const standing = createMemo(() => pageStanding(props.state));
  const offline = () => connection(props.session) !== "live";
  const words = () => {
    const how = standing();
    if (!isRunning(how)) return standingWords(how);
    if (offline()) return "Was working";
    return how.type === "retrying" && how.attempt > 1 ? `Retrying, try ${how.attempt}` : standingWords(how);
  };
  /** Something goes on now, or waits for the person. */
  const alive = () => standing().type === "waiting" || (isRunning(standing()) && !offline());
  const since = () => {
    if (!alive()) return null;
    const asked = [...live(props.state).decisions.values()].find((decision) => live(decision).state.type === "pending");
    const turn = newestTurn(props.state);
    return asked?.at ?? (turn === null ? null : live(turn).startedAt);
  };
  const elapsed = createElapsed(since);
  const quiet = createSilence(() => props.state.lastSignAt, since);
  // A wait for the person is no silence.
  const silence = () => (standing().type !== "waiting" && quiet() > SILENT_AFTER ? quiet() : null);
  const unloaded = () =>
    standing().type === "notLoaded"
      ? { title: "The server does not hold this thread in its memory now. The next act on it loads it again." }
      : {};
  return (
    <Show when={standing().type !== "unknown"}>
      <Chip live={alive()} dot={standingDot(standing(), offline())} class="thread-header__status" {...unloaded()}>
        <span data-standing={standing().type}>{words()}</span>
        <Show when={since() !== null}>
          <span class="thread-header__time">
            · {silence() === null ? stopwatch(elapsed() ?? 0) : `no sign for ${stopwatch(silence() ?? 0)}`}
          </span>
        </Show>
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
      .map(limitName)
      .join(", "),
  );
  return (
    <Show when={reached() !== ""}>
      <A href={machinePath(props.session.id, "account")} title={`Reached: ${reached()}`}>
        <Chip>
          <span class="bad">Limit reached</span>
        </Chip>
      </A>
    </Show>
  );
}

/** What the thread works towards by itself: how it stands, and what of its budget is used. The panel has all of it. */
function GoalChip(props: { state: ThreadState; onGoal: ThreadHeaderProps["onGoal"] }): JSX.Element {
  return (
    <Show when={live(props.state).goal}>
      {(goal) => (
        <button
          type="button"
          class="thread-header__goal"
          disabled={props.onGoal === undefined}
          title={[maskText(goal().objective), goalUse(goal().tokensUsed, goal().tokenBudget)]
            .filter(Boolean)
            .join(" · ")}
          onClick={(event) => props.onGoal?.(event.currentTarget)}
        >
          <Chip live={goal().status === "active"}>
            {goalWords(goal().status)}
            <Show when={share(goal().tokensUsed, goal().tokenBudget)}>
              {(part) => <span class="thread-header__time">· {Math.round(part() * 100)} %</span>}
            </Show>
          </Chip>
        </button>
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
