// A form made from a JSON schema, with the same as raw JSON behind a switch. Both are one value: nothing is lost between them.
import { createUniqueId, type JSX, Show } from "solid-js";
import { VisibleText } from "../../decisions/visible-text.tsx";
import { RootField } from "./field.tsx";
import { type FormModel, isEmptySchema } from "./model.ts";
import "./form.css";

export function SchemaForm(props: {
  model: FormModel;
  /** What the whole value is called. */
  label: string;
  /** What stands there when there is nothing to fill in. */
  nothing?: string;
  /** There is no form, only JSON. */
  rawOnly?: boolean;
}): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model } = props;
  const id = createUniqueId();
  const rawProblem = () => model.raw()?.problem ?? null;
  return (
    <div class="sform" role="group" aria-label={props.label}>
      <Show when={props.rawOnly !== true}>
        <div class="sform__way">
          <button
            type="button"
            class="sform__link"
            disabled={rawProblem() !== null}
            onClick={() => model.showRaw(model.raw() === null)}
          >
            {model.raw() === null ? "Write it as JSON" : "Back to the form"}
          </button>
        </div>
      </Show>
      <Show
        when={model.raw()}
        fallback={
          <Show
            when={!isEmptySchema(model.at) || model.value() != null}
            fallback={<p class="dim">{props.nothing ?? "There is nothing to fill in."}</p>}
          >
            <RootField model={model} at={model.at} path={[]} label={props.label} required={false} />
          </Show>
        }
      >
        {(raw) => (
          <div class="sform__field">
            <label class="field__label" for={id}>
              {props.label}, as JSON
            </label>
            <textarea
              id={id}
              class="field__input mono sform__raw"
              rows={8}
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              aria-invalid={raw().problem === null ? undefined : true}
              aria-describedby={raw().problem === null ? undefined : `${id}-p`}
              value={raw().text}
              onInput={(event) => model.setRaw(event.currentTarget.value)}
            />
            <Show when={raw().problem}>
              {(text) => (
                <p class="field__note" id={`${id}-p`} data-error="" role="alert">
                  <VisibleText text={text()} />
                </p>
              )}
            </Show>
            <Show when={raw().problem === null && model.problems().size > 0}>
              <p class="field__note">
                The schema wants something else in{" "}
                {model.problems().size === 1 ? "one place" : `${model.problems().size} places`}; the server decides.
              </p>
            </Show>
          </div>
        )}
      </Show>
    </div>
  );
}
