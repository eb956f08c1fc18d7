// A text with its escapes undone, leniently: what is escaped more than an encoder has to (`\u0073` for s, `\/`, `\x73`)
// reads like the plain text, and each character knows where it stood.

export interface Unescaped {
  text: string;
  /** For each character of `text`, and for its end, where it began in what was given. */
  at: Int32Array;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

const HEX = /^[\da-fA-F]+$/;

/**
 * Undoes one level of escapes; null when there is none. A backslash that escapes nothing known stays. An escape that is cut
 * off by the end is left out: the last of `at` is where it begins.
 */
export function unescape(text: string): Unescaped | null {
  if (!text.includes("\\")) return null;
  const at = new Int32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let i = 0;
  let plain = 0;
  for (; i < text.length; length += 1) {
    at[length] = i;
    if (text.charCodeAt(i) !== 0x5c) {
      i += 1;
      continue;
    }
    const found = escapeAt(text, i);
    if (found === "cut") break;
    if (found === null) {
      i += 1;
      continue;
    }
    parts.push(text.slice(plain, i), found.stands);
    i += found.length;
    plain = i;
  }
  at[length] = i;
  parts.push(text.slice(plain, i));
  return { text: parts.join(""), at: at.subarray(0, length + 1) };
}

/** What the escape at a backslash stands for: one UTF-16 unit. Null when it is none. */
function escapeAt(text: string, i: number): { stands: string; length: number } | "cut" | null {
  const next = text.charAt(i + 1);
  if (next === "") return "cut";
  if (next === "u" || next === "x") {
    const size = next === "u" ? 4 : 2;
    const digits = text.slice(i + 2, i + 2 + size);
    if (digits !== "" && !HEX.test(digits)) return null;
    if (digits.length < size) return "cut";
    return { stands: String.fromCharCode(parseInt(digits, 16)), length: 2 + size };
  }
  const short = SHORT.get(next);
  if (short !== undefined) return { stands: short, length: 2 };
  return /[A-Za-z0-9]/.test(next) ? null : { stands: next, length: 2 };
}
