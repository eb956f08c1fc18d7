// Records that this build cannot read: kept and shown raw, so that nothing that the server offers disappears.
import { type JSX, Show } from "solid-js";
import type { Json } from "../../projection/state.ts";
import { RawCard } from "../items/generic-card.tsx";

export function Unread(props: { records: readonly Json[]; what: string }): JSX.Element {
  return (
    <Show when={props.records.length > 0}>
      <RawCard
        name={`Further ${props.what}, which this app cannot read`}
        note={`${props.records.length}, as they came`}
        raw={() => JSON.stringify(props.records)}
      />
    </Show>
  );
}
