// Text that must not deceive: what is invisible, turns the direction of writing or pushes the rest out of sight is made
// visible. Parts keep the exact text beside what is drawn, so that views can style the marks and copying gives the text.

export interface VisiblePart {
  kind: "plain" | "escape" | "newline" | "tab" | "blanks";
  /** The exact characters of the text. */
  text: string;
  /** What is drawn in their place. */
  shown: string;
}

/** Controls, format characters, unusual blanks, lone surrogates, private use, and letters that draw nothing. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/** This many blanks in a row can push what follows out of a narrow box: they are counted instead of drawn. */
export const BLANKS = 12;

/** What there is to mark at all: most texts have nothing, and are one part. */
const MARKED = new RegExp(`${HIDDEN.source}| {${BLANKS}}`, "u");

/** The text in parts, in order; their `text` joined is the text. */
export function visible(text: string): VisiblePart[] {
  if (text === "") return [];
  if (!MARKED.test(text)) return [{ kind: "plain", text, shown: text }];
  const parts: VisiblePart[] = [];
  let plain = "";
  const mark = (kind: VisiblePart["kind"], exact: string, shown: string) => {
    if (plain !== "") parts.push({ kind: "plain", text: plain, shown: plain });
    plain = "";
    parts.push({ kind, text: exact, shown });
  };
  // Runs of blanks, or one character (a whole code point) at a time.
  for (const [piece] of text.matchAll(/ {2,}|[\s\S]/gu)) {
    if (piece.startsWith(" ")) {
      if (piece.length < BLANKS) plain += piece;
      else mark("blanks", piece, `⟨${piece.length} blanks⟩`);
    } else if (piece === "\n") mark("newline", piece, "↵");
    else if (piece === "\t") mark("tab", piece, "⇥");
    else if (HIDDEN.test(piece)) mark("escape", piece, `\\u{${hex(piece)}}`);
    else plain += piece;
  }
  if (plain !== "") parts.push({ kind: "plain", text: plain, shown: plain });
  return parts;
}

/** The text as it is drawn, in one piece: for titles, labels and screen readers. */
export function visibleText(text: string): string {
  return visible(text)
    .map((part) => part.shown)
    .join("");
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
