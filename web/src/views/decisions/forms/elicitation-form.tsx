// What an MCP server asks: a form, a yes or no, a page to open, or whether one of its tools may run.
import { createSignal, createUniqueId, For, type JSX, Match, Show, Switch } from "solid-js";
import { accepted, type ElicitationCard, notAccepted } from "../../../decisions/elicitation.ts";
import { type Form, parsed } from "../../../decisions/form.ts";
import type { Decision } from "../../../decisions/state.ts";
import type { Answering } from "../answering.ts";
import { VisibleText } from "../visible-text.tsx";
import { createReading, type Reading, WholeText } from "../whole-text.tsx";
import { createFormState } from "./form-state.ts";
import { Facts, Json, Problem, Reason } from "./parts.tsx";
import { RawRequest } from "./raw-request.tsx";
import { SchemaFields } from "./schema-fields.tsx";
import { AnswerButton, createSubmit, Mismatch, type Submit } from "./submit.tsx";
import { TextInput } from "./text-input.tsx";

export interface ElicitationFormProps {
  decision: Decision;
  card: ElicitationCard;
  answering: Answering;
}

export function ElicitationForm(props: ElicitationFormProps): JSX.Element {
  const server = () => props.card.server ?? "an MCP server";
  return (
    <>
      <h2 class="dec-card__title">
        <Switch
          fallback={
            <>
              <VisibleText text={server()} /> asks
            </>
          }
        >
          <Match when={props.card.kind === "toolApproval" && props.card}>
            {(card) => (
              <>
                Let <VisibleText text={server()} /> run <VisibleText text={card().tool ?? "this tool"} />?
              </>
            )}
          </Match>
          <Match when={props.card.kind === "url"}>
            <VisibleText text={server()} /> asks you to open a page
          </Match>
        </Switch>
      </h2>
      <Reason text={props.card.message} />
      <Switch fallback={<Consent {...props} />}>
        <Match when={props.card.kind === "form" && props.card.form}>
          {(form) => <Filled {...props} form={form()} />}
        </Match>
        <Match when={props.card.kind === "raw" && props.card}>
          {(card) => <ByHand {...props} schema={card().schema} />}
        </Match>
        <Match when={props.card.kind === "url" && props.card}>
          {(card) => <Page {...props} url={card().url} host={card().host} />}
        </Match>
        <Match when={props.card.kind === "toolApproval" && props.card}>
          {(card) => <ToolApproval {...props} tool={card()} />}
        </Match>
      </Switch>
    </>
  );
}

function Below(props: ElicitationFormProps & { submit: Submit }): JSX.Element {
  return (
    <>
      <Facts decision={props.decision} rows={[["MCP server", props.card.server]]} more={props.card.more} />
      <RawRequest decision={props.decision} answering={props.answering} />
      <Mismatch submit={props.submit} answering={props.answering} />
    </>
  );
}

/** The two ways of not accepting. */
function NotAccepting(props: { submit: Submit; answering: Answering; before?: () => void }): JSX.Element {
  const send = (action: "decline" | "cancel") => {
    props.before?.();
    props.submit.send(notAccepted(action));
  };
  return (
    <>
      <AnswerButton answering={props.answering} scope="Tells the server: no." onPress={() => send("decline")}>
        Decline
      </AnswerButton>
      <AnswerButton
        look="quiet"
        answering={props.answering}
        scope="Leaves the question: the server is told that it was put away without an answer."
        onPress={() => send("cancel")}
      >
        Cancel
      </AnswerButton>
    </>
  );
}

function Filled(props: ElicitationFormProps & { form: Form }): JSX.Element {
  // The request of a card does not change during its life.
  // oxlint-disable-next-line solid/reactivity
  const { decision, form, answering } = props;
  const state = createFormState(decision, form);
  const submit = createSubmit(decision.method, answering, state.forgetSecrets);
  const send = () => {
    const content = state.take();
    if (content !== null) submit.send(accepted(content));
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
      <Below {...props} submit={submit} />
      <div class="choices">
        <AnswerButton look="act" answering={answering} onPress={send}>
          Submit
        </AnswerButton>
        <NotAccepting submit={submit} answering={answering} before={state.forgetSecrets} />
      </div>
    </>
  );
}

function Consent(props: ElicitationFormProps): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const submit = createSubmit(props.decision.method, props.answering);
  return (
    <>
      <Below {...props} submit={submit} />
      <div class="choices">
        <AnswerButton look="act" answering={props.answering} onPress={() => void submit.send(accepted({}))}>
          Accept
        </AnswerButton>
        <NotAccepting submit={submit} answering={props.answering} />
      </div>
    </>
  );
}

function ByHand(props: ElicitationFormProps & { schema: unknown }): JSX.Element {
  const id = createUniqueId();
  // oxlint-disable-next-line solid/reactivity
  const { decision, answering } = props;
  // What is written here may hold a token: it is no draft, and is forgotten once it is sent.
  const [text, setText] = createSignal("{}");
  const submit = createSubmit(decision.method, answering, () => setText("{}"));
  const [problem, setProblem] = createSignal<string | null>(null);
  const send = () => {
    const content = parsed(text());
    setProblem(content.ok ? null : content.problem);
    if (content.ok) submit.send(accepted(content.value));
  };
  return (
    <>
      <p class="dec-card__reason">No form can be made of what it asks for. The answer can be written as JSON.</p>
      <Json text={JSON.stringify(props.schema)} label="What is asked for" copy="Copy schema" />
      <div class="field">
        <label class="field__label" for={id}>
          Content
        </label>
        <TextInput
          id={id}
          value={text()}
          lines
          mono
          invalid={problem() !== null}
          describedBy={problem() === null ? undefined : `${id}-p`}
          onValue={setText}
        />
        <Problem id={`${id}-p`} text={problem()} />
      </div>
      <Below {...props} submit={submit} />
      <div class="choices">
        <AnswerButton look="act" answering={answering} onPress={send}>
          Submit
        </AnswerButton>
        <NotAccepting submit={submit} answering={answering} />
      </div>
    </>
  );
}

/** Why accepting waits; null when it does not. Declining never does. */
function unread(reading: Reading, what: string): string | null {
  return reading.unseen() > 0 ? `Approving waits until the ${what} was shown to its end.` : null;
}

function Page(props: ElicitationFormProps & { url: string; host: string | null }): JSX.Element {
  const reading = createReading();
  const held = () => unread(reading, "address");
  // oxlint-disable-next-line solid/reactivity
  const submit = createSubmit(props.decision.method, props.answering);
  return (
    <>
      <div class="dec-card__body page-address">
        <WholeText text={props.url} label="Address" reading={reading} />
      </div>
      <Show
        when={held() === null && props.host}
        fallback={
          <Show when={props.host === null}>
            <p class="dec-card__note bad">
              This is no web address (http or https): it is shown, and cannot be opened from here.
            </p>
          </Show>
        }
      >
        {(host) => (
          <p class="dec-card__reason">
            <a
              class="button page-open"
              data-look="plain"
              data-size="normal"
              href={props.url}
              target="_blank"
              rel="noopener noreferrer"
            >
              Open page
            </a>{" "}
            It opens <VisibleText text={host()} /> in a new tab. Come back afterwards and tell the server.
          </p>
        )}
      </Show>
      <Below {...props} submit={submit} />
      <div class="choices">
        <Show when={held()}>{(why) => <p class="choices__held">{why()}</p>}</Show>
        <AnswerButton
          look="act"
          answering={props.answering}
          held={held() !== null}
          scope="Tells the server that you agree and have opened the page, or will."
          onPress={() => void submit.send(accepted(null))}
        >
          Accept
        </AnswerButton>
        <NotAccepting submit={submit} answering={props.answering} />
      </div>
    </>
  );
}

function ToolApproval(
  props: ElicitationFormProps & { tool: Extract<ElicitationCard, { kind: "toolApproval" }> },
): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const submit = createSubmit(props.decision.method, props.answering);
  const reading = createReading();
  const held = () => unread(reading, "input");
  return (
    <>
      <Reason text={props.tool.description} />
      <Show when={props.tool.input !== null}>
        <Json text={JSON.stringify(props.tool.input)} label="Input of the tool" copy="Copy input" reading={reading} />
      </Show>
      <Below {...props} submit={submit} />
      <div class="choices">
        <Show when={held()}>{(why) => <p class="choices__held">{why()}</p>}</Show>
        <AnswerButton
          look="act"
          answering={props.answering}
          held={held() !== null}
          label="Approve"
          scope="This call, once."
          long
          onPress={() => void submit.send(accepted({}))}
        >
          <span>Approve</span>
          <small class="choices__scope">this once</small>
        </AnswerButton>
        <For each={props.tool.persist}>
          {(choice) => (
            <AnswerButton
              answering={props.answering}
              held={held() !== null}
              label={choice.label}
              scope={choice.scope}
              long
              onPress={() => void submit.send(accepted({}, choice.value))}
            >
              <span>
                <VisibleText text={choice.label} />
              </span>
              <small class="choices__scope">{choice.scope}</small>
            </AnswerButton>
          )}
        </For>
        <NotAccepting submit={submit} answering={props.answering} />
      </div>
    </>
  );
}
