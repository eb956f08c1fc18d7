// The value of a form: JSON that is changed at one place and stays as it is everywhere else, so that what a form does not
// draw is not lost. Undefined stands for what is left out.
import type { MemberPath } from "@longwire/shared-protocol/surface/secret-members";
import { matchesPattern } from "../../../decisions/pattern.ts";
import { type Shape, type SchemaAt, shapeOf, type Variant } from "./shape.ts";

export type { MemberPath };

/** A path as the key of a Map. */
export function pathKey(path: MemberPath): string {
  return JSON.stringify(path);
}

/** What stands at a path; undefined where there is nothing. */
export function valueAt(value: unknown, path: MemberPath): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return undefined;
    found = Object.getOwnPropertyDescriptor(found, step)?.value;
  }
  return found;
}

/** A copy with another value at a path; undefined leaves the member out, or takes the entry out of its list. */
export function withValueAt(value: unknown, path: MemberPath, inner: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return inner;
  if (typeof step === "number") {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const next = withValueAt(list[step], rest, inner);
    if (next === undefined) return list.filter((_, index) => index !== step);
    return step < list.length ? list.map((one, index) => (index === step ? next : one)) : [...list, next];
  }
  const entries: [string, unknown][] =
    typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  const next = withValueAt(entries.find(([name]) => name === step)?.[1], rest, inner);
  const found = entries.some(([name]) => name === step);
  const changed =
    next === undefined
      ? entries.filter(([name]) => name !== step)
      : found
        ? entries.map(([name, one]): [string, unknown] => [name, name === step ? next : one])
        : [...entries, [step, next] as [string, unknown]];
  // fromEntries makes own members of any name, `__proto__` too.
  return Object.fromEntries(changed);
}

/** The member of an object under another name, in its place. */
export function withName(value: unknown, path: MemberPath, name: string): unknown {
  const step = path.at(-1);
  const parent = valueAt(value, path.slice(0, -1));
  if (typeof parent !== "object" || parent === null) return value;
  const entries = Object.entries(parent).map(([key, one]: [string, unknown]) => [key === step ? name : key, one]);
  return withValueAt(value, path.slice(0, -1), Object.fromEntries(entries));
}

/** Whether a value is of the kind that a shape draws; what is below is looked at there. */
export function fits(shape: Shape, value: unknown): boolean {
  if (value === null) return shape.nullable || shape.kind.type === "null" || shape.kind.type === "any";
  switch (shape.kind.type) {
    case "object":
      return typeof value === "object" && !Array.isArray(value);
    case "list":
      return Array.isArray(value);
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return shape.kind.options.some((option) => same(option.value, value));
    case "variants":
      return variantOf(shape.kind.variants, value) !== null;
    case "null":
      return false;
    case "any":
      return true;
  }
}

/** The variant that a value is of: the first whose fixed members it has; null: of none. */
export function variantOf(variants: readonly Variant[], value: unknown): number | null {
  const candidates = variants.flatMap((variant, index) => {
    if (variant.holds.type === "value") return same(variant.holds.value, value) ? [{ index, missing: -1 }] : [];
    const shape = shapeOf(variant.holds.at);
    if (!fits(shape, value)) return [];
    if (shape.kind.type !== "object") return [{ index, missing: 0 }];
    const { members } = shape.kind;
    if (members.some(({ name, fixed }) => fixed !== null && !same(valueAt(value, [name]), fixed.value))) return [];
    return [
      {
        index,
        missing: members.filter(({ name, required }) => required && valueAt(value, [name]) === undefined).length,
      },
    ];
  });
  candidates.sort((a, b) => a.missing - b.missing);
  return candidates[0]?.index ?? null;
}

/** What a field begins with when it is set: what is fixed, and empty objects and lists where they are needed. */
export function skeleton(at: SchemaAt, depth = 0, budget = { members: 100 }): unknown {
  const shape = shapeOf(at);
  switch (shape.kind.type) {
    case "object": {
      const members = depth > 8 ? [] : shape.kind.members.filter(({ required }) => required);
      return Object.fromEntries(
        members.flatMap(({ name, at: inner, fixed }): [string, unknown][] => {
          // A schema that asks for many of itself would never be done.
          budget.members -= 1;
          if (budget.members < 0) return [];
          const value = fixed === null ? skeleton(inner, depth + 1, budget) : fixed.value;
          return value === undefined ? [] : [[name, value]];
        }),
      );
    }
    case "list":
      return [];
    case "null":
      return null;
    default:
      return undefined;
  }
}

/** What a variant begins with. */
export function variantValue(variant: Variant): unknown {
  if (variant.holds.type === "value") return variant.holds.value;
  const shape = shapeOf(variant.holds.at);
  switch (shape.kind.type) {
    case "text":
      return "";
    case "number":
      return 0;
    case "boolean":
      return false;
    case "any":
      return {};
    case "choice":
      return shape.kind.options[0]?.value ?? null;
    case "variants":
      return shape.kind.variants[0] === undefined ? null : variantValue(shape.kind.variants[0]);
    default:
      return skeleton(variant.holds.at);
  }
}

/** What is wrong with a value, in words, by the key of the path. */
export function problemsOf(at: SchemaAt, value: unknown): Map<string, string> {
  const problems = new Map<string, string>();
  check(at, value, [], problems);
  return problems;
}

/** Deeper values are the server's to judge. */
const DEEPEST = 40;

function check(at: SchemaAt, value: unknown, path: MemberPath, problems: Map<string, string>): void {
  if (path.length > DEEPEST) return;
  const shape = shapeOf(at);
  const say = (words: string) => problems.set(pathKey(path), words);
  if (value === null && shape.nullable) return;
  if (!fits(shape, value)) {
    say(`This has to be ${wanted(shape)}.`);
    return;
  }
  const { kind } = shape;
  switch (kind.type) {
    case "object":
      for (const { name, required, at: inner } of kind.members) {
        const member = valueAt(value, [name]);
        if (member !== undefined) check(inner, member, [...path, name], problems);
        else if (required) problems.set(pathKey([...path, name]), needed(shapeOf(inner)));
      }
      for (const [name, inner] of othersOf(shape, value)) {
        if (kind.others !== null) check(kind.others, inner, [...path, name], problems);
        else if (!kind.open) problems.set(pathKey([...path, name]), "The schema has no such member.");
      }
      return;
    case "list":
      if (Array.isArray(value))
        for (const [index, inner] of value.entries()) check(kind.item, inner, [...path, index], problems);
      return;
    case "variants": {
      const variant = kind.variants[variantOf(kind.variants, value) ?? -1];
      if (variant?.holds.type === "form") check(variant.holds.at, value, path, problems);
      return;
    }
    case "text": {
      // A schema counts code points.
      const length = typeof value === "string" ? Array.from(value).length : 0;
      if (kind.min !== null && length < kind.min) say(`This has to be at least ${kind.min} characters.`);
      else if (kind.max !== null && length > kind.max) say(`This may be at most ${kind.max} characters.`);
      else if (kind.pattern !== null && typeof value === "string" && matchesPattern(kind.pattern, value) === false)
        say(`This has to match ${kind.pattern.slice(0, 200)}`);
      return;
    }
    case "number":
      if (typeof value !== "number") return;
      if (kind.integer && !Number.isInteger(value)) say("This has to be a whole number.");
      else if (kind.min !== null && value < kind.min) say(`This has to be at least ${kind.min}.`);
      else if (kind.max !== null && value > kind.max) say(`This may be at most ${kind.max}.`);
      return;
    default:
  }
}

/** The members of a value that its shape does not name. */
export function othersOf(shape: Shape, value: unknown): [string, unknown][] {
  const { kind } = shape;
  if (kind.type !== "object" || typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const named = new Set(kind.members.map(({ name }) => name));
  return Object.entries(value).filter(([name]) => !named.has(name));
}

function needed(shape: Shape): string {
  const { type } = shape.kind;
  return type === "choice" || type === "variants" || type === "boolean" ? "Choose one." : "This has to be filled in.";
}

function wanted(shape: Shape): string {
  const words = KIND_WORDS.get(shape.kind.type) ?? "something else";
  return shape.nullable ? `${words}, or null` : words;
}

const KIND_WORDS = new Map<string, string>([
  ["object", "an object"],
  ["list", "a list"],
  ["text", "a text"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["choice", "one of the values that the schema lists"],
  ["variants", "of one of the forms that the schema lists"],
  ["null", "null"],
]);

export function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
