// One turn, or one part of a very long one: its entries on the wire, and its foot that says how it stands.
import { createMemo, For, type JSX, Match, Show, Switch } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { Turn, TurnEntry } from "../../projection/state.ts";
import { turnStatus } from "../../projection/state.ts";
import { DecisionEntry } from "../decisions/decision-entry.tsx";
import { CardView } from "../cards/card-view.tsx";
import { PlanCard } from "../cards/plan-card.tsx";
import { planRuns } from "../cards/plan-steps.tsx";
import { ItemView } from "../items/item-view.tsx";
import { late } from "../items/late.ts";
import { live } from "../live.ts";
import { sameMembers } from "../same-members.ts";
import { isFolded, TakenBackLine } from "../turn-menu/taken-back.tsx";
import { TurnMenuButton } from "../turn-menu/turn-menu-button.tsx";
import { WireButton } from "../wire/wire-button.tsx";
import { PART } from "./rows.ts";
import { HoleNote } from "./hole-note.tsx";
import { useScope } from "./scope.tsx";
import { TurnFoot } from "./turn-foot.tsx";
import "./wire.css";

/** `part` counts rows of PART entries; the last one carries the status. */
export function TurnRow(props: { turn: Turn; part: number; last: boolean }): JSX.Element {
  const scope = useScope();
  const status = createMemo(() => turnStatus(live(props.turn)));
  const entries = createMemo(
    () => {
      const all = live(props.turn).entries;
      const from = props.part * PART;
      return all.slice(from, from + PART);
    },
    [],
    { equals: sameMembers },
  );
  return (
    <div
      class="turn"
      data-turn-id={props.turn.id}
      data-turn-status={props.last ? status() : undefined}
      data-turn-part={props.part > 0 || !props.last ? props.part : undefined}
      data-wire={wire(status())}
      data-reverted={live(props.turn).reverted || undefined}
    >
      <Show when={props.part === 0 && live(props.turn).hole !== null}>
        <HoleNote turn={props.turn} />
      </Show>
      <Show when={props.part === 0 && (live(props.turn).byGoal || live(scope.state).goal !== null)}>
        <Origin turn={props.turn} />
      </Show>
      <Show when={!isFolded(props.turn)}>
        <For each={entries()}>{(entry) => <Entry turn={props.turn} entry={entry} />}</For>
        <Show when={props.last}>
          <TurnFoot turn={props.turn} status={status()} />
        </Show>
      </Show>
      <Show when={isFolded(props.turn) && props.part === 0}>
        <TakenBackLine turn={props.turn} />
      </Show>
      <Show when={props.last}>
        <footer class="foot-wire">
          <TurnMenuButton turn={props.turn} />
          <WireButton of="turn" scope={{ type: "turn", turn: props.turn.id }} />
        </footer>
      </Show>
    </div>
  );
}

const useOrigin = late(() => import("../goal/started-by-goal.tsx"));

function Origin(props: { turn: Turn }): JSX.Element {
  const { view } = useOrigin();
  return <Show when={view()}>{(found) => <Dynamic component={found()} turn={props.turn} />}</Show>;
}

/** How the wire goes on below the last entry. */
function wire(status: string): "running" | "done" | "interrupted" | "broken" {
  switch (status) {
    case "inProgress":
    case "stopping":
    case "noAnswerToStop":
      return "running";
    case "completed":
      return "done";
    case "interrupted":
      return "interrupted";
    default:
      return "broken";
  }
}

function Entry(props: { turn: Turn; entry: TurnEntry }): JSX.Element {
  return (
    <Switch>
      <Match when={props.entry.type === "item" ? props.entry : null}>
        {(entry) => <ItemEntry turn={props.turn} id={entry().item} />}
      </Match>
      <Match when={props.entry.type === "decision" ? props.entry : null}>
        {(entry) => <DecisionEntry decisionKey={entry().key} turn={props.turn} />}
      </Match>
      <Match when={props.entry.type === "card" ? props.entry : null}>
        {(entry) => (
          <div class="on-wire" data-knot="small">
            <CardView card={entry().card} />
          </div>
        )}
      </Match>
      <Match when={props.entry.type === "plan"}>
        <div class="on-wire" data-knot={planRuns(props.turn) ? "large-open" : "large"}>
          <PlanCard turn={props.turn} />
        </div>
      </Match>
    </Switch>
  );
}

/** The item by its id: stays the same object while it is patched, and is drawn anew only if it is replaced. */
function ItemEntry(props: { turn: Turn; id: string }): JSX.Element {
  const item = createMemo(() => live(props.turn).items.get(props.id));
  return (
    <Show when={item()} keyed>
      {(found) => <ItemView item={found} turn={props.turn} />}
    </Show>
  );
}
