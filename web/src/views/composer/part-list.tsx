// What a message that is not in the transcript yet holds beside its words, as chips.
import type { JSX } from "solid-js";
import { foldOf } from "../../projection/message-words.ts";
import { objectOf } from "../../projection/read.ts";
import { FirstOf } from "../first-of.tsx";
import { PartChip } from "./part-chip.tsx";

/** Chips drawn at first. */
const FIRST = 12;

export function PartList(props: { input: readonly unknown[] }): JSX.Element {
  const parts = () => props.input.filter((part) => objectOf(part)?.["type"] !== "text" || foldOf(part) !== null);
  return (
    <ul class="part-list" aria-label="Attached">
      {/* oxlint-disable-next-line solid/reactivity */}
      <FirstOf of={props.input} name="attached" each={parts()} what="attachments" first={FIRST} row>
        {(part) => (
          <li>
            <PartChip input={part} />
          </li>
        )}
      </FirstOf>
    </ul>
  );
}

export default PartList;
