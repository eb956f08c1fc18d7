// Shapes: the few checks of zod/mini that the first screen needs, under the same names, in a tenth of its bytes. A page
// pays for zod when it opens a room that reads by it; what is on screen at once is read by these. Both are read by `read`
// of field.ts. A shape looks and copies nothing: the value that passed is the value that came.

/** Where a value is not of its shape, and what was expected there. */
export interface Miss {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What zod's `safeParse` answers, as far as it is used. */
export type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | {
      readonly success: false;
      readonly error: {
        readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
      };
    };

/** Anything that reads values as zod does. */
export interface Reads<T> {
  safeParse(value: unknown): Parsed<T>;
}

/** A check of values. `missing`: an object may lack the member. */
export interface Shape<T, O extends boolean = boolean> extends Reads<T> {
  readonly missing: O;
  miss(value: unknown): Miss | null;
}

type Members = Readonly<Record<string, Shape<unknown>>>;
type Optional<M extends Members> = { [K in keyof M]: M[K]["missing"] extends true ? K : never }[keyof M];
type Flat<T> = { [K in keyof T]: T[K] };
type ObjectOf<M extends Members> = Flat<
  { [K in Exclude<keyof M, Optional<M>>]: infer_<M[K]> } & { [K in Optional<M>]?: infer_<M[K]> }
>;
type infer_<S> = S extends Reads<infer T> ? T : never;
/** The type of the values that have a shape. */
export type { infer_ as infer };
type Loose<M extends Members> = ObjectOf<M> & { [key: string]: unknown };

/** An object with some known members; all others stay. */
export interface ObjectShape<M extends Members> extends Shape<Loose<M>, false> {
  readonly members: M;
}

function shape<T, O extends boolean>(missing: O, miss: (value: unknown) => Miss | null): Shape<T, O> {
  return {
    missing,
    miss,
    safeParse(value) {
      const found = miss(value);
      // The check has just been made.
      return found === null ? { success: true, data: value as T } : { success: false, error: { issues: [found] } };
    },
  };
}

const expected = (what: string): Miss => ({ path: [], message: `expected ${what}` });
const simple = <T>(what: string, is: (value: unknown) => boolean): Shape<T, false> => {
  const no = expected(what);
  return shape(false, (value) => (is(value) ? null : no));
};
const below = (key: string | number, found: Miss | null): Miss | null =>
  found === null ? null : { path: [key, ...found.path], message: found.message };

const TEXT = simple<string>("a text", (value) => typeof value === "string");
const NUMBER = simple<number>("a number", Number.isFinite);
const BOOLEAN = simple<boolean>("true or false", (value) => typeof value === "boolean");
const ANYTHING = shape<unknown, false>(false, () => null);
const COUNT = simple<number>("a whole number from 0", (value) => Number.isSafeInteger(value) && Number(value) >= 0);
const INT = simple<number>("a whole number", Number.isSafeInteger);

export const string = (): typeof TEXT => TEXT;
export const number = (): typeof NUMBER => NUMBER;
export const boolean = (): typeof BOOLEAN => BOOLEAN;
export const unknown = (): typeof ANYTHING => ANYTHING;
export const int = (): typeof INT => INT;
/** A whole number that is not negative. */
export const count = (): typeof COUNT => COUNT;

/** This very word. */
export function literal<const T extends string>(wanted: T): Shape<T, false> & { readonly value: T } {
  return { ...simple<T>(`"${wanted}"`, (value) => value === wanted), value: wanted };
}

/** A text of this pattern. */
export function pattern(wanted: RegExp): Shape<string, false> {
  return simple(`a text like ${wanted}`, (value) => typeof value === "string" && wanted.test(value));
}

/** The value or null. */
export function nullable<T>(inner: Shape<T>): Shape<T | null, false> {
  return shape(false, (value) => (value === null ? null : inner.miss(value)));
}

/** The value, null, or no such member. */
export function nullish<T>(inner: Shape<T>): Shape<T | null | undefined, true> {
  return shape(true, (value) => (value === null || value === undefined ? null : inner.miss(value)));
}

/** The value, or no such member. */
export function optional<T>(inner: Shape<T>): Shape<T | undefined, true> {
  return shape(true, (value) => (value === undefined ? null : inner.miss(value)));
}

/** A list whose members all have the shape. */
export function array<T>(inner: Shape<T>): Shape<T[], false> {
  return shape(false, (value) => {
    if (!Array.isArray(value)) return expected("a list");
    for (const [n, member] of value.entries()) {
      const found = inner.miss(member);
      if (found !== null) return below(n, found);
    }
    return null;
  });
}

/** One of these. */
export function union<S extends readonly Shape<unknown>[]>(shapes: S): Shape<infer_<S[number]>, false> {
  return shape(false, (value) => {
    let last: Miss | null = null;
    for (const one of shapes) {
      last = one.miss(value);
      if (last === null) return null;
    }
    return last;
  });
}

/** An object with at least these members; members of other names are left as they are. */
export function looseObject<M extends Members>(members: M): ObjectShape<M> {
  const known = Object.entries(members);
  const check = shape<Loose<M>, false>(false, (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return expected("an object");
    for (const [name, inner] of known) {
      // A name like "constructor" is a member only where the object itself has it.
      const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
      if (member === undefined && inner.missing) continue;
      const found = inner.miss(member);
      if (found !== null) return below(name, found);
    }
    return null;
  });
  return { ...check, members };
}

/** The same, read into an object that holds these members alone: what is to be stored or sent on carries nothing else. */
export function object<M extends Members>(members: M): Shape<ObjectOf<M>, false> & { readonly members: M } {
  const loose = looseObject(members);
  return {
    ...loose,
    safeParse(value) {
      const parsed = loose.safeParse(value);
      if (!parsed.success) return parsed;
      const known = Object.entries(parsed.data).filter(([name]) => Object.hasOwn(members, name));
      // The members that were checked, and no others.
      return { success: true, data: Object.fromEntries(known) as ObjectOf<M> };
    },
  };
}

/** The object with further members. */
export function extend<M extends Members, N extends Members>(
  base: ObjectShape<M>,
  more: N,
): ObjectShape<Omit<M, keyof N> & N> {
  // Members of the same name are replaced, as the type says.
  return looseObject({ ...base.members, ...more } as Omit<M, keyof N> & N);
}
