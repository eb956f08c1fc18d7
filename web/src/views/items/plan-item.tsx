// A plan as prose (Plan mode): Markdown under its own heading.
import type { JSX } from "solid-js";
import type { Item } from "../../projection/state.ts";
import { live } from "../live.ts";
import { Markdown } from "../markdown/markdown.tsx";
import "./plan-item.css";

export function PlanItem(props: { item: Extract<Item, { type: "plan" }> }): JSX.Element {
  return (
    <div class="plan-prose">
      <p class="plan-prose__title">Proposed plan</p>
      <Markdown text={live(props.item).text} complete={live(props.item).phase !== "open"} />
    </div>
  );
}
