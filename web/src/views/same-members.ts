// Equality of lists by members: keeps a recomputed list from waking what depends on it when nothing moved.

/** True when both lists hold the very same members in the same order. */
export function sameMembers<T>(a: readonly T[], b: readonly T[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
