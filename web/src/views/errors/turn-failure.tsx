// A turn that has failed, in one place: what happened, what the server told of it, and what the person can do now.
import { createMemo, type JSX, Show } from "solid-js";
import { clockTime, counted } from "../../design/words.ts";
import type { Turn, TurnError } from "../../projection/state.ts";
import { newestTurn } from "../../projection/turn-standing.ts";
import { inOrder, isReached, resetWords } from "../activity/limit-words.ts";
import { JsonView } from "../items/parts/json-view.tsx";
import { TextBox } from "../items/parts/text-box.tsx";
import { live } from "../live.ts";
import { maskText } from "../masking/text.ts";
import { createNow } from "../now.ts";
import { useScope } from "../thread/scope.tsx";
import { ErrorActs } from "./error-acts.tsx";
import { adviceOf, errorKind, httpStatus, statusOf, untold } from "./kinds.ts";
import "./errors.css";

/** The kind in the server's own word, with the HTTP status where there was one; null where the kind says nothing. */
export function errorCode(error: TurnError | null, status: number | null): string | null {
  const kind = error === null ? null : errorKind(error.info);
  const parts = [kind === "other" ? null : kind, status === null ? null : `HTTP ${status}`].filter(
    (part) => part !== null,
  );
  return parts.length === 0 ? null : parts.join(" · ");
}

/** `word`: the server's own for the end, where it is none of those that are known. */
export function TurnFailure(props: { turn: Turn; word: string | null }): JSX.Element {
  const scope = useScope();
  const turn = () => live(props.turn);
  const status = () => statusOf(turn());
  const advice = createMemo(() => adviceOf(turn().error, status()));
  const newest = () => {
    live(scope.state);
    return newestTurn(scope.state) === props.turn;
  };
  return (
    <div class="foot turn-error" data-kind="break" data-turn-error={errorKind(turn().error?.info ?? null) ?? ""}>
      <b class="bad">{props.word === null ? "Failed" : lastTime(props.word)}</b>
      <Show when={turn().completedAt}>{(at) => <span class="num dim">{clockTime(at())}</span>}</Show>
      <Show when={turn().error} fallback={<span class="foot__text">{nothingTold(props.word)}</span>}>
        {(error) => <ErrorWords error={error()} of={props.turn} code={errorCode(error(), status())} />}
      </Show>
      <Show when={turn().retries}>
        {(retries) => (
          <span class="foot__detail">
            The App Server asked the model {counted(retries().total, "more time")} before it gave up.
            <Show when={retries().last.details}>
              {(details) => (
                <Show when={details() !== turn().error?.message}> The last time: {lastTime(details())}</Show>
              )}
            </Show>
          </span>
        )}
      </Show>
      <Show when={newest()}>
        <Show when={advice().sentence}>{(sentence) => <span class="turn-error__advice">{sentence()}</span>}</Show>
        <Show when={advice().acts.includes("limits")}>
          <ResetTime />
        </Show>
        <ErrorActs turn={props.turn} acts={advice().acts} />
      </Show>
    </div>
  );
}

function nothingTold(word: string | null): string {
  return word === null
    ? "The server gave no reason."
    : "The server ended the turn with this word, which this version of Longwire does not know. What had arrived is kept.";
}

/** A text of the server's that is longer is drawn by its beginning, and whole when asked for. */
const LONG = 2000;

function Told(props: { kind: "foot__text" | "foot__detail"; of: object; label: string; text: string }): JSX.Element {
  const words = createMemo(() => maskText(props.text));
  return (
    <Show when={words().length > LONG} fallback={<span class={props.kind}>{words()}</span>}>
      <div class={props.kind}>
        <TextBox of={props.of} name={props.label} label={props.label} text={words()} />
      </div>
    </Show>
  );
}

/** What stands in a line of its own only by its beginning: the wire view has all of it. */
function lastTime(text: string): string {
  const words = maskText(text.slice(0, 2 * LONG));
  return words.length > LONG ? `${words.slice(0, LONG)}…` : words;
}

/** An error in the server's own words, whole. */
export function ErrorWords(props: { error: TurnError; of: object; code?: string | null }): JSX.Element {
  const code = () => (props.code === undefined ? errorCode(props.error, httpStatus(props.error.info)) : props.code);
  const rest = createMemo(() => untold(props.error));
  return (
    <>
      <Told kind="foot__text" of={props.of} label="Error" text={props.error.message} />
      <Show when={props.error.details}>
        {(details) => <Told kind="foot__detail" of={props.of} label="Details of the error" text={details()} />}
      </Show>
      <Show when={code()}>{(word) => <code class="foot__code">{word()}</code>}</Show>
      <Show when={rest()}>
        {(value) => (
          <div class="turn-error__rest">
            <JsonView of={props.of} name="error" value={value()} label="What else the server told of it" />
          </div>
        )}
      </Show>
    </>
  );
}

/** When the limit that is reached resets, as far as the server has told. */
function ResetTime(): JSX.Element {
  const scope = useScope();
  const now = createNow();
  const words = createMemo(() => {
    const reached = [...live(scope.session.state).rateLimits.values()].filter((limit) => isReached(limit, now()));
    const full = reached.flatMap(({ windows }) => inOrder(windows).filter(({ usedPercent }) => usedPercent >= 100));
    const at = full.map(({ resetsAt }) => resetsAt).filter((time) => time !== null);
    // All that are full have to be reset before anything is taken again.
    return at.length === 0 ? null : resetWords(Math.max(...at), now());
  });
  return <Show when={words()}>{(text) => <span class="turn-error__advice">The limit {text()}.</span>}</Show>;
}

/** A turn that goes on, or was completed, although something went wrong in it. */
export function TurnMishap(props: { turn: Turn }): JSX.Element {
  const turn = () => live(props.turn);
  const recovered = () => {
    const { retries, retrying } = turn();
    return retrying === null ? retries : null;
  };
  return (
    <>
      <Show when={recovered()}>
        {(retries) => (
          <p class="foot" data-kind="note" data-recovered={retries().total}>
            <span>
              Recovered: the model had to be asked {counted(retries().total, "more time")}
              {" · "}
              <span class="num">{clockTime(retries().at)}</span>
            </span>
            <Show when={retries().last.details}>
              {(details) => <span class="foot__detail">{lastTime(details())}</span>}
            </Show>
          </p>
        )}
      </Show>
      <Show when={turn().error}>
        {(error) => (
          <div class="foot turn-error" data-kind="note">
            <b>The server reported an error and went on</b>
            <ErrorWords error={error()} of={props.turn} />
          </div>
        )}
      </Show>
    </>
  );
}

/** What went wrong in a turn that ended otherwise: stopped, interrupted, or with its process. */
export function TurnTroubles(props: { turn: Turn }): JSX.Element {
  const turn = () => live(props.turn);
  return (
    <Show when={turn().error !== null || turn().retries !== null}>
      <div class="foot turn-error" data-kind="note" data-troubles="">
        <Show when={turn().retries}>
          {(retries) => (
            <span class="foot__detail">
              The App Server asked the model {counted(retries().total, "more time")} before that.
              <Show when={turn().error === null && (retries().last.details ?? retries().last.message)}>
                {(words) => <> The last time: {lastTime(words())}</>}
              </Show>
            </span>
          )}
        </Show>
        <Show when={turn().error}>
          {(error) => (
            <>
              <b>The server reported an error before that</b>
              <ErrorWords error={error()} of={props.turn} />
            </>
          )}
        </Show>
      </div>
    </Show>
  );
}
