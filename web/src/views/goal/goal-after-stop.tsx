// Under a turn that was stopped while its thread has a goal that is still active: what that means, and pausing it.
import { createMemo, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import type { Turn } from "../../projection/state.ts";
import { connection, live } from "../live.ts";
import { useServices } from "../services.tsx";
import { createAttempt } from "../thread-menu/attempt.ts";
import { useScope } from "../thread/scope.tsx";

/** Nothing where another turn came after it, or the goal is not active. */
export default function GoalAfterStop(props: { turn: Turn }): JSX.Element {
  const scope = useScope();
  const services = useServices();
  const pausing = createAttempt();
  const shown = createMemo(() => {
    const { goal, timeline } = live(scope.state);
    if (goal?.status !== "active" || live(props.turn).reported !== "interrupted") return false;
    const newest = timeline.findLast((entry) => entry.type === "turn");
    return newest?.type === "turn" && newest.turn === props.turn.id;
  });
  const pause = () =>
    pausing.go(async () => (await services.actions.goals()).set(scope.session, scope.state.id, { status: "paused" }));
  return (
    <Show when={shown()}>
      <div class="foot" data-kind="note" data-goal-after-stop>
        <span class="foot__text">
          The goal is still active: the agent takes it up again after your next message, or when a device comes back to
          this thread.
        </span>
        <Button disabled={pausing.busy() || connection(scope.session) !== "live"} onClick={() => void pause()}>
          Pause the goal
        </Button>
        <Show when={pausing.problem()}>{(text) => <span class="foot__detail">{text()}</span>}</Show>
      </div>
    </Show>
  );
}
