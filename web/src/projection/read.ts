// Small readers for values from the wire that need no schema: each gives null for anything else than it looks for.
import type { Json, JsonObject } from "./state.ts";

/** The value as an object, or null. What it holds came out of JSON.parse, so it is JSON all through. */
export function objectOf(value: unknown): JsonObject | null {
  // The check is the whole of what JSON.parse leaves open.
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** A text, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A finite number, or null. */
export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as JSON, null where there is none. */
export function jsonOf(value: unknown): Json {
  // Values from the wire came out of JSON.parse; undefined stands for a missing member.
  return value === undefined ? null : (value as Json);
}

/** The farthest moment that a Date can hold, in ms. */
const FARTHEST = 8.64e15;

/** Unix milliseconds, or null: what is no moment could not be written as one. */
export function momentOf(value: unknown): number | null {
  return typeof value === "number" && Math.abs(value) <= FARTHEST ? value : null;
}

/** Longer than this nothing that is timed here takes, ms. */
const LONGEST = 10 * 366 * 24 * 3_600_000;

/** A span of time in ms, or null: a clock that was set in between makes negative ones, and ones of ages. */
export function spanOf(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= LONGEST ? value : null;
}

/** Unix seconds as the server writes them, in milliseconds. */
export function secondsToMs(value: number | null | undefined): number | null {
  return typeof value === "number" ? momentOf(value * 1000) : null;
}

/** The text of a message of the person: its text parts, one below the other. */
export function textOfParts(parts: readonly unknown[]): string {
  return parts
    .map(objectOf)
    .filter((part) => part?.["type"] === "text")
    .map((part) => textOf(part?.["text"]) ?? "")
    .join("\n");
}
