// The words of a card: what a person reads of a notification. Pure: parameters in, words out; drawn by card-view.tsx.
import { read } from "@longwire/shared-protocol/wire/field";
import type * as z from "@longwire/shared-protocol/wire/shape";
import type { GenericCard, JsonObject } from "../../projection/state.ts";

/** How loud a card is: `quiet` work, something to `note`, to be `warn`ed of, or gone `bad`. */
export type Tone = "quiet" | "note" | "warn" | "bad";

/** A long text of a card, under its own heading. `code`: a command, a path, JSON; as it is, in the fixed font. */
export interface CardText {
  title: string | null;
  text: string;
  code?: boolean;
}

export interface CardWords {
  /** The sentence's first words, which say what happened. */
  lead: string;
  /** The rest of the sentence. */
  rest: string;
  tone: Tone;
  /** It has begun and not ended. */
  running?: boolean;
  /** Short facts in order. */
  facts: [name: string, value: string][];
  texts: CardText[];
}

/** Makes the words of one method's parameters; null when they cannot be read. */
export type Say = (params: unknown, card: GenericCard) => CardWords | null;

/** Reads the parameters by their schema before anything is said of them. */
export function saying<T>(
  schema: z.Reads<T>,
  say: (params: T, card: GenericCard) => Partial<CardWords> & { lead: string },
): Say {
  return (params, card) => {
    const reading = read(schema, params);
    if (!reading.ok) return null;
    return { rest: "", tone: "quiet", facts: [], texts: [], ...say(reading.value, card) };
  };
}

/** Facts without those that were not told. */
export function told(facts: readonly (readonly [string, string | number | null | undefined])[]): [string, string][] {
  return facts.flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)]],
  );
}

/** The texts of a list from the wire; what is no text is JSON. */
export function textsIn(list: readonly unknown[] | null | undefined): string[] {
  return (list ?? []).map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
}

/** Members of a list that fit the schema; what does not fit is in the raw JSON. */
export function eachOf<T>(schema: z.Reads<T>, list: readonly unknown[] | null | undefined): T[] {
  return (list ?? []).flatMap((value) => {
    const reading = read(schema, value);
    return reading.ok ? [reading.value] : [];
  });
}

/** A word of the protocol as words of a sentence: `preToolUse` is "pre tool use". A known one has its own. */
export function plainWords(word: string): string {
  return word
    .replace(/[_-]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

/** JSON that a reader may want to see, pretty; nothing for nothing. */
export function jsonText(title: string, value: unknown): CardText[] {
  if (value === undefined || value === null) return [];
  return [{ title, text: typeof value === "string" ? value : JSON.stringify(value, null, 2), code: true }];
}

/** The parameters of a card's line; null for one that is none (content that is not kept, malformed). */
export function paramsOf(raw: string): JsonObject | null {
  try {
    const line: unknown = JSON.parse(raw);
    if (typeof line !== "object" || line === null || !("params" in line)) return null;
    const { params } = line;
    // Out of JSON.parse, so JSON all through.
    return typeof params === "object" && params !== null ? (params as JsonObject) : null;
  } catch {
    return null;
  }
}
