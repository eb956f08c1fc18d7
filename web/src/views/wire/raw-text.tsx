// Raw JSON of one thing, whole: indented, in a window of rows, with search; the copy is the text as it came, masked.
import { createMemo, type JSX } from "solid-js";
import { TextWindow } from "../files/text-window.tsx";
import { prettyJson } from "./pretty.ts";

export default function RawText(props: { raw: string; label: string }): JSX.Element {
  const pretty = createMemo(() => prettyJson(props.raw));
  return (
    <TextWindow text={pretty()} lang="json" label={props.label} copyLabel="Copy raw JSON" copy={() => props.raw} />
  );
}
