// Above the message box: the next answer is to have a shape. It can be taken away there.
import { createEffect, type JSX, on, onMount, Show } from "solid-js";
import { IconButton } from "../../design/button.tsx";
import { Chip } from "../../design/chip.tsx";
import type { HostSession } from "../../host/model.ts";
import { useServices } from "../services.tsx";
import { answerSchema, keepAnswerSchema, recallAnswerSchema, schemaWords, setAnswerSchema } from "./answer-schema.ts";
import "./next-answer.css";

export function NextAnswer(props: { session: HostSession; thread: string }): JSX.Element {
  const services = useServices();
  const schema = () => answerSchema(props.session, props.thread);
  onMount(() => void recallAnswerSchema(services.journal, props.session, props.thread));
  createEffect(
    on(schema, (now, before) => {
      // It went with a message.
      if (now === null && before !== null && before !== undefined)
        keepAnswerSchema(services.journal, props.session, props.thread);
    }),
  );
  return (
    <Show when={schema()}>
      {(found) => (
        <div class="next-answer" data-next-answer="">
          <Chip title={JSON.stringify(found(), null, 2).slice(0, 2000)}>
            Next answer as JSON: {schemaWords(found())}
          </Chip>
          <IconButton
            icon="close"
            iconSize={15}
            label="Answer in any shape"
            onClick={() => setAnswerSchema(services.journal, props.session, props.thread, null)}
          />
        </div>
      )}
    </Show>
  );
}
