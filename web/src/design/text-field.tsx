// A labelled one-line text field with its error beside it.
import { createUniqueId, type JSX, Show, splitProps } from "solid-js";
import "./text-field.css";

export interface TextFieldProps extends JSX.InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string | undefined;
  error?: string | null | undefined;
  mono?: boolean;
  /** Drawn as dots, but no password field: no password manager is to keep it. */
  masked?: boolean;
}

/** The field; its error is announced and tied to the input. */
export function TextField(props: TextFieldProps): JSX.Element {
  const [own, rest] = splitProps(props, ["label", "hint", "error", "mono", "masked", "id"]);
  const id = createUniqueId();
  const note = () => own.error ?? own.hint;
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {own.label}
      </label>
      <input
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        {...rest}
        id={id}
        class="field__input"
        classList={{ mono: own.mono === true, "field__input--masked": own.masked === true }}
        aria-invalid={own.error == null ? undefined : true}
        aria-describedby={note() == null ? undefined : `${id}-note`}
      />
      <Show when={note()}>
        {(text) => (
          <p
            id={`${id}-note`}
            class="field__note"
            data-error={own.error == null ? undefined : ""}
            role={own.error == null ? undefined : "alert"}
          >
            {text()}
          </p>
        )}
      </Show>
    </div>
  );
}
