// Notes on the wire between turns: a new App Server process took over, or bytes are missing.
import type { JSX } from "solid-js";
import { bytes, clockTime } from "../../design/words.ts";
import type { GenerationEnd } from "@longwire/shared-protocol/relay-frames";
import type { TimelineEntry } from "../../projection/state.ts";
import "./notes.css";

export function SpliceNote(props: { entry: Extract<TimelineEntry, { type: "splice" }> }): JSX.Element {
  return (
    <p class="note" data-note="splice">
      <span>
        A new App Server process took over here{props.entry.before === null ? "" : ` · ${endWords(props.entry.before)}`}
      </span>
    </p>
  );
}

export function GapNote(props: { entry: Extract<TimelineEntry, { type: "gap" }> }): JSX.Element {
  return (
    <p class="note" data-note="gap">
      <span>
        {bytes(Math.max(0, props.entry.to - props.entry.from))} from the server are missing here: the relay no longer
        had them. What the server keeps of these turns is shown.
      </span>
    </p>
  );
}

/** How the process before ended. */
export function endWords(end: GenerationEnd): string {
  const at = clockTime(end.at);
  if (end.by === "relay") return `the relay ended the one before at ${at}`;
  if (end.by !== null) return `the one before was ended by a device at ${at}`;
  if (end.signal !== null) return `the one before was killed (${end.signal}) at ${at}`;
  return end.code === 0 || end.code === null
    ? `the one before ended at ${at}`
    : `the one before ended with code ${end.code} at ${at}`;
}
