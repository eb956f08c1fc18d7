// One value, to be changed or taken away. Nothing is sent from here: it joins the changes that are written together.
import { createSignal, createUniqueId, For, type JSX, onCleanup, Show, untrack } from "solid-js";
import type { ConfigEdit } from "../../actions/config.ts";
import {
  allowedAt,
  type ConfigValue,
  dangersOf,
  holdsMark,
  isSecretAt,
  segmentsOf,
} from "../../actions/config-values.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { TextField } from "../../design/text-field.tsx";
import type { Json, JsonObject } from "../../projection/state.ts";
import { choicesFor } from "./choices.ts";
import { fieldText, kindOf, KINDS, valueOf, type Kind } from "./value-editor.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { layerWords, shortWords, valueWords } from "./words.ts";

export function EditDialog(props: {
  /** The key to change; null: one that the person names. */
  wanted: string | null;
  values: readonly ConfigValue[];
  edits: readonly ConfigEdit[];
  requirements: JsonObject | null;
  put: (edit: ConfigEdit) => void;
  close: () => void;
}): JSX.Element {
  // Keyed by what is edited.
  // oxlint-disable-next-line solid/reactivity
  const { wanted } = props;
  const [key, setKey] = createSignal(wanted ?? "");
  const present = () => props.values.find((value) => value.key === key().trim()) ?? null;
  const begun = (): Json => {
    const edit = props.edits.find((each) => each.key === wanted);
    return edit === undefined ? (present()?.value ?? null) : edit.value;
  };
  // What stands there when the dialog opens; from then on it is the person's.
  const at = untrack(begun);
  const [kind, setKind] = createSignal<Kind>(kindOf(at));
  const [text, setText] = createSignal(untrack(isSecret) ? "" : fieldText(kindOf(at), at));
  const [why, setWhy] = createSignal<string | null>(null);
  const id = createUniqueId();
  // It goes with what it was about, not by being closed: the focus is given back here.
  const opener = document.activeElement;
  onCleanup(() =>
    queueMicrotask(() => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    }),
  );

  function isSecret(): boolean {
    return isSecretAt(segmentsOf(key()) ?? []);
  }
  const allowed = () => allowedAt(props.requirements, key().trim());
  const typed = () => (allowed() === null ? valueOf(isSecret() ? "text" : kind(), text()) : chosen());
  const chosen = () => {
    const found = allowed()?.find((value) => JSON.stringify(value) === text());
    return found === undefined ? { ok: false as const, why: "Choose one." } : { ok: true as const, value: found };
  };
  const dangers = () => {
    const value = typed();
    return value.ok ? dangersOf(key(), value.value) : [];
  };
  const badKey = () => (key().trim() !== "" && segmentsOf(key()) === null ? KEY_HELP : null);
  const put = (value: Json) => props.put({ key: key().trim(), value });
  const submit = (event: Event) => {
    event.preventDefault();
    if (segmentsOf(key()) === null) return void setWhy(KEY_HELP);
    const value = typed();
    if (!value.ok) return void setWhy(value.why);
    if (isSecret() && value.value === "") return void setWhy("Type the value, or remove the key.");
    if (holdsMark(value.value))
      return void setWhy(
        "A secret in it is not shown, and a mark stands in its place. Type it again, or leave the value.",
      );
    put(value.value);
    // The field of a secret goes with the dialog; this is the last copy that the page shows.
    setText("");
  };
  const source = () => {
    const origin = present()?.origin ?? null;
    return origin === null ? null : layerWords(origin);
  };
  return (
    <Dialog open title={wanted === null ? "Set a key" : "Change a value"} onClose={() => props.close()}>
      <form class="ask config__edit" onSubmit={submit}>
        <Show
          when={wanted === null}
          fallback={
            <p>
              <code class="config__key">
                <VisibleText text={wanted ?? ""} />
              </code>
            </p>
          }
        >
          <TextField
            label="Key"
            mono
            value={key()}
            placeholder="for example model_reasoning_effort"
            error={badKey()}
            hint="Tables are joined by dots; put a name in quotes if it has characters other than letters, digits, _ and -."
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </Show>
        <p class="dim">
          Now:{" "}
          {present() === null ? (
            "not set"
          ) : present()?.secret === true ? (
            "set, and not shown"
          ) : present()?.value === null ? (
            "not set"
          ) : (
            <VisibleText text={shortWords(valueWords(present()?.value ?? null))} />
          )}
          <Show when={source()}>
            {(words) => (
              <>
                {" "}
                · <VisibleText text={words().name} prose />
                <Show when={words().file}>
                  {(file) => (
                    <>
                      {" "}
                      (<VisibleText text={file()} />)
                    </>
                  )}
                </Show>
              </>
            )}
          </Show>
        </p>
        <Show
          when={allowed()}
          fallback={
            <>
              <Show when={!isSecret()}>
                <fieldset class="config__kinds">
                  <legend>Kind</legend>
                  <For each={KINDS}>
                    {(each) => (
                      <label>
                        <input
                          type="radio"
                          name={`${id}-kind`}
                          checked={kind() === each.kind}
                          onChange={() => {
                            setKind(each.kind);
                            setWhy(null);
                          }}
                        />
                        {each.label}
                      </label>
                    )}
                  </For>
                </fieldset>
              </Show>
              <Field id={id} kind={isSecret() ? "text" : kind()} secret={isSecret()} text={text()} setText={setText} />
              <Show when={!isSecret() && choicesFor(segmentsOf(key().trim())).length > 0}>
                <fieldset class="config__kinds" data-testid="config-choices">
                  <legend>Known values</legend>
                  <For each={choicesFor(segmentsOf(key().trim()))}>
                    {(word) => (
                      <label>
                        <input
                          type="radio"
                          name={`${id}-choice`}
                          checked={kind() === "text" && text() === word}
                          onChange={() => {
                            setKind("text");
                            setText(word);
                            setWhy(null);
                          }}
                        />
                        {word}
                      </label>
                    )}
                  </For>
                </fieldset>
              </Show>
            </>
          }
        >
          {(list) => (
            <fieldset class="config__kinds">
              <legend>An administrator allows</legend>
              <For each={list()}>
                {(value) => (
                  <label>
                    <input
                      type="radio"
                      name={`${id}-allowed`}
                      checked={text() === JSON.stringify(value)}
                      onChange={() => setText(JSON.stringify(value))}
                    />
                    {valueWords(value)}
                  </label>
                )}
              </For>
            </fieldset>
          )}
        </Show>
        <For each={dangers()}>{(words) => <p class="config__danger">{words}</p>}</For>
        <Show when={why()}>
          {(words) => (
            <p class="bad" role="alert">
              {words()}
            </p>
          )}
        </Show>
        <div class="ask__acts">
          <Button disabled={segmentsOf(key()) === null} onClick={() => put(null)}>
            Remove
          </Button>
          <Button type="submit" look="act">
            Add to the changes
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const KEY_HELP =
  'A key is names joined by dots; put a name with spaces or slashes in quotes, as in projects."/srv/app".trust_level.';

function Field(props: {
  id: string;
  kind: Kind;
  secret: boolean;
  text: string;
  setText: (text: string) => void;
}): JSX.Element {
  return (
    <Show
      when={props.kind === "json"}
      fallback={
        <Show
          when={props.kind === "switch"}
          fallback={
            <TextField
              label="Value"
              mono
              masked={props.secret}
              inputmode={props.kind === "number" ? "decimal" : "text"}
              hint={
                props.secret ? "A secret: only the server gets it. It is stored in its file as plain text." : undefined
              }
              value={props.text}
              onInput={(event) => props.setText(event.currentTarget.value)}
            />
          }
        >
          <fieldset class="config__kinds">
            <legend>Value</legend>
            <For each={["true", "false"]}>
              {(word) => (
                <label>
                  <input
                    type="radio"
                    name={`${props.id}-switch`}
                    checked={(props.text === "true" ? "true" : "false") === word}
                    onChange={() => props.setText(word)}
                  />
                  {word === "true" ? "Yes (true)" : "No (false)"}
                </label>
              )}
            </For>
          </fieldset>
        </Show>
      }
    >
      <div class="field">
        <label class="field__label" for={`${props.id}-json`}>
          Value
        </label>
        <textarea
          id={`${props.id}-json`}
          class="field__input mono config__json-field"
          rows="6"
          spellcheck={false}
          autocapitalize="off"
          value={props.text}
          onInput={(event) => props.setText(event.currentTarget.value)}
        />
      </div>
    </Show>
  );
}
