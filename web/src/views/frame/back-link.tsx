// The way back on a phone, where the list is a screen of its own: to it, or to the page that this one belongs to.
import type { JSX } from "solid-js";
import { Icon } from "../../design/icon.tsx";
import { A } from "../route.tsx";
import "./back-link.css";

/** Shown on narrow screens only. `to`: the page that it leads to when that is not the list. */
export function BackLink(props: { to?: { path: string; name: string } }): JSX.Element {
  return (
    <A href={props.to?.path ?? "/"} class="back-link phone-only" aria-label={`Back to ${props.to?.name ?? "threads"}`}>
      <Icon name="back" size={20} />
    </A>
  );
}
