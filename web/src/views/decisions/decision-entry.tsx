// A decision in its place: the loudest thing on the screen while it waits, one line afterwards.
import { createEffect, createMemo, createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { type CommandApprovalCard, readApproval } from "../../decisions/approvals.ts";
import type { Decision } from "../../decisions/state.ts";
import { Button } from "../../design/button.tsx";
import { clockTime } from "../../design/words.ts";
import type { Turn } from "../../projection/state.ts";
import { pretty } from "../items/generic-card.tsx";
import { connection, live } from "../live.ts";
import { createLoader } from "../load.ts";
import { useScope } from "../thread/scope.tsx";
import type { Answering } from "./answering.ts";
import { CommandApproval } from "./command-approval.tsx";
import { DecidedLine } from "./decided-line.tsx";
import { forms, loadForms } from "./forms-loader.ts";
import { createGuard } from "./guard.ts";
import { outcomeWord } from "./outcome.ts";
import { VisibleText } from "./visible-text.tsx";
import "./decision.css";

export function DecisionEntry(props: { decisionKey: string; turn: Turn | null }): JSX.Element {
  const scope = useScope();
  const decision = createMemo(() => live(scope.state).decisions.get(props.decisionKey));
  return (
    <Show when={decision()} keyed>
      {(found) => <DecisionView decision={found} turn={props.turn} />}
    </Show>
  );
}

function DecisionView(props: { decision: Decision; turn: Turn | null }): JSX.Element {
  const decision = () => live(props.decision);
  let box: HTMLDivElement | null = null;
  // Read before the card goes, and the focus with it.
  let hadFocus = false;
  const state = createMemo<Decision["state"]["type"]>((before) => {
    const now = decision().state.type;
    if (before === "pending" && now !== "pending") hadFocus = box?.contains(document.activeElement) === true;
    return now;
  });
  createEffect(() => {
    if (state() === "pending" || !hadFocus) return;
    hadFocus = false;
    box?.querySelector<HTMLElement>(".decided")?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={(element) => (box = element)}
      class={props.turn === null ? "decision" : "decision on-wire"}
      data-knot={state() === "pending" ? "hollow" : "small"}
      role="group"
      aria-label={state() === "pending" ? "Decision waiting for you" : "Decision"}
      data-decision={decision().method}
      data-request-key={decision().key}
      data-state={state()}
      data-outcome={outcomeWord(decision())}
    >
      <Show when={state() === "pending"} fallback={<DecidedLine decision={props.decision} turn={props.turn} />}>
        <PendingCard decision={props.decision} turn={props.turn} />
      </Show>
    </div>
  );
}

function PendingCard(props: { decision: Decision; turn: Turn | null }): JSX.Element {
  const command = createMemo((): CommandApprovalCard | null => {
    const approval = readApproval(live(props.decision));
    return approval?.kind === "command" ? approval : null;
  });
  return (
    <Show when={command()} fallback={<FormEntry decision={props.decision} turn={props.turn} />}>
      {(card) => (
        <OpenCard decision={props.decision}>
          {(answering) => (
            <CommandApproval decision={props.decision} approval={card()} turn={props.turn} answering={answering} />
          )}
        </OpenCard>
      )}
    </Show>
  );
}

function FormEntry(props: { decision: Decision; turn: Turn | null }): JSX.Element {
  const loading = createLoader(() => (forms() === null ? props.decision : null), loadForms);
  // The card, and with it the moments in which it answers nothing, begins when there is something to press.
  return (
    <Show
      when={forms() ?? loading.value()}
      keyed
      fallback={<FormlessCard decision={props.decision} failed={loading.failed()} again={loading.again} />}
    >
      {(loaded) => (
        <OpenCard decision={props.decision}>
          {(answering) => (
            <Dynamic component={loaded.FormCard} decision={props.decision} turn={props.turn} answering={answering} />
          )}
        </OpenCard>
      )}
    </Show>
  );
}

/** Until the form is loaded, and when it cannot be: what is asked is shown all the same. */
function FormlessCard(props: { decision: Decision; failed: boolean; again: () => void }): JSX.Element {
  return (
    <div class="dec-card" data-generic={props.decision.method}>
      <h2 class="dec-card__title">The server asks something</h2>
      <div class="dec-card__body">
        <pre tabindex="0" aria-label="Request">
          <VisibleText text={pretty(props.decision.line)} plainBreaks />
        </pre>
      </div>
      <p class="dec-card__note" role="status">
        <Show when={props.failed} fallback="Loading the form for the answer…">
          The form for the answer could not be loaded. The request stays open; another device can answer it too.{" "}
          <Button size="small" onClick={() => props.again()}>
            Try again
          </Button>
        </Show>
      </p>
    </div>
  );
}

/** How long it says that a press came too soon, ms. */
const EARLY_FOR_MS = 4000;

/** The frame of every card that can be answered: the guard, the one press, and what became of it. */
function OpenCard(props: { decision: Decision; children: (answering: Answering) => JSX.Element }): JSX.Element {
  const scope = useScope();
  const [pressed, setPressed] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  const guard = createGuard(() => !pressed());
  const answering: Answering = {
    ready: () => guard.open() && !pressed(),
    answer: (answer) => {
      // The first press counts, whatever comes after it.
      if (pressed() || !guard.stands()) return;
      setPressed(true);
      scope.session.answer(props.decision, answer).catch((error: unknown) => {
        setProblem(error instanceof Error ? error.message : "It could not be sent.");
        setPressed(false);
      });
    },
  };
  const [early, setEarly] = createSignal(false);
  createEffect(() => {
    if (!early()) return;
    const timer = setTimeout(() => setEarly(false), EARLY_FOR_MS);
    onCleanup(() => clearTimeout(timer));
  });
  // A card that goes while the pointer rests on it gets no leave event.
  onCleanup(() => scope.hold(false));
  const back = () => {
    const { state } = live(props.decision);
    return state.type === "pending" ? (state.back ?? null) : null;
  };
  const offline = () => connection(scope.session) !== "live";
  return (
    <div
      class="dec-card"
      ref={(element) => guard.watch(element)}
      onFocusIn={(event) => {
        // The keyboard brought the focus here, and the page scrolled after it: no move of the card.
        if (event.target.matches(":focus-visible")) guard.own();
      }}
      onClick={(event) => {
        const button = event.target.closest("button");
        setEarly(button?.getAttribute("aria-disabled") === "true" && !guard.open() && !pressed());
      }}
      onInput={() => guard.own()}
      onChange={() => guard.own()}
      onPointerEnter={(event) => {
        if (event.pointerType === "mouse") scope.hold(true);
      }}
      onPointerLeave={() => scope.hold(false)}
    >
      <Show when={back()}>
        {(why) => (
          <p class="dec-card__note bad" role="alert" data-back="">
            Your answer did not get there, and it waits for you again: {why()}
          </p>
        )}
      </Show>
      <For each={live(props.decision).rivals ?? []}>
        {(line) => (
          <div class="dec-card__note bad" role="alert" data-protocol-fault="">
            The server asked something else under the same id while this was open: a fault of the protocol. An answer
            here is meant for this request; the other one is shown and cannot be answered.
            <details>
              <summary>The other request</summary>
              <pre tabindex="0">
                <VisibleText text={pretty(line)} plainBreaks />
              </pre>
            </details>
          </div>
        )}
      </For>
      {props.children(answering)}
      <p class="dec-card__early" aria-live="polite">
        {early() ? "Too soon, not counted. Press again." : ""}
      </p>
      <Show when={pressed()}>
        <p class="dec-card__note" role="status">
          {offline() ? "Your answer waits here for the connection." : "Sent. Waiting for the server to confirm."}
        </p>
      </Show>
      <Show when={!pressed() && offline()}>
        <p class="dec-card__note">
          Not connected: as of {clockTime(props.decision.at)}. An answer given now is sent once it is certain that the
          request is still open.
        </p>
      </Show>
      <Show when={problem()}>{(text) => <p class="dec-card__note bad">{text()}</p>}</Show>
    </div>
  );
}
