// The fields of a form made from a schema, each with what is wrong beside it.
import { createUniqueId, For, type JSX, Match, Show, Switch } from "solid-js";
import type { Field, FieldKind, FieldOption, Form, Input } from "../../../decisions/form.ts";
import { VisibleText } from "../visible-text.tsx";
import { Option, Problem } from "./parts.tsx";
import { TextInput } from "./text-input.tsx";

export interface SchemaFieldsProps {
  form: Form;
  inputs: ReadonlyMap<string, Input>;
  problems: ReadonlyMap<string, string>;
  onInput: (field: Field, input: Input) => void;
  onEnter: () => void;
}

export function SchemaFields(props: SchemaFieldsProps): JSX.Element {
  return (
    <For each={props.form.fields}>
      {(field) => (
        <SchemaField
          field={field}
          input={props.inputs.get(field.name) ?? field.initial}
          problem={props.problems.get(field.name) ?? null}
          onInput={(input) => props.onInput(field, input)}
          onEnter={() => props.onEnter()}
        />
      )}
    </For>
  );
}

/** Whether a field's input must be kept nowhere: a password, or JSON, which may hold one. */
export function isUnkept(field: Field): boolean {
  const { kind } = field;
  if (kind.type === "choice") return kind.options.some(({ written }) => written);
  return kind.type === "json" || (kind.type === "text" && kind.secret);
}

interface SchemaFieldProps {
  field: Field;
  input: Input;
  problem: string | null;
  onInput: (input: Input) => void;
  onEnter: () => void;
}

function SchemaField(props: SchemaFieldProps): JSX.Element {
  // A field does not change during the life of its card.
  // oxlint-disable-next-line solid/reactivity
  const { field } = props;
  const id = createUniqueId();
  const hint = hintOf(field);
  const text = () => (typeof props.input === "string" ? props.input : "");
  const describedBy = () =>
    [hint === null ? "" : `${id}-h`, props.problem === null ? "" : `${id}-p`].filter((one) => one !== "").join(" ") ||
    undefined;
  const title = () => (
    <>
      <VisibleText text={field.title} />
      <Show when={!field.required && field.kind.type !== "boolean"}>
        <span class="dim"> · optional</span>
      </Show>
    </>
  );
  const notes = () => (
    <>
      <Show when={hint}>
        {(shown) => (
          <p id={`${id}-h`} class="field__note">
            <VisibleText text={shown()} plainBreaks />
          </p>
        )}
      </Show>
      <Problem id={`${id}-p`} text={props.problem} />
    </>
  );
  const options = () => (field.kind.type === "choice" || field.kind.type === "several" ? field.kind : null);
  const keys = (): readonly string[] => {
    if (typeof props.input !== "object") return props.input === "" ? [] : [String(props.input)];
    // Of an option whose value is written: its key and the text.
    return field.kind.type === "choice" ? props.input.slice(0, 1) : props.input;
  };
  const written = (option: FieldOption) =>
    typeof props.input === "object" && props.input[1] !== undefined
      ? props.input[1]
      : JSON.stringify(option.value, null, 1);
  const pick = (key: string, on: boolean) => {
    if (field.kind.type === "choice")
      props.onInput(field.kind.options.some((one) => one.key === key && one.written) ? [key] : key);
    else props.onInput(on ? [...keys(), key] : keys().filter((one) => one !== key));
  };
  return (
    <div data-field={field.name}>
      <Switch
        fallback={
          <div class="field">
            <label class="field__label" for={id}>
              {title()}
            </label>
            <TextInput
              id={id}
              value={text()}
              secret={field.kind.type === "text" && field.kind.secret}
              lines={field.kind.type === "json"}
              mono={field.kind.type === "json"}
              inputmode={modeOf(field.kind)}
              placeholder={field.kind.type === "text" ? EXAMPLES.get(field.kind.format ?? "") : undefined}
              required={field.required}
              invalid={props.problem !== null}
              describedBy={describedBy()}
              onValue={(value) => props.onInput(value)}
              {...(field.kind.type === "json" ? {} : { onEnter: () => props.onEnter() })}
            />
            {notes()}
          </div>
        }
      >
        <Match when={field.kind.type === "boolean"}>
          <div class="field">
            <Option
              type="checkbox"
              name={id}
              checked={props.input === true}
              label={field.title}
              describedBy={describedBy()}
              onPick={(on) => props.onInput(on)}
            />
            {notes()}
          </div>
        </Match>
        <Match when={options()}>
          {(kind) => (
            <fieldset
              class="question"
              aria-describedby={describedBy()}
              aria-required={field.required ? true : undefined}
            >
              <legend>{title()}</legend>
              <For each={kind().options}>
                {(option) => (
                  <>
                    <Option
                      type={kind().type === "choice" ? "radio" : "checkbox"}
                      name={id}
                      checked={keys().includes(option.key)}
                      label={option.title}
                      description={option.about}
                      onPick={(on) => pick(option.key, on)}
                    />
                    <Show when={option.written && keys().includes(option.key)}>
                      <TextInput
                        id={`${id}-${option.key}`}
                        value={written(option)}
                        lines
                        mono
                        label={`${option.title}, as JSON`}
                        onValue={(text) => props.onInput([option.key, text])}
                      />
                    </Show>
                  </>
                )}
              </For>
              <Show when={kind().type === "choice" && !field.required && keys().length > 0}>
                <button type="button" class="link" onClick={() => props.onInput("")}>
                  Choose nothing
                </button>
              </Show>
              {notes()}
            </fieldset>
          )}
        </Match>
      </Switch>
    </div>
  );
}

function modeOf(kind: FieldKind): "text" | "email" | "url" | "decimal" | "numeric" {
  if (kind.type === "number") return kind.integer ? "numeric" : "decimal";
  if (kind.type === "text" && kind.format === "email") return "email";
  return kind.type === "text" && kind.format === "uri" ? "url" : "text";
}

const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ["email", "name@example.com"],
  ["uri", "https://"],
  ["date", "2026-01-31"],
  ["date-time", "2026-01-31T09:30:00Z"],
]);

/** The description, and the limits in words. */
function hintOf(field: Field): string | null {
  const { schema, kind } = field;
  const limits: string[] = [];
  const range = (min: unknown, max: unknown, what: string) => {
    if (typeof min === "number" && typeof max === "number")
      limits.push(min === max ? `${min}${what}` : `from ${min} to ${max}${what}`);
    else if (typeof min === "number" && min > 0) limits.push(`at least ${min}${what}`);
    else if (typeof max === "number") limits.push(`at most ${max}${what}`);
  };
  if (kind.type === "number") range(schema["minimum"], schema["maximum"], "");
  if (kind.type === "text" && (schema["maxLength"] !== undefined || Number(schema["minLength"]) > 1))
    range(schema["minLength"], schema["maxLength"], " characters");
  if (kind.type === "several") range(kind.min, kind.max, " chosen");
  if (kind.type === "json") limits.push("written as JSON");
  if (kind.type === "text" && kind.secret) limits.push("Longwire keeps no copy of what is typed here");
  const told = limits.join(", ");
  const parts = [field.description ?? "", told.charAt(0).toUpperCase() + told.slice(1)].filter((one) => one !== "");
  return parts.length === 0 ? null : parts.join(" · ");
}
