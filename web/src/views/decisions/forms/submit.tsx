// Sending an answer that was put together here: held against the schema of the response first. What does not fit is said,
// and may be sent all the same, knowingly.
import { type Accessor, createSignal, For, type JSX, Show } from "solid-js";
import { checkAnswer } from "../../../decisions/response-schemas.ts";
import { Button, type ButtonProps } from "../../../design/button.tsx";
import type { Answering } from "../answering.ts";
import { VisibleText } from "../visible-text.tsx";

export interface Submit {
  /** What the answer has that the schema does not allow; empty: nothing, or nothing was tried. */
  mismatch: Accessor<readonly string[]>;
  /** Sends the result if it fits. True when it was handed over. */
  send(result: unknown): boolean;
  /** Sends what did not fit. */
  anyway(): boolean;
  /** Goes back to the form. */
  back(): void;
}

/** `after` runs once something was handed over: what is secret is forgotten there. */
export function createSubmit(method: string, answering: Answering, after: () => void = () => undefined): Submit {
  const [held, setHeld] = createSignal<{ result: unknown; mismatch: string[] } | null>(null);
  const hand = (result: unknown): boolean => {
    if (!answering.ready()) return false;
    answering.answer({ result });
    setHeld(null);
    after();
    return true;
  };
  return {
    mismatch: () => held()?.mismatch ?? [],
    send(result) {
      const mismatch = checkAnswer(method, result);
      if (mismatch.length === 0) return hand(result);
      setHeld({ result, mismatch });
      return false;
    },
    anyway() {
      const one = held();
      return one !== null && hand(one.result);
    },
    back: () => setHeld(null),
  };
}

/** What does not fit, with the two ways on. */
export function Mismatch(props: { submit: Submit; answering: Answering }): JSX.Element {
  return (
    <Show when={props.submit.mismatch().length > 0}>
      <div class="mismatch" role="alert">
        <p>This is not what the App Server says that it expects. It may refuse it or ignore it.</p>
        <ul>
          <For each={props.submit.mismatch().slice(0, 8)}>
            {(line) => (
              <li>
                <VisibleText text={line} />
              </li>
            )}
          </For>
        </ul>
        <div class="choices">
          <AnswerButton answering={props.answering} onPress={() => void props.submit.anyway()}>
            Send all the same
          </AnswerButton>
          <Button look="quiet" onClick={() => props.submit.back()}>
            Change it
          </Button>
        </div>
      </div>
    </Show>
  );
}

/** A button that answers: dead in the first moments, and once something was sent. */
export function AnswerButton(props: {
  answering: Answering;
  look?: ButtonProps["look"];
  /** How far it reaches, for the tooltip and screen readers. */
  scope?: string | undefined;
  /** The accessible name, where the text holds more than that. */
  label?: string | undefined;
  held?: boolean;
  long?: boolean;
  onPress: () => void;
  children: JSX.Element;
}): JSX.Element {
  const dead = () => !props.answering.ready() || props.held === true;
  return (
    <Button
      look={props.look ?? "plain"}
      class={props.long === true ? "choices__long" : ""}
      aria-disabled={dead() ? "true" : undefined}
      aria-label={props.label}
      aria-description={props.scope}
      title={props.scope}
      onClick={() => {
        if (!dead()) props.onPress();
      }}
    >
      {props.children}
    </Button>
  );
}
