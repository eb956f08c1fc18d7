// Bytes as base64, piece by piece with a breath in between: a page must not stand still because of a large file.

/** Bytes that are encoded at a time; a multiple of three, so that the pieces join without padding. */
const PIECE = 786_432;
/** Arguments of one call: engines take no more than some ten thousands. */
const ARGUMENTS = 8190;

/** The base64 of any bytes. */
export async function base64Of(bytes: Uint8Array): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve));
    const piece = bytes.subarray(from, from + PIECE);
    let binary = "";
    for (let at = 0; at < piece.length; at += ARGUMENTS)
      binary += String.fromCharCode(...piece.subarray(at, at + ARGUMENTS));
    parts.push(btoa(binary));
  }
  return parts.join("");
}
