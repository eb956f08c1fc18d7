// A value of any kind: the kind is chosen, then it is filled in; lists and objects are written as JSON.
import { createMemo, createUniqueId, type JSX, Match, Switch } from "solid-js";
import { type FieldProps, JsonInput, NumberInput, TextInput } from "./inputs.tsx";
import { Select } from "./select.tsx";
import { valueAt } from "./value.ts";

type Kind = "text" | "number" | "true" | "false" | "null" | "json";

const KINDS: readonly { key: Kind; name: string; value: unknown }[] = [
  { key: "text", name: "a text", value: "" },
  { key: "number", name: "a number", value: 0 },
  { key: "true", name: "true", value: true },
  { key: "false", name: "false", value: false },
  { key: "null", name: "null", value: null },
  { key: "json", name: "a list or an object, as JSON", value: {} },
];

export function AnyInput(props: FieldProps): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { model, path } = props;
  const id = createUniqueId();
  const value = createMemo(() => valueAt(model.value(), path));
  const kind = createMemo((): Kind => {
    const here = value();
    if (typeof here === "boolean") return here ? "true" : "false";
    if (here === null) return "null";
    return typeof here === "string" ? "text" : typeof here === "number" ? "number" : "json";
  });
  const input = () => ({
    ...props,
    id,
    named: true,
    stays: true,
    invalid: model.problem(path) !== null,
    describedBy: undefined,
  });
  return (
    <div class="sform__below">
      <Select
        label={`${props.label}: kind of value`}
        value={kind()}
        options={KINDS}
        onPick={(key) => model.set(path, KINDS.find((one) => one.key === key)?.value)}
      />
      <Switch>
        <Match when={kind() === "text"}>
          <TextInput {...input()} />
        </Match>
        <Match when={kind() === "number"}>
          <NumberInput {...input()} />
        </Match>
        <Match when={kind() === "json"}>
          <JsonInput {...input()} />
        </Match>
      </Switch>
    </div>
  );
}
