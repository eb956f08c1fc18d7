// Where the secrets of an answer are: marked by the request (a secret question, a password field of a form), or named like
// one in what was typed (tokens, keys, passwords in raw JSON).
import { secretAnswerPaths, type SecretPath } from "./redact.ts";

/** Member names whose text is taken for a secret wherever it was typed. */
const SECRET_NAME = /pass(?:word|phrase|code)|secret|token|api[_-]?key|credential|authorization|private[_-]?key/i;

/** Paths from the result down to its secret values. Reads everything leniently; what it does not know has no secrets. */
export function secretPaths(method: string, params: unknown, result: unknown): SecretPath[] {
  // The questions say themselves which answers are secret; their ids are chosen by a model and mean nothing.
  if (method === "item/tool/requestUserInput") return secretAnswerPaths(params);
  const marked = formPaths(params);
  const named: SecretPath[] = [];
  collectNamed(result, [], named);
  const known = new Set(marked.map((path) => JSON.stringify(path)));
  return [...marked, ...named.filter((path) => !known.has(JSON.stringify(path)))];
}

/** Fields that an elicitation's schema marks: `format: "password"` or `writeOnly`. */
function formPaths(params: unknown): SecretPath[] {
  const schema = member(params, "requestedSchema");
  const properties = member(schema, "properties");
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties).flatMap(([name, field]: [string, unknown]): SecretPath[] =>
    isPasswordField(name, resolved(field, schema)) ? [["content", name]] : [],
  );
}

/** A field that is told by reference (`#/$defs/…`), one step deep: the form draws it the same way. */
function resolved(field: unknown, schema: unknown): unknown {
  const reference = member(field, "$ref");
  if (typeof reference !== "string" || !reference.startsWith("#/")) return field;
  let place: unknown = schema;
  for (const step of reference.slice(2).split("/")) place = member(place, step);
  return place;
}

/**
 * Whether a form's field is a password: by its schema, or by its name. The view that draws it asks the same, so that what
 * is drawn as a password is never stored.
 */
export function isPasswordField(name: string, field: unknown): boolean {
  if (member(field, "format") === "password" || member(field, "writeOnly") === true) return true;
  const isText = member(field, "type") === "string" && member(field, "enum") === undefined;
  return isText && SECRET_NAME.test(name);
}

function collectNamed(value: unknown, path: SecretPath, into: SecretPath[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
    const step = Array.isArray(value) ? Number(name) : name;
    const place = [...path, step];
    if (typeof inner === "string" && typeof step === "string" && SECRET_NAME.test(step)) into.push(place);
    else collectNamed(inner, place, into);
  }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
