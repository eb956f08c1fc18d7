// Footnotes: `[^a]` in the text, `[^a]: …` where it is explained. Only labels that are explained are references.
import type { Token, TokenizerExtensionFunction } from "marked";

export interface FootnoteToken {
  type: "footnote";
  raw: string;
  label: string;
  tokens: Token[];
}

export interface FootnoteReference {
  type: "footnoteReference";
  raw: string;
  label: string;
}

const LABEL = String.raw`\[\^([\p{L}\p{N}_-]{1,40})\]`;
const DEFINED = new RegExp(`^${LABEL}:[ \\t]`, "gmu");
const DEFINITION = new RegExp(`^${LABEL}:[ \\t]+([^\\n]*(?:\\n(?!\\s*(?:\\n|$)|\\[\\^)[^\\n]+)*)(?:\\n+|$)`, "u");
const REFERENCE = new RegExp(`^${LABEL}(?![(:])`, "u");

/** The labels that a text explains. */
export function footnoteLabels(text: string): ReadonlySet<string> {
  const labels = new Set<string>();
  if (text.includes("[^")) for (const match of text.matchAll(DEFINED)) if (match[1] !== undefined) labels.add(match[1]);
  return labels;
}

/** Reads what explains a footnote. */
export const footnoteBlock: TokenizerExtensionFunction = function footnote(src) {
  if (!src.startsWith("[^")) return undefined;
  const match = DEFINITION.exec(src);
  if (match === null) return undefined;
  const tokens: Token[] = [];
  this.lexer.inline((match[2] ?? "").trim(), tokens);
  return { type: "footnote", raw: match[0], label: match[1] ?? "", tokens };
};

/** Reads references to `labels`. */
export function footnoteInline(labels: ReadonlySet<string>): TokenizerExtensionFunction {
  return (src) => {
    if (!src.startsWith("[^")) return undefined;
    const match = REFERENCE.exec(src);
    const label = match?.[1];
    if (match === null || label === undefined || !labels.has(label)) return undefined;
    return { type: "footnoteReference", raw: match[0], label };
  };
}
