// The fields into which something is written: a text, a number, JSON. A secret is dots, and no password manager's.
import { createUniqueId, For, type JSX, Show } from "solid-js";
import type { FormModel, Reading } from "./model.ts";
import { readJson } from "./read-json.ts";
import { type SchemaAt, shapeOf } from "./shape.ts";
import { type MemberPath, valueAt } from "./value.ts";
import "../../../design/text-field.css";

export interface FieldProps {
  model: FormModel;
  at: SchemaAt;
  path: MemberPath;
  label: string;
  required: boolean;
  /** It stays when it is emptied: an entry, or a value whose kind was chosen. */
  stays?: boolean;
}

export interface FieldViewProps extends FieldProps {
  /** Stands at the end of its head. */
  aside?: JSX.Element;
}

export interface InputProps extends FieldProps {
  id: string;
  invalid: boolean;
  describedBy: string | undefined;
  /** It has no label of its own beside it. */
  named?: boolean;
}

/** Texts that are more than a word. */
const LONG = /^(?:text|prompt|objective|reason|content|instructions|description|message)$|Instructions$|^prompt/;

export function TextInput(props: InputProps): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, path } = props;
  const list = createUniqueId();
  const value = () => {
    const here = valueAt(model.value(), path);
    return typeof here === "string" ? here : "";
  };
  // Emptied, an optional text is left out; one that is to be sent empty is set so by its choice.
  const type = (text: string) => model.set(path, text === "" && props.stays !== true ? undefined : text);
  const secret = () => model.isSecret(path);
  const offers = () => model.offers(path);
  const lines = () => !secret() && (LONG.test(String(path.at(-1) ?? "")) || value().includes("\n"));
  const shared = () => ({
    id: props.id,
    autocomplete: "off",
    spellcheck: false,
    "aria-label": props.named === true ? props.label : undefined,
    "aria-required": props.required ? ("true" as const) : undefined,
    "aria-invalid": props.invalid ? ("true" as const) : undefined,
    "aria-describedby": props.describedBy,
  });
  return (
    <Show
      when={lines()}
      fallback={
        <>
          <input
            {...shared()}
            class="field__input mono"
            type={secret() ? "password" : "text"}
            autocapitalize="off"
            data-1p-ignore=""
            data-lpignore="true"
            list={offers().length > 0 && !secret() ? list : undefined}
            value={value()}
            onInput={(event) => type(event.currentTarget.value)}
          />
          <Show when={offers().length > 0 && !secret()}>
            <datalist id={list}>
              <For each={offers()}>{(offer) => <option value={offer.value}>{offer.words}</option>}</For>
            </datalist>
          </Show>
        </>
      }
    >
      <textarea
        {...shared()}
        class="field__input sform__lines"
        rows={2}
        value={value()}
        onInput={(event) => type(event.currentTarget.value)}
      />
    </Show>
  );
}

export function NumberInput(props: InputProps): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, path, at } = props;
  const { kind } = shapeOf(at);
  const whole = kind.type === "number" && kind.integer;
  const read = (text: string): Reading => {
    // A comma is a decimal point in half of the world, never a separator here.
    const number = Number(text.trim().replace(",", "."));
    const problem = whole ? "This has to be a whole number." : "This has to be a number.";
    if (!Number.isFinite(number) || (whole && !Number.isInteger(number))) return { ok: false, problem };
    return Number.isInteger(number) && !Number.isSafeInteger(number)
      ? { ok: false, problem: "This number is too large to be written exactly." }
      : { ok: true, value: number };
  };
  return (
    <input
      id={props.id}
      class="field__input mono sform__number"
      type="text"
      inputmode={whole ? "numeric" : "decimal"}
      autocomplete="off"
      aria-label={props.named === true ? props.label : undefined}
      aria-required={props.required ? true : undefined}
      aria-invalid={props.invalid ? true : undefined}
      aria-describedby={props.describedBy}
      value={model.text(path, String)}
      onInput={(event) => model.type(path, event.currentTarget.value, read, props.stays)}
    />
  );
}

/** JSON by hand, for what no field can draw. */
export function JsonInput(props: InputProps): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, path } = props;
  return (
    <textarea
      id={props.id}
      class="field__input mono sform__lines"
      classList={{ "field__input--masked": model.isSecret(path) }}
      rows={3}
      // Nothing to see, but dots are drawn only where something stands.
      placeholder=" "
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      aria-label={`${props.label}, as JSON`}
      aria-invalid={props.invalid ? true : undefined}
      aria-describedby={props.describedBy}
      value={model.text(path, (value) => JSON.stringify(value, null, 1))}
      onInput={(event) => model.type(path, event.currentTarget.value, readJson, props.stays)}
    />
  );
}
