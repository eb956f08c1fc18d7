// The request as it came, below every card that is made of it.
import { createSignal, type JSX, Show } from "solid-js";
import type { Decision } from "../../../decisions/state.ts";
import type { Answering } from "../answering.ts";
import { HandWritten } from "./hand-written.tsx";
import { Json } from "./parts.tsx";

/** The request as it came, at hand behind a fold, with a way to answer what the card itself does not offer. */
export function RawRequest(props: { decision: Decision; answering: Answering; open?: boolean }): JSX.Element {
  const [byHand, setByHand] = createSignal(false);
  return (
    <details class="fold raw-request" open={props.open === true} data-generic={props.decision.method}>
      <summary>The request as it came</summary>
      <Json text={props.decision.line} label="Request" copy="Copy request" />
      <Show
        when={byHand()}
        fallback={
          <button type="button" class="link" onClick={() => setByHand(true)}>
            Answer by hand
          </button>
        }
      >
        <HandWritten decision={props.decision} answering={props.answering} send="Send this answer" />
      </Show>
    </details>
  );
}
