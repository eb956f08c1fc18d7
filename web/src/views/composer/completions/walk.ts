// Going back through the person's own messages in the box, and forth again to what they were writing.
import { fromInput } from "../attach/wire-parts.ts";
import { newPartId } from "../attach/room.ts";
import type { Aside } from "../attach/aside.ts";
import type { ComposerBox, Part } from "../parts.ts";
import { asMessage } from "../shell.ts";
import type { Said } from "./history.ts";

export interface Walk {
  /** A step back in time (`older`) or forth; false: there is none, the box is as it was. */
  step(older: boolean): boolean;
  /** What was put here still stands here as it was put. */
  walking(): boolean;
}

/** Puts a message into the box in the place of what stands there. */
export function fillBox(box: ComposerBox, text: string, parts: readonly Part[]): void {
  // The words first: parts that are named in them go with them.
  box.set("");
  for (const part of box.parts()) box.removePart(part.id);
  // As other parts: those of this name may be on their way out.
  for (const part of parts) box.addPart({ ...part, id: newPartId() });
  box.set(text);
}

/** Walks through what `said` gives, newest first, read anew for each walk. */
export function createWalk(box: ComposerBox, said: () => readonly Said[], aside: Aside): Walk {
  let list: readonly Said[] = [];
  /** -1: at what the person was writing. */
  let at = -1;
  let put: string | null = null;
  /** Nothing was being written. */
  let isEmpty = true;

  const walking = (): boolean => at >= 0 && put === box.text();
  const fill = (text: string, parts: readonly Part[]): void => {
    fillBox(box, text, parts);
    put = text;
  };
  /** What was being written, in the box again. */
  const bringBack = (): void => {
    const { text, parts } = aside.last() ?? { text: "", parts: [] };
    aside.pop();
    fill(text, parts);
    put = null;
    at = -1;
  };
  return {
    walking,
    step(older) {
      if (!walking()) {
        if (!older) return false;
        const now = { text: box.text(), parts: [...box.parts()] };
        isEmpty = now.text.trim() === "" && now.parts.length === 0;
        // Another message was sent from the walk, or its words taken out: what was being written before comes first.
        if (isEmpty && aside.last() !== null) {
          bringBack();
          return true;
        }
        list = said();
        if (list.length === 0) return false;
        at = -1;
        if (!isEmpty) aside.push(now);
      }
      const next = at + (older ? 1 : -1);
      if (next >= list.length) return false;
      at = next;
      const one = list[at];
      if (one === undefined) {
        if (isEmpty) {
          fill("", []);
          put = null;
        } else bringBack();
        return true;
      }
      const { text, parts } = fromInput(one.input, newPartId);
      fill(asMessage(text), parts);
      aside.shows(put ?? "");
      return true;
    },
  };
}
