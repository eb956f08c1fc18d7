// What the person has put into a card so far: kept while the page lives, so that scrolling away loses nothing. Never
// stored, and a secret is not kept here either.
import { type Accessor, createSignal } from "solid-js";
import type { Decision } from "../../../decisions/state.ts";

const drafts = new WeakMap<Decision, Map<string, unknown>>();

/** A signal that survives its card's leaving the screen. `name` is unique in the card. */
export function createDraft<T>(decision: Decision, name: string, initial: T): [Accessor<T>, (value: T) => void] {
  const kept = drafts.get(decision) ?? new Map<string, unknown>();
  drafts.set(decision, kept);
  // A name is used with one type only.
  const [value, setValue] = createSignal<T>(kept.has(name) ? (kept.get(name) as T) : initial);
  return [
    value,
    (next) => {
      kept.set(name, next);
      setValue(() => next);
    },
  ];
}
