// A review begins: one quiet line that says of what.
import { type JSX, Show } from "solid-js";
import { VisibleText } from "../../decisions/visible-text.tsx";
import { live } from "../../live.ts";
import type { ItemProps } from "../late-item.tsx";

/** What is reviewed may be instructions of any length; the line has their beginning. */
const SHOWN = 300;

export default function EnteredReviewMode(props: ItemProps<"enteredReviewMode">): JSX.Element {
  const review = () => live(props.item).told.review ?? "";
  return (
    <p class="quiet">
      <b>Review started</b>
      <Show when={review() !== ""}>
        <span>
          {": "}
          <VisibleText text={review().slice(0, SHOWN)} prose plainBreaks />
          {review().length > SHOWN ? "…" : ""}
        </span>
      </Show>
    </p>
  );
}
