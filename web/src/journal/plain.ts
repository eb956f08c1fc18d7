// What goes into a store is plain data: a framework's proxy handed to IndexedDB throws DataCloneError and is lost.

/** A deep copy without proxies. Maps, Dates and bytes stay what they are, except inside a proxy (JSON values only). */
export function plain<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  try {
    return structuredClone(value);
  } catch {
    // The text is this very value's, so the parsed copy has its type as far as JSON can say it.
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? value : (JSON.parse(text) as T);
  }
}
