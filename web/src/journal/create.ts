// The journal of this page: over IndexedDB, or in memory (and said so) where the browser has no database at all.
import { createIndexedDbJournal } from "./indexed-db/journal.ts";
import type { Journal } from "./journal.ts";

/**
 * Opens nothing yet. `indexedDB` may be missing, or looking at it may throw where storage is forbidden. The journal in
 * memory is loaded only then: hardly any page needs it.
 */
export async function createJournal(): Promise<Journal> {
  const factory = pageDatabase();
  if (factory !== null) return createIndexedDbJournal({ factory });
  const detail = "This browser gives the page no IndexedDB.";
  const { createMemoryJournal } = await import("./memory.ts");
  return createMemoryJournal({ health: { type: "not-saving", since: Date.now(), reason: "missing", detail } });
}

function pageDatabase(): IDBFactory | null {
  try {
    return typeof indexedDB === "undefined" ? null : indexedDB;
  } catch {
    return null;
  }
}
