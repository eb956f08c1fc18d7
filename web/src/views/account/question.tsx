// A question before an act on the account: what it does, how to leave it, and the act. It stays open until the act is done,
// and says there why it was not.
import { type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import type { Act } from "./act.ts";

export function Question(props: {
  open: boolean;
  title: string;
  /** On the button that acts, and on the one that does not. */
  yes: string;
  no: string;
  look?: "act" | "danger";
  act: Act;
  onYes: () => void;
  onClose: () => void;
  children: JSX.Element;
}): JSX.Element {
  return (
    <Dialog open={props.open} title={props.title} onClose={() => props.onClose()}>
      <div class="account__question">
        {props.children}
        <Show when={props.act.problem()}>
          {(text) => (
            <p class="bad" role="alert">
              {text()}
            </p>
          )}
        </Show>
        <div class="account__acts">
          <Button onClick={() => props.onClose()}>{props.no}</Button>
          <Button look={props.look ?? "act"} disabled={props.act.busy()} onClick={() => props.onYes()}>
            {props.yes}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
