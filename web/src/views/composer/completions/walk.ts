// Going back through the person's own messages in the box, and forth again to what they were writing.
import { fromInput } from "../attach/wire-parts.ts";
import { newPartId } from "../attach/room.ts";
import type { ComposerBox, Part } from "../parts.ts";
import { asMessage } from "../shell.ts";
import type { Said } from "./history.ts";

export interface Walk {
  /** A step back in time (`older`) or forth; false: there is none, the box is as it was. */
  step(older: boolean): boolean;
  /** What was put here still stands here as it was put. */
  walking(): boolean;
}

/** Walks through what `said` gives, newest first, read anew for each walk. */
export function createWalk(box: ComposerBox, said: () => readonly Said[]): Walk {
  let list: readonly Said[] = [];
  /** -1: at what the person was writing. */
  let at = -1;
  let kept: { text: string; parts: readonly Part[] } = { text: "", parts: [] };
  let put: string | null = null;

  const walking = (): boolean => at >= 0 && put === box.text();
  const fill = (text: string, parts: readonly Part[]): void => {
    // The words first: parts that are named in them go with them.
    box.set("");
    for (const part of box.parts()) box.removePart(part.id);
    for (const part of parts) box.addPart(part);
    box.set(text);
    put = text;
  };
  return {
    walking,
    step(older) {
      if (!walking()) {
        if (!older) return false;
        at = -1;
        list = said();
        kept = { text: box.text(), parts: [...box.parts()] };
      }
      const next = at + (older ? 1 : -1);
      if (next >= list.length) return false;
      at = next;
      const one = list[at];
      if (one === undefined) {
        // As other parts: those of this name may be on their way out.
        fill(
          kept.text,
          kept.parts.map((part) => ({ ...part, id: newPartId() })),
        );
        put = null;
        return true;
      }
      const { text, parts } = fromInput(one.input, newPartId);
      fill(asMessage(text), parts);
      return true;
    },
  };
}
