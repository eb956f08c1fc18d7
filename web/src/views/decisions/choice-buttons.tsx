// The buttons of an approval, in the server's order: the first approval in copper, the refusals as easy to hit. How far
// a choice reaches is its description; a rule that it adds is drawn
// in full above them.
import { createMemo, For, type JSX, Show } from "solid-js";
import type { Choice } from "../../decisions/approvals.ts";
import { Button } from "../../design/button.tsx";
import type { Answering } from "./answering.ts";
import { VisibleText } from "./visible-text.tsx";
import { createReading, WholeText } from "./whole-text.tsx";

/** A longer rule is read out where it stands, not with its button, characters. */
const DESCRIBED_UP_TO = 200;

/** The scope of a choice where its label does not say it all and no rule above it does: not everybody can hover. */
function told(choice: Choice): string | null {
  return choice.result === null || choice.session ? choice.scope : null;
}

/** `held` keeps the approving buttons back, with the reason in words beside them. */
export function ChoiceButtons(props: {
  choices: readonly Choice[];
  answering: Answering;
  held?: string | null;
}): JSX.Element {
  const first = createMemo(() => props.choices.find((choice) => choice.tone === "approve" && choice.result !== null));
  // The rules stand above the buttons, which stay buttons however long a rule is.
  const rules = createMemo(() =>
    props.choices.flatMap((choice) =>
      choice.rule === null ? [] : [{ choice, rule: choice.rule, reading: createReading() }],
    ),
  );
  const unread = (choice: Choice) => rules().some((one) => one.choice === choice && one.reading.unseen() > 0);
  const dead = (choice: Choice) =>
    !props.answering.ready() ||
    choice.result === null ||
    (choice.tone === "approve" && props.held != null) ||
    unread(choice);
  return (
    <div class="choices">
      <Show when={props.held}>{(why) => <p class="choices__held">{why()}</p>}</Show>
      <For each={rules()}>
        {({ choice, rule, reading }) => (
          <div class="choices__rule">
            <p>
              <b>
                <VisibleText text={choice.label} />
              </b>
              : {choice.scope}
              <Show when={reading.unseen() > 0}> That choice waits until the rule was shown to its end.</Show>
            </p>
            <WholeText text={rule} label={`Rule of “${choice.label}”`} reading={reading} />
          </div>
        )}
      </For>
      <For each={props.choices}>
        {(choice) => (
          <Button
            look={choice === first() ? "act" : choice.tone === "cancel" ? "quiet" : "plain"}
            aria-disabled={dead(choice) ? "true" : undefined}
            aria-label={choice.label}
            aria-description={
              choice.rule === null || choice.rule.length > DESCRIBED_UP_TO
                ? choice.scope
                : `${choice.scope} ${choice.rule}`
            }
            title={choice.scope}
            class={told(choice) === null ? "" : "choices__long"}
            onClick={() => {
              if (choice.result !== null && !dead(choice)) props.answering.answer({ result: choice.result });
            }}
          >
            <span>
              <VisibleText text={choice.label} />
            </span>
            <Show when={told(choice)}>{(scope) => <small class="choices__scope">{scope()}</small>}</Show>
          </Button>
        )}
      </For>
    </div>
  );
}
