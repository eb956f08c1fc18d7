// The steps of a turn's plan: what is done, what goes on, what is left. A turn that is over spins no step.
import { createMemo, Index, type JSX } from "solid-js";
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

/** The steps keep their rows while their status changes. */
export function PlanSteps(props: { turn: Turn }): JSX.Element {
  const steps = createMemo(() => live(props.turn).plan ?? []);
  return (
    <ol class="plan">
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
