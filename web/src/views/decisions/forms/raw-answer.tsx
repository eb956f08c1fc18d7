// A request without a card of its own: whole, with a form where the schema of the answer is known, and JSON by hand for
// everything else; and an explicit way to refuse it.
import { createSignal, type JSX, Show } from "solid-js";
import { aboutRequest } from "../../../decisions/about.ts";
import type { Form } from "../../../decisions/form.ts";
import { responseForm } from "../../../decisions/response-schemas.ts";
import { unsupported } from "../../../decisions/refusals.ts";
import type { Decision } from "../../../decisions/state.ts";
import type { Answering } from "../answering.ts";
import { VisibleText } from "../visible-text.tsx";
import { createReading } from "../whole-text.tsx";
import { createFormState } from "./form-state.ts";
import { HandWritten } from "./hand-written.tsx";
import { Json } from "./parts.tsx";
import { SchemaFields } from "./schema-fields.tsx";
import { AnswerButton, createSubmit, Mismatch } from "./submit.tsx";

export function RawAnswer(props: { decision: Decision; answering: Answering }): JSX.Element {
  // The request of a card does not change during its life.
  // oxlint-disable-next-line solid/reactivity
  const { decision } = props;
  const about = aboutRequest(decision.method);
  const form = responseForm(decision.method);
  const [byHand, setByHand] = createSignal(form === null);
  const reading = createReading();
  // Refusing needs nothing read.
  const held = () =>
    reading.unseen() > 0
      ? "Answering waits until the request was shown to its end: scroll it down, or show all of it."
      : null;
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
      <Json text={decision.line} label="Request" copy="Copy request" reading={reading} />
      <Show when={form}>
        <button type="button" class="link" onClick={() => setByHand(!byHand())}>
          {byHand() ? "Answer by the form" : "Write the answer as JSON"}
        </button>
      </Show>
      <Show
        when={!byHand() && form}
        fallback={
          <HandWritten decision={decision} answering={props.answering} send="Submit" held={held()} refuse={refuse} />
        }
      >
        {(shown) => (
          <ByForm decision={decision} answering={props.answering} form={shown()} held={held()} refuse={refuse} />
        )}
      </Show>
    </div>
  );
}

function ByForm(props: {
  decision: Decision;
  answering: Answering;
  form: Form;
  held: string | null;
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
        <Show when={props.held}>{(why) => <p class="choices__held">{why()}</p>}</Show>
        <AnswerButton look="act" answering={answering} held={props.held !== null} onPress={send}>
          Submit
        </AnswerButton>
        {props.refuse()}
      </div>
    </>
  );
}
