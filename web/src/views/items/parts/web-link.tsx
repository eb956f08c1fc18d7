// An address as a link when it is of a safe kind, else as text. It shows where it leads; nothing is fetched.
import { type JSX, Show } from "solid-js";
import { visibleText } from "../../../decisions/visible.ts";
import { safeHref } from "../../markdown/links.ts";
import "./parts.css";

/** `words` stand for the address, which is then told by the tooltip. */
export function WebLink(props: { address: string; words?: string }): JSX.Element {
  // Not words held together: a line under them would stop at each.
  const words = () => <bdi>{visibleText(props.words ?? props.address)}</bdi>;
  return (
    <Show when={safeHref(props.address)} fallback={words()}>
      {(href) => (
        <a class="web-link" href={href()} title={href()} target="_blank" rel="noopener noreferrer">
          {words()}
        </a>
      )}
    </Show>
  );
}
