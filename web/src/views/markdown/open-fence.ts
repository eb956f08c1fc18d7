// A block of code that is not closed yet, read on as it grows: only what is new is looked at. Lexing it anew with each
// delta takes time by the square of its length.
import type { Tokens } from "marked";

export interface OpenFence {
  /** The block as it is now; null once it is closed, or may be. */
  read(text: string): Tokens.Code | null;
}

/** Takes up a block that begins at `from` and reaches to the end of the text; null when it is not such a block. */
export function openFence(text: string, from: number): OpenFence | null {
  const head = /^(`{3,}|~{3,})([^\n]*)\n/.exec(text.slice(from, from + 400));
  const mark = head?.[1];
  if (head === null || mark === undefined || (mark.startsWith("`") && (head[2] ?? "").includes("`"))) return null;
  const lang = (head[2] ?? "").trim();
  const body = from + head[0].length;
  const close = new RegExp(`^ {0,3}${mark}[~\`]* *$`, "m");
  let scanned = body;
  return {
    read(now) {
      // The last line that was looked at may have grown into an end.
      const line = now.lastIndexOf("\n", scanned - 1) + 1;
      if (close.test(now.slice(Math.max(body, line)))) return null;
      scanned = now.length;
      return {
        type: "code",
        raw: now.slice(from),
        lang,
        text: now.slice(body, now.endsWith("\n") ? Math.max(body, now.length - 1) : now.length),
      };
    },
  };
}
