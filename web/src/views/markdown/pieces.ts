// A text of any length as pieces that a window can draw one by one; joined they are the text.

/** Pieces are at least this long (but for the last), so that millions of short lines are not millions of rows. Characters. */
const PIECE = 2_000;
/** A line that is longer than this is cut inside. */
const LONGEST = 4_000;

/** The pieces of a text, cut at line breaks where there are any, never inside a surrogate pair. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  // Where the next line ends: looked for once, however many pieces the line makes.
  let lineEnd = -1;
  for (let at = 0; at < text.length;) {
    if (lineEnd < at + PIECE) {
      const found = text.indexOf("\n", at + PIECE - 1);
      lineEnd = found === -1 ? text.length : found + 1;
    }
    let end = lineEnd;
    if (end - at > LONGEST) {
      end = at + LONGEST;
      const code = text.charCodeAt(end);
      if (code >= 0xdc00 && code < 0xe000) end -= 1;
    }
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}
