// Secrets in JSON that is shown as text: a mark stands in the place of each, and means it when the text is read again.
import { type MemberPath, valueAt, withValueAt } from "./value.ts";

/** The mark of the n-th secret. */
const mark = (n: number) => `[secret ${n}, kept]`;

export interface Hidden {
  /** The value with marks. */
  value: unknown;
  /** What each mark stands for. */
  hidden: ReadonlyMap<string, unknown>;
}

/** The value with a mark for each secret. One that is empty needs none. */
export function hideSecrets(value: unknown, secrets: readonly MemberPath[]): Hidden {
  const hidden = new Map<string, unknown>();
  let next = value;
  for (const path of secrets) {
    const secret = valueAt(next, path);
    if (secret === undefined || secret === null || secret === "") continue;
    // A mark already: it lies below another secret.
    if (typeof secret === "string" && hidden.has(secret)) continue;
    const name = mark(hidden.size + 1);
    hidden.set(name, secret);
    next = withValueAt(next, path, name);
  }
  return { value: next, hidden };
}

/** The value with the secrets back in the place of their marks. */
export function showSecrets(value: unknown, hidden: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === "string") return hidden.has(value) ? hidden.get(value) : value;
  if (Array.isArray(value)) return value.map((inner: unknown) => showSecrets(inner, hidden));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [name, showSecrets(inner, hidden)]),
  );
}
