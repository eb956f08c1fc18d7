// Raw JSON that may be shown, copied or exported: keys and tokens in its string values are masked, and what stands under a
// name such as `apiKey`. All else stays byte for byte, so that what is shown is still the envelope.
import { decodeString, eachStringValue } from "../../journal/secrets/string-values.ts";
import { MASK, maskText } from "./text.ts";

/** Names whose text is a secret, whatever it looks like. `tokenType`, `secretName` and the like end otherwise. */
const SECRET_NAME =
  /(?:pass(?:word|phrase|code)|secret|token|api[_-]?key|private[_-]?key|credentials?|authorization|cookie)$/i;

/** Tokens that mark a place in a list or a task. */
const PLACE_NAME = /(?:page|progress|continuation|sync)_?token$/i;

/** JSON inside strings is looked into this deep. */
const NESTED = 3;

/** The line with its secrets masked; the very same when it has none. A line that is no JSON is masked as a text. */
export function maskLine(rawJson: string): string {
  return isJson(rawJson) ? maskStrings(rawJson, NESTED) : maskText(rawJson);
}

function maskStrings(json: string, deep: number): string {
  const parts: string[] = [];
  let done = 0;
  eachStringValue(json, ({ start, end, name }) => {
    const raw = json.slice(start, end);
    // An image or a sound: long, and nothing to read in it.
    if (raw === "" || raw.startsWith("data:")) return;
    const value = decodeString(raw);
    const masked = name !== null && isSecretName(name) ? maskNamed(value) : maskValue(value, deep);
    if (masked === value) return;
    parts.push(json.slice(done, start), JSON.stringify(masked).slice(1, -1));
    done = end;
  });
  return done === 0 ? json : parts.join("") + json.slice(done);
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !PLACE_NAME.test(name);
}

/** Keeps the beginning of a key that tells its kind; what has none is masked whole. */
function maskNamed(value: string): string {
  const masked = maskText(value);
  return masked === value && value !== MASK ? MASK : masked;
}

function maskValue(value: string, deep: number): string {
  return deep > 0 && /^\s*[[{]/.test(value) && isJson(value) ? maskStrings(value, deep - 1) : maskText(value);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
