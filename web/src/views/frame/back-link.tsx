// The way back to the list on a phone, where the list is a screen of its own.
import type { JSX } from "solid-js";
import { Icon } from "../../design/icon.tsx";
import { A } from "../route.tsx";
import "./back-link.css";

/** Shown on narrow screens only. */
export function BackLink(): JSX.Element {
  return (
    <A href="/" class="back-link phone-only" aria-label="Back to threads">
      <Icon name="back" size={20} />
    </A>
  );
}
