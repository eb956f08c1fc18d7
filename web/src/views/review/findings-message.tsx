// A message of the agent that may be what a review has found: the findings, or the message as the text that it is.
import { createMemo, type JSX, Show } from "solid-js";
import { Markdown } from "../markdown/markdown.tsx";
import { readFindings } from "./findings.ts";
import { FindingsView } from "./findings-view.tsx";

export default function FindingsMessage(props: { of: object; text: string }): JSX.Element {
  const findings = createMemo(() => readFindings(props.text));
  return (
    <Show when={findings()} fallback={<Markdown text={props.text} complete />}>
      {(found) => <FindingsView of={props.of} findings={found()} raw={props.text} />}
    </Show>
  );
}
