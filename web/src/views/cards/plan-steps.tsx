// The steps of a turn's plan: what is done, what goes on, what is left. A turn that is over spins no step.
import { createMemo, createSignal, Index, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import type { Turn } from "../../projection/state.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { live } from "../live.ts";
import { maskText } from "../masking/text.ts";
import "./plan-steps.css";

/** How many steps of the plan are done, of how many. */
export function planCounts(turn: Turn): { done: number; all: number } {
  const steps = live(turn).plan ?? [];
  return { done: steps.filter((step) => step.status === "completed").length, all: steps.length };
}

/** Whether the turn still works on its plan. */
export function planRuns(turn: Turn): boolean {
  return live(turn).reported === "inProgress" && !live(turn).lost;
}

/** So many steps are drawn at first. */
const MOST = 100;

/** The steps keep their rows while their status changes. Of a very long plan only some are drawn, the others on request. */
export function PlanSteps(props: { turn: Turn }): JSX.Element {
  const plan = createMemo(() => live(props.turn).plan ?? []);
  const [earlier, setEarlier] = createSignal(false);
  const [most, setMost] = createSignal(MOST);
  /** Of a very long plan the end of what is done, and what comes next: that is what a reader looks for. */
  const from = createMemo(() => {
    if (earlier() || plan().length <= MOST) return 0;
    const next = plan().findIndex((step) => step.status !== "completed");
    return Math.max(0, (next === -1 ? plan().length : next) - MOST / 2);
  });
  const steps = createMemo(() => (plan().length <= MOST ? plan() : plan().slice(from(), from() + most())));
  const after = () => plan().length - from() - steps().length;
  return (
    <ol class="plan" start={from() + 1}>
      <Show when={from() > 0}>
        <li class="plan__more">
          <Button
            size="small"
            look="quiet"
            onClick={() => {
              setMost(most() + from());
              setEarlier(true);
            }}
          >
            Show {from().toLocaleString()} earlier steps
          </Button>
        </li>
      </Show>
      <Index each={steps()}>
        {(step) => (
          <li
            data-step={step().status}
            data-now={step().status === "inProgress" && planRuns(props.turn) ? "" : undefined}
          >
            <Icon name={step().status === "completed" ? "check" : "ring"} size={15} weight={3} />
            <span>
              <VisibleText text={maskText(step().step)} prose />
              <span class="sr-only"> ({statusWords(step().status, planRuns(props.turn))})</span>
            </span>
          </li>
        )}
      </Index>
      <Show when={after() > 0}>
        <li class="plan__more">
          <Button size="small" look="quiet" onClick={() => setMost(most() + 1000)}>
            Show more of {after().toLocaleString()} later steps
          </Button>
        </li>
      </Show>
    </ol>
  );
}

function statusWords(status: string, running: boolean): string {
  switch (status) {
    case "completed":
      return "done";
    case "inProgress":
      return running ? "in progress" : "was in progress when the turn ended";
    case "pending":
      return running ? "not begun" : "not done";
    default:
      return status;
  }
}
