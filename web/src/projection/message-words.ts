// What a message of the person is made of: the words that were written, long texts that stand folded under a name, and
// everything that is no text.
import type { JsonObject } from "./state.ts";
import { listOf, numberOf, objectOf, textOf } from "./read.ts";

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** The name that a text input stands folded under: one stretch that stands for all of it. Null: it is words. */
export function foldOf(part: unknown): string | null {
  const input = objectOf(part);
  const text = textOf(input?.["text"]);
  if (input?.["type"] !== "text" || text === null) return null;
  const [only, ...others] = listOf(input["text_elements"]);
  const element = objectOf(only);
  const range = objectOf(element?.["byteRange"]);
  const placeholder = textOf(element?.["placeholder"]);
  if (others.length > 0 || range === null || placeholder === null || placeholder === "" || placeholder === text)
    return null;
  return numberOf(range["start"]) === 0 && numberOf(range["end"]) === byteLength(text) ? placeholder : null;
}

/** The words of a message, without the texts that stand folded. */
export function wordsOf(input: readonly unknown[]): string {
  return input
    .flatMap((part) => {
      const text = objectOf(part);
      return text?.["type"] === "text" && foldOf(part) === null ? [textOf(text["text"]) ?? ""] : [];
    })
    .join("\n");
}

/** Whether a message holds more than plain words. */
export function holdsParts(input: readonly unknown[]): boolean {
  return input.some((part) => {
    const read = objectOf(part);
    return read?.["type"] !== "text" || listOf(read["text_elements"]).length > 0;
  });
}

/** The words of a message that waits, as its writer sees them. */
export function ownWords(message: { text: string; input: readonly unknown[] }): string {
  return holdsParts(message.input) ? wordsOf(message.input) : message.text;
}

/** A message out of the history as it is sent again: members that the server told as null are left out. */
export function sendable(input: readonly unknown[]): JsonObject[] {
  return input.flatMap((value) => {
    const part = objectOf(value);
    return part === null ? [] : [Object.fromEntries(Object.entries(part).filter(([, member]) => member !== null))];
  });
}

/**
 * The message with other words: they take the place of its first words, further ones go; everything else stays, and so do
 * the stretches that stand for something as long as their words are there.
 */
export function withText(input: readonly JsonObject[], text: string): JsonObject[] {
  const isWords = (part: JsonObject) => part["type"] === "text" && foldOf(part) === null;
  const first = input.findIndex(isWords);
  const before = first < 0 ? undefined : input[first];
  const part: JsonObject = { type: "text", text, text_elements: before === undefined ? [] : elementsIn(before, text) };
  const others = input.filter((each) => !isWords(each));
  if (text.trim() === "" && others.length > 0) return others;
  if (first < 0) return [part, ...input];
  return input.flatMap((each, at) => (at === first ? [part] : isWords(each) ? [] : [each]));
}

/** Where words stand in a text, as words of their own before inside of others; -1: nowhere. */
export function placeOf(text: string, words: string, from: number): number {
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const before = text.slice(Math.max(0, at - 2), at);
    if (!/[\p{L}\d_]$/u.test(before) && !/^[\p{L}\d_]/u.test(text.slice(end, end + 2))) return at;
  }
  return text.indexOf(words, from);
}

/** The stretches of a text whose words stand in another one, in order. */
function elementsIn(part: JsonObject, text: string): JsonObject[] {
  const bytes = new TextEncoder().encode(textOf(part["text"]) ?? "");
  const decoder = new TextDecoder();
  let from = 0;
  return listOf(part["text_elements"]).flatMap((value) => {
    const element = objectOf(value);
    const range = objectOf(element?.["byteRange"]);
    const words = decoder.decode(
      bytes.subarray(numberOf(range?.["start"]) ?? 0, Math.max(0, numberOf(range?.["end"]) ?? 0)),
    );
    const at = words === "" ? -1 : placeOf(text, words, from);
    if (element === null || at < 0) return [];
    from = at + words.length;
    return [{ ...element, byteRange: { start: byteLength(text.slice(0, at)), end: byteLength(text.slice(0, from)) } }];
  });
}
