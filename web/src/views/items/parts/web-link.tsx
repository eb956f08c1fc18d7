// An address as a link when it is of a safe kind, else as text. It shows where it leads; nothing is fetched.
import { type JSX, Show } from "solid-js";
import { VisibleText } from "../../decisions/visible-text.tsx";
import { safeHref } from "../../markdown/links.ts";
import "./parts.css";

/** `words` stand for the address, which is then told by the tooltip. */
export function WebLink(props: { address: string; words?: string }): JSX.Element {
  const words = () => <VisibleText text={props.words ?? props.address} prose={props.words !== undefined} />;
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
