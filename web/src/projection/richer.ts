// What is told now against what is held: later words win, and poorer ones take nothing away.
import { objectOf, textOf } from "./read.ts";
import type { JsonObject } from "./state.ts";

/** Who speaks of the item: its start, its end, or a copy from the server's history. */
export type ItemSource = "started" | "completed" | "copy";

/** What the server says now, unless it is less of what is held already. */
export function richer(held: string, told: string | null | undefined): string {
  if (told === null || told === undefined || told === "") return held;
  return held.length > told.length && held.startsWith(told) ? held : told;
}

/** The same for lists of texts, by their places. */
export function mergeTexts(held: string[], told: readonly unknown[]): void {
  for (const [index, value] of told.entries()) {
    // Summary parts are texts, or objects with one.
    const text = textOf(value) ?? textOf(objectOf(value)?.["text"]) ?? "";
    held[index] = richer(held[index] ?? "", text);
  }
}

/**
 * Field by field: what is null or empty now does not take away what was told before.
 * @param settled what is held is the newer word: only what is missing in it is taken over
 */
export function merge(held: object | null, told: object, settled = false): JsonObject {
  const wire = objectOf(told) ?? {};
  const before = objectOf(held) ?? {};
  const [base, over] = settled ? [wire, before] : [before, wire];
  const kept = Object.entries(over).filter(
    ([key, value]) => !isEmpty(value) || !Object.hasOwn(base, key) || isEmpty(base[key]),
  );
  // fromEntries defines members, so that a member named __proto__ is just that.
  return Object.fromEntries([...Object.entries(base), ...kept]);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
