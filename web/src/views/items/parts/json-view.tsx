// JSON that a person can read: the members of an object one below the other, each by its name; deeper things set out.
import { createMemo, For, type JSX, Match, Show, Switch } from "solid-js";
import type { Json } from "../../../projection/state.ts";
import { maskLine } from "../../masking/line.ts";
import { TextBox } from "./text-box.tsx";
import "./parts.css";

/** An object with more members than this is set out as JSON. */
const ROWS = 24;
/** JSON of a member up to this length stands in its row, characters. */
const INLINE = 80;

/** `of` and `name` remember what was opened. */
export function JsonView(props: { of: object; name: string; value: unknown; label: string }): JSX.Element {
  // Keys and tokens are masked in the text of the JSON, where their names are known.
  const text = createMemo(() => maskLine(JSON.stringify(props.value) ?? "null"));
  const value = createMemo((): Json => JSON.parse(text()) as Json);
  const rows = createMemo(() => {
    const object = value();
    if (typeof object !== "object" || object === null || Array.isArray(object)) return null;
    const entries = Object.entries(object);
    return entries.length > 0 && entries.length <= ROWS ? entries : null;
  });
  return (
    <Show when={rows()} fallback={<TextBox of={props.of} name={props.name} text={text()} label={props.label} json />}>
      {(entries) => (
        <dl class="json-rows" aria-label={props.label}>
          <For each={entries()}>
            {([key, member]) => (
              <div class="json-rows__row">
                <dt>{key}</dt>
                <dd>
                  <Member of={props.of} name={`${props.name} ${key}`} label={key} value={member} />
                </dd>
              </div>
            )}
          </For>
        </dl>
      )}
    </Show>
  );
}

function Member(props: { of: object; name: string; label: string; value: Json }): JSX.Element {
  const json = () => JSON.stringify(props.value);
  return (
    <Switch fallback={<TextBox of={props.of} name={props.name} text={json()} label={props.label} json />}>
      <Match when={typeof props.value === "string" ? { text: props.value } : null}>
        {(found) => (
          <Show when={found().text !== ""} fallback={<code class="dim">""</code>}>
            <TextBox of={props.of} name={props.name} text={found().text} label={props.label} />
          </Show>
        )}
      </Match>
      <Match when={typeof props.value !== "object" || props.value === null || json().length <= INLINE}>
        <code>{json()}</code>
      </Match>
    </Switch>
  );
}

/** The arguments of a call in half a line: `path: "a.ts", limit: 3`. Reads no more of them than it shows. */
export function shortArguments(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object" || Array.isArray(value)) return maskLine(short(value));
  const parts: string[] = [];
  let length = 0;
  for (const [key, member] of Object.entries(value)) {
    const part = `${key}: ${short(member)}`;
    parts.push(part);
    length += part.length;
    if (length > 160) break;
  }
  return maskLine(parts.join(", "));
}

/** Characters of one value in that line. */
const SHORT = 58;

function short(value: unknown): string {
  if (typeof value === "string") {
    const text = JSON.stringify(value.slice(0, SHORT));
    return value.length > SHORT ? `${text.slice(0, -1)}…"` : text;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const members = Object.values(value);
  const plain = members.length <= 6 && members.every((member) => typeof member !== "object" || member === null);
  const text = plain ? JSON.stringify(value) : "";
  if (plain && text.length <= SHORT) return text;
  return Array.isArray(value) ? `[${value.length} values]` : "{…}";
}
