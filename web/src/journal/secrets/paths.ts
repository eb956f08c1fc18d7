// What of an answer is secret: marked by the request (a secret question, a password field of a form), named like one in what
// was typed (tokens, keys, passwords in raw JSON), or a key that tells by its shape, wherever it was typed.
import { keysIn } from "./key-shapes.ts";
import { secretAnswerPaths, type SecretPath } from "./redact.ts";
import { member, resolveReference } from "./references.ts";

/** Where the secret values stand, and secret texts that stand anywhere. */
export interface AnswerSecrets {
  paths: SecretPath[];
  texts: string[];
}

/** Member names whose text is taken for a secret wherever it was typed. */
const SECRET_NAME =
  /pass(?:word|wd|phrase|code)|secret|token|(?:api|access|private|signing)[ _-]?key|credential|authorization|(?:^|[ _.-])(?:pin|otp|totp|cvv|cvc|pwd)$|[a-z](?:Pin|Otp|Pwd)$/i;

/** Below these, everything is secret: `credentials: {user, value}`, `secrets: […]`. `tokenizer` and the like are not meant. */
const SECRET_GROUP = /(?:secret|token|password|api[_-]?key|credential)s?$/i;

/** In a title the word must stand by itself. */
const SECRET_TITLE =
  /\b(?:password|passphrase|passcode|secret|token|(?:api|access|private|signing)[ _-]?key|credential|pin|pin code)\b/i;

/** JSON that was typed into a text is read this deep. */
const NESTED = 3;

/** Everything secret in an answer. Reads all leniently; what it does not know is judged by names and shapes. */
export function secretsOf(method: string, params: unknown, answer: unknown): AnswerSecrets {
  const found: AnswerSecrets = { paths: [], texts: [] };
  // The questions say themselves which answers are secret; their ids are chosen by a model and mean nothing.
  if (method === "item/tool/requestUserInput") found.paths.push(...secretAnswerPaths(params));
  else {
    found.paths.push(...formPaths(params));
    collectNamed(answer, [], false, found, NESTED);
  }
  collectKeys(answer, found.texts);
  const once = new Map(found.paths.map((path) => [JSON.stringify(path), path]));
  return { paths: [...once.values()], texts: [...new Set(found.texts)] };
}

/** Fields that an elicitation's schema marks or names as a password. */
function formPaths(params: unknown): SecretPath[] {
  const root = member(params, "requestedSchema");
  const properties = member(resolveReference(root, root), "properties");
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties).flatMap(([name, field]: [string, unknown]): SecretPath[] =>
    isPasswordField(name, resolveReference(field, root)) ? [["content", name]] : [],
  );
}

/**
 * Whether a form's field is a password: by its schema, its name or its title. The view that draws it asks the same, so that
 * what is drawn as a password is never stored.
 * @param field its schema, references resolved
 */
export function isPasswordField(name: string, field: unknown): boolean {
  if (member(field, "format") === "password" || member(field, "writeOnly") === true) return true;
  const type = member(field, "type");
  const isText = type === "string" || (Array.isArray(type) && type.includes("string"));
  if (!isText || member(field, "enum") !== undefined || member(field, "oneOf") !== undefined) return false;
  const title = member(field, "title");
  return SECRET_NAME.test(name) || (typeof title === "string" && SECRET_TITLE.test(title));
}

function collectNamed(value: unknown, path: SecretPath, below: boolean, into: AnswerSecrets, nested: number): void {
  if (typeof value === "string") {
    if (below) into.paths.push(path);
    // JSON in a text: its secrets are looked for in echoes, and of the stored copy the whole text is left out.
    else if (nested > 0 && /^\s*[[{]/.test(value) && collectNested(value, into.texts, nested)) into.paths.push(path);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const pair = secretPair(value);
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    const step = Array.isArray(value) ? Number(name) : name;
    const place = [...path, step];
    const named = typeof step === "string" && (SECRET_NAME.test(step) || step === pair);
    if (named && isSecretNumber(name, inner)) into.paths.push(place);
    else if (named && typeof inner === "string") into.paths.push(place);
    else collectNamed(inner, place, below || (named && SECRET_GROUP.test(name)), into, nested);
  }
}

/** `maxTokens: 4096` counts; a PIN is a secret. */
function isSecretNumber(name: string, value: unknown): boolean {
  return typeof value === "number" && !/tokens$/i.test(name);
}

/** `{name: "API_KEY", value: "…"}`, as lists of headers and variables are written: the member with the value. */
function secretPair(value: object): string | null {
  const name = member(value, "name") ?? member(value, "key") ?? member(value, "header") ?? member(value, "keyPath");
  return typeof name === "string" && SECRET_NAME.test(name) && typeof member(value, "value") === "string"
    ? "value"
    : null;
}

/** True when the text is JSON that names a secret. */
function collectNested(text: string, texts: string[], nested: number): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  const inner: AnswerSecrets = { paths: [], texts: [] };
  collectNamed(value, [], false, inner, nested - 1);
  for (const path of inner.paths) {
    let found = value;
    for (const step of path) found = member(found, String(step));
    if (typeof found === "string" || typeof found === "number") texts.push(String(found));
  }
  texts.push(...inner.texts);
  return inner.paths.length > 0;
}

/** Keys with a shape of their own, in any text. */
function collectKeys(value: unknown, into: string[]): void {
  if (typeof value === "string") into.push(...keysIn(value));
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) collectKeys(inner, into);
}
