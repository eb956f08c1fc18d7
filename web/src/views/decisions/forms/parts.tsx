// Pieces that the cards share: the heading, what else the request says, laid-out JSON, options and problems.
import { createUniqueId, For, type JSX, Show } from "solid-js";
import type { Decision } from "../../../decisions/state.ts";
import { CopyButton } from "../../../design/copy-button.tsx";
import { pretty } from "../../items/generic-card.tsx";
import { facts } from "../../live.ts";
import { useScope } from "../../thread/scope.tsx";
import { VisibleText } from "../visible-text.tsx";
import { type Reading, WholeText } from "../whole-text.tsx";

/** What the request says in its own words. */
export function Reason(props: { text: string | null }): JSX.Element {
  return (
    <Show when={props.text}>
      {(text) => (
        <p class="dec-card__reason">
          <VisibleText text={text()} plainBreaks />
        </p>
      )}
    </Show>
  );
}

/** Facts by name, then what this app has no name for, then who asks. */
export function Facts(props: {
  decision: Decision;
  rows: readonly (readonly [name: string, text: string | null])[];
  more: readonly (readonly [name: string, json: string])[];
}): JSX.Element {
  const scope = useScope();
  return (
    <dl class="dec-card__facts">
      <For each={[...props.rows, ...props.more]}>
        {([name, text]) => (
          <Show when={text}>
            {(shown) => (
              <>
                <dt>
                  <VisibleText text={name} />
                </dt>
                <dd>
                  <VisibleText text={shown()} />
                </dd>
              </>
            )}
          </Show>
        )}
      </For>
      <dt>Asked by</dt>
      <dd class="dec-card__plain">
        {props.decision.turn === null ? "this thread" : "this turn"}, on {facts(scope.session).label}
      </dd>
    </dl>
  );
}

/** JSON, whole, with a way to copy it exactly. With a `reading` its card knows whether it was shown to its end. */
export function Json(props: { text: string; label: string; copy: string; reading?: Reading }): JSX.Element {
  return (
    <div class="dec-card__body">
      <Show
        when={props.reading}
        fallback={
          <pre tabindex="0" aria-label={props.label}>
            <VisibleText text={pretty(props.text)} plainBreaks />
          </pre>
        }
      >
        {(reading) => <WholeText text={pretty(props.text)} label={props.label} reading={reading()} plainBreaks />}
      </Show>
      <CopyButton text={() => props.text} label={props.copy} />
    </div>
  );
}

/** A message beside its field. Give its id to `aria-describedby`. */
export function Problem(props: { id: string; text: string | null | undefined }): JSX.Element {
  return (
    <Show when={props.text}>
      {(text) => (
        <p id={props.id} class="field__note" data-error="" role="alert">
          <VisibleText text={text()} />
        </p>
      )}
    </Show>
  );
}

/** One of several to choose from, with its description. */
export function Option(props: {
  type: "radio" | "checkbox";
  name: string;
  checked: boolean;
  label: string;
  description?: string | null;
  describedBy?: string | undefined;
  onPick: (checked: boolean) => void;
}): JSX.Element {
  const id = createUniqueId();
  const described = () =>
    [props.description ? `${id}-d` : "", props.describedBy ?? ""].filter((one) => one !== "").join(" ");
  return (
    <div class="option">
      <input
        type={props.type}
        id={id}
        name={props.name}
        checked={props.checked}
        aria-describedby={described() === "" ? undefined : described()}
        onChange={(event) => props.onPick(event.currentTarget.checked)}
      />
      <label for={id}>
        <VisibleText text={props.label} />
      </label>
      <Show when={props.description}>
        {(text) => (
          <p id={`${id}-d`} class="option__about">
            <VisibleText text={text()} plainBreaks />
          </p>
        )}
      </Show>
    </div>
  );
}
