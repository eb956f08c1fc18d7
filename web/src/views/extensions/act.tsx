// One act of this room and what came of it, in words: said where it was done, until the next one.
import { createSignal, type JSX, Show } from "solid-js";
import type { Outcome } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { type Attempt, createAttempt } from "../thread-menu/attempt.ts";

export interface Act extends Pick<Attempt, "busy" | "problem"> {
  /** What the last one came to. */
  said(): string | null;
  say(words: string | null): void;
  /** Does it; `words` says what came of it. True when it was done. */
  run<T>(act: () => Promise<Outcome<T>>, words: (value: T) => string | null): Promise<boolean>;
}

/** Makes a place for acts; one at a time. */
export function createAct(): Act {
  const attempt = createAttempt();
  const [said, setSaid] = createSignal<string | null>(null);
  return {
    busy: attempt.busy,
    problem: attempt.problem,
    said,
    say: setSaid,
    async run(act, words) {
      setSaid(null);
      const done = await attempt.go(act);
      if (done === undefined) return false;
      setSaid(words(done.value));
      return true;
    },
  };
}

/** What came of it. */
export function ActResult(props: { act: Act }): JSX.Element {
  return (
    <>
      <Show when={props.act.said()}>
        {(words) => (
          <p class="ext__said" role="status">
            <VisibleText text={words()} prose plainBreaks />
          </p>
        )}
      </Show>
      <Show when={props.act.problem()}>
        {(words) => (
          <p class="bad ext__said" role="alert">
            {words()}
          </p>
        )}
      </Show>
    </>
  );
}
