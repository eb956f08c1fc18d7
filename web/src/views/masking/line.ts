// Raw JSON that may be shown, copied or exported: keys and tokens in its string values are masked, and what stands under a
// name such as `apiKey`, or among the environment values and headers of a configuration. All else stays byte for byte, so that what is shown is still the envelope.
import { decodeString, eachStringValue } from "../../journal/secrets/string-values.ts";
import { secretConfigValues } from "./config-values.ts";
import { MASK, maskText } from "./text.ts";

/** Names whose text is a secret, whatever it looks like. `tokenType`, `secretName` and the like end otherwise. */
const SECRET_NAME =
  /(?:pass(?:word|phrase|code)|secret|token|api[_-]?key|private[_-]?key|credentials?|authorization|cookie)$/i;

/** Tokens that mark a place in a list or a task. */
const PLACE_NAME = /(?:page|progress|continuation|sync)_?token$/i;

/** A flag of a command line behind which a secret stands, as a text of its own. */
const SECRET_FLAG = /^--?[\w-]*(?:key|secret|passw(?:or)?d|passphrase|token)$/i;

/** JSON inside strings is looked into this deep. */
const NESTED = 3;

/** The line with its secrets masked; the very same when it has none. A line that is no JSON is masked as a text. */
export function maskLine(rawJson: string): string {
  return maskReply(rawJson, false);
}

/**
 * The same for a reply whose request is known.
 * @param effective what counts instead of a value that was written is shown: its key is known to be none of a secret
 */
export function maskReply(rawJson: string, effective: boolean): string {
  return isJson(rawJson) ? maskStrings(rawJson, NESTED, effective) : maskText(rawJson);
}

interface Change {
  start: number;
  end: number;
  text: string;
}

function maskStrings(json: string, deep: number, effective = false): string {
  const secret = secretConfigValues(json, effective);
  // Texts are found below, with all others.
  const texts = new Set(secret.map(({ start }) => start));
  const changes = secret
    .filter(({ start }) => json[start] !== '"')
    .map(({ start, end }): Change => ({ start, end, text: JSON.stringify(MASK) }));
  let flag: { end: number; depth: number } | null = null;
  eachStringValue(json, ({ start, end, name, depth }) => {
    const raw = json.slice(start, end);
    const afterFlag = flag !== null && flag.depth === depth && isNext(json, flag.end, start);
    flag = end - start < 80 && SECRET_FLAG.test(raw) ? { end, depth } : null;
    // An image or a sound: long, and nothing to read in it.
    if (raw === "" || raw.startsWith("data:")) return;
    const value = decodeString(raw);
    const named = afterFlag || texts.has(start - 1) || (name !== null && isSecretName(name));
    const masked = named ? maskNamed(value) : maskValue(value, deep);
    if (masked !== value) changes.push({ start, end, text: JSON.stringify(masked).slice(1, -1) });
  });
  if (changes.length === 0) return json;
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, text } of changes.toSorted((a, b) => a.start - b.start)) {
    parts.push(json.slice(done, start), text);
    done = end;
  }
  return parts.join("") + json.slice(done);
}

/** Whether nothing but a comma stands between the end of one text and the beginning of the next. */
function isNext(json: string, end: number, start: number): boolean {
  return start - end < 40 && /^"\s*,\s*"$/.test(json.slice(end, start));
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
