// A value of a configuration as it is typed: which kind it is, and what the words of a field make of it. Pure.
import type { Json } from "../../projection/state.ts";

export type Kind = "text" | "number" | "switch" | "json";

export const KINDS: readonly { kind: Kind; label: string }[] = [
  { kind: "text", label: "Text" },
  { kind: "number", label: "Number" },
  { kind: "switch", label: "Yes or no" },
  { kind: "json", label: "List or table (JSON)" },
];

/** The kind that a value is edited as. */
export function kindOf(value: Json): Kind {
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "switch";
  return typeof value === "object" && value !== null ? "json" : "text";
}

/** The words that stand in the field of a kind for a value. */
export function fieldText(kind: Kind, value: Json): string {
  if (value === null) return "";
  if (kind === "json") return typeof value === "object" ? JSON.stringify(value, null, 2) : JSON.stringify(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

export type Typed = { ok: true; value: Json } | { ok: false; why: string };

/** What was typed, as a value. */
export function valueOf(kind: Kind, text: string): Typed {
  switch (kind) {
    case "text":
      return { ok: true, value: text };
    case "switch":
      return { ok: true, value: text === "true" };
    case "number": {
      const number = Number(text);
      if (text.trim() === "" || !Number.isFinite(number)) return { ok: false, why: "A number, such as 20 or 0.5." };
      if (Number.isInteger(number) && !Number.isSafeInteger(number))
        return { ok: false, why: "A number of this size cannot be written exactly." };
      return { ok: true, value: number };
    }
    case "json":
      try {
        const value: unknown = JSON.parse(text);
        if (value === null) return { ok: false, why: "A configuration cannot hold null: remove the key instead." };
        // Out of JSON.parse: JSON all through.
        return { ok: true, value: value as Json };
      } catch (error) {
        return {
          ok: false,
          why: `This is not valid JSON yet: ${error instanceof Error ? error.message : "it cannot be read"}`,
        };
      }
  }
}
