// A form made from a JSON schema: fields that can be drawn, and the content made of what the person put in. What a field
// cannot express is written as JSON, so that no schema makes a request unanswerable.
import { Validator, format as formats } from "@cfworker/json-schema";
import { listOf, objectOf, numberOf, textOf } from "../projection/read.ts";
import type { JsonObject } from "../projection/state.ts";
import { matchesPattern, withoutPatterns } from "./pattern.ts";
import { isPasswordField } from "../journal/secrets/paths.ts";
import { resolveReference } from "../journal/secrets/references.ts";

export interface Form {
  fields: Field[];
}

/** One field. `schema` is its own, with references resolved. */
export interface Field {
  name: string;
  title: string;
  description: string | null;
  required: boolean;
  /** What it begins with. */
  initial: Input;
  schema: JsonObject;
  kind: FieldKind;
}

export type FieldKind =
  | { type: "text"; format: string | null; secret: boolean }
  | { type: "number"; integer: boolean }
  | { type: "boolean" }
  | { type: "choice"; options: FieldOption[] }
  | { type: "several"; options: FieldOption[]; min: number | null; max: number | null }
  /** Written as JSON. */
  | { type: "json" };

export interface FieldOption {
  /** Unique in its field: what the input holds. */
  key: string;
  title: string;
  /** What it means, where the schema says so. */
  about: string | null;
  value: unknown;
  /** It takes more than the choice: its value is written as JSON, beginning with `value`. */
  written: boolean;
}

/**
 * What the input of a field holds: text, an option's key, a tick, or keys of options; of an option whose value is written,
 * its key and the text.
 */
export type Input = string | boolean | readonly string[];

/** A value, nothing at all (the member is left out), or what is wrong, in words. */
export type FieldValue = { ok: true; value: unknown } | { ok: true; absent: true } | { ok: false; problem: string };

/** Reads a schema of an object; null when it is none, or one whose members cannot be told. */
export function readForm(schema: unknown): Form | null {
  const root = objectOf(schema);
  if (root === null) return null;
  const object = resolve(root, root);
  if (object["type"] !== undefined && object["type"] !== "object") return null;
  // Members that depend on others are beyond a form.
  for (const beyond of ["oneOf", "anyOf", "allOf", "if", "dependentSchemas", "patternProperties"])
    if (object[beyond] !== undefined) return null;
  const members = object["properties"];
  const properties = members === undefined ? {} : objectOf(members);
  if (properties === null) return null;
  const required = new Set(Array.isArray(object["required"]) ? object["required"] : []);
  return {
    fields: Object.entries(properties).map(([name, member]) =>
      readField(name, resolve(objectOf(member) ?? {}, root), root, required.has(name)),
    ),
  };
}

function readField(name: string, schema: JsonObject, root: JsonObject, required: boolean): Field {
  const kind = kindOf(name, schema, root);
  const title = textOf(schema["title"]);
  return {
    name,
    title: title === null || title === "" ? name : title,
    description: textOf(schema["description"]),
    required,
    initial: initialOf(kind, schema["default"]),
    schema: standalone(schema, root),
    kind,
  };
}

function kindOf(name: string, schema: JsonObject, root: JsonObject): FieldKind {
  const options = optionsOf(schema, root);
  if (options !== null) return { type: "choice", options };
  switch (typeOf(schema)) {
    case "string":
      return { type: "text", format: textOf(schema["format"]), secret: isPasswordField(name, schema) };
    case "number":
      return { type: "number", integer: false };
    case "integer":
      return { type: "number", integer: true };
    case "boolean":
      return { type: "boolean" };
    case "array": {
      const items = objectOf(schema["items"]);
      const several = items === null ? null : optionsOf(resolve(items, root), root);
      if (several === null) break;
      return {
        type: "several",
        options: several,
        min: numberOf(schema["minItems"]),
        max: numberOf(schema["maxItems"]),
      };
    }
  }
  return { type: "json" };
}

/** The one type of a schema; of a value that may also be null, the other one. Null when there is no such. */
function typeOf(schema: JsonObject): string | null {
  const { type } = schema;
  if (!Array.isArray(type)) return textOf(type);
  const types = type.filter((one) => one !== "null");
  return types.length === 1 ? textOf(types[0]) : null;
}

/** The values that a schema lists, with their titles; null when it lists none, or others too. */
function optionsOf(schema: JsonObject, root: JsonObject): FieldOption[] | null {
  const list = schema["enum"];
  if (Array.isArray(list)) {
    const names = schema["enumNames"];
    return list.map((value, n) => option(n, value, Array.isArray(names) ? textOf(names[n]) : null));
  }
  const members = schema["oneOf"] ?? schema["anyOf"];
  if (!Array.isArray(members)) return null;
  const found: FieldOption[] = [];
  for (const [n, member] of members.entries()) {
    const one = resolve(objectOf(member) ?? {}, root);
    const about = textOf(one["description"]);
    const single = one["const"] ?? onlyOf(one["enum"]);
    if (single !== undefined) found.push(option(n, single, textOf(one["title"]), about));
    else if (one["type"] !== "object") return null;
    else found.push({ ...option(n, skeleton(one, root), nameOf(one), about), written: true });
  }
  // Objects alone are no choice: they are written as JSON from the start.
  return found.some(({ written }) => !written) ? found : null;
}

/** What an object is called among others: by its one member where it has no other. */
function nameOf(schema: JsonObject): string | null {
  return textOf(onlyOf(schema["required"])) ?? textOf(schema["title"]);
}

/** The least that a schema asks for, empty. */
function skeleton(schema: JsonObject, root: JsonObject, depth = 0): unknown {
  const first: unknown = schema["const"] ?? listOf(schema["enum"])[0];
  if (first !== undefined) return first;
  switch (typeOf(schema)) {
    case "object": {
      const properties = objectOf(schema["properties"]);
      const names = depth > 8 ? [] : listOf(schema["required"]).filter((name) => typeof name === "string");
      return Object.fromEntries(
        names.map((name) => [name, skeleton(resolve(objectOf(properties?.[name]) ?? {}, root), root, depth + 1)]),
      );
    }
    case "array":
      return [];
    case "number":
    case "integer":
      return 0;
    case "boolean":
      return false;
    case "string":
      return "";
    default:
      return null;
  }
}

function onlyOf(list: unknown): unknown {
  return Array.isArray(list) && list.length === 1 ? list[0] : undefined;
}

function option(n: number, value: unknown, title: string | null, about: string | null = null): FieldOption {
  return {
    key: String(n),
    title: title === null || title === "" ? (textOf(value) ?? JSON.stringify(value)) : title,
    about,
    value,
    written: false,
  };
}

function initialOf(kind: FieldKind, value: unknown): Input {
  switch (kind.type) {
    case "boolean":
      return value === true;
    case "choice":
      return kind.options.find((option) => same(option.value, value))?.key ?? "";
    case "several":
      return Array.isArray(value)
        ? kind.options
            .filter((option) => value.some((one: unknown) => same(one, option.value)))
            .map((option) => option.key)
        : [];
    case "number":
      return numberOf(value) === null ? "" : String(value);
    case "text":
      return textOf(value) ?? "";
    case "json":
      return value === undefined ? "" : JSON.stringify(value);
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The value of a field, or what is wrong with it. */
export function valueOf(field: Field, input: Input): FieldValue {
  const made = unchecked(field, input);
  if (!made.ok || "absent" in made) return made;
  const problem = problemOf(field, made.value);
  return problem === null ? made : { ok: false, problem };
}

const ABSENT: FieldValue = { ok: true, absent: true };

// The value itself, before it is held against the schema.
function unchecked(field: Field, input: Input): FieldValue {
  const { kind } = field;
  if (typeof input === "boolean") return { ok: true, value: input };
  if (typeof input === "object") {
    if (kind.type === "choice") return writtenValue(kind.options, input);
    if (kind.type !== "several") return ABSENT;
    const values = kind.options.filter((option) => input.includes(option.key)).map((option) => option.value);
    return values.length === 0 && !field.required ? ABSENT : { ok: true, value: values };
  }
  if (input === "")
    return field.required
      ? { ok: false, problem: kind.type === "choice" ? "Choose one of these." : "This has to be filled in." }
      : ABSENT;
  switch (kind.type) {
    case "choice": {
      const chosen = kind.options.find(({ key }) => key === input);
      return chosen === undefined ? ABSENT : { ok: true, value: chosen.value };
    }
    case "number": {
      // A comma is a decimal point in half of the world, never a separator here.
      const number = Number(input.trim().replace(",", "."));
      if (input.trim() === "" || !Number.isFinite(number))
        return { ok: false, problem: kind.integer ? "This has to be a whole number." : "This has to be a number." };
      return { ok: true, value: number };
    }
    case "json":
      return parsed(input);
    default:
      return { ok: true, value: input };
  }
}

function writtenValue(options: readonly FieldOption[], [key, text]: readonly string[]): FieldValue {
  const chosen = options.find((one) => one.key === key);
  return chosen === undefined ? ABSENT : text === undefined ? { ok: true, value: chosen.value } : parsed(text);
}

/** JSON that the person wrote. */
export function parsed(text: string): { ok: true; value: unknown } | { ok: false; problem: string } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, problem: `This is not JSON: ${error instanceof Error ? error.message : "unreadable"}` };
  }
}

/** What is wrong with a value, in words; null when nothing is. */
function problemOf(field: Field, value: unknown): string | null {
  const { kind, schema } = field;
  if (typeof value === "number") {
    if (kind.type === "number" && kind.integer && !Number.isInteger(value)) return "This has to be a whole number.";
    const min = numberOf(schema["minimum"]);
    const max = numberOf(schema["maximum"]);
    if ((min !== null && value < min) || (max !== null && value > max)) return rangeWords(min, max, "");
  }
  if (typeof value === "string" && kind.type === "text") {
    // A schema counts code points.
    const { length } = Array.from(value);
    const min = numberOf(schema["minLength"]);
    const max = numberOf(schema["maxLength"]);
    if ((min !== null && length < min) || (max !== null && length > max)) return rangeWords(min, max, " characters");
    if (kind.format !== null && formats[kind.format]?.(value) === false)
      return FORMAT_WORDS.get(kind.format) ?? `This has to be of the format ${kind.format}.`;
    const pattern = textOf(schema["pattern"]);
    if (pattern !== null && matchesPattern(pattern, value) === false) return `This has to match ${pattern}`;
  }
  if (Array.isArray(value) && kind.type === "several") {
    const { min, max } = kind;
    if ((min !== null && value.length < min) || (max !== null && value.length > max))
      return rangeWords(min, max, " chosen");
    if (value.length === 0 && field.required && min === null) return null;
  }
  return checkValue(schema, value)[0] ?? null;
}

const FORMAT_WORDS: ReadonlyMap<string, string> = new Map([
  ["email", "This has to be an e-mail address."],
  ["uri", "This has to be a whole address, such as https://example.com/page."],
  ["date", "This has to be a date, such as 2026-01-31."],
  ["date-time", "This has to be a date and time with its zone, such as 2026-01-31T09:30:00Z."],
  ["time", "This has to be a time with its zone, such as 09:30:00Z."],
]);

function rangeWords(min: number | null, max: number | null, what: string): string {
  if (min !== null && max !== null)
    return min === max ? `This has to be ${min}${what}.` : `This has to be from ${min} to ${max}${what}.`;
  return min === null ? `This may be at most ${max}${what}.` : `This has to be at least ${min}${what}.`;
}

export interface Content {
  content: Record<string, unknown>;
  /** What is wrong, by field name. */
  problems: Map<string, string>;
}

/** The content of the whole form. */
export function contentOf(form: Form, inputs: ReadonlyMap<string, Input>): Content {
  const members: [string, unknown][] = [];
  const problems = new Map<string, string>();
  for (const field of form.fields) {
    const value = valueOf(field, inputs.get(field.name) ?? field.initial);
    if (!value.ok) problems.set(field.name, value.problem);
    else if ("value" in value) members.push([field.name, value.value]);
  }
  // fromEntries makes own members of any name, `__proto__` too.
  return { content: Object.fromEntries(members), problems };
}

/**
 * Holds a value against a schema.
 * @returns what is wrong, innermost first; empty when nothing is, or when the schema itself cannot be used
 */
export function checkValue(schema: JsonObject, value: unknown): string[] {
  try {
    const { errors } = new Validator(objectOf(withoutPatterns(schema)) ?? {}, "7", false).validate(value);
    return errors
      .toReversed()
      .map(({ instanceLocation, error }) =>
        instanceLocation === "#" ? error : `${instanceLocation.slice(2)}: ${error}`,
      );
  } catch {
    return [];
  }
}

/** A schema with what it refers to, so that it can be used by itself. */
function standalone(schema: JsonObject, root: JsonObject): JsonObject {
  const { definitions, $defs } = root;
  return {
    ...schema,
    ...(definitions === undefined ? {} : { definitions }),
    ...($defs === undefined ? {} : { $defs }),
  };
}

/** What a schema refers to inside its document; itself when it refers to nothing, or to what is not there. */
function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  return objectOf(resolveReference(schema, root)) ?? schema;
}
