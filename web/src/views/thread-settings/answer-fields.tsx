// The shape of the next answer, as a JSON schema. It is no setting of the thread: it goes with one message.
import { createSignal, createUniqueId, type JSX, Show, untrack } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { useServices } from "../services.tsx";
import { answerSchema, readSchema, schemaWords, setAnswerSchema } from "./answer-schema.ts";
import { Group } from "./choice.tsx";

export function AnswerFields(props: { entry: HostEntry; thread: string; done: () => unknown }): JSX.Element {
  const services = useServices();
  const id = createUniqueId();
  const session = () => props.entry.session;
  const now = () => answerSchema(session(), props.thread);
  const [text, setText] = createSignal(untrack(() => (now() === null ? "" : JSON.stringify(now(), null, 2))));
  const [problem, setProblem] = createSignal<string | null>(null);
  const use = () => {
    const read = readSchema(text());
    if ("problem" in read) {
      setProblem(read.problem);
      return;
    }
    setAnswerSchema(services.journal, session(), props.thread, read.schema);
    props.done();
  };
  const words = () => {
    const schema = now();
    return schema === null ? "any" : `JSON: ${schemaWords(schema)}`;
  };
  return (
    <Group title="Shape of the next answer" now={words()} changed={false} folded>
      <div class="field settings-wide">
        <label class="field__label" for={id}>
          JSON schema
        </label>
        <textarea
          id={id}
          class="field__input mono"
          rows={4}
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          placeholder={'{"type": "object", "properties": …}'}
          aria-describedby={`${id}-note`}
          aria-invalid={problem() === null ? undefined : true}
          value={text()}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(null);
          }}
        />
        <p
          id={`${id}-note`}
          class="field__note"
          data-error={problem() === null ? undefined : ""}
          role={problem() === null ? undefined : "alert"}
        >
          {problem() ??
            "The last message of the next turn will be JSON of this shape, and of no turn after it. It goes with the next message that begins a turn; the model’s provider may ask for every member to be required, and for no others."}
        </p>
        <div class="settings-acts">
          <Button size="small" disabled={text().trim() === ""} onClick={use}>
            Use it for the next message
          </Button>
          <Show when={now()}>
            <Button
              size="small"
              look="quiet"
              onClick={() => {
                setAnswerSchema(services.journal, session(), props.thread, null);
                setText("");
              }}
            >
              Answer in any shape
            </Button>
          </Show>
        </div>
      </div>
    </Group>
  );
}
