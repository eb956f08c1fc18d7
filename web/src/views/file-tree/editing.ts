// A file as text that can be changed and written back without changing anything else of it: its encoding, its line ends, its
// mark at the begin. What could not come back the same is not offered for editing. Pure.

/** Larger files are not edited here, bytes. */
export const EDIT_LIMIT = 1_000_000;

export interface Editable {
  /** As a text field holds it: lines end in LF. */
  text: string;
  /** How they end in the file. */
  ends: "\n" | "\r\n";
}

/** The text of a file, or why it is not edited here, as a sentence. */
export function editable(bytes: Uint8Array): Editable | { problem: string } {
  if (bytes.length > EDIT_LIMIT) return { problem: "Files over 1 MB are not edited here." };
  if (bytes.includes(0)) return { problem: "This is no text." };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { problem: "This is no text in UTF-8: written back it would not be the same." };
  }
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  const lf = (text.match(/\n/g)?.length ?? 0) - crlf;
  const cr = (text.match(/\r/g)?.length ?? 0) - crlf;
  if (cr > 0 || (crlf > 0 && lf > 0))
    return {
      problem: "Its lines end in several ways: a text field would make them one. It can be read and downloaded.",
    };
  return { text: text.replaceAll("\r\n", "\n"), ends: crlf > 0 ? "\r\n" : "\n" };
}

/** The bytes to write. */
export function encoded(text: string, ends: Editable["ends"]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(ends === "\n" ? text : text.replaceAll("\n", "\r\n"));
}
