// Members of an object whose names are free: each with its name and value; and members that the schema does not know, which
// stay as they are.
import { type Component, createMemo, createSignal, createUniqueId, type JSX, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { Button } from "../../../design/button.tsx";
import { FirstOf } from "../../first-of.tsx";
import { sameMembers } from "../../same-members.ts";
import { visibleText } from "../../../decisions/visible.ts";
import { VisibleText } from "../../decisions/visible-text.tsx";
import { type FieldViewProps, JsonInput } from "./inputs.tsx";
import type { FormModel } from "./model.ts";
import { type SchemaAt, type Shape, shapeOf } from "./shape.ts";
import { type MemberPath, othersOf, skeleton, valueAt } from "./value.ts";
import { isEnter } from "../../composer/enter.ts";

export function MapEntries(props: {
  model: FormModel;
  path: MemberPath;
  shape: Shape;
  item: SchemaAt;
  label: string;
  /** What draws one: it holds members itself. */
  field: Component<FieldViewProps>;
}): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, path, item, shape } = props;
  const id = createUniqueId();
  const [name, setName] = createSignal("");
  const names = createNames(model, path, shape);
  const taken = () => {
    const here = valueAt(model.value(), path);
    return typeof here === "object" && here !== null && Object.hasOwn(here, name());
  };
  const add = () => {
    if (name() === "" || taken()) return;
    model.set([...path, name()], skeleton(item) ?? first(shapeOf(item)));
    setName("");
  };
  return (
    <>
      <FirstOf of={model} name={path.join("\n")} each={names()} what="members" first={40}>
        {(key) => (
          <Dynamic
            component={props.field}
            model={model}
            at={item}
            path={[...path, key]}
            label={key}
            required
            stays
            aside={
              <Button
                size="small"
                look="quiet"
                aria-label={`Take out ${visibleText(key)}`}
                onClick={() => model.set([...path, key], undefined)}
              >
                Take out
              </Button>
            }
          />
        )}
      </FirstOf>
      <div class="sform__new">
        <input
          id={id}
          class="field__input mono"
          aria-label={`Name of a member of ${props.label}`}
          placeholder="Name"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={name()}
          aria-invalid={taken() ? true : undefined}
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!isEnter(event)) return;
            event.preventDefault();
            add();
          }}
        />
        <Button size="small" disabled={name() === "" || taken()} onClick={add}>
          Add to {props.label}
        </Button>
      </div>
      <Show when={taken()}>
        <p class="field__note" data-error="" role="alert">
          There is a member of this name already.
        </p>
      </Show>
    </>
  );
}

/** Members that raw JSON or an older app has brought: they are sent, and can be changed as JSON. */
export function OtherMembers(props: { model: FormModel; path: MemberPath; shape: Shape }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, path, shape } = props;
  const names = createNames(model, path, shape);
  return (
    <FirstOf of={model} name={path.join("\n")} each={names()} what="members" first={40}>
      {(key) => {
        const id = createUniqueId();
        const place = [...path, key];
        return (
          <div class="sform__field" data-path={place.join(".")}>
            <div class="sform__head">
              <label class="field__label" for={id}>
                <code>
                  <VisibleText text={key} />
                </code>{" "}
                <span class="dim">· not in the schema</span>
              </label>
              <Button
                size="small"
                look="quiet"
                aria-label={`Take out ${visibleText(key)}`}
                onClick={() => model.set(place, undefined)}
              >
                Take out
              </Button>
            </div>
            <JsonInput
              model={model}
              at={{ schema: true, root: model.at.root }}
              path={place}
              label={visibleText(key)}
              required
              id={id}
              invalid={model.problem(place) !== null}
              describedBy={undefined}
            />
            <Show when={model.problem(place)}>
              {(text) => (
                <p class="field__note" data-error="" role="alert">
                  {text()}
                </p>
              )}
            </Show>
          </div>
        );
      }}
    </FirstOf>
  );
}

/** The free names of an object, so that an entry stays the same field while its value changes. */
function createNames(model: FormModel, path: MemberPath, shape: Shape): () => string[] {
  const names = createMemo(() => othersOf(shape, valueAt(model.value(), path)).map(([key]) => key), [], {
    equals: sameMembers,
  });
  return names;
}

function first(shape: Shape): unknown {
  switch (shape.kind.type) {
    case "number":
      return shape.kind.min ?? 0;
    case "boolean":
      return true;
    case "choice":
      return shape.kind.options[0]?.value ?? null;
    case "text":
    case "any":
      return "";
    default:
      return null;
  }
}
