// A chip states one fact in a line: status, permissions, context used. A dot says how alive the thing is.
import { type JSX, Show } from "solid-js";
import "./chip.css";

export type DotKind = "idle" | "run" | "wait" | "unread" | "bad" | "ok" | "off";

/** A small state mark; the words beside it say the same. */
export function Dot(props: { kind: DotKind }): JSX.Element {
  return <span class="dot" data-kind={props.kind} aria-hidden="true" />;
}

/** One fact. `live` is for what goes on now or waits for the person. */
export function Chip(props: {
  live?: boolean;
  dot?: DotKind;
  title?: string;
  class?: string;
  children: JSX.Element;
}): JSX.Element {
  return (
    <span class={`chip ${props.class ?? ""}`} data-live={props.live === true ? "" : undefined} title={props.title}>
      <Show when={props.dot}>{(kind) => <Dot kind={kind()} />}</Show>
      {props.children}
    </span>
  );
}
