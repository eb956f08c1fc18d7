// A list as long as the server likes: its first members are drawn, the others on request, a stretch at a time. How many are
// drawn is remembered by the object that the list belongs to, as with anything else that a person has opened.
import { createMemo, createSignal, For, type Accessor, type JSX, Show } from "solid-js";
import { Button } from "../design/button.tsx";
import { sameMembers } from "./same-members.ts";
import "./first-of.css";

/** So many at first. */
export const FIRST = 100;
/** A press shows as many again as there are, up to this. */
const STRETCH = 1000;

const memory = new WeakMap<object, Map<string, number>>();

/**
 * Draws the members of a list; behind its first ones a button for more.
 * @param props.of and `name`: what remembers how many are drawn
 * @param props.what what they are, of many: `parts`
 * @param props.row the list is one of the page's own: the button is a row of it
 */
export function FirstOf<T>(props: {
  of: object;
  name: string;
  each: readonly T[];
  what: string;
  first?: number;
  row?: boolean;
  children: (member: T, at: Accessor<number>) => JSX.Element;
}): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { of, name, first = FIRST } = props;
  const [most, setMost] = createSignal(memory.get(of)?.get(name) ?? first);
  const shown = createMemo(() => (props.each.length > most() ? props.each.slice(0, most()) : props.each), [], {
    equals: sameMembers,
  });
  const left = () => props.each.length - shown().length;
  const next = () => Math.min(left(), most(), STRETCH);
  const more = () => {
    const many = most() + next();
    const lists = memory.get(of) ?? new Map<string, number>();
    memory.set(of, lists.set(name, many));
    setMost(many);
  };
  const button = () => (
    <Button size="small" look="quiet" onClick={more}>
      {next() === left()
        ? `Show the other ${left().toLocaleString()} ${props.what}`
        : `Show ${next().toLocaleString()} more of ${left().toLocaleString()} ${props.what}`}
    </Button>
  );
  return (
    <>
      <For each={shown()}>{props.children}</For>
      <Show when={left() > 0}>
        <Show when={props.row} fallback={button()}>
          <li class="first-of__more">{button()}</li>
        </Show>
      </Show>
    </>
  );
}
