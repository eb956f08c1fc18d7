// One field of a schema's form, and all that is below it. What is optional is left out unless it is set.
import { createMemo, createUniqueId, Index, type JSX, Match, Show, Switch } from "solid-js";
import { Button } from "../../../design/button.tsx";
import { listOf } from "../../../projection/read.ts";
import { VisibleText } from "../../decisions/visible-text.tsx";
import { AnyInput } from "./any-input.tsx";
import { type FieldProps, type FieldViewProps, JsonInput, NumberInput, TextInput } from "./inputs.tsx";
import { MapEntries, OtherMembers } from "./map-entries.tsx";
import { Members } from "./members.tsx";
import { Select } from "./select.tsx";
import { type SchemaAt, type Shape, shapeOf, type Variant } from "./shape.ts";
import { fits, same, skeleton, valueAt, variantOf, variantValue } from "./value.ts";

export function SchemaField(props: FieldViewProps): JSX.Element {
  // Schema and place do not change during the life of a field.
  // oxlint-disable-next-line solid/reactivity
  const { model, at, path, required } = props;
  const shape = shapeOf(at);
  const id = createUniqueId();
  const value = createMemo(() => valueAt(model.value(), path));
  const odd = () => value() !== undefined && !fits(shape, value());
  const problem = createMemo(() => model.problem(path));
  const notes = () => [shape.about, ...limits(shape)].filter((note) => note !== null && note !== "");
  const describedBy = () => {
    const ids = [notes().length > 0 ? `${id}-n` : "", problem() === null ? "" : `${id}-p`].filter((one) => one !== "");
    return ids.length === 0 ? undefined : ids.join(" ");
  };
  const input = () => ({
    ...common(),
    stays: props.stays === true,
    id,
    invalid: problem() !== null,
    describedBy: describedBy(),
  });
  const common = () => ({ model, at, path, required, label: props.label });
  const written = () => shape.kind.type === "text" || shape.kind.type === "number";
  // What is needed and there has nothing to choose.
  const settled = () => required && !shape.nullable && (shape.kind.type === "object" || shape.kind.type === "list");
  const chosen = () => (!written() && !(settled() && value() !== undefined)) || odd();
  return (
    <div class="sform__field" data-path={path.join(".")}>
      <div class="sform__head">
        <Show
          when={written() && !odd()}
          fallback={
            <span class="field__label">
              <Name label={props.label} required={required} />
            </span>
          }
        >
          <label class="field__label" for={id}>
            <Name label={props.label} required={required} />
          </label>
        </Show>
        <Show when={chosen() || !required || shape.nullable}>
          <Presence {...common()} shape={shape} describedBy={describedBy()} invalid={problem() !== null} />
        </Show>
        {props.aside}
      </div>
      <Show when={notes().length > 0}>
        <p class="field__note" id={`${id}-n`}>
          <VisibleText text={notes().join(" ")} prose plainBreaks />
        </p>
      </Show>
      <Switch>
        <Match when={odd()}>
          <JsonInput {...input()} />
        </Match>
        <Match when={value() === null && shape.kind.type !== "any"}>{null}</Match>
        <Match when={shape.kind.type === "text"}>
          <TextInput {...input()} />
        </Match>
        <Match when={shape.kind.type === "number"}>
          <NumberInput {...input()} />
        </Match>
        <Match when={value() !== undefined}>
          <Body {...common()} shape={shape} />
        </Match>
      </Switch>
      <Show when={problem()}>
        {(text) => (
          <p class="field__note" id={`${id}-p`} data-error="" role="alert">
            <VisibleText text={text()} />
          </p>
        )}
      </Show>
    </div>
  );
}

function Name(props: { label: string; required: boolean }): JSX.Element {
  return (
    <>
      <code>
        <VisibleText text={props.label} />
      </code>
      <Show when={!props.required}>
        <span class="dim"> · optional</span>
      </Show>
    </>
  );
}

/** What is below the head of a field that is set. */
export function Body(props: FieldProps & { shape: Shape }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, path, shape, at } = props;
  const { kind } = shape;
  return (
    <Switch>
      <Match when={kind.type === "object" && kind}>
        {(object) => (
          <div class="sform__below">
            <Members model={model} path={path} members={object().members} field={SchemaField} />
            <Show when={object().others} fallback={<OtherMembers model={model} path={path} shape={shape} />}>
              {(others) => (
                <MapEntries
                  model={model}
                  path={path}
                  shape={shape}
                  item={others()}
                  label={props.label}
                  field={SchemaField}
                />
              )}
            </Show>
          </div>
        )}
      </Match>
      <Match when={kind.type === "list" && kind}>{(list) => <Entries {...props} item={list().item} />}</Match>
      <Match when={kind.type === "variants" && kind}>
        {(union) => <Chosen {...props} variants={union().variants} />}
      </Match>
      <Match when={kind.type === "any"}>
        <AnyInput model={model} at={at} path={path} label={props.label} required={props.required} />
      </Match>
    </Switch>
  );
}

function Entries(props: FieldProps & { item: SchemaAt }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, path, item } = props;
  const entries = createMemo(() => listOf(valueAt(model.value(), path)));
  const add = () => model.set([...path, entries().length], skeleton(item) ?? empty(shapeOf(item)));
  const many = createMemo(() => entries().length > MOST_ENTRIES);
  return (
    <Show when={!many()} fallback={<ManyEntries {...props} />}>
      <div class="sform__below">
        <Index each={entries()}>
          {(_, index) => (
            <SchemaField
              model={model}
              at={item}
              path={[...path, index]}
              label={`${props.label} ${index + 1}`}
              required
              stays
              aside={
                <Button
                  size="small"
                  look="quiet"
                  aria-label={`Take out ${props.label} ${index + 1}`}
                  onClick={() => model.set([...path, index], undefined)}
                >
                  Take out
                </Button>
              }
            />
          )}
        </Index>
        <Button size="small" class="sform__add" onClick={add}>
          Add to {props.label}
        </Button>
      </div>
    </Show>
  );
}

/** A longer list is written as JSON: as many fields would be too many for a page. */
const MOST_ENTRIES = 200;

function ManyEntries(props: FieldProps): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, path } = props;
  const id = createUniqueId();
  return <JsonInput {...props} id={id} stays invalid={model.problem(path) !== null} describedBy={undefined} />;
}

/** The form of the variant that the value is of. */
function Chosen(props: FieldProps & { variants: readonly Variant[] }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, path, variants } = props;
  const chosen = createMemo(() => {
    const index = variantOf(variants, valueAt(model.value(), path));
    return index === null ? null : (variants[index] ?? null);
  });
  const form = () => {
    const holds = chosen()?.holds;
    return holds?.type === "form" ? holds : null;
  };
  return (
    <Show when={form()} keyed>
      {({ at }) => <VariantBody model={model} at={at} path={path} label={props.label} required />}
    </Show>
  );
}

/** The form of a variant: its head is the choice itself. */
function VariantBody(props: FieldProps): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { at, model, path } = props;
  const shape = shapeOf(at);
  const id = createUniqueId();
  const input = () => ({
    ...props,
    id,
    invalid: model.problem(path) !== null,
    describedBy: undefined,
    named: true,
    stays: true,
  });
  const chosen = shape.kind.type === "choice" || shape.kind.type === "boolean" || shape.kind.type === "variants";
  return (
    <Switch fallback={<Body {...props} shape={shape} />}>
      <Match when={shape.kind.type === "text"}>
        <TextInput {...input()} />
      </Match>
      <Match when={shape.kind.type === "number"}>
        <NumberInput {...input()} />
      </Match>
      <Match when={chosen}>
        <Presence {...props} shape={shape} describedBy={undefined} invalid={model.problem(path) !== null} />
        <Body {...props} shape={shape} />
      </Match>
    </Switch>
  );
}

/** Whether a field is sent, and which of its values where it has a few. */
function Presence(
  props: FieldProps & { shape: Shape; describedBy: string | undefined; invalid: boolean },
): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, path, shape, at } = props;
  const { kind } = shape;
  const value = createMemo(() => valueAt(model.value(), path));
  const values: { name: string; about: string | null; value: () => unknown }[] =
    kind.type === "boolean"
      ? [true, false].map((one) => ({ name: String(one), about: null, value: () => one }))
      : kind.type === "choice"
        ? kind.options.map(({ name, about, value: one }) => ({ name, about, value: () => one }))
        : kind.type === "variants"
          ? kind.variants.map((variant) => ({
              name: variant.name,
              about: variant.about,
              value: () => variantValue(variant),
            }))
          : kind.type === "null"
            ? []
            : [{ name: setWord(kind.type), about: null, value: () => skeleton(at) ?? empty(shape) }];
  const current = createMemo((): string => {
    const here = value();
    if (here === undefined) return "out";
    if (here === null && (shape.nullable || kind.type === "null")) return "null";
    if (!fits(shape, here)) return "odd";
    if (kind.type === "variants") return String(variantOf(kind.variants, here) ?? "odd");
    if (kind.type === "choice" || kind.type === "boolean")
      return String(values.findIndex((one) => same(one.value(), here)));
    return "0";
  });
  const about = () => values[Number(current())]?.about ?? null;
  const pick = (key: string) => {
    if (key === "odd" || key === current()) return;
    model.set(path, key === "out" ? undefined : key === "null" ? null : values[Number(key)]?.value());
  };
  return (
    <>
      <Select
        label={`${props.label}: ${values.length > 1 ? "value" : "whether it is sent"}`}
        value={current()}
        describedBy={props.describedBy}
        invalid={props.invalid}
        onPick={pick}
        options={[
          ...(props.required
            ? current() === "out"
              ? [{ key: "out", name: "Choose" }]
              : []
            : [{ key: "out", name: "left out" }]),
          ...(shape.nullable || kind.type === "null" ? [{ key: "null", name: "null" }] : []),
          ...values.map(({ name }, index) => ({ key: String(index), name })),
          ...(current() === "odd" ? [{ key: "odd", name: "something else" }] : []),
        ]}
      />
      <Show when={about()}>
        {(text) => (
          <p class="field__note sform__about">
            <VisibleText text={text()} prose plainBreaks />
          </p>
        )}
      </Show>
    </>
  );
}

function setWord(type: string): string {
  return type === "text" || type === "number" ? "as written below" : "set";
}

/** What a field begins with that has nothing fixed in it. */
function empty(shape: Shape): unknown {
  switch (shape.kind.type) {
    case "text":
    case "any":
      return "";
    case "number":
      return shape.kind.min ?? 0;
    case "boolean":
      return false;
    case "choice":
      return shape.kind.options[0]?.value ?? null;
    case "variants":
      return shape.kind.variants[0] === undefined ? null : variantValue(shape.kind.variants[0]);
    default:
      return null;
  }
}

function limits(shape: Shape): (string | null)[] {
  const { kind } = shape;
  const range = kind.type === "number" || kind.type === "text" ? kind : null;
  const what = kind.type === "text" ? " characters" : "";
  const told =
    range === null || (kind.type === "number" && range.min === 0 && range.max === null)
      ? null
      : range.min !== null && range.max !== null
        ? `From ${range.min} to ${range.max}${what}.`
        : range.min !== null
          ? `At least ${range.min}${what}.`
          : range.max !== null
            ? `At most ${range.max}${what}.`
            : null;
  const { standard } = shape;
  const word =
    standard === undefined || standard === null ? null : `Default: ${JSON.stringify(standard).slice(0, 200)}.`;
  return [told, word];
}

/** The form's root: its members without a frame around them. */
export function RootField(props: FieldProps): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, at, path } = props;
  const shape = shapeOf(at);
  return (
    <Show
      when={shape.kind.type === "object" && !shape.nullable && fits(shape, valueAt(model.value(), path) ?? {})}
      fallback={<SchemaField {...props} />}
    >
      <Body {...props} shape={shape} />
    </Show>
  );
}
