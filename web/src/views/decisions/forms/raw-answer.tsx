// A request without a card of its own: whole, with a form where the schema of the answer is known, and JSON by hand for
// everything else; and an explicit way to refuse it.
import { createSignal, createUniqueId, type JSX, Show } from "solid-js";
import { aboutRequest } from "../../../decisions/about.ts";
import { type Form, parsed } from "../../../decisions/form.ts";
import { responseForm } from "../../../decisions/response-schemas.ts";
import { unsupported } from "../../../decisions/refusals.ts";
import type { Decision } from "../../../decisions/state.ts";
import type { Answering } from "../answering.ts";
import { VisibleText } from "../visible-text.tsx";
import { createFormState } from "./form-state.ts";
import { Json, Option, Problem } from "./parts.tsx";
import { SchemaFields } from "./schema-fields.tsx";
import { AnswerButton, createSubmit, Mismatch } from "./submit.tsx";
import { TextInput } from "./text-input.tsx";

export function RawAnswer(props: { decision: Decision; answering: Answering }): JSX.Element {
  // The request of a card does not change during its life.
  // oxlint-disable-next-line solid/reactivity
  const { decision } = props;
  const about = aboutRequest(decision.method);
  const form = responseForm(decision.method);
  const [byHand, setByHand] = createSignal(form === null);
  const refuse = () => (
    <AnswerButton
      answering={props.answering}
      scope="Tells the App Server that this client does not support this request."
      onPress={() => props.answering.answer(unsupported(decision.method))}
    >
      Refuse
    </AnswerButton>
  );
  return (
    <div data-generic={decision.method}>
      <h2 class="dec-card__title">
        {about === null ? "The server asks something that this version has no form for" : "The server asks its client"}
      </h2>
      <p class="dec-card__reason">
        <code>
          <VisibleText text={decision.method} />
        </code>
        .{" "}
        {about ?? "It waits until somebody answers: another device may be able to, or the answer can be written here."}
      </p>
      <Json text={decision.line} label="Request" copy="Copy request" />
      <Show when={form}>
        <button type="button" class="link" onClick={() => setByHand(!byHand())}>
          {byHand() ? "Answer by the form" : "Write the answer as JSON"}
        </button>
      </Show>
      <Show
        when={!byHand() && form}
        fallback={<HandWritten decision={decision} answering={props.answering} refuse={refuse} />}
      >
        {(shown) => <ByForm decision={decision} answering={props.answering} form={shown()} refuse={refuse} />}
      </Show>
    </div>
  );
}

function ByForm(props: {
  decision: Decision;
  answering: Answering;
  form: Form;
  refuse: () => JSX.Element;
}): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { decision, answering, form } = props;
  const state = createFormState(decision, form);
  const submit = createSubmit(decision.method, answering, state.forgetSecrets);
  const send = () => {
    const content = state.take();
    if (content !== null) submit.send(content);
  };
  return (
    <>
      <div class="fields">
        <SchemaFields
          form={form}
          inputs={state.inputs()}
          problems={state.problems()}
          onInput={state.set}
          onEnter={send}
        />
      </div>
      <Mismatch submit={submit} answering={answering} />
      <div class="choices">
        <AnswerButton look="act" answering={answering} onPress={send}>
          Submit
        </AnswerButton>
        {props.refuse()}
      </div>
    </>
  );
}

/** Error codes are whole numbers. */
const CODE = /^-?\d{1,9}$/;

// What is written here may be a token: it is no draft.
function HandWritten(props: { decision: Decision; answering: Answering; refuse: () => JSX.Element }): JSX.Element {
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
      answering.answer({ error: { code: Number(code()), message: message() } });
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
        <AnswerButton look="act" answering={answering} onPress={send}>
          Submit
        </AnswerButton>
        {props.refuse()}
      </div>
    </fieldset>
  );
}
