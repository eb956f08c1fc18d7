// A review has ended: its findings, or the text as it is read. A message of the agent that says the very same is not doubled.
import { createMemo, type JSX, Show } from "solid-js";
import { live } from "../../live.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { readFindings } from "../../review/findings.ts";
import { FindingsView } from "../../review/findings-view.tsx";
import type { ItemProps } from "../late-item.tsx";
import { saidInMessage } from "./said.ts";
import "./review.css";

export default function ExitedReviewMode(props: ItemProps<"exitedReviewMode">): JSX.Element {
  const review = () => live(props.item).told.review ?? "";
  const findings = createMemo(() => (live(props.item).phase === "open" ? null : readFindings(review())));
  const said = createMemo(() => saidInMessage(props.item, props.turn));
  return (
    <Show
      when={!said()}
      fallback={
        <details class="fold">
          <summary class="quiet">
            <b>Review finished</b>
            <span class="dim"> · the agent's message below has its findings</span>
          </summary>
          <div class="review__text">
            <Markdown text={review()} complete />
          </div>
        </details>
      }
    >
      <Show
        when={findings()}
        fallback={
          <div class="review">
            <p class="review__title">Review</p>
            <Show when={review() !== ""} fallback={<p class="dim">The server sent no findings.</p>}>
              <Markdown text={review()} complete={live(props.item).phase !== "open"} />
            </Show>
          </div>
        }
      >
        {(found) => <FindingsView of={props.item} findings={found()} raw={review()} />}
      </Show>
    </Show>
  );
}
