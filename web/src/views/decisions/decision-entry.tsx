// A decision in its place: the loudest thing on the screen while it waits, one line afterwards.
import { createMemo, createSignal, type JSX, Match, onCleanup, Show, Switch } from "solid-js";
import { type Approval, readApproval } from "../../decisions/approvals.ts";
import type { Decision } from "../../decisions/state.ts";
import { clockTime } from "../../design/words.ts";
import type { Turn } from "../../projection/state.ts";
import { connection, live } from "../live.ts";
import { useScope } from "../thread/scope.tsx";
import type { Answering } from "./answering.ts";
import { CommandApproval } from "./command-approval.tsx";
import { DecidedLine } from "./decided-line.tsx";
import { FileApproval } from "./file-approval.tsx";
import { GenericRequest } from "./generic-request.tsx";
import { createGuard } from "./guard.ts";
import { outcomeWord } from "./outcome.ts";
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
  const state = () => decision().state.type;
  return (
    <div
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
        <OpenCard decision={props.decision} turn={props.turn} />
      </Show>
    </div>
  );
}

function OpenCard(props: { decision: Decision; turn: Turn | null }): JSX.Element {
  const scope = useScope();
  const [pressed, setPressed] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  const guard = createGuard(() => !pressed());
  const approval = createMemo(() => readApproval(live(props.decision)));
  const answering: Answering = {
    ready: () => guard.open() && !pressed(),
    answer: (answer) => {
      // The first press counts, whatever comes after it.
      if (pressed() || !guard.open()) return;
      setPressed(true);
      scope.session.answer(props.decision, answer).catch((error: unknown) => {
        setProblem(error instanceof Error ? error.message : "It could not be sent.");
        setPressed(false);
      });
    },
  };
  // A card that goes while the pointer rests on it gets no leave event.
  onCleanup(() => scope.hold(false));
  const offline = () => connection(scope.session) !== "live";
  return (
    <div
      class="dec-card"
      ref={(element) => guard.watch(element)}
      onPointerEnter={(event) => {
        if (event.pointerType === "mouse") scope.hold(true);
      }}
      onPointerLeave={() => scope.hold(false)}
    >
      <Switch fallback={<GenericRequest decision={props.decision} answering={answering} />}>
        <Match when={as(approval(), "command")}>
          {(card) => (
            <CommandApproval decision={props.decision} approval={card()} turn={props.turn} answering={answering} />
          )}
        </Match>
        <Match when={as(approval(), "fileChange")}>
          {(card) => (
            <FileApproval decision={props.decision} approval={card()} turn={props.turn} answering={answering} />
          )}
        </Match>
      </Switch>
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

/** The approval if it is of this kind, else null. */
function as<K extends Approval["kind"]>(approval: Approval | null, kind: K): Extract<Approval, { kind: K }> | null {
  return approval?.kind === kind ? (approval as Extract<Approval, { kind: K }>) : null;
}
