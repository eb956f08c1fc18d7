// Whether a value fits a shape of scripts/pinned-shapes.mjs: what contradicts it, and what it only adds. Plain walks over plain
// data, since a page may not make code while it runs; nothing is thrown, whatever the value is.

/** See scripts/pinned-shapes.mjs. */
export type Shape = string | number | readonly unknown[];

/** What does not fit, at one place of a value. */
export interface Misfit {
  /**
   * `contradicts`: a member that always was there is missing, or something is of another kind, the whole line perhaps: a
   * notification that has an id, a request that has none. `adds`: a member, a word, an
   * option or a method that the shapes do not know; all that they do know can still be read.
   */
  readonly kind: "contradicts" | "adds";
  readonly what: "missing" | "type" | "member" | "word" | "option" | "method" | "kind";
  /** Members by name, places in lists by number, from the outside. */
  readonly path: readonly (string | number)[];
  /** What would fit, in a few words. */
  readonly expected: string;
  /** What is there: its kind, or the word itself. */
  readonly found: string;
}

/** More of one value are not looked for. */
export const MOST_MISFITS = 20;
/** Deeper is not looked: no shape is, but one that holds itself. */
const MOST_LEVELS = 64;
/** Words that are named; of a word that is found, characters. */
const NAMED = 6;
const SHOWN = 60;

/** What of a value does not fit the shape, in its order; at most `MOST_MISFITS`. */
export function misfitsOf(shapes: readonly Shape[], shape: Shape, value: unknown): Misfit[] {
  const out: Misfit[] = [];
  check(shapes, shape, value, [], out);
  return out;
}

type Path = (string | number)[];

function check(shapes: readonly Shape[], shape: Shape, value: unknown, path: Path, out: Misfit[]): void {
  if (path.length > MOST_LEVELS || out.length >= MOST_MISFITS) return;
  const rule = follow(shapes, shape);
  if (typeof rule === "string") {
    if (!isOf(rule, value)) out.push(contradiction("type", path, nameOf(rule), kindOf(value)));
    return;
  }
  switch (rule[0]) {
    case "e":
      return checkWord(rule.slice(1), value, path, out);
    case "l":
      return checkList(shapes, inner(rule[1]), value, path, out);
    case "o":
      return checkObject(shapes, rule, value, path, out);
    case "t":
      return checkTagged(shapes, rule, value, path, out);
    case "u":
      return checkOptions(shapes, rule.slice(1).map(inner), value, path, out);
    case "a":
      return checkAll(shapes, rule.slice(1).map(inner), value, path, out);
  }
}

function checkWord(words: readonly unknown[], value: unknown, path: Path, out: Misfit[]): void {
  if (words.includes(value)) return;
  // Another text is a word that came later; anything else was never one.
  const isWord = typeof value === "string" && words.some((word) => typeof word === "string");
  if (isWord) out.push(addition("word", path, listed(words), shown(value)));
  else out.push(contradiction("type", path, listed(words), kindOf(value)));
}

function checkList(shapes: readonly Shape[], item: Shape, value: unknown, path: Path, out: Misfit[]): void {
  if (!Array.isArray(value)) {
    out.push(contradiction("type", path, "a list", kindOf(value)));
    return;
  }
  for (let at = 0; at < value.length && out.length < MOST_MISFITS; at += 1) {
    path.push(at);
    check(shapes, item, value[at], path, out);
    path.pop();
  }
}

function checkObject(
  shapes: readonly Shape[],
  rule: readonly unknown[],
  value: unknown,
  path: Path,
  out: Misfit[],
): void {
  const members = objectOf(value);
  if (members === null) {
    out.push(contradiction("type", path, "an object", kindOf(value)));
    return;
  }
  const must = membersOf(rule[1]);
  const may = membersOf(rule[2]);
  for (const name of Object.keys(must))
    if (!Object.hasOwn(members, name))
      out.push(contradiction("missing", [...path, name], wordsFor(shapes, must[name] ?? "*"), "nothing"));
  for (const name of Object.keys(members)) {
    if (out.length >= MOST_MISFITS) return;
    const known = Object.hasOwn(must, name) ? must[name] : Object.hasOwn(may, name) ? may[name] : rule[3];
    path.push(name);
    if (known === undefined) out.push(addition("member", path, "no such member", kindOf(members[name])));
    else check(shapes, inner(known), members[name], path, out);
    path.pop();
  }
}

function checkTagged(
  shapes: readonly Shape[],
  rule: readonly unknown[],
  value: unknown,
  path: Path,
  out: Misfit[],
): void {
  const tag = String(rule[1]);
  const options = membersOf(rule[2]);
  const members = objectOf(value);
  if (members === null) {
    out.push(contradiction("type", path, "an object", kindOf(value)));
    return;
  }
  const word = Object.hasOwn(members, tag) ? members[tag] : undefined;
  if (typeof word === "string" && Object.hasOwn(options, word))
    return check(shapes, options[word] ?? "*", value, path, out);
  const words = Object.keys(options);
  if (word === undefined) out.push(contradiction("missing", [...path, tag], listed(words), "nothing"));
  else checkWord(words, word, [...path, tag], out);
}

/** The option that it fits best: without a contradiction if there is one, then with the fewest additions. */
function checkOptions(
  shapes: readonly Shape[],
  options: readonly Shape[],
  value: unknown,
  path: Path,
  out: Misfit[],
): void {
  let best: readonly Misfit[] | null = null;
  for (const option of options) {
    const misfits: Misfit[] = [];
    check(shapes, option, value, path, misfits);
    if (misfits.length === 0) return;
    // Of options of another kind nothing can be learnt.
    const other = misfits.some(({ what, path: at }) => what === "type" && at.length === path.length);
    if (!other && (best === null || weight(misfits) < weight(best))) best = misfits;
  }
  if (best !== null && !contradicts(best)) {
    out.push(...best);
    return;
  }
  const names = options.flatMap((option) => nameOfOption(shapes, option));
  const [only, ...others] = Object.keys(objectOf(value) ?? {});
  if (only !== undefined && others.length === 0 && names.length > 0 && !names.includes(only))
    out.push(addition("option", [...path, only], listed(names), shown(only)));
  else if (only === undefined && names.length > 1 && objectOf(value) !== null)
    out.push(contradiction("missing", path, `${listed(names)} as its member`, "an empty object"));
  else if (best !== null) out.push(...best);
  else {
    const known = new Set(options.map((option) => wordsFor(shapes, option)));
    out.push(contradiction("type", path, [...known].join(" or "), kindOf(value)));
  }
}

/** Each may know members that the others do not: what none of them knows is new. */
function checkAll(shapes: readonly Shape[], parts: readonly Shape[], value: unknown, path: Path, out: Misfit[]): void {
  const unknown = new Map<string, { misfit: Misfit; count: number }>();
  for (const part of parts) {
    const misfits: Misfit[] = [];
    check(shapes, part, value, path, misfits);
    for (const misfit of misfits) {
      if (misfit.what !== "member") {
        out.push(misfit);
        continue;
      }
      const at = JSON.stringify(misfit.path);
      unknown.set(at, { misfit, count: (unknown.get(at)?.count ?? 0) + 1 });
    }
  }
  for (const { misfit, count } of unknown.values()) if (count === parts.length) out.push(misfit);
}

/** Whether any of them is more than an addition. */
export function contradicts(misfits: readonly Misfit[]): boolean {
  return misfits.some(({ kind }) => kind === "contradicts");
}

function weight(misfits: readonly Misfit[]): number {
  return misfits.reduce((sum, { kind }) => sum + (kind === "contradicts" ? MOST_MISFITS + 1 : 1), 0);
}

function contradiction(what: "missing" | "type", path: Path, expected: string, found: string): Misfit {
  return { kind: "contradicts", what, path: [...path], expected, found };
}

function addition(what: "member" | "word" | "option", path: Path, expected: string, found: string): Misfit {
  return { kind: "adds", what, path: [...path], expected, found };
}

function follow(shapes: readonly Shape[], shape: Shape): string | readonly unknown[] {
  let found = shape;
  // No shape refers to itself alone; the bound is for one that is not what it should be.
  for (let turns = 0; typeof found === "number" && turns < MOST_LEVELS; turns += 1) found = shapes[found] ?? "*";
  return typeof found === "number" ? "*" : found;
}

/** A part of a shape, which our own generator has written. */
function inner(part: unknown): Shape {
  return typeof part === "string" || typeof part === "number" || Array.isArray(part) ? (part as Shape) : "*";
}

function membersOf(part: unknown): Readonly<Record<string, Shape>> {
  return (objectOf(part) ?? {}) as Record<string, Shape>;
}

/** The only member that an option must have, where that is what tells it from others. */
function nameOfOption(shapes: readonly Shape[], option: Shape): string[] {
  const rule = follow(shapes, option);
  if (typeof rule === "string" || rule[0] !== "o") return [];
  const must = Object.keys(membersOf(rule[1]));
  return must.length === 1 && Object.keys(membersOf(rule[2])).length === 0 ? must : [];
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ["s", "a text"],
  ["n", "a number"],
  ["i", "a whole number"],
  ["b", "true or false"],
  ["z", "null"],
  ["o", "an object"],
  ["l", "a list"],
]);

function nameOf(rule: string): string {
  return NAMES.get(rule) ?? "a value";
}

/** What a shape is, in a few words. */
function wordsFor(shapes: readonly Shape[], shape: Shape): string {
  const rule = follow(shapes, shape);
  if (typeof rule === "string") return nameOf(rule);
  switch (rule[0]) {
    case "e":
      return listed(rule.slice(1));
    case "l":
      return "a list";
    case "u":
      return [...new Set(rule.slice(1).map((option) => wordsFor(shapes, inner(option))))].join(" or ");
    default:
      return "an object";
  }
}

function listed(words: readonly unknown[]): string {
  const [only] = words;
  if (words.length === 1) return shown(only);
  const named = words.slice(0, NAMED).map(shown).join(", ");
  return words.length > NAMED ? `one of ${named} and ${words.length - NAMED} more` : `one of ${named}`;
}

function shown(word: unknown): string {
  const text = typeof word === "string" ? `“${word.slice(0, SHOWN)}${word.length > SHOWN ? "…" : ""}”` : null;
  return text ?? JSON.stringify(word) ?? "nothing";
}

/** The kind of a value; never what it says, which may be a secret. */
function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return "a text";
    case "boolean":
      return "true or false";
    case "number":
      return Number.isInteger(value) ? "a whole number" : "a number";
    default:
      return "an object";
  }
}

function isOf(rule: string, value: unknown): boolean {
  switch (rule) {
    case "s":
      return typeof value === "string";
    case "n":
      return typeof value === "number";
    case "i":
      return Number.isInteger(value);
    case "b":
      return typeof value === "boolean";
    case "z":
      return value === null || value === undefined;
    case "o":
      return objectOf(value) !== null;
    case "l":
      return Array.isArray(value);
    default:
      return true;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  // Only read, and only by members that it owns.
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
