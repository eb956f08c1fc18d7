// The model calls a tool that the client is to carry out: the person gives the result.
import { createUniqueId, For, type JSX, Show } from "solid-js";
import { unsupported } from "../../../decisions/refusals.ts";
import type { Decision } from "../../../decisions/state.ts";
import {
  contentOf,
  type ToolCallCard,
  type ToolContent,
  toolContent,
  toolResult,
} from "../../../decisions/tool-call.ts";
import { Button } from "../../../design/button.tsx";
import type { Answering } from "../answering.ts";
import { VisibleText } from "../visible-text.tsx";
import { createDraft } from "./draft.ts";
import { Facts, Json, Option } from "./parts.tsx";
import { RawRequest } from "./raw-request.tsx";
import { AnswerButton, createSubmit, Mismatch } from "./submit.tsx";
import { TextInput } from "./text-input.tsx";

const KINDS: readonly [ToolContent["type"], string][] = [
  ["inputText", "Text"],
  ["inputImage", "Address of an image"],
  ["inputAudio", "Address of a sound"],
];

export function ToolCallForm(props: { decision: Decision; card: ToolCallCard; answering: Answering }): JSX.Element {
  // The request of a card does not change during its life.
  // oxlint-disable-next-line solid/reactivity
  const { decision, card, answering } = props;
  const id = createUniqueId();
  const submit = createSubmit(decision.method, answering);
  const [parts, setParts] = createDraft<readonly ToolContent[]>(decision, "parts", [toolContent("inputText", "")]);
  const [success, setSuccess] = createDraft(decision, "success", true);
  const send = () => void submit.send(toolResult(parts(), success()));
  const write = (n: number, content: string) =>
    setParts(parts().map((part, at) => (at === n ? toolContent(part.type, content) : part)));
  return (
    <>
      <h2 class="dec-card__title">
        The agent calls <VisibleText text={card.name} />
      </h2>
      <p class="dec-card__reason">
        The App Server asks its client to carry this tool out. Longwire does nothing by itself: what you write here is
        what the agent gets as the tool's result.
      </p>
      <Json text={JSON.stringify(card.arguments)} label="Arguments" copy="Copy arguments" />
      <fieldset class="question">
        <legend>Result</legend>
        {/* By place: a keystroke makes another part and must not make another field. */}
        <For each={parts().map((part) => part.type)}>
          {(type, n) => {
            const label = () => KINDS.find(([one]) => one === type)?.[1] ?? type;
            return (
              <div class="field">
                <label class="field__label" for={`${id}-${n()}`}>
                  {label()}
                </label>
                <TextInput
                  id={`${id}-${n()}`}
                  value={valueAt(parts(), n())}
                  lines={type === "inputText"}
                  onValue={(content) => write(n(), content)}
                />
                <Show when={parts().length > 1}>
                  <button type="button" class="link" onClick={() => setParts(parts().filter((_, at) => at !== n()))}>
                    Take out
                  </button>
                </Show>
              </div>
            );
          }}
        </For>
        <div class="choices">
          <For each={KINDS}>
            {([type, label]) => (
              <Button size="small" look="quiet" onClick={() => setParts([...parts(), toolContent(type, "")])}>
                Add {label.toLowerCase()}
              </Button>
            )}
          </For>
        </div>
        <Option
          type="checkbox"
          name={id}
          checked={success()}
          label="It succeeded"
          description="Without the tick the agent is told that the tool failed."
          onPick={setSuccess}
        />
      </fieldset>
      <Facts decision={decision} rows={[]} more={card.more} />
      <RawRequest decision={decision} answering={answering} />
      <Mismatch submit={submit} answering={answering} />
      <div class="choices">
        <AnswerButton look="act" answering={answering} onPress={send}>
          Submit
        </AnswerButton>
        <AnswerButton
          answering={answering}
          scope="Tells the App Server that this client does not have this tool."
          onPress={() => answering.answer(unsupported(decision.method))}
        >
          Refuse
        </AnswerButton>
      </div>
    </>
  );
}

function valueAt(parts: readonly ToolContent[], n: number): string {
  const part = parts[n];
  return part === undefined ? "" : contentOf(part);
}
