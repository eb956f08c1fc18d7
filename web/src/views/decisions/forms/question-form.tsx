// Questions of the agent: all of them at once, answered together.
import { createMemo, createSignal, createUniqueId, For, type JSX, Show } from "solid-js";
import { answersOf, type Given, isGiven, type Question, type QuestionsCard } from "../../../decisions/questions.ts";
import { declined } from "../../../decisions/refusals.ts";
import type { Decision } from "../../../decisions/state.ts";
import { counted, stopwatch } from "../../../design/words.ts";
import { createNow } from "../../now.ts";
import type { Answering } from "../answering.ts";
import { VisibleText } from "../visible-text.tsx";
import { createDraft } from "./draft.ts";
import { Facts, Option, Problem } from "./parts.tsx";
import { RawRequest } from "./raw-request.tsx";
import { AnswerButton, createSubmit, Mismatch } from "./submit.tsx";
import { TextInput } from "./text-input.tsx";

export interface QuestionFormProps {
  decision: Decision;
  card: QuestionsCard;
  answering: Answering;
}

export function QuestionForm(props: QuestionFormProps): JSX.Element {
  // The request of a card does not change during its life.
  // oxlint-disable-next-line solid/reactivity
  const { decision, card, answering } = props;
  const [secrets, setSecrets] = createSignal<ReadonlyMap<string, Given>>(new Map());
  const [open, setOpen] = createDraft<ReadonlyMap<string, Given>>(decision, "given", new Map());
  const given = createMemo(() => new Map([...open(), ...secrets()]));
  const [tried, setTried] = createSignal(false);
  const missing = createMemo(() => card.questions.filter(({ id }) => !isGiven(given().get(id))));
  const submit = createSubmit(decision.method, answering, () => setSecrets(new Map()));

  const give = (question: Question, value: Given) => {
    if (question.secret) setSecrets(new Map(secrets()).set(question.id, value));
    else setOpen(new Map(open()).set(question.id, value));
  };
  const send = () => {
    if (missing().length > 0 && !tried()) setTried(true);
    else submit.send(answersOf(card, given()));
  };
  return (
    <>
      <h2 class="dec-card__title">
        {card.questions.length === 1
          ? "The agent asks"
          : `The agent asks ${counted(card.questions.length, "question")}`}
      </h2>
      <Show when={card.blocking !== null}>
        <p class="dec-card__reason">
          {card.blocking === true
            ? "It waits for the answer."
            : "It does not wait: it goes on meanwhile, and uses the answer when it comes."}
        </p>
      </Show>
      <Show when={card.autoResolutionMs}>{(ms) => <Countdown from={decision.at} ms={ms()} />}</Show>
      <For each={card.questions}>
        {(question) => (
          <QuestionField
            question={question}
            given={given().get(question.id)}
            problem={tried() && !isGiven(given().get(question.id)) ? "Not answered yet." : null}
            onGiven={(value) => give(question, value)}
            onEnter={send}
          />
        )}
      </For>
      <Facts decision={decision} rows={[]} more={card.more} />
      <RawRequest decision={decision} answering={answering} />
      <Mismatch submit={submit} answering={answering} />
      <div class="choices">
        <Show when={tried() && missing().length > 0}>
          <p class="choices__held" role="status">
            {counted(missing().length, "question")} not answered. Submitting once more sends{" "}
            {missing().length === 1 ? "it" : "them"} empty.
          </p>
        </Show>
        <AnswerButton look="act" answering={answering} onPress={send}>
          Submit
        </AnswerButton>
        <AnswerButton
          look="quiet"
          answering={answering}
          scope="Answers none of it: the agent gets no answers, and the turn goes on."
          onPress={() => {
            setSecrets(new Map());
            answering.answer(declined());
          }}
        >
          Refuse
        </AnswerButton>
      </div>
    </>
  );
}

function Countdown(props: { from: number; ms: number }): JSX.Element {
  const now = createNow();
  const left = () => props.from + props.ms - now();
  return (
    <p class="dec-card__reason" data-countdown="">
      <Show when={left() > 0} fallback="The server's countdown is over: it may have gone on without an answer.">
        The server goes on without an answer in <span class="num">{stopwatch(left())}</span>. This app sends nothing by
        itself.
      </Show>
    </p>
  );
}

function QuestionField(props: {
  question: Question;
  given: Given | undefined;
  problem: string | null;
  onGiven: (given: Given) => void;
  onEnter: () => void;
}): JSX.Element {
  // A question does not change during the life of its card.
  // oxlint-disable-next-line solid/reactivity
  const { question } = props;
  const id = createUniqueId();
  const text = () => (props.given?.type === "text" ? props.given.text : "");
  const chosen = () => (props.given?.type === "option" ? props.given.label : null);
  const describedBy = () =>
    [question.secret ? `${id}-s` : "", props.problem === null ? "" : `${id}-p`].filter((one) => one !== "").join(" ");
  const writing = () => question.options.length === 0 || props.given?.type === "text";
  return (
    <fieldset class="question" aria-describedby={props.problem === null ? undefined : `${id}-p`}>
      <legend>
        <Show when={question.header}>
          {(header) => (
            <span class="question__header">
              <VisibleText text={header()} />
            </span>
          )}
        </Show>
        <VisibleText text={question.text ?? question.header ?? question.id} plainBreaks />
      </legend>
      <For each={question.options}>
        {(option) => (
          <Option
            type="radio"
            name={id}
            checked={chosen() === option.label}
            label={option.label}
            description={option.description}
            onPick={() => props.onGiven({ type: "option", label: option.label })}
          />
        )}
      </For>
      <Show when={question.options.length > 0 && question.freeText}>
        <Option
          type="radio"
          name={id}
          checked={props.given?.type === "text"}
          label="Other"
          description="In your own words."
          onPick={() => props.onGiven({ type: "text", text: text() })}
        />
      </Show>
      <Show when={question.freeText && writing()}>
        <TextInput
          id={`${id}-t`}
          value={text()}
          lines
          secret={question.secret}
          label={question.options.length > 0 ? "Other answer" : (question.text ?? question.header ?? "Answer")}
          invalid={props.problem !== null}
          describedBy={describedBy() === "" ? undefined : describedBy()}
          onValue={(value) => props.onGiven({ type: "text", text: value })}
          onEnter={props.onEnter}
        />
      </Show>
      <Show when={question.secret}>
        <p id={`${id}-s`} class="field__note">
          Longwire keeps no copy of this answer. The App Server itself may write it into its own files on the host.
        </p>
      </Show>
      <For each={question.more}>
        {([name, json]) => (
          <p class="field__note">
            <VisibleText text={`${name}: ${json}`} />
          </p>
        )}
      </For>
      <Problem id={`${id}-p`} text={props.problem} />
    </fieldset>
  );
}
