// A token budget as a person writes it. Pure.

/** Empty: none. Blanks, commas and the like between digits are how people write large numbers; `k` and `m` count. */
export function budgetOf(text: string): { ok: true; value: number | null } | { ok: false } {
  const written = text.trim().replaceAll(/(?<=\d)[\s,._'’](?=\d{3}(?:\D|$))/g, "");
  if (written === "") return { ok: true, value: null };
  const [, digits, unit] = /^(\d{1,15})\s*([km]?)$/i.exec(written) ?? [];
  if (digits === undefined) return { ok: false };
  const factor = unit?.toLowerCase() === "m" ? 1_000_000 : unit?.toLowerCase() === "k" ? 1000 : 1;
  const value = Number(digits) * factor;
  return value > 0 && Number.isSafeInteger(value) ? { ok: true, value } : { ok: false };
}
