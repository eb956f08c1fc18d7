// A server request without a view of its own: raw and whole, with an explicit way to refuse it.
import type { JSX } from "solid-js";
import { RPC_CODE } from "@longwire/shared-protocol/json-rpc";
import type { Decision } from "../../decisions/state.ts";
import { Button } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { pretty } from "../items/generic-card.tsx";
import type { Answering } from "./answering.ts";
import { VisibleText } from "./visible-text.tsx";

export function GenericRequest(props: { decision: Decision; answering: Answering }): JSX.Element {
  return (
    <div data-generic={props.decision.method}>
      <h2 class="dec-card__title">The server asks something this version cannot answer in a form</h2>
      <p class="dec-card__reason">
        <code>
          <VisibleText text={props.decision.method} />
        </code>
        . It waits until somebody answers: another device may be able to. Refusing tells the server that this client
        does not support it.
      </p>
      <div class="dec-card__body">
        <pre tabindex="0" aria-label="Request">
          <VisibleText text={pretty(props.decision.line)} plainBreaks />
        </pre>
        <CopyButton text={() => props.decision.line} label="Copy request" />
      </div>
      <div class="choices">
        <Button
          aria-disabled={props.answering.ready() ? undefined : "true"}
          onClick={() => {
            if (!props.answering.ready()) return;
            props.answering.answer({
              error: {
                code: RPC_CODE.methodNotFound,
                message: `${props.decision.method} is not supported by this client`,
              },
            });
          }}
        >
          Refuse
        </Button>
      </div>
    </div>
  );
}
