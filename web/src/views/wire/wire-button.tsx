// The way from a turn or an item to the envelopes behind it.
import type { JSX } from "solid-js";
import { useScope } from "../thread/scope.tsx";
import type { WireScope } from "./scope.ts";
import "./wire-button.css";

/** `of` is read aloud: "command", "turn". */
export function WireButton(props: { scope: WireScope; of: string }): JSX.Element {
  const scope = useScope();
  return (
    <button
      type="button"
      class="wire-button"
      aria-label={`Wire of this ${props.of}`}
      title="Wire: the messages behind this"
      onClick={() => scope.openWire(props.scope)}
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        aria-hidden="true"
      >
        <path d="M3 17c5 0 4-10 9-10s4 10 9 10" />
      </svg>
    </button>
  );
}
