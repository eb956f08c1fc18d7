// An answer as the person writes it: a result or an error, held against the schema of the response. What is written here
// may be a token: it is no draft.
import { createSignal, createUniqueId, type JSX, Show } from "solid-js";
import { parsed } from "../../../decisions/form.ts";
import type { Decision } from "../../../decisions/state.ts";
import type { Answering } from "../answering.ts";
import { Option, Problem } from "./parts.tsx";
import { AnswerButton, createSubmit, Mismatch } from "./submit.tsx";
import { TextInput } from "./text-input.tsx";

/** Error codes are whole numbers. */
const CODE = /^-?\d{1,9}$/;

/** `send` is the word on its button; `held` keeps that back, with the reason beside it. */
export function HandWritten(props: {
  decision: Decision;
  answering: Answering;
  send: string;
  held?: string | null;
  refuse?: () => JSX.Element;
}): JSX.Element {
  const id = createUniqueId();
  // oxlint-disable-next-line solid/reactivity
  const { decision, answering } = props;
  const [kind, setKind] = createSignal<"result" | "error">("result");
  const [json, setJson] = createSignal("");
  const [code, setCode] = createSignal("-32603");
  const [message, setMessage] = createSignal("");
  const [problem, setProblem] = createSignal<string | null>(null);
  const submit = createSubmit(decision.method, answering, () => setJson(""));
  const send = () => {
    if (kind() === "result") {
      const value = parsed(json());
      setProblem(value.ok ? null : value.problem);
      if (value.ok) submit.send(value.value);
    } else if (!CODE.test(code())) setProblem("The code of an error has to be a whole number.");
    else {
      setProblem(null);
      if (!answering.ready()) return;
      answering.answer({ error: { code: Number(code()), message: message() } });
      setMessage("");
    }
  };
  const describedBy = () => (problem() === null ? undefined : `${id}-p`);
  return (
    <fieldset class="question">
      <legend>Answer by hand</legend>
      <div class="option-row">
        <Option
          type="radio"
          name={id}
          checked={kind() === "result"}
          label="A result"
          onPick={() => setKind("result")}
        />
        <Option type="radio" name={id} checked={kind() === "error"} label="An error" onPick={() => setKind("error")} />
      </div>
      <Show
        when={kind() === "result"}
        fallback={
          <>
            <div class="field">
              <label class="field__label" for={`${id}-c`}>
                Code
              </label>
              <TextInput id={`${id}-c`} value={code()} mono describedBy={describedBy()} onValue={setCode} />
            </div>
            <div class="field">
              <label class="field__label" for={`${id}-m`}>
                Message
              </label>
              <TextInput id={`${id}-m`} value={message()} onValue={setMessage} />
            </div>
          </>
        }
      >
        <div class="field">
          <label class="field__label" for={`${id}-j`}>
            Result, as JSON
          </label>
          <TextInput
            id={`${id}-j`}
            value={json()}
            lines
            mono
            invalid={problem() !== null}
            describedBy={describedBy()}
            onValue={setJson}
          />
        </div>
      </Show>
      <Problem id={`${id}-p`} text={problem()} />
      <Mismatch submit={submit} answering={answering} />
      <div class="choices">
        <Show when={props.held}>{(why) => <p class="choices__held">{why()}</p>}</Show>
        <AnswerButton
          look={props.refuse === undefined ? "plain" : "act"}
          answering={answering}
          held={props.held != null}
          onPress={send}
        >
          {props.send}
        </AnswerButton>
        {props.refuse?.()}
      </div>
    </fieldset>
  );
}
