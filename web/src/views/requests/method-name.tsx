// The name of a request. One that this app knows is plain text; any other is drawn so that it cannot deceive.
import { surfaceOfClientRequest } from "@longwire/shared-protocol/surface/client-requests";
import { type JSX, Show } from "solid-js";
import { VisibleText } from "../decisions/visible-text.tsx";

export function MethodName(props: { method: string }): JSX.Element {
  return (
    <code class="requests__method">
      <Show when={surfaceOfClientRequest(props.method) === null} fallback={props.method}>
        <VisibleText text={props.method} />
      </Show>
    </code>
  );
}
