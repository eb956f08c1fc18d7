// Formulas in Markdown: $…$, $$…$$, \(…\) and \[…\]. Prices, variables of a shell and the like stay text: a dollar opens a
// formula only where what follows looks like one. A formula never holds a blank line, so that a growing text cannot turn
// finished paragraphs into one.
import type { TokenizerExtensionFunction, TokenizerStartFunction } from "marked";

/** A formula; `display`: on a line of its own. */
export interface FormulaToken {
  type: "formula";
  raw: string;
  tex: string;
  display: boolean;
}

/** Longer ones are no formulas, characters. */
const LIMIT = 5000;
const INLINE_LIMIT = 500;
/** In longer paragraphs nothing is looked for inside of lines either, characters. */
const PARAGRAPH = 10_000;

/** A text with more formulas of their own was not written by anybody, and each makes the lexer look at its paragraph anew. */
const MOST = 1000;

/** Whether a text can hold formulas, and not so many that reading them would take too long. */
export function mayHoldFormulas(text: string): boolean {
  if (!text.includes("$") && !text.includes("\\(") && !text.includes("\\[")) return false;
  let count = 0;
  for (const _ of text.matchAll(/\n {0,3}(?:\$\$|\\\[)/g)) {
    count += 1;
    if (count > MOST) return false;
  }
  return true;
}

/** Whether a block's text opens a formula of its own that is not closed in it. */
export function opensFormula(raw: string): boolean {
  const at = raw.search(/(?:^|\n) {0,3}(?:\$\$|\\\[)/);
  if (at === -1) return false;
  const from = raw.slice(at).trimStart();
  return blockFormula(from, false) === null && displayed(from) === null;
}

/** A block of its own: it begins a line and nothing follows it there. */
export const formulaBlock: TokenizerExtensionFunction = (src) => blockFormula(src, false) ?? undefined;

/** Where a paragraph is ended by a formula of its own. */
export const formulaBlockStart: TokenizerStartFunction = (src) => {
  // Only in this paragraph, and not far: a look through the whole text at each of its blocks takes time by its square.
  const near = src.slice(0, PARAGRAPH);
  const blank = near.search(/\n[ \t]*\n/);
  const paragraph = blank === -1 ? near : near.slice(0, blank + 1);
  for (const { index, 0: found } of paragraph.matchAll(/\n {0,3}(?=\$\$|\\\[)/g)) {
    const at = index + found.length;
    // What may go on in the same line is known only with its end.
    if (blockFormula(src.slice(at), true) !== null) return at;
  }
  return undefined;
};

function blockFormula(src: string, endKnown: boolean): FormulaToken | null {
  const indent = /^ {0,3}/.exec(src)?.[0].length ?? 0;
  const found = displayed(src.slice(indent));
  if (found === null) return null;
  const rest = /^[ \t]*(?:\n+|$)/.exec(src.slice(indent + found.raw.length))?.[0];
  if (rest === undefined || (endKnown && !rest.includes("\n"))) return null;
  return { ...found, raw: src.slice(0, indent) + found.raw + rest };
}

/** Inside of a line. */
export const formulaInline: TokenizerExtensionFunction = (src, tokens) => {
  const display = displayed(src);
  if (display !== null) return display;
  if (src.startsWith("\\(")) {
    const end = src.slice(0, LIMIT).indexOf("\\)", 2);
    const tex = src.slice(2, end);
    if (end === -1 || tex.trim() === "" || /\n[ \t]*\n/.test(tex)) return undefined;
    return { type: "formula", raw: src.slice(0, end + 2), tex: tex.trim(), display: false };
  }
  if (!src.startsWith("$")) return undefined;
  const before = tokens.at(-1)?.raw.at(-1) ?? "";
  if (/[\p{L}\p{N}$\\]/u.test(before)) return undefined;
  return dollars(src) ?? undefined;
};

/** Where the next formula may begin. */
export const formulaInlineStart: TokenizerStartFunction = (src) => {
  const at = src.search(/\$|\\[([]/);
  return at === -1 ? undefined : at;
};

/** $$…$$ or \[…\] at the very beginning. */
function displayed(src: string): FormulaToken | null {
  const open = src.startsWith("$$") ? "$$" : src.startsWith("\\[") ? "\\[" : null;
  if (open === null) return null;
  const close = open === "$$" ? "$$" : "\\]";
  const end = src.slice(0, LIMIT).indexOf(close, 2);
  if (end === -1) return null;
  const tex = src.slice(2, end);
  if (tex.trim() === "" || /\n[ \t]*\n/.test(tex)) return null;
  // An escaped bracket in prose, \[like this\], is no formula.
  if (open === "\\[" && !tex.includes("\n") && !looksLikeFormula(tex)) return null;
  return { type: "formula", raw: src.slice(0, end + 2), tex: tex.trim(), display: true };
}

/** $…$: closed in its line, tight at both ends, and like a formula inside. */
function dollars(src: string): FormulaToken | null {
  if (/^\$[\s$]/.test(src)) return null;
  const most = Math.min(src.length, INLINE_LIMIT);
  for (let at = 1; at < most; at += 1) {
    const char = src[at];
    if (char === "\n" || char === "`") return null;
    if (char === "\\") at += 1;
    else if (char === "$") {
      const tex = src.slice(1, at);
      if (/\s$/.test(tex) || /^[\p{L}\p{N}$]/u.test(src.slice(at + 1)) || !looksLikeFormula(tex)) return null;
      return { type: "formula", raw: src.slice(0, at + 1), tex, display: false };
    }
  }
  return null;
}

/** Words that stand in formulas without a backslash. */
const NAMES = /\b(?:sin|cos|tan|log|exp|max|min|mod|lim|det|gcd|deg|dim|ker|sup|inf)\b/g;

function looksLikeFormula(tex: string): boolean {
  if (/[\\^_{}]/.test(tex)) return true;
  // Words are prose, and what is all digits and signs is a price or a range.
  if (/\p{L}{3,}/u.test(tex.replace(NAMES, ""))) return false;
  return /^[\p{L}\d\s=<>≤≥≠≈+\-−*/×·,;:.()|[\]!'’∈→∞±]+$/u.test(tex) && /\p{L}/u.test(tex);
}
