// Reads a JSON schema as the shape of a field: what can be drawn, and plain JSON for all else, so that no schema makes a
// value that cannot be written.
import { resolveReference } from "../../../journal/secrets/references.ts";
import { numberOf, objectOf, textOf } from "../../../projection/read.ts";
import type { JsonObject } from "../../../projection/state.ts";

/** A schema with the document that its references are looked up in. */
export interface SchemaAt {
  schema: unknown;
  root: JsonObject;
}

export interface Shape {
  kind: ShapeKind;
  /** `null` is a value, too. */
  nullable: boolean;
  about: string | null;
  /** What the server takes where nothing is sent; undefined: not told. */
  standard: unknown;
}

export type ShapeKind =
  | { type: "object"; members: Member[]; others: SchemaAt | null; open: boolean }
  | { type: "list"; item: SchemaAt }
  | { type: "text"; format: string | null; min: number | null; max: number | null; pattern: string | null }
  | { type: "number"; integer: boolean; min: number | null; max: number | null }
  | { type: "boolean" }
  /** One of some values; nothing more to fill in. */
  | { type: "choice"; options: Choice[] }
  /** One of some forms. */
  | { type: "variants"; variants: Variant[]; weight: number }
  /** Nothing but null. */
  | { type: "null" }
  /** Anything. */
  | { type: "any" };

export interface Member {
  name: string;
  required: boolean;
  at: SchemaAt;
  /** The one value that it can have: it is filled in and not drawn. */
  fixed: { value: unknown } | null;
}

export interface Choice {
  value: unknown;
  name: string;
  about: string | null;
}

export interface Variant {
  name: string;
  about: string | null;
  /** A value that is the whole of it, or the form of what is to be filled in. */
  holds: { type: "value"; value: unknown } | { type: "form"; at: SchemaAt };
}

const OBJECT_WORDS = ["properties", "additionalProperties", "required"];

/** The schema that a reference means, with what stands beside the reference. */
export function resolved({ schema, root }: SchemaAt): JsonObject | null {
  const own = objectOf(schema);
  if (own === null) return null;
  if (own["$ref"] === undefined) return own;
  const { $ref, ...beside } = own;
  const meant = objectOf(resolveReference({ $ref }, root));
  return meant === null || meant === own || meant["$ref"] !== undefined ? null : { ...meant, ...beside };
}

/** More ways than these through forms within forms are beyond a form: trying them would take for ever. */
const MOST_WAYS = 400;
/** A longer description is drawn by its beginning, characters. */
const ABOUT = 1500;

const ANY: Shape = { kind: { type: "any" }, nullable: false, about: null, standard: undefined };

/** Stands for a shape that is being read: it is made of itself. */
const ROUND: Shape = { ...ANY };

/** Shapes by document and schema: a form asks for each again and again. */
const known = new WeakMap<object, WeakMap<object, Shape>>();

/** The shape of a schema. One that is made of itself is beyond a form where it comes round. */
export function shapeOf(at: SchemaAt): Shape {
  const { schema, root } = at;
  if (typeof schema !== "object" || schema === null) return ANY;
  const shapes = known.get(root) ?? new WeakMap<object, Shape>();
  known.set(root, shapes);
  const found = shapes.get(schema);
  if (found !== undefined) return found;
  shapes.set(schema, ROUND);
  const shape = readShape(at);
  shapes.set(schema, shape);
  return shape;
}

function readShape(at: SchemaAt): Shape {
  const schema = resolved(at);
  if (schema === null) return ANY;
  const found = kindOf(schema, at.root);
  const about = textOf(schema["description"]) ?? found.about;
  return {
    ...found,
    nullable: found.nullable || schema["nullable"] === true,
    about: about !== null && about.length > ABOUT ? `${about.slice(0, ABOUT)}…` : about,
    standard: schema["default"],
  };
}

/** How many ways there are through a shape and the forms within it. */
function waysOf({ kind }: Shape): number {
  return kind.type === "variants" ? kind.weight : kind.type === "choice" ? kind.options.length : 1;
}

interface Found {
  kind: ShapeKind;
  nullable: boolean;
  about: string | null;
}

const of = (kind: ShapeKind, nullable = false): Found => ({ kind, nullable, about: null });

function kindOf(schema: JsonObject, root: JsonObject): Found {
  if (schema["const"] !== undefined) return fromValues([schema["const"]]);
  if (Array.isArray(schema["enum"])) return fromValues(schema["enum"], schema["enumNames"]);
  const isObject = OBJECT_WORDS.some((word) => schema[word] !== undefined);
  const union = schema["oneOf"] ?? schema["anyOf"];
  if (Array.isArray(union) && !isObject) return fromUnion(union, root);
  const parts = schema["allOf"];
  if (Array.isArray(parts) && !isObject) return fromParts(parts, root);

  const types = typesOf(schema);
  const nullable = types.includes("null");
  const real = types.filter((type) => type !== "null");
  if (real.length > 1) {
    const variants = real.map((type): Variant => {
      return { name: typeWord(type), about: null, holds: { type: "form", at: { schema: { ...schema, type }, root } } };
    });
    return of({ type: "variants", variants, weight: variants.length }, nullable);
  }
  switch (real[0] ?? (isObject ? "object" : schema["items"] !== undefined ? "array" : undefined)) {
    case "object":
      return of(objectKind(schema, root), nullable);
    case "array": {
      // A list with a schema for each place is beyond a form.
      if (Array.isArray(schema["items"])) return of({ type: "any" }, nullable);
      return of({ type: "list", item: { schema: schema["items"] ?? true, root } }, nullable);
    }
    case "string":
      return of(
        {
          type: "text",
          format: textOf(schema["format"]),
          min: numberOf(schema["minLength"]),
          max: numberOf(schema["maxLength"]),
          pattern: textOf(schema["pattern"]),
        },
        nullable,
      );
    case "integer":
    case "number":
      return of(
        {
          type: "number",
          integer: real[0] === "integer",
          min: numberOf(schema["minimum"]),
          max: numberOf(schema["maximum"]),
        },
        nullable,
      );
    case "boolean":
      return of({ type: "boolean" }, nullable);
    default:
      return of({ type: nullable ? "null" : "any" });
  }
}

function objectKind(schema: JsonObject, root: JsonObject): ShapeKind {
  const required = new Set<unknown>(Array.isArray(schema["required"]) ? schema["required"] : []);
  const members = Object.entries(objectOf(schema["properties"]) ?? {}).map(([name, member]): Member => {
    const at = { schema: member, root };
    const own = resolved(at);
    const single = own?.["const"] ?? onlyOf(own?.["enum"]);
    const needed = required.has(name);
    return { name, required: needed, at, fixed: needed && single !== undefined ? { value: single } : null };
  });
  const others = schema["additionalProperties"];
  const open = others !== undefined && others !== false;
  return {
    type: "object",
    // What has to be filled in comes first.
    members: [...members.filter(({ required: needed }) => needed), ...members.filter((member) => !member.required)],
    others: open ? { schema: others, root } : members.length === 0 && others !== false ? { schema: true, root } : null,
    open: others !== false,
  };
}

function fromValues(values: readonly unknown[], names?: unknown): Found {
  const options = values
    .map((value, n) => ({ value, name: textOf(Array.isArray(names) ? names[n] : null) ?? wordOf(value), about: null }))
    .filter(({ value }) => value !== null);
  const nullable = options.length < values.length;
  return options.length === 0 ? of({ type: "null" }) : of({ type: "choice", options }, nullable);
}

function fromUnion(union: readonly unknown[], root: JsonObject): Found {
  const parts = union.map((schema) => {
    const shape = shapeOf({ schema, root });
    // Where it comes round anything can be written, and nothing leads further.
    return { at: { schema: shape === ROUND ? true : schema, root }, shape };
  });
  const real = parts.filter(({ shape }) => shape.kind.type !== "null");
  const weight = real.reduce((sum, { shape }) => sum + waysOf(shape), 0);
  if (weight > MOST_WAYS) return of({ type: "any" });
  const nullable = real.length < parts.length || real.some(({ shape }) => shape.nullable);
  const [only] = real;
  if (only === undefined) return of({ type: "null" });
  if (real.length === 1) return { kind: only.shape.kind, nullable, about: only.shape.about };
  const variants = real.flatMap(({ at, shape }): Variant[] => {
    if (shape.kind.type !== "choice")
      return [{ name: variantName(at, shape), about: shape.about, holds: { type: "form", at } }];
    const alone = shape.kind.options.length === 1 ? shape.about : null;
    return shape.kind.options.map(({ value, name, about }) => ({
      name,
      about: about ?? alone,
      holds: { type: "value", value },
    }));
  });
  const options = variants.flatMap(({ name, about, holds }): Choice[] =>
    holds.type === "value" ? [{ name, about, value: holds.value }] : [],
  );
  return options.length === variants.length
    ? of({ type: "choice", options }, nullable)
    : of({ type: "variants", variants: told(variants), weight }, nullable);
}

/** Several that have one name are numbered. */
function told(variants: readonly Variant[]): Variant[] {
  const counts = new Map<string, number>();
  return variants.map((variant) => {
    const n = (counts.get(variant.name) ?? 0) + 1;
    counts.set(variant.name, n);
    return n === 1 ? variant : { ...variant, name: `${variant.name} (${n})` };
  });
}

/** Objects that are to be met all at once are one object; anything else is beyond a form. */
function fromParts(parts: readonly unknown[], root: JsonObject): Found {
  if (parts.length === 1) {
    const { kind, nullable, about } = shapeOf({ schema: parts[0], root });
    return { kind, nullable, about };
  }
  const schemas = parts.map((schema) => resolved({ schema, root }));
  const merged: JsonObject = { type: "object", properties: {}, required: [] };
  for (const schema of schemas) {
    if (schema === null || !(typesOf(schema)[0] === "object" || schema["properties"] !== undefined))
      return of({ type: "any" });
    merged["properties"] = { ...objectOf(merged["properties"]), ...objectOf(schema["properties"]) };
    merged["required"] = [merged["required"], schema["required"]].flatMap((names) =>
      Array.isArray(names) ? names : [],
    );
    if (schema["additionalProperties"] !== undefined) merged["additionalProperties"] = schema["additionalProperties"];
  }
  return of(objectKind(merged, root));
}

function variantName(at: SchemaAt, shape: Shape): string {
  const { kind } = shape;
  const title = textOf(resolved(at)?.["title"]);
  if (kind.type !== "object") return title ?? typeWord(kind.type);
  const tag = kind.members.find(({ fixed }) => fixed !== null);
  if (tag?.fixed != null) return wordOf(tag.fixed.value);
  const needed = kind.members.filter(({ required }) => required);
  return needed.length === 1 && needed[0] !== undefined ? needed[0].name : (title ?? "object");
}

function typesOf(schema: JsonObject): string[] {
  const { type } = schema;
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
}

const TYPE_WORDS = new Map([
  ["string", "text"],
  ["array", "list"],
  ["integer", "number"],
  ["boolean", "yes or no"],
  ["any", "JSON"],
]);

function typeWord(type: string): string {
  return TYPE_WORDS.get(type) ?? type;
}

function wordOf(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

function onlyOf(list: unknown): unknown {
  return Array.isArray(list) && list.length === 1 ? (list[0] as unknown) : undefined;
}
