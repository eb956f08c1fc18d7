// Every value of the effective configuration with the layer it comes from, a search, and the changes that are gathered
// before they are written together.
import { createMemo, createSignal, type JSX, Show } from "solid-js";
import type { ConfigEdit } from "../../actions/config.ts";
import { allowedAt, type ConfigValue } from "../../actions/config-values.ts";
import { Button } from "../../design/button.tsx";
import type { HostSession } from "../../host/model.ts";
import type { JsonObject } from "../../projection/state.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { sameMembers } from "../same-members.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { PendingChanges } from "./pending-changes.tsx";
import { layerWords, shortWords, valueWords } from "./words.ts";
import type { Write } from "./wrote.ts";

export function ValuesSection(props: {
  session: HostSession;
  values: readonly ConfigValue[];
  requirements: JsonObject | null;
  connected: boolean;
  write: Write;
  readAgain: () => void;
}): JSX.Element {
  const [query, setQuery] = createSignal("");
  const [all, setAll] = createSignal(false);
  const [editing, setEditing] = createSignal<{ key: string | null } | null>(null);
  const [edits, setEdits] = createSignal<readonly ConfigEdit[]>([]);
  // By key: a reading brings other objects, and takes the focus of no button with it.
  const byKey = createMemo(() => new Map(props.values.map((value) => [value.key, value])));
  const found = createMemo(
    () => {
      const wanted = query().trim().toLowerCase();
      const shown = [...byKey().values()].filter(({ key, value, origin }) => {
        // A search looks at all of them: a key that nothing sets is what one looks for to set it.
        if (wanted !== "")
          return key.toLowerCase().includes(wanted) || valueWords(value).toLowerCase().includes(wanted);
        return all() || origin !== null;
      });
      return shown.map(({ key }) => key);
    },
    [],
    { equals: sameMembers },
  );
  const put = (edit: ConfigEdit) => setEdits((now) => [...now.filter(({ key }) => key !== edit.key), edit]);
  const write = async (reload: boolean) => {
    const sent = edits();
    const wrote = await props.write(sent, reload);
    // What was added while they were on their way is still to be written.
    if (wrote.ok) setEdits((now) => now.filter((edit) => !sent.includes(edit)));
    return wrote;
  };
  return (
    <section aria-labelledby="config-values">
      <h2 id="config-values">Values</h2>
      <div class="config__find">
        <input
          class="config__search"
          type="search"
          aria-label="Search the configuration"
          placeholder="Search keys and values"
          autocomplete="off"
          spellcheck={false}
          value={query()}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <label class="config__check">
          <input type="checkbox" checked={all()} onChange={(event) => setAll(event.currentTarget.checked)} />
          Include unset keys
        </label>
        <Button size="small" disabled={!props.connected} onClick={() => setEditing({ key: null })}>
          Set another key
        </Button>
      </div>
      <Show
        when={found().length > 0}
        fallback={
          <p class="dim" role="status">
            {query().trim() === "" ? "Nothing is set." : `No key or value holds “${query().trim()}”.`}
          </p>
        }
      >
        <ul class="config__values">
          <FirstOf of={props.session} name="config" each={found()} what="values" row>
            {(key) => (
              <Show when={byKey().get(key)}>
                {(value) => (
                  <Value
                    value={value()}
                    pending={edits().some((edit) => edit.key === key)}
                    allowed={allowedAt(props.requirements, key) !== null}
                    connected={props.connected}
                    edit={() => setEditing({ key })}
                  />
                )}
              </Show>
            )}
          </FirstOf>
        </ul>
      </Show>
      <PendingChanges
        edits={edits()}
        values={props.values}
        connected={props.connected}
        drop={(key) => setEdits((now) => now.filter((edit) => edit.key !== key))}
        change={(key) => setEditing({ key })}
        readAgain={props.readAgain}
        write={write}
      />
      <Show when={editing()} keyed>
        {(what) => (
          <EditDialog
            wanted={what.key}
            values={props.values}
            edits={edits()}
            requirements={props.requirements}
            put={(edit) => {
              put(edit);
              setEditing(null);
            }}
            close={() => setEditing(null)}
          />
        )}
      </Show>
    </section>
  );
}

function Value(props: {
  value: ConfigValue;
  pending: boolean;
  allowed: boolean;
  connected: boolean;
  edit: () => void;
}): JSX.Element {
  const words = () => (props.value.value === null ? "" : valueWords(props.value.value));
  return (
    <li class="config__value" data-key={props.value.key}>
      <code class="config__key">
        <VisibleText text={props.value.key} />
      </code>
      <span class="config__what">
        <Show
          when={props.value.secret || words() !== ""}
          fallback={<span class="dim">{props.value.value === "" ? "empty" : "not set"}</span>}
        >
          <Show when={!props.value.secret} fallback={<span class="dim">set, and not shown</span>}>
            <VisibleText text={shortWords(words())} />
          </Show>
        </Show>
        <Show when={props.pending}>
          <span class="config__waits">changed below, not written yet</span>
        </Show>
      </span>
      <span class="config__from">
        {props.value.origin === null
          ? props.value.value === null
            ? ""
            : "The App Server’s default"
          : layerWords(props.value.origin).name}
        <Show when={props.allowed}>
          <span class="config__locked"> · limited by an administrator</span>
        </Show>
      </span>
      <Button
        size="small"
        look="quiet"
        disabled={!props.connected}
        aria-label={`Change ${props.value.key}`}
        onClick={() => props.edit()}
      >
        Change
      </Button>
    </li>
  );
}
