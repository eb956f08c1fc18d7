// May this command run? Shows all of it, where and why, and offers what the server offers.
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { CommandApprovalCard } from "../../decisions/approvals.ts";
import type { Decision } from "../../decisions/state.ts";
import { CopyButton } from "../../design/copy-button.tsx";
import { homePath } from "../../design/words.ts";
import type { Turn } from "../../projection/state.ts";
import { facts } from "../live.ts";
import { createLoader } from "../load.ts";
import { useScope } from "../thread/scope.tsx";
import type { Answering } from "./answering.ts";
import { ChoiceButtons } from "./choice-buttons.tsx";
import { loadForms } from "./forms-loader.ts";
import { createItemFetch, ItemFetch } from "./item-fetch.tsx";
import { MoreFacts } from "./more-facts.tsx";
import { requestCommand, requestFolder } from "./request-facts.ts";
import { VisibleText } from "./visible-text.tsx";
import { createReading, WholeText } from "./whole-text.tsx";

export interface CommandApprovalProps {
  decision: Decision;
  approval: CommandApprovalCard;
  turn: Turn | null;
  answering: Answering;
}

export function CommandApproval(props: CommandApprovalProps): JSX.Element {
  const scope = useScope();
  const command = createMemo(() => requestCommand(props.decision, props.turn));
  const folder = createMemo(() => requestFolder(props.decision, props.turn));
  const network = () => props.approval.network;
  const reading = createReading();
  const held = () => {
    if (command() === null) return network() === null ? "Approving waits until the command can be shown." : null;
    return reading.unseen() > 0
      ? "Approving waits until the command was shown to its end: scroll it down, or show all of it."
      : null;
  };
  const fetch = createItemFetch(
    () => props.decision,
    () => command() === null && network() === null,
  );
  return (
    <>
      <h2 class="dec-card__title">
        <Show
          when={network()}
          fallback={props.approval.permissions.length > 0 ? "Run this command with more rights?" : "Run this command?"}
        >
          {(context) => (
            <>
              Allow network access to <VisibleText text={context().host} />?
            </>
          )}
        </Show>
      </h2>
      <Show when={props.approval.reason}>
        {(reason) => (
          <p class="dec-card__reason">
            <VisibleText text={reason()} prose />
          </p>
        )}
      </Show>
      <Show
        when={command()}
        fallback={
          <Show when={network() === null}>
            <p class="dec-card__reason">
              The request does not say which command, and the item is not on this device. <ItemFetch fetch={fetch} />
            </p>
          </Show>
        }
      >
        {(text) => (
          <div class="dec-card__body">
            <WholeText text={text()} label="Command" reading={reading} />
            <CopyButton text={text} label="Copy command" />
          </div>
        )}
      </Show>
      <dl class="dec-card__facts">
        <Show when={network()?.protocol}>
          {(protocol) => (
            <>
              <dt>Protocol</dt>
              <dd>
                <VisibleText text={protocol()} />
              </dd>
            </>
          )}
        </Show>
        <Show when={folder()}>
          {(path) => (
            <>
              <dt>Folder</dt>
              <dd>
                <VisibleText text={homePath(path(), scope.home)} />
              </dd>
            </>
          )}
        </Show>
        <Show when={props.approval.actions.length > 0}>
          <dt>Seems to</dt>
          <dd>
            <For each={props.approval.actions}>
              {(line) => (
                <div>
                  <VisibleText text={line} />
                </div>
              )}
            </For>
          </dd>
        </Show>
        <Show when={props.approval.permissions.length > 0}>
          <dt>Asks for</dt>
          <dd>
            <For each={props.approval.permissions}>
              {(line) => (
                <div>
                  <VisibleText text={line} />
                </div>
              )}
            </For>
          </dd>
        </Show>
        <MoreFacts more={props.approval.more} />
        <dt>Asked by</dt>
        <dd class="dec-card__plain">
          {props.turn === null ? "this thread" : "this turn"}, on {facts(scope.session).label}
        </dd>
      </dl>
      <RequestLink decision={props.decision} answering={props.answering} />
      <ChoiceButtons choices={props.approval.choices} answering={props.answering} held={held()} />
    </>
  );
}

/** The request as it came and the answer by hand, loaded when somebody wants them. */
function RequestLink(props: { decision: Decision; answering: Answering }): JSX.Element {
  const [wanted, setWanted] = createSignal(false);
  const loading = createLoader(() => (wanted() ? true : null), loadForms);
  return (
    <Show
      when={loading.value()}
      fallback={
        <button type="button" class="link dec-card__raw" onClick={() => setWanted(true)}>
          The request as it came
        </button>
      }
    >
      {(loaded) => (
        <Dynamic component={loaded().RawRequest} decision={props.decision} answering={props.answering} open />
      )}
    </Show>
  );
}
