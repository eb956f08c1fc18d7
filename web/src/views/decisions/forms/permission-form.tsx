// May the agent have more rights? Each is named; what is ticked is granted, for the turn or for the session.
import { createMemo, createUniqueId, For, type JSX, Show } from "solid-js";
import { asAsked, grant, type GrantScope, type PermissionCard } from "../../../decisions/permissions.ts";
import type { Decision } from "../../../decisions/state.ts";
import type { Answering } from "../answering.ts";
import { environmentName } from "../request-facts.ts";
import { VisibleText } from "../visible-text.tsx";
import { createDraft } from "./draft.ts";
import { Facts, Option, Reason } from "./parts.tsx";
import { RawRequest } from "./raw-request.tsx";
import { AnswerButton, createSubmit, Mismatch } from "./submit.tsx";

export interface PermissionFormProps {
  decision: Decision;
  card: PermissionCard;
  answering: Answering;
}

export function PermissionForm(props: PermissionFormProps): JSX.Element {
  // The request of a card does not change during its life.
  // oxlint-disable-next-line solid/reactivity
  const { decision, card, answering } = props;
  const id = createUniqueId();
  const [chosen, setChosen] = createDraft(decision, "chosen", asAsked(card));
  const [reviewed, setReviewed] = createDraft(decision, "reviewed", false);
  const submit = createSubmit(decision.method, answering);
  const rights = card.parts.filter((part) => part.kind !== "limit");
  const limits = card.parts.filter((part) => part.kind === "limit");
  const count = createMemo(() => rights.filter((part) => chosen().has(part.id)).length);
  const nothing = () => count() === 0;
  const answer = (scope: GrantScope) => void submit.send(grant(card, chosen(), scope, reviewed()));
  const pick = (part: string, on: boolean) => {
    const next = new Set(chosen());
    if (on) next.add(part);
    else next.delete(part);
    setChosen(next);
  };
  return (
    <>
      <h2 class="dec-card__title">Give the agent more rights?</h2>
      <Reason text={card.reason} />
      <fieldset class="question">
        <legend>What is ticked is granted</legend>
        <For each={rights}>
          {(part) => (
            <Option
              type="checkbox"
              name={id}
              checked={chosen().has(part.id)}
              label={part.words}
              description={
                part.kind === "unknown" ? "This app does not know this right: it cannot say what it allows." : null
              }
              onPick={(on) => pick(part.id, on)}
            />
          )}
        </For>
        <Show when={rights.length === 0}>
          <p class="dec-card__reason">Nothing that this app can read is asked for.</p>
        </Show>
        <For each={limits}>
          {(part) => (
            <p class="field__note">
              <VisibleText text={part.words} />
            </p>
          )}
        </For>
      </fieldset>
      <Show when={rights.length > 0}>
        <div class="apart">
          <Option
            type="checkbox"
            name={id}
            checked={reviewed()}
            label="Review each later command of this turn first"
            description="The App Server looks at every command before it runs, also at those that need no approval. It can be had for this turn only."
            onPick={setReviewed}
          />
        </div>
      </Show>
      <Facts
        decision={decision}
        rows={[
          ["Folder", card.folder],
          ["Environment", environmentName(card.environment)],
        ]}
        more={card.more}
      />
      <RawRequest decision={decision} answering={answering} />
      <Mismatch submit={submit} answering={answering} />
      <div class="choices">
        <Show when={nothing()}>
          <p class="choices__held">Nothing is ticked: there is nothing to approve. Declining grants nothing.</p>
        </Show>
        <AnswerButton
          look="act"
          answering={answering}
          held={nothing()}
          label="Approve"
          scope="Grants what is ticked for the rest of this turn."
          long
          onPress={() => answer("turn")}
        >
          <span>Approve</span>
          <small class="choices__scope">
            {count() === rights.length ? "for this turn" : `${count()} of ${rights.length}, for this turn`}
          </small>
        </AnswerButton>
        <AnswerButton
          answering={answering}
          held={nothing() || reviewed()}
          label="Approve for this session"
          scope="Grants what is ticked until the thread is unloaded, in later turns too."
          long
          onPress={() => answer("session")}
        >
          <span>Approve for this session</span>
          <small class="choices__scope">
            {reviewed() ? "not together with the review" : "until the thread is unloaded"}
          </small>
        </AnswerButton>
        <AnswerButton
          answering={answering}
          scope="Grants nothing. The turn goes on without."
          onPress={() => void submit.send(grant(card, new Set(), "turn"))}
        >
          Decline
        </AnswerButton>
      </div>
    </>
  );
}
