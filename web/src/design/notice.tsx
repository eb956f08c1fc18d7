// A notice: what happened, what is safe, what to do next; the acts stand beside the words.
import { type JSX, Show } from "solid-js";
import "./notice.css";

export interface NoticeProps {
  /** `bad`: something failed. `warn`: look before going on. `info`: good to know. `live`: waits for the person. */
  kind?: "info" | "warn" | "bad" | "live";
  title?: string | undefined;
  acts?: JSX.Element;
  children?: JSX.Element;
}

/** One notice; failures are announced at once, the rest politely. */
export function Notice(props: NoticeProps): JSX.Element {
  return (
    <div class="notice" data-kind={props.kind ?? "info"} role={props.kind === "bad" ? "alert" : "status"}>
      <div class="notice__text">
        <Show when={props.title}>{(title) => <b>{title()}</b>}</Show>
        {props.children}
      </div>
      <Show when={props.acts}>
        <div class="notice__acts">{props.acts}</div>
      </Show>
    </div>
  );
}
