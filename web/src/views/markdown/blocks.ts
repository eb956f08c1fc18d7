// Streaming Markdown as blocks: finished blocks are frozen and never looked at again, only the tail is lexed. At
// completion the whole text is parsed once, since a definition at the end can make a link of a word at the beginning.
import type { Token } from "marked";
import { opensFormula } from "./formulas.ts";
import { lexBlocks, plainToken, TEXT_LIMIT } from "./lex.ts";
import { openFence, type OpenFence } from "./open-fence.ts";

/** An unfinished block that is longer than this is drawn plain until it is finished: lexing it anew with each delta costs too much. */
const TAIL_LIMIT = 40_000;
/** Code is cheap to lex: its limit is what a page can draw at each delta. */
const CODE_TAIL_LIMIT = 200_000;

/** One block of the text. Its object stays the same while its place and kind do. */
export interface Block {
  token: Token;
}

/** The blocks of a growing text. */
export interface BlockReader {
  /** Takes the text as it is now; gives back the blocks, frozen ones as the same objects. */
  read(text: string, complete: boolean): Block[];
}

export function createBlockReader(): BlockReader {
  let seen = "";
  let frozen: Block[] = [];
  /** Where the tail begins. */
  let from = 0;
  /** A plain tail is lexed again only when it has grown to this. */
  let again = 0;
  /** The tail, when it is code without an end. */
  let fence: OpenFence | null = null;
  let done: { text: string; blocks: Block[] } | null = null;

  return {
    read(raw, complete) {
      if (done !== null && done.text === raw) return done.blocks;
      // The lexer counts a CRLF as one character: places in the text must mean the same here.
      const text = raw.includes("\r") ? raw.replaceAll(/\r\n?/g, "\n") : raw;
      if (complete) {
        const tokens = lexBlocks(text, true).filter((token) => token.type !== "space");
        // What did not change keeps its object, and with it what is on screen.
        const blocks = tokens.map((token, index) => {
          const before = frozen[index];
          return before !== undefined && before.token.raw.trimEnd() === token.raw.trimEnd() && !hasReference(token)
            ? before
            : { token };
        });
        done = { text: raw, blocks };
        return blocks;
      }
      done = null;
      if (!text.startsWith(seen)) {
        frozen = [];
        from = 0;
        again = 0;
        fence = null;
      }
      seen = text;
      if (fence !== null && text.length - from <= CODE_TAIL_LIMIT) {
        const code = fence.read(text);
        if (code !== null) return [...frozen, { token: code }];
      }
      fence = null;
      if (text.length - from < again || text.length > TEXT_LIMIT) {
        return [...frozen, { token: plainToken(text.slice(from)) }];
      }
      const all = lexBlocks(text.slice(from));
      let last = all.length - 1;
      while (last >= 0 && all[last]?.type === "space") last -= 1;
      // All but the last block are finished: what comes can only change the last one.
      let open = 0;
      for (; open < last; open += 1) {
        const token = all[open];
        if (token === undefined) continue;
        // What looks like a list or a heading may be a line of a formula that is not closed yet.
        if (all[open + 1]?.type !== "space" && opensFormula(token.raw)) break;
        from += token.raw.length;
        if (token.type !== "space") frozen.push({ token });
      }
      const tail = all[last];
      if (tail === undefined) return frozen.slice();
      const length = text.length - from;
      const large = length > (tail.type === "code" ? CODE_TAIL_LIMIT : TAIL_LIMIT);
      again = large ? length * 1.5 : 0;
      if (tail.type === "code" && open === last) fence = openFence(text, from);
      if (large) return [...frozen, { token: plainToken(text.slice(from)) }];
      const rest = all.slice(open, last + 1).filter((token) => token.type !== "space");
      return [...frozen, ...rest.map((token) => ({ token }))];
    },
  };
}

/** A block with brackets may hold a reference whose definition came later. */
function hasReference(token: Token): boolean {
  return token.type !== "code" && /\[[^\]]*\](?!\()/.test(token.raw);
}
