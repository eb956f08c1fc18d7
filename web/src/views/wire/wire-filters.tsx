// What narrows the envelopes: words in their text, a method, a direction, only what went wrong.
import { createSignal, createUniqueId, For, type JSX, onCleanup } from "solid-js";
import { isEnter } from "../composer/enter.ts";
import type { WireFilter } from "./source.ts";

/** Typing is waited for: each change looks through the journal anew, ms. */
const TYPED_MS = 250;

const DIRECTIONS: readonly (readonly [WireFilter["direction"], string])[] = [
  ["all", "Both ways"],
  ["in", "Received"],
  ["out", "Sent"],
  ["local", "On this device"],
];

export function WireFilters(props: {
  filter: WireFilter;
  methods: readonly string[];
  onFilter: (filter: WireFilter) => void;
  find: (element: HTMLInputElement) => void;
}): JSX.Element {
  const list = createUniqueId();
  const [typed, setTyped] = createSignal<Partial<WireFilter>>({});
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  const settle = () => {
    clearTimeout(timer);
    const change = typed();
    setTyped({});
    if (Object.keys(change).length > 0) props.onFilter({ ...props.filter, ...change });
  };
  const type = (change: Partial<WireFilter>) => {
    setTyped((before) => ({ ...before, ...change }));
    clearTimeout(timer);
    timer = setTimeout(settle, TYPED_MS);
  };
  const now = (change: Partial<WireFilter>) => {
    setTyped((before) => ({ ...before, ...change }));
    settle();
  };
  const onKey = (event: KeyboardEvent) => {
    if (!isEnter(event)) return;
    event.preventDefault();
    settle();
  };
  return (
    <div class="wire-filters" role="search">
      <input
        type="search"
        class="wire-filters__words"
        placeholder="Find in what is stored"
        aria-label="Find in the envelopes"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        value={props.filter.words}
        ref={(element) => props.find(element)}
        onInput={(event) => type({ words: event.currentTarget.value })}
        onKeyDown={onKey}
      />
      <input
        class="wire-filters__method"
        placeholder="Method"
        aria-label="Method"
        list={list}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        value={props.filter.method}
        onInput={(event) => type({ method: event.currentTarget.value })}
        onKeyDown={onKey}
      />
      <datalist id={list}>
        <For each={props.methods}>{(name) => <option value={name} />}</For>
      </datalist>
      <select
        aria-label="Direction"
        value={props.filter.direction}
        onChange={(event) => {
          const chosen = DIRECTIONS.find(([value]) => value === event.currentTarget.value);
          if (chosen !== undefined) now({ direction: chosen[0] });
        }}
      >
        <For each={DIRECTIONS}>{([value, words]) => <option value={value}>{words}</option>}</For>
      </select>
      <label class="wire-filters__trouble">
        <input
          type="checkbox"
          checked={props.filter.onlyTrouble}
          onChange={(event) => now({ onlyTrouble: event.currentTarget.checked })}
        />
        Only errors
      </label>
      <label class="wire-filters__trouble">
        <input
          type="checkbox"
          checked={props.filter.onlyUnfit}
          onChange={(event) => now({ onlyUnfit: event.currentTarget.checked })}
        />
        Does not fit
      </label>
    </div>
  );
}
