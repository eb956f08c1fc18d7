// Markdown to tokens that can always be drawn: what would take a parser or a page too long, or too deep, stays plain text.
import { Lexer, type MarkedOptions, type Token } from "marked";
import { footnoteBlock, footnoteInline, footnoteLabels } from "./footnotes.ts";
import { formulaBlock, formulaBlockStart, formulaInline, formulaInlineStart, mayHoldFormulas } from "./formulas.ts";

const PLAIN: MarkedOptions = { gfm: true };

/** A longer text is not read as Markdown at all, characters. */
export const TEXT_LIMIT = 2_000_000;
/** Emphasis and links are not looked for in a longer run of text: that takes time by its square. Characters. */
const INLINE_LIMIT = 10_000;
/** Larger paragraphs, and larger blocks of other kinds, are drawn as plain text in a window. Characters. */
const PARAGRAPH_LIMIT = 40_000;
const BLOCK_LIMIT = 200_000;
/** Quotes and lists inside each other deeper than this are no text that somebody wrote. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){40}/m;

/** A block that is drawn as it stands. `text` is all of it. */
export interface PlainToken {
  type: "plain";
  raw: string;
  text: string;
}

/** The whole text as one plain block. */
export function plainToken(raw: string): PlainToken {
  return { type: "plain", raw, text: raw };
}

/** What a text needs to be read with: most need nothing beyond GFM. */
function optionsFor(text: string): MarkedOptions {
  const formulas = mayHoldFormulas(text);
  const labels = footnoteLabels(text);
  if (!formulas && labels.size === 0) return PLAIN;
  return {
    gfm: true,
    extensions: {
      renderers: {},
      childTokens: {},
      block: [...(formulas ? [formulaBlock] : []), ...(labels.size > 0 ? [footnoteBlock] : [])],
      inline: [...(formulas ? [formulaInline] : []), ...(labels.size > 0 ? [footnoteInline(labels)] : [])],
      startBlock: formulas ? [formulaBlockStart] : [],
      startInline: formulas ? [formulaInlineStart] : [],
    },
  };
}

/**
 * The blocks of a text, blank ones included; their `raw` joined is the text. Never throws.
 * @param ended no more text comes
 */
export function lexBlocks(text: string, ended = false): Token[] {
  if (text.length > TEXT_LIMIT || TOO_DEEP.test(text)) return [plainToken(text)];
  // A formula of its own ends with its line, and the last line has no end.
  if (ended && /(?:\$\$|\\\])[ \t]*$/.test(text.slice(-100))) {
    const tokens = lexBlocks(`${text}\n`);
    const last = tokens.at(-1);
    if (last?.raw.endsWith("\n") === true) last.raw = last.raw.slice(0, -1);
    return tokens;
  }
  const lexer = new Lexer(optionsFor(text));
  try {
    lexer.blockTokens(text, lexer.tokens);
    for (const { src, tokens } of lexer.inlineQueue) {
      if (src.length > INLINE_LIMIT) tokens.push({ type: "text", raw: src, text: src, escaped: false });
      else lexer.inlineTokens(src, tokens);
    }
  } catch {
    // The parser's own recursion or regular expressions ran out of stack.
    return [plainToken(text)];
  }
  return lexer.tokens.map((token) => (tooLarge(token) ? plainToken(token.raw) : token));
}

function tooLarge(token: Token): boolean {
  const limit = token.type === "paragraph" || token.type === "text" ? PARAGRAPH_LIMIT : BLOCK_LIMIT;
  return token.raw.length > limit && token.type !== "space";
}
