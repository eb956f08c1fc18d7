// What goes on after its turn has ended: an interrupt ends the turn, not the commands that it started, and not the goal of
// its thread. Both are said; what can be done about them comes in files of their own.
import { createMemo, type JSX, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { Turn } from "../../projection/state.ts";
import { late } from "../items/late.ts";
import { live } from "../live.ts";
import { sameMembers } from "../same-members.ts";
import { useScope } from "./scope.tsx";

const useActs = late(() => import("../terminals/left-running-acts.tsx"));
const useGoal = late(() => import("../goal/goal-after-stop.tsx"));

/** Under a turn that is over; nothing where all its commands have ended, or their process is gone. */
export function LeftRunning(props: { turn: Turn }): JSX.Element {
  const scope = useScope();
  const open = createMemo<readonly string[]>(
    () => {
      const turn = live(props.turn);
      const { generations } = live(scope.session.state);
      const generation = turn.generation === null ? undefined : generations.get(turn.generation);
      if (generation === undefined || live(generation).end !== null) return [];
      const items: string[] = [];
      for (const item of turn.items.values())
        if (item.type === "commandExecution" && live(item).phase === "closed" && item.exitCode === null)
          items.push(item.id);
      return items;
    },
    [],
    { equals: sameMembers },
  );
  const stoppedGoal = () => live(props.turn).reported === "interrupted" && live(scope.state).goal?.status === "active";
  return (
    <>
      <Show when={open().length > 0}>
        <div class="foot" data-kind="note">
          <span class="foot__text">
            {open().length === 1
              ? "A command of this turn may still run on the machine."
              : `${open().length} commands of this turn may still run on the machine.`}
          </span>
          <Acts items={open()} />
        </div>
      </Show>
      <Show when={stoppedGoal()}>
        <Goal turn={props.turn} />
      </Show>
    </>
  );
}

function Acts(props: { items: readonly string[] }): JSX.Element {
  const { view } = useActs();
  return <Show when={view()}>{(found) => <Dynamic component={found()} items={props.items} />}</Show>;
}

function Goal(props: { turn: Turn }): JSX.Element {
  const { view } = useGoal();
  return <Show when={view()}>{(found) => <Dynamic component={found()} turn={props.turn} />}</Show>;
}
