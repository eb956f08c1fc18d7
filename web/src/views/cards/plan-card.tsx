// The plan of a turn in its place in the transcript, kept up to date.
import { type JSX, Show } from "solid-js";
import type { Turn } from "../../projection/state.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { createRemembered } from "../fold-memory.ts";
import { live } from "../live.ts";
import { maskText } from "../masking/text.ts";
import { planCounts, planRuns, PlanSteps } from "./plan-steps.tsx";

/** Open while the turn runs; afterwards as the person left it. */
export function PlanCard(props: { turn: Turn }): JSX.Element {
  // A row is drawn for one turn.
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createRemembered(props.turn, "plan", planRuns(props.turn));
  const counts = () => planCounts(props.turn);
  return (
    <details class="plan-card fold" data-plan open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>Plan</b>
        <span class="dim num">
          {counts().done} of {counts().all} done
        </span>
      </summary>
      <Show when={open()}>
        <Show when={live(props.turn).planExplanation}>
          {(text) => (
            <p>
              <VisibleText text={maskText(text())} plainBreaks prose />
            </p>
          )}
        </Show>
        <PlanSteps turn={props.turn} />
      </Show>
    </details>
  );
}
