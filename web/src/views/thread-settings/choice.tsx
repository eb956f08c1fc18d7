// The controls of a form of settings: a choice among the server's words, a switch, and the group that they stand in.
import { createUniqueId, For, type JSX, Show, untrack } from "solid-js";
import { visibleText } from "../../decisions/visible.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { createMedia } from "../media.ts";

export interface Option {
  value: string;
  name: string;
  /** The heading it stands under. */
  group?: string;
  /** It is there, and cannot be chosen on this machine. */
  locked?: boolean;
}

/** A server's word as a browser's own list can draw it: nothing is hidden in it, and it is no longer than a line or two. */
const plain = (text: string): string => visibleText(text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** One setting: its first option leaves it as it is, and a line says what the choice changes. */
export function Choice(props: {
  label: string;
  value: string | undefined;
  /** Words for leaving it alone. */
  asIs: string;
  options: readonly Option[];
  disabled: boolean;
  /** What the choice, or what is now, means. */
  hint: string | null;
  /** Why there is nothing to choose, where there is nothing. */
  none?: string;
  choose: (value: string | null) => void;
}): JSX.Element {
  const why = () => (props.options.length === 0 && !props.disabled ? props.none : undefined);
  const said = () =>
    [props.hint === null ? "" : `${id}-hint`, why() === undefined ? "" : `${id}-none`].join(" ").trim();
  const id = createUniqueId();
  const groups = () => [...new Set(props.options.map(({ group }) => group ?? ""))];
  // By its place: no word of a server is told from leaving it alone.
  const indexed = () => props.options.map((option, at) => ({ ...option, at }));
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {props.label}
      </label>
      <select
        id={id}
        class="field__input"
        disabled={props.disabled || props.options.length === 0}
        aria-describedby={said() || undefined}
        onChange={({ currentTarget }) => {
          const at = Number(currentTarget.value);
          props.choose(at < 0 ? null : (props.options[at]?.value ?? null));
        }}
      >
        <option value="-1" selected={props.value === undefined}>
          {plain(props.asIs)}
        </option>
        <For each={groups()}>
          {(group) => {
            const options = (
              <For each={indexed().filter((option) => (option.group ?? "") === group)}>
                {(option) => (
                  <option value={option.at} selected={props.value === option.value} disabled={option.locked === true}>
                    {option.locked === true
                      ? `${plain(option.name)} (not allowed on this machine)`
                      : plain(option.name)}
                  </option>
                )}
              </For>
            );
            return group === "" ? options : <optgroup label={group}>{options}</optgroup>;
          }}
        </For>
      </select>
      <Show when={props.hint}>
        {(hint) => (
          <p id={`${id}-hint`} class="field__note">
            <VisibleText text={hint()} plainBreaks prose />
          </p>
        )}
      </Show>
      <Show when={why()}>
        {(words) => (
          <p id={`${id}-none`} class="field__note">
            {words()}
          </p>
        )}
      </Show>
    </div>
  );
}

/** One thing that is on or off. */
export function Switch(props: {
  label: string;
  hint?: string | null;
  checked: boolean;
  disabled: boolean;
  set: (on: boolean) => void;
}): JSX.Element {
  return (
    <label class="settings-switch">
      <input
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled}
        onChange={({ currentTarget }) => props.set(currentTarget.checked)}
      />
      <span>
        {props.label}
        <Show when={props.hint}>{(hint) => <span class="settings-switch__hint"> {hint()}</span>}</Show>
      </span>
    </label>
  );
}

/** Settings that belong together, folded on a phone; what holds now stands beside the name. */
export function Group(props: {
  title: string;
  now: string;
  changed: boolean;
  folded?: boolean;
  children: JSX.Element;
}): JSX.Element {
  const roomy = createMedia("(min-width: 701px)");
  return (
    <details
      class="settings-group"
      open={untrack(() => roomy() && props.folded !== true)}
      data-changed={props.changed ? "" : undefined}
    >
      <summary>
        <span class="settings-group__title">{props.title}</span>
        <span class="settings-group__now">
          <VisibleText text={props.changed ? "to be changed" : props.now} prose />
        </span>
      </summary>
      <div class="settings-group__fields">{props.children}</div>
    </details>
  );
}
