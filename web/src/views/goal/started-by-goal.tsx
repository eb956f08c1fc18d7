// Says that a turn was started by the thread's goal: seen live, or told by a whole copy of a turn that began since the goal
// was set and does not begin with anything that a person asked for.
import { createMemo, type JSX, Show } from "solid-js";
import { isAsked } from "../../projection/goal-turns.ts";
import type { ThreadState, Turn } from "../../projection/state.ts";
import { live } from "../live.ts";
import { useScope } from "../thread/scope.tsx";

/** Tracked. Nothing is said before the turn has an item: until then a message may be what began it. */
function startedByGoal(state: ThreadState, of: Turn): boolean {
  const turn = live(of);
  const [first] = turn.items.values();
  if (first === undefined || isAsked(first)) return false;
  if (turn.byGoal) return true;
  const since = live(state).goal?.createdAt ?? null;
  return turn.itemsView === "full" && since !== null && turn.startedAt !== null && turn.startedAt >= since;
}

/** Stands above the turn's entries. */
export default function StartedByGoal(props: { turn: Turn }): JSX.Element {
  const scope = useScope();
  const shown = createMemo(() => startedByGoal(scope.state, props.turn));
  return (
    <Show when={shown()}>
      <p class="quiet on-wire" data-knot="small" data-note="goal">
        <b>Started by the goal</b>
        <span class="dim"> · no message</span>
      </p>
    </Show>
  );
}
