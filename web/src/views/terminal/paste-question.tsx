// Before several lines go to a program that does not know them for a paste: each would be carried out as it comes.
import { type JSX, onMount } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { counted } from "../../design/words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";

/** Characters of it that are shown. */
const SHOWN = 400;

export function PasteQuestion(props: { text: string; paste: () => void; leave: () => void }): JSX.Element {
  let leave: HTMLButtonElement | undefined;
  // The key that comes next is not the one that says yes.
  onMount(() => leave?.focus());
  const ends = () => props.text.match(/\r\n?|\n/g)?.length ?? 0;
  const start = () => (props.text.length > SHOWN ? `${props.text.slice(0, SHOWN)} …` : props.text);
  return (
    <Notice
      kind="warn"
      title="Paste this?"
      acts={
        <>
          <Button size="small" onClick={() => props.paste()}>
            Paste it
          </Button>
          <Button size="small" look="quiet" onClick={() => props.leave()} ref={(element) => (leave = element)}>
            Leave it
          </Button>
        </>
      }
    >
      It has {counted(ends(), "line end")}, and the program in front takes each as Enter: what stands before it is
      carried out at once.
      <code class="terminal__pasted">
        <VisibleText text={start()} />
      </code>
    </Notice>
  );
}
