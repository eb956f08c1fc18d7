// Where the person writes an answer: one line, several, or a secret. Enter sends, except while an IME composes.
import { type JSX, Show } from "solid-js";
import { isPlainEnter } from "../../composer/enter.ts";
import "../../../design/text-field.css";

export interface TextInputProps {
  id: string;
  value: string;
  secret?: boolean;
  lines?: boolean;
  mono?: boolean;
  inputmode?: "text" | "email" | "url" | "decimal" | "numeric";
  placeholder?: string | undefined;
  label?: string | undefined;
  invalid?: boolean;
  required?: boolean;
  describedBy?: string | undefined;
  onValue: (value: string) => void;
  /** A plain Enter; not given: Enter does nothing here, or makes a line. */
  onEnter?: () => void;
}

export function TextInput(props: TextInputProps): JSX.Element {
  const onKeyDown = (event: KeyboardEvent) => {
    if (props.onEnter === undefined || !isPlainEnter(event)) return;
    event.preventDefault();
    props.onEnter();
  };
  return (
    <Show
      when={props.lines === true && props.secret !== true}
      fallback={
        <input
          id={props.id}
          class="field__input"
          classList={{ mono: props.mono === true }}
          type={props.secret === true ? "password" : "text"}
          value={props.value}
          inputmode={props.inputmode}
          placeholder={props.placeholder}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          data-1p-ignore=""
          data-lpignore="true"
          aria-label={props.label}
          aria-required={props.required === true ? true : undefined}
          aria-invalid={props.invalid === true ? true : undefined}
          aria-describedby={props.describedBy}
          onInput={(event) => props.onValue(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      }
    >
      <textarea
        id={props.id}
        class="field__input text-lines"
        classList={{ mono: props.mono === true }}
        value={props.value}
        rows={props.mono === true ? 6 : 2}
        placeholder={props.placeholder}
        autocomplete="off"
        autocapitalize={props.mono === true ? "off" : undefined}
        spellcheck={props.mono === true ? false : undefined}
        aria-label={props.label}
        aria-required={props.required === true ? true : undefined}
        aria-invalid={props.invalid === true ? true : undefined}
        aria-describedby={props.describedBy}
        onInput={(event) => props.onValue(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </Show>
  );
}
