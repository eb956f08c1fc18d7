// The shapes that the lenient schemas are made of. What the app does not read is not checked, unknown members survive,
// enums are open, and only what a fold cannot do without is required.
import * as z from "./shape.ts";

/** Text that may be missing. */
export const optionalText = z.nullish(z.string());
/** A number that may be missing. */
export const optionalNumber = z.nullish(z.number());
/** A list whose members are read one by one, so that a bad one does not cost its neighbours. */
export const loose = z.array(z.unknown());
/** An object that says what it is by its `type`, known or not. */
export const tagged = z.looseObject({ type: z.string() });
export type Tagged = z.infer<typeof tagged>;

/** What became of reading one value: read, or malformed with the first reason. The value itself is never thrown away. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string; readonly raw: unknown };

/** Reads a value by a lenient schema. Never throws. */
export function read<T>(schema: z.Reads<T>, value: unknown): Reading<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  const where = issue?.path.join(".") ?? "";
  return { ok: false, reason: `${where === "" ? "value" : where}: ${issue?.message ?? "invalid"}`, raw: value };
}

/** Reads each member of a list by itself: one that is malformed leaves the others as they are. */
export function readEach<T>(schema: z.Reads<T>, values: readonly unknown[]): Reading<T>[] {
  return values.map((value) => read(schema, value));
}
