// A long text that is pasted stands folded beside the words, and is sent as a text of its own.
import { bytes, counted } from "../../../design/words.ts";
import type { Part } from "../parts.ts";
import { newPartId } from "./room.ts";
import { foldedText } from "./wire-parts.ts";

/** Longer ones are folded: lines, and bytes of UTF-8. */
const LINES = 200;
const BYTES = 20_000;

/** Whether a text is so long that it would bury the words around it. */
export function isLarge(text: string): boolean {
  if (text.length > BYTES) return true;
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines > LINES || new TextEncoder().encode(text).length > BYTES;
}

/** A text as a part of its own, named by its length. Its lines end as they would in the box. */
export function foldText(pasted: string): Part {
  const text = pasted.replaceAll(/\r\n?/g, "\n");
  const lines = text.split("\n").length;
  const size = bytes(new TextEncoder().encode(text).length);
  const label = `Pasted text, ${lines > 1 ? counted(lines, "line") : size}`;
  return { id: newPartId(), input: foldedText(text, `[${label}]`), label, marker: null };
}
