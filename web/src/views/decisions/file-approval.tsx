// May these files be changed? Shows the whole change; while the change is not on this device, Approve waits.
import { createMemo, type JSX, Show } from "solid-js";
import type { FileChangeApprovalCard } from "../../decisions/approvals.ts";
import type { Decision } from "../../decisions/state.ts";
import { counted, homePath } from "../../design/words.ts";
import type { Turn } from "../../projection/state.ts";
import { FileList } from "../diff/file-list.tsx";
import { facts } from "../live.ts";
import { useScope } from "../thread/scope.tsx";
import type { Answering } from "./answering.ts";
import { ChoiceButtons } from "./choice-buttons.tsx";
import { createItemFetch, ItemFetch } from "./item-fetch.tsx";
import { RawRequest } from "./forms/raw-request.tsx";
import { MoreFacts } from "./more-facts.tsx";
import { requestItem } from "./request-facts.ts";
import { createSeen } from "./seen.ts";
import { VisibleText } from "./visible-text.tsx";

export interface FileApprovalProps {
  decision: Decision;
  approval: FileChangeApprovalCard;
  turn: Turn | null;
  answering: Answering;
}

export function FileApproval(props: FileApprovalProps): JSX.Element {
  const scope = useScope();
  const changes = createMemo(() => {
    const item = requestItem(props.decision, props.turn);
    return item?.type === "fileChange" ? item.changes : [];
  });
  const seen = createSeen();
  const held = () => {
    if (changes().length === 0)
      return "The change itself is not on this device yet. Approving waits until it can be shown; declining does not.";
    return seen.unseen() > 0
      ? "Approving waits until the whole change was shown: open what is closed, and scroll what is long to its end."
      : null;
  };
  const fetch = createItemFetch(
    () => props.decision,
    () => changes().length === 0,
  );
  return (
    <>
      <h2 class="dec-card__title">
        {changes().length === 0 ? "Change files?" : `Change ${counted(changes().length, "file")}?`}
      </h2>
      <Show when={props.approval.reason}>
        {(reason) => (
          <p class="dec-card__reason">
            <VisibleText text={reason()} prose />
          </p>
        )}
      </Show>
      <Show
        when={changes().length > 0}
        fallback={
          <p class="dec-card__reason" data-unseen="">
            The change has not been seen on this device: the request does not carry it. <ItemFetch fetch={fetch} />
          </p>
        }
      >
        <div class="dec-card__changes" ref={seen.watch}>
          <FileList changes={changes()} note={null} />
        </div>
      </Show>
      <dl class="dec-card__facts">
        <Show when={props.approval.grantRoot}>
          {(root) => (
            <>
              <dt>Also allows</dt>
              <dd>
                writing below <VisibleText text={homePath(root(), scope.home)} /> for the rest of the session
              </dd>
            </>
          )}
        </Show>
        <MoreFacts more={props.approval.more} />
        <dt>Asked by</dt>
        <dd class="dec-card__plain">this turn, on {facts(scope.session).label}</dd>
      </dl>
      <RawRequest decision={props.decision} answering={props.answering} />
      <ChoiceButtons choices={props.approval.choices} answering={props.answering} held={held()} />
    </>
  );
}
