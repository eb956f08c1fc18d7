// A token budget as a person writes it. Pure.

/**
 * Empty: none. Blanks, commas and the like between digits are how people write large numbers; `k` and `m` count. What may as
 * well be a fraction (`1.250M`, `0.500`, `1,234.567`) is not read as a thousand times as much.
 */
export function budgetOf(text: string): { ok: true; value: number | null } | { ok: false } {
  const written = text.trim();
  if (written === "") return { ok: true, value: null };
  const [, number, unit] = /^(\d{1,3}(?:[\s,._'’]\d{3})+|\d{1,15})\s*([km]?)$/i.exec(written) ?? [];
  if (number === undefined || unit === undefined) return { ok: false };
  const between = new Set(number.replaceAll(/\d/g, "").replaceAll(/\s/g, " "));
  if (between.size > 1) return { ok: false };
  if ((between.has(",") || between.has(".")) && (unit !== "" || number.startsWith("0"))) return { ok: false };
  const factor = unit.toLowerCase() === "m" ? 1_000_000 : unit.toLowerCase() === "k" ? 1000 : 1;
  const value = Number(number.replaceAll(/\D/g, "")) * factor;
  return value > 0 && Number.isSafeInteger(value) ? { ok: true, value } : { ok: false };
}
