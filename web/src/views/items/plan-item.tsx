// A plan as prose (Plan mode): Markdown under its own heading. Where the turn has a plan of steps, that is the plan, and
// the prose stands behind a line.
import { type JSX, Show } from "solid-js";
import type { Item, Turn } from "../../projection/state.ts";
import { live } from "../live.ts";
import { Markdown } from "../markdown/markdown.tsx";
import "./plan-item.css";

export function PlanItem(props: { item: Extract<Item, { type: "plan" }>; turn: Turn }): JSX.Element {
  const prose = () => <Markdown text={live(props.item).text} complete={live(props.item).phase !== "open"} />;
  return (
    <Show
      when={live(props.turn).plan === null}
      fallback={
        <details class="fold">
          <summary class="quiet">
            <b>Plan in words</b>
            <span class="dim"> · its steps are the turn's plan</span>
          </summary>
          <div class="plan-prose">{prose()}</div>
        </details>
      }
    >
      <div class="plan-prose">
        <p class="plan-prose__title">Proposed plan</p>
        {prose()}
      </div>
    </Show>
  );
}
