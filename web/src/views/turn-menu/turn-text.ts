// A turn as plain text: who said what, which commands ran, which files were changed. For the clipboard and for the excerpt
// with which a lost thread goes on. What looks like a secret is masked, as on the screen.
import { holdsParts, sendable } from "../../projection/message-words.ts";
import type { Item, JsonObject, ThreadState, Turn } from "../../projection/state.ts";
import { maskText } from "../masking/text.ts";
import { innerCommand } from "../shell-command.ts";

/** One item as text; empty where there is nothing that a reader of text would miss. */
export function itemText(item: Item): string {
  switch (item.type) {
    case "userMessage":
      return `Me:\n${item.text}`;
    case "agentMessage":
      return `Agent:\n${item.text}`;
    case "plan":
      return `Plan:\n${item.text}`;
    case "commandExecution": {
      const end = item.exitCode === null ? item.status : `exit ${item.exitCode}`;
      return `Command (${end}):\n${innerCommand(item.command)}`;
    }
    case "fileChange":
      return ["Files:", ...item.changes.map(({ kind, path }) => `${kind} ${path}`)].join("\n");
    case "exitedReviewMode":
      return typeof item.told.review === "string" ? `Review:\n${item.told.review}` : "";
    default:
      return "";
  }
}

/** The texts of a turn's items in order, masked, without those that are empty. */
export function turnParts(turn: Turn): string[] {
  const parts: string[] = [];
  for (const entry of turn.entries) {
    const item = entry.type === "item" ? turn.items.get(entry.item) : undefined;
    const text = item === undefined ? "" : itemText(item).trim();
    if (text !== "") parts.push(maskText(text));
  }
  return parts;
}

/** The whole turn. */
export function turnText(turn: Turn): string {
  return turnParts(turn).join("\n\n");
}

/** What the person had written first in it, unmasked and whole: it goes back to them. Null: nothing. */
export function askedIn(turn: Turn): { text: string; input?: readonly JsonObject[] } | null {
  for (const entry of turn.entries) {
    const item = entry.type === "item" ? turn.items.get(entry.item) : undefined;
    if (item?.type !== "userMessage") continue;
    if (holdsParts(item.content)) return { text: item.text, input: sendable(item.content) };
    if (item.text.trim() !== "") return { text: item.text };
  }
  return null;
}

/** This turn and those behind it that still stand, in order. */
export function turnsFrom(state: ThreadState, id: string): Turn[] {
  const turns: Turn[] = [];
  let on = false;
  for (const entry of state.timeline) {
    if (entry.type !== "turn") continue;
    on ||= entry.turn === id;
    const turn = on ? state.turns.get(entry.turn) : undefined;
    if (turn !== undefined && turn.reverted === false) turns.push(turn);
  }
  return turns;
}
