// Cards of one part of the machine's page, newest first; the older ones on request.
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import type { GenericCard } from "../../projection/state.ts";
import { CardView } from "../cards/card-view.tsx";
import { sameMembers } from "../same-members.ts";

/** So many at first. */
const FIRST = 20;

export function CardList(props: { cards: readonly GenericCard[] }): JSX.Element {
  const [all, setAll] = createSignal(false);
  const shown = createMemo(() => (all() ? props.cards.slice() : props.cards.slice(0, FIRST)), [], {
    equals: sameMembers,
  });
  return (
    <>
      <ul class="activity__cards">
        <For each={shown()}>
          {(card) => (
            <li>
              <CardView card={card} time />
            </li>
          )}
        </For>
      </ul>
      <Show when={props.cards.length > shown().length}>
        <Button size="small" look="quiet" onClick={() => setAll(true)}>
          Show {props.cards.length - shown().length} older
        </Button>
      </Show>
    </>
  );
}
