// The members of an object: what is needed, then what is optional, folded where there is much of it.
import { type Component, createMemo, createSignal, For, type JSX, Show, untrack } from "solid-js";
import { Dynamic } from "solid-js/web";
import { FirstOf } from "../../first-of.tsx";
import type { FormModel } from "./model.ts";
import type { FieldViewProps } from "./inputs.tsx";
import type { Member } from "./shape.ts";
import { type MemberPath, valueAt } from "./value.ts";

/** More optional members than these are folded. */
const FOLDED_FROM = 5;

export function Members(props: {
  model: FormModel;
  path: MemberPath;
  members: readonly Member[];
  field: Component<FieldViewProps>;
}): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, path, members } = props;
  const drawn = members.filter(({ fixed }) => fixed === null);
  const needed = drawn.filter(({ required }) => required);
  const optional = drawn.filter(({ required }) => !required);
  const count = createMemo(
    () => optional.filter(({ name }) => valueAt(model.value(), [...path, name]) !== undefined).length,
  );
  // Open to begin with where something is set.
  const [open, setOpen] = createSignal(untrack(count) > 0);
  const field = (member: Member) => (
    <Dynamic
      component={props.field}
      model={model}
      at={member.at}
      path={[...path, member.name]}
      label={member.name}
      required={member.required}
    />
  );
  return (
    <>
      <FirstOf of={needed} name="" each={needed} what="members">
        {field}
      </FirstOf>
      <Show
        when={optional.length < FOLDED_FROM}
        fallback={
          <details class="sform__more" open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>
              {optional.length} optional members
              <span class="dim">{count() === 0 ? ", all left out" : `, ${count()} set`}</span>
            </summary>
            <Show when={open()}>
              <div class="sform__below">
                <FirstOf of={optional} name="" each={optional} what="members">
                  {field}
                </FirstOf>
              </div>
            </Show>
          </details>
        }
      >
        <For each={optional}>{field}</For>
      </Show>
    </>
  );
}
