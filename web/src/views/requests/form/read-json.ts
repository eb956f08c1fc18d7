// JSON that a person wrote: taken when it can be sent as it stands. What this app would send otherwise than it was written
// (one of two members of a name, a number with more digits than it can hold) is said instead.
import { parsed } from "../../../decisions/form.ts";
import { decodeString } from "../../../journal/secrets/string-values.ts";

/** More levels than these are not taken: the server takes no more either. */
const DEEPEST = 100;

/** A number outside of texts; its neighbours are read over. */
const NUMBER = /-?\d[\d.eE+-]*/y;

/** The value, or what is wrong, in words. */
export function readJson(text: string): { ok: true; value: unknown } | { ok: false; problem: string } {
  const reading = parsed(text);
  if (!reading.ok) return reading;
  const problem = problemIn(text);
  return problem === null ? reading : { ok: false, problem };
}

/** @param text JSON */
function problemIn(text: string): string | null {
  /** The names of the objects around; null for a list. */
  const levels: (Set<string> | null)[] = [];
  let nameNext = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (letter === "{" || letter === "[") {
      if (levels.push(letter === "{" ? new Set() : null) > DEEPEST)
        return `This is nested too deep: more than ${DEEPEST} levels.`;
      nameNext = letter === "{";
    } else if (letter === "}" || letter === "]") {
      levels.pop();
      nameNext = false;
    } else if (letter === ",") nameNext = levels.at(-1) != null;
    else if (letter === '"') {
      const end = endOfString(text, at + 1);
      const names = levels.at(-1);
      if (nameNext && names != null) {
        const name = decodeString(text.slice(at + 1, end));
        if (names.has(name)) return `Two members of one object are called ${JSON.stringify(name.slice(0, 80))}.`;
        names.add(name);
        nameNext = false;
      }
      at = end;
    } else if (letter === "-" || (letter >= "0" && letter <= "9")) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(text)?.[0] ?? letter;
      if (!isExact(number)) return `The number ${number.slice(0, 60)} cannot be sent with all its digits.`;
      at += number.length - 1;
    }
  }
  return null;
}

function isExact(number: string): boolean {
  const value = Number(number);
  if (!Number.isFinite(value)) return false;
  if (!/^-?\d+$/.test(number) || number.length < 16) return true;
  return number.length < 400 && BigInt(number) === BigInt(value);
}

function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (quote - 1 - escapes >= from && text[quote - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return quote;
  }
  return text.length;
}
