// A text of the person cut at the stretches that stand for something else: a pasted text, an image, a mention.
import type { TextElement } from "@longwire/shared-protocol/wire/items/input";

export interface TextPiece {
  readonly text: string;
  /** Words to show in its place, null for text that is just itself. */
  readonly placeholder: string | null;
}

/** The pieces in order; their `text` joined is the text. Stretches that overlap or lie outside are left as text. */
export function textPieces(text: string, elements: readonly TextElement[]): TextPiece[] {
  if (elements.length === 0) return text === "" ? [] : [{ text, placeholder: null }];
  // The stretches are counted in bytes of UTF-8.
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const pieces: TextPiece[] = [];
  let from = 0;
  const push = (to: number, placeholder: string | null) => {
    if (to > from) pieces.push({ text: decoder.decode(bytes.subarray(from, to)), placeholder });
    from = to;
  };
  for (const { byteRange, placeholder } of elements.toSorted((a, b) => a.byteRange.start - b.byteRange.start)) {
    const { start, end } = byteRange;
    if (start < from || end <= start || end > bytes.length || !atCharacter(bytes, start) || !atCharacter(bytes, end))
      continue;
    push(start, null);
    push(
      end,
      placeholder === null || placeholder === undefined || placeholder === ""
        ? decoder.decode(bytes.subarray(start, end))
        : placeholder,
    );
  }
  push(bytes.length, null);
  return pieces;
}

/** Whether a character begins at that byte, or the text ends there. */
function atCharacter(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  return byte === undefined || (byte & 0xc0) !== 0x80;
}
