// Markdown to tokens that can always be drawn: what would take a parser or a page too long, or too deep, stays plain text.
import { Lexer, type Token } from "marked";

const OPTIONS = { gfm: true } as const;

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

/** The blocks of a text, blank ones included; their `raw` joined is the text. Never throws. */
export function lexBlocks(text: string): Token[] {
  if (text.length > TEXT_LIMIT || TOO_DEEP.test(text)) return [plainToken(text)];
  const lexer = new Lexer(OPTIONS);
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
