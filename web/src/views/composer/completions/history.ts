// The person's own earlier messages of a thread, to be written again: newest first, each with all that it held. Pure.
import type { ThreadState } from "../../../projection/state.ts";

export interface Said {
  /** The whole message as the server has it. */
  input: readonly unknown[];
  text: string;
}

/** How many can be gone back to. */
const LIMIT = 200;

/** What was said in the thread, newest first; the same thing said twice in a row is there once. */
export function ownMessages(state: ThreadState): Said[] {
  const said: Said[] = [];
  const add = (one: Said): void => {
    const last = said.at(-1);
    if (one.text.trim() === "" && one.input.length === 0) return;
    const same = last?.text === one.text && last.input.length <= 1 && one.input.length <= 1;
    if (!same) said.push(one);
  };
  // On their way, or waiting: no turn shows them yet.
  for (const { text, input } of [...state.outgoing.values()].reverse())
    add({ text, input: input.length > 0 ? input : asInput(text) });
  for (const turn of [...state.turns.values()].reverse()) {
    for (const item of [...turn.items.values()].reverse())
      if (item.type === "userMessage")
        add({ text: item.text, input: item.content.length > 0 ? item.content : asInput(item.text) });
    if (said.length >= LIMIT) break;
  }
  return said.slice(0, LIMIT);
}

const asInput = (text: string): unknown[] => [{ type: "text", text, text_elements: [] }];
