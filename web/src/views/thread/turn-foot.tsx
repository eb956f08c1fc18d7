// How a turn stands, in words, under its last entry: running, stopping, stopped, failed, lost.
import { createSignal, type JSX, Match, Show, Switch } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { clockTime, duration, stopwatch } from "../../design/words.ts";
import { isOpen } from "../../decisions/state.ts";
import type { Turn, TurnError } from "../../projection/state.ts";
import { turnStanding } from "../../projection/turn-standing.ts";
import { ErrorWords, TurnFailure, TurnMishap, TurnTroubles } from "../errors/turn-failure.tsx";
import { connection, facts, live } from "../live.ts";
import { createElapsed, createSilence } from "../elapsed.ts";
import { maskText } from "../masking/text.ts";
import { standingWords } from "../status/standing.ts";
import { TakenBackNote } from "../turn-menu/taken-back.tsx";
import { LeftRunning } from "./left-running.tsx";
import { useScope } from "./scope.tsx";
import "./turn-foot.css";

/** Silence longer than this is said, ms. */
const SILENT_AFTER = 20_000;
/** Silence longer than this is said in a sentence, with what can be done, ms. */
const STILL_AFTER = 60_000;

export function TurnFoot(props: { turn: Turn; status: string }): JSX.Element {
  return (
    <>
      <Foot turn={props.turn} status={props.status} />
      <TakenBackNote turn={props.turn} />
      <Show when={live(props.turn).endSeen}>
        <LeftRunning turn={props.turn} />
      </Show>
    </>
  );
}

function Foot(props: { turn: Turn; status: string }): JSX.Element {
  const turn = () => live(props.turn);
  return (
    <Switch fallback={<TurnFailure turn={props.turn} word={props.status === "failed" ? null : props.status} />}>
      <Match when={props.status === "inProgress"}>
        <Running turn={props.turn} />
      </Match>
      <Match when={props.status === "stopping"}>
        <Stopping turn={props.turn} />
      </Match>
      <Match when={props.status === "noAnswerToStop"}>
        <NoAnswer turn={props.turn} />
      </Match>
      <Match when={props.status === "completed"}>
        <TurnMishap turn={props.turn} />
        <Show when={turn().serverReturnedLess}>
          <p class="foot" data-kind="note">
            The server has less of this turn than this device: what is stored here is shown.
          </p>
        </Show>
      </Match>
      <Match when={props.status === "interrupted"}>
        <div class="foot" data-kind="bar">
          <b>{standingWords(turnStanding(turn()))}</b>
          <Took turn={props.turn} />
          <Show when={turn().elsewhere}>
            <span class="foot__text">
              The thread is not loaded here, and the server’s copy says no more: another program on that machine may
              still be at work on this turn.
            </span>
          </Show>
        </div>
        <TurnTroubles turn={props.turn} />
      </Match>
      <Match when={props.status === "stoppedByForce"}>
        <p class="foot" data-kind="break">
          <b>Stopped by force</b>
          <span class="foot__text">
            The App Server was ended. What had arrived is kept; write again to go on in a new one.
          </span>
        </p>
        <TurnTroubles turn={props.turn} />
      </Match>
      <Match when={props.status === "lost"}>
        <p class="foot" data-kind="break">
          <Show
            when={turn().endUntold}
            fallback={
              <>
                <b>Lost with its process</b>
                <span class="foot__text">
                  The App Server ended before this turn did. What had arrived is kept; write again to go on in a new
                  one.
                </span>
              </>
            }
          >
            <b>How it ended is not known</b>
            <span class="foot__text">
              The thread is at rest and the App Server has not told how this turn ended, asked for it as well. What had
              arrived is kept; you can write on.
            </span>
          </Show>
        </p>
        <TurnTroubles turn={props.turn} />
      </Match>
    </Switch>
  );
}

/** Working: for how long, and how long ago the last sign of life was. */
function Running(props: { turn: Turn }): JSX.Element {
  const scope = useScope();
  const since = () => live(props.turn).startedAt;
  const elapsed = createElapsed(since);
  // A turn that has only begun is a sign, though nothing of the thread may have come for long before.
  const silence = createSilence(() => scope.state.lastSignAt, since);
  const retrying = () => live(props.turn).retrying;
  const connected = () => connection(scope.session) === "live";
  // A request may name no turn, or one that only ever was another name of this.
  const asked = () => {
    const { decisions, turns } = live(scope.state);
    return [...decisions.values()].some(
      (decision) =>
        live(decision).state.type === "pending" &&
        (decision.turn === null || decision.turn === props.turn.id || !turns.has(decision.turn)),
    );
  };
  /** A request that is answered and not settled yet is no unseen one, and a sub-agent's may raise its parent's flag. */
  const known = () => {
    const host = live(scope.session.state);
    return (
      [...live(scope.state).decisions.values()].some((decision) => isOpen(live(decision))) ||
      [...host.decisions.values()].some(
        (decision) =>
          decision.thread !== null &&
          host.threads.get(decision.thread)?.parent === scope.state.id &&
          isOpen(live(decision)),
      )
    );
  };
  const unseen = () => {
    const { status } = live(scope.state);
    if (!connected() || status.type !== "active" || known()) return null;
    if (status.flags.includes("waitingOnApproval")) return "an approval";
    return status.flags.includes("waitingOnUserInput") ? "an answer" : null;
  };
  return (
    <div class="foot" data-kind="running" data-paused={connected() ? undefined : ""}>
      <Switch
        fallback={
          <>
            <span>{connected() ? "Working" : "Was working when last seen"}</span>
            <Show when={connected() && since() !== null}>
              <span class="num dim">{stopwatch(elapsed() ?? 0)}</span>
            </Show>
          </>
        }
      >
        <Match when={retrying()}>{(error) => <Retrying turn={props.turn} error={error()} />}</Match>
        <Match when={asked()}>
          <span>Waiting for you</span>
        </Match>
        <Match when={connected() && live(props.turn).buffering}>
          {(held) => (
            <>
              <b>Held for a safety check</b>
              <span class="foot__text">
                {held().model ?? "The model"} has answered; its provider looks at the answer before it is shown.
                {held().fasterModel === null ? "" : ` ${held().fasterModel ?? ""} would answer sooner.`}
              </span>
            </>
          )}
        </Match>
        <Match when={unseen()}>
          {(what) => (
            <>
              <b>Waiting for {what()} that this device cannot see</b>
              <span class="foot__text">It may be open on another device. Stop ends the turn if it is not.</span>
            </>
          )}
        </Match>
      </Switch>
      <Show when={retrying() === null}>
        <TurnMishap turn={props.turn} />
      </Show>
      <Show when={live(props.turn).stopRefused}>
        {(words) => (
          <span class="foot__text" data-stop-refused="">
            Stop was not taken (the server says: {maskText(words().slice(0, 1000))}). The turn goes on; press Stop to
            ask again.
          </span>
        )}
      </Show>
      <Show when={connected() && !asked() && unseen() === null && silence() > SILENT_AFTER}>
        <span class="num dim">no sign for {stopwatch(silence())}</span>
        <Show when={silence() > STILL_AFTER}>
          <span class="foot__text" data-still="">
            The agent has asked nothing and said nothing since. It may still be at work; Stop ends the turn.
          </span>
        </Show>
      </Show>
    </div>
  );
}

/** The server asks the model again: the how-maniest time, why, and since when. */
function Retrying(props: { turn: Turn; error: TurnError }): JSX.Element {
  const scope = useScope();
  const connected = () => connection(scope.session) === "live";
  const retries = () => live(props.turn).retries;
  const elapsed = createElapsed(() => retries()?.at ?? null);
  return (
    <>
      <b>{connected() ? "Retrying" : "Was retrying when last seen"}</b>
      <Show when={retries()}>
        {(told) => (
          <span class="num dim" data-attempt={told().run}>
            try {told().run}
            <Show when={connected()}> · {stopwatch(elapsed() ?? 0)}</Show>
          </span>
        )}
      </Show>
      <ErrorWords error={props.error} of={props.turn} />
    </>
  );
}

function Stopping(props: { turn: Turn }): JSX.Element {
  const scope = useScope();
  const connected = () => connection(scope.session) === "live";
  return (
    <div class="foot" data-kind="running" data-paused={connected() ? undefined : ""}>
      <Show when={connected()} fallback="Was stopping when last seen">
        Stopping <StopTime turn={props.turn} />
      </Show>
    </div>
  );
}

function StopTime(props: { turn: Turn }): JSX.Element {
  const elapsed = createElapsed(() => {
    const stop = live(props.turn).stop;
    return stop.type === "none" ? null : stop.at;
  });
  return (
    <Show when={elapsed() !== null}>
      <span class="num dim">{stopwatch(elapsed() ?? 0)}</span>
    </Show>
  );
}

/** The interrupt got no answer: offers the forced stop, with its price. */
function NoAnswer(props: { turn: Turn }): JSX.Element {
  const scope = useScope();
  const [asking, setAsking] = createSignal(false);
  const forced = () => live(props.turn).stop.type === "forced";
  const reachable = () => facts(scope.session).link.type === "attached";
  return (
    <div class="foot" data-kind="break">
      <b>No answer to stop</b>
      <span class="foot__text">
        {forced()
          ? "The App Server is being ended."
          : "The server took the request to stop and has not ended the turn. It may still end by itself."}
      </span>
      <Show when={!forced()}>
        <Button
          size="small"
          disabled={!reachable()}
          {...(reachable() ? {} : { title: "Needs the connection" })}
          onClick={() => setAsking(true)}
        >
          Stop by force
        </Button>
      </Show>
      <Dialog open={asking()} title="Stop by force?" onClose={() => setAsking(false)}>
        <div class="ask">
          <p>
            This ends the App Server and everything that runs on it, for all devices: other turns, commands, terminals.
            Threads and their transcripts are kept and can be continued afterwards.
          </p>
          <div class="ask__acts">
            <Button onClick={() => setAsking(false)}>Keep waiting</Button>
            <Button
              look="danger"
              disabled={!reachable()}
              onClick={() => {
                setAsking(false);
                void scope.session.stopByForce(props.turn.id);
              }}
            >
              End the App Server
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}

function Took(props: { turn: Turn }): JSX.Element {
  const turn = () => live(props.turn);
  return (
    <span class="dim num">
      <Show when={turn().completedAt}>{(at) => ` ${clockTime(at())}`}</Show>
      <Show when={turn().durationMs}>{(ms) => ` · after ${duration(ms())}`}</Show>
    </span>
  );
}
