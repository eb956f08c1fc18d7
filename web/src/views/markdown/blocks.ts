// Streaming Markdown as blocks: finished blocks are frozen and never looked at again, only the tail is lexed. At
// completion the whole text is parsed once, since a definition at the end can make a link of a word at the beginning.
import { Lexer, type Token } from "marked";

const OPTIONS = { gfm: true } as const;

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
  let done: { text: string; blocks: Block[] } | null = null;

  const lex = (text: string): Token[] => new Lexer(OPTIONS).lex(text).filter((token) => token.type !== "space");

  return {
    read(text, complete) {
      if (done !== null && done.text === text) return done.blocks;
      if (complete) {
        const tokens = lex(text);
        // What did not change keeps its object, and with it what is on screen.
        const blocks = tokens.map((token, index) => {
          const before = frozen[index];
          return before !== undefined && before.token.raw.trimEnd() === token.raw.trimEnd() && !hasReference(token)
            ? before
            : { token };
        });
        done = { text, blocks };
        return blocks;
      }
      done = null;
      if (!text.startsWith(seen)) {
        frozen = [];
        from = 0;
      }
      seen = text;
      const all = new Lexer(OPTIONS).lex(text.slice(from));
      let last = all.length - 1;
      while (last >= 0 && all[last]?.type === "space") last -= 1;
      // All but the last block are finished: what comes can only change the last one.
      for (let i = 0; i < last; i += 1) {
        const token = all[i];
        if (token === undefined) continue;
        from += token.raw.length;
        if (token.type !== "space") frozen.push({ token });
      }
      const tail = all[last];
      return tail === undefined ? frozen.slice() : [...frozen, { token: tail }];
    },
  };
}

/** A block with brackets may hold a reference whose definition came later. */
function hasReference(token: Token): boolean {
  return token.type !== "code" && /\[[^\]]*\](?!\()/.test(token.raw);
}
