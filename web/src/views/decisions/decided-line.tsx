// What stays of a decision: one line of what was decided about what.
import { type JSX, Show } from "solid-js";
import type { Decision } from "../../decisions/state.ts";
import { clockTime } from "../../design/words.ts";
import type { Turn } from "../../projection/state.ts";
import { live } from "../live.ts";
import { innerCommand } from "../shell-command.ts";
import { outcomeWords } from "./outcome.ts";
import { requestCommand } from "./request-facts.ts";
import { VisibleText } from "./visible-text.tsx";

export function DecidedLine(props: { decision: Decision; turn: Turn | null }): JSX.Element {
  const decision = () => live(props.decision);
  const at = () => {
    const state = decision().state;
    return state.type === "pending" ? null : state.at;
  };
  const about = () => requestCommand(decision(), props.turn);
  return (
    <p class="decided">
      <b>{outcomeWords(decision())}</b>
      <Show when={at()}>{(time) => <span class="dim num"> · {clockTime(time())}</span>}</Show>
      <Show
        when={about()}
        fallback={
          <Show
            when={decision().method !== "item/fileChange/requestApproval"}
            fallback={<span class="dim"> · file changes</span>}
          >
            <span class="dim"> · {decision().method}</span>
          </Show>
        }
      >
        {(command) => (
          <code class="decided__about">
            <VisibleText text={innerCommand(command())} />
          </code>
        )}
      </Show>
    </p>
  );
}
