// The cards with something to fill in or to choose from, by the method of the request. Loaded when the first one is there.
import type { JSX } from "solid-js";
import { readApproval } from "../../../decisions/approvals.ts";
import { readElicitation } from "../../../decisions/elicitation.ts";
import { readPermissionRequest } from "../../../decisions/permissions.ts";
import { readQuestions } from "../../../decisions/questions.ts";
import type { Decision } from "../../../decisions/state.ts";
import { readToolCall } from "../../../decisions/tool-call.ts";
import type { Turn } from "../../../projection/state.ts";
import type { Answering } from "../answering.ts";
import { FileApproval } from "../file-approval.tsx";
import { ElicitationForm } from "./elicitation-form.tsx";
import { PermissionForm } from "./permission-form.tsx";
import { QuestionForm } from "./question-form.tsx";
import { RawAnswer } from "./raw-answer.tsx";
import { ToolCallForm } from "./tool-call-form.tsx";
import "./forms.css";

// Below the cards that are part of the first screen.
export { RawRequest } from "./raw-request.tsx";

export interface FormCardProps {
  decision: Decision;
  turn: Turn | null;
  answering: Answering;
}

/** The card's content; what cannot be read is shown raw and answered by hand. */
export function FormCard(props: FormCardProps): JSX.Element {
  return (
    <>
      {draw(props.decision, props.turn, props.answering) ?? (
        <RawAnswer decision={props.decision} answering={props.answering} />
      )}
    </>
  );
}

// A card belongs to one decision for its life, and the parameters of a request never change.
function draw(decision: Decision, turn: Turn | null, answering: Answering): JSX.Element {
  switch (decision.method) {
    case "item/fileChange/requestApproval": {
      const card = readApproval(decision);
      return card?.kind === "fileChange" ? (
        <FileApproval decision={decision} approval={card} turn={turn} answering={answering} />
      ) : null;
    }
    case "item/permissions/requestApproval": {
      const card = readPermissionRequest(decision.params);
      return card && <PermissionForm decision={decision} card={card} answering={answering} />;
    }
    case "item/tool/requestUserInput": {
      const card = readQuestions(decision.params);
      return card && <QuestionForm decision={decision} card={card} answering={answering} />;
    }
    case "mcpServer/elicitation/request": {
      const card = readElicitation(decision.params);
      return card && <ElicitationForm decision={decision} card={card} answering={answering} />;
    }
    case "item/tool/call": {
      const card = readToolCall(decision.params);
      return card && <ToolCallForm decision={decision} card={card} answering={answering} />;
    }
    default:
      return null;
  }
}
