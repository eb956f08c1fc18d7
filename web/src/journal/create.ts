// The journal of this page: over IndexedDB, or in memory (and said so) where the browser has no database at all.
import { createIndexedDbJournal } from "./indexed-db/journal.ts";
import type { Journal } from "./journal.ts";
import { createMemoryJournal } from "./memory.ts";

/** Opens nothing yet. `indexedDB` may be missing, or looking at it may throw where storage is forbidden. */
export function createJournal(): Journal {
  const factory = pageDatabase();
  if (factory !== null) return createIndexedDbJournal({ factory });
  const detail = "This browser gives the page no IndexedDB.";
  return createMemoryJournal({ health: { type: "not-saving", since: Date.now(), reason: "missing", detail } });
}

function pageDatabase(): IDBFactory | null {
  try {
    return typeof indexedDB === "undefined" ? null : indexedDB;
  } catch {
    return null;
  }
}
