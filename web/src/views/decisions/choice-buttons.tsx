// The buttons of an approval, in the server's order: the first approval in copper, the refusals as easy to hit. How far
// a choice reaches is its description; a rule that it adds is drawn in full.
import { createMemo, For, type JSX, Show } from "solid-js";
import type { Choice } from "../../decisions/approvals.ts";
import { Button } from "../../design/button.tsx";
import type { Answering } from "./answering.ts";
import { VisibleText } from "./visible-text.tsx";

/** `held` keeps the approving buttons back, with the reason in words beside them. */
export function ChoiceButtons(props: {
  choices: readonly Choice[];
  answering: Answering;
  held?: string | null;
}): JSX.Element {
  const first = createMemo(() => props.choices.find((choice) => choice.tone === "approve" && choice.result !== null));
  const dead = (choice: Choice) =>
    !props.answering.ready() || choice.result === null || (choice.tone === "approve" && props.held != null);
  return (
    <div class="choices">
      <Show when={props.held}>{(why) => <p class="choices__held">{why()}</p>}</Show>
      <For each={props.choices}>
        {(choice) => (
          <Button
            look={choice === first() ? "act" : choice.tone === "cancel" ? "quiet" : "plain"}
            aria-disabled={dead(choice) ? "true" : undefined}
            aria-label={choice.label}
            aria-description={choice.rule === null ? choice.scope : `${choice.scope} ${choice.rule}`}
            title={choice.scope}
            class={choice.rule === null && choice.result !== null ? "" : "choices__long"}
            onClick={() => {
              if (choice.result !== null && !dead(choice)) props.answering.answer({ result: choice.result });
            }}
          >
            <span>
              <VisibleText text={choice.label} />
            </span>
            <Show when={choice.rule}>
              {(rule) => (
                <small>
                  <VisibleText text={rule()} />
                </small>
              )}
            </Show>
            <Show when={choice.result === null}>
              <small>{choice.scope}</small>
            </Show>
          </Button>
        )}
      </For>
    </div>
  );
}
