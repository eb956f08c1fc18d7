// A choice from a few words: the browser's own, which every device knows how to draw.
import { For, type JSX } from "solid-js";

export function Select(props: {
  label: string;
  value: string;
  options: readonly { key: string; name: string }[];
  describedBy?: string | undefined;
  invalid?: boolean;
  onPick: (key: string) => void;
}): JSX.Element {
  return (
    <select
      class="sform__select"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-invalid={props.invalid === true ? true : undefined}
      value={props.value}
      onChange={(event) => props.onPick(event.currentTarget.value)}
    >
      <For each={props.options}>
        {(option) => (
          <option value={option.key} selected={option.key === props.value}>
            {option.name}
          </option>
        )}
      </For>
    </select>
  );
}
