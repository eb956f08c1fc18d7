// One connection to the database, for the life of the page: opened when first needed, opened again when the browser
// closed it (iOS does after a pause), given up when a newer version of the app wants the database.
import { wrap } from "idb";
import { errorName, JournalError, toJournalError } from "../error.ts";
import type { HealthKeeper } from "../health.ts";
import { DATABASE_VERSION, upgrade, type Database } from "./schema.ts";

/** An open that has not settled by then is told as blocked; a third tab in a blocked upgrade gets no event at all. */
export const OPEN_TIMEOUT_MS = 3_000;
/** A failed open is not tried again before. */
export const REOPEN_PAUSE_MS = 1_000;

export interface OpenOptions {
  /** Null where the browser gives no database. */
  factory: IDBFactory | null;
  name: string;
  /** Another version than this build's: for tests of upgrades. */
  version?: number;
  health: HealthKeeper;
  now: () => number;
  openTimeoutMs?: number;
}

export interface Connection {
  /** The open database. Rejects with a JournalError at once when it is known that there is none now. */
  get(): Promise<Database>;
  /** Tells that this handle no longer works; the next `get` opens another. */
  drop(db: Database): void;
  close(): void;
}

type State =
  | { type: "none" }
  | { type: "opening"; promise: Promise<Database> }
  /** The open has not settled yet; it may still succeed, and then heals. */
  | { type: "stalled"; error: JournalError }
  | { type: "open"; db: Database }
  | { type: "failed"; error: JournalError; retryAt: number }
  /** For good. */
  | { type: "over"; error: JournalError };

export function createConnection(options: OpenOptions): Connection {
  const { factory, health } = options;
  let state: State = { type: "none" };

  function over(error: JournalError): void {
    if (state.type === "open") state.db.close();
    state = { type: "over", error };
  }

  function adopt(raw: IDBDatabase): Database {
    // wrap() knows nothing of our schema; `upgrade` has made these very stores.
    const db = wrap(raw) as unknown as Database;
    raw.addEventListener("versionchange", (event) => {
      // A newer app wants to upgrade (or the data is being deleted): standing in its way would block every tab.
      if (event.newVersion === null) return drop(db, true);
      const error = new JournalError("superseded");
      raw.close();
      if (state.type === "open" && state.db === db) over(error);
      health.failed(error);
    });
    raw.addEventListener("close", () => drop(db, false));
    state = { type: "open", db };
    if (health.get().type === "blocked") health.ok();
    return db;
  }

  function drop(db: Database, closeIt: boolean): void {
    if (closeIt) db.close();
    if (state.type === "open" && state.db === db) state = { type: "none" };
  }

  function open(from: IDBFactory): Promise<Database> {
    return new Promise<Database>((resolve, reject) => {
      let request: IDBOpenDBRequest;
      try {
        request = from.open(options.name, options.version ?? DATABASE_VERSION);
      } catch (error) {
        return reject(fail(new JournalError("missing", error)));
      }
      const stall = (): void => {
        if (state.type !== "opening") return;
        const error = new JournalError("blocked");
        state = { type: "stalled", error };
        health.failed(error);
        reject(error);
      };
      const timer = setTimeout(stall, options.openTimeoutMs ?? OPEN_TIMEOUT_MS);
      request.addEventListener("blocked", stall);
      request.addEventListener("upgradeneeded", (event) => {
        upgrade(wrap(request.result) as unknown as Database, event.oldVersion);
      });
      request.addEventListener("error", (event) => {
        event.preventDefault();
        clearTimeout(timer);
        reject(fail(openError(request.error)));
      });
      request.addEventListener("success", () => {
        clearTimeout(timer);
        // The page has let go of its journal meanwhile: a late handle would block others.
        if (state.type !== "opening" && state.type !== "stalled") return request.result.close();
        resolve(adopt(request.result));
      });
    });
  }

  function fail(error: JournalError): JournalError {
    if (state.type === "over") return error;
    if (error.reason === "superseded") over(error);
    else state = { type: "failed", error, retryAt: options.now() + REOPEN_PAUSE_MS };
    health.failed(error);
    return error;
  }

  return {
    get() {
      switch (state.type) {
        case "open":
          return Promise.resolve(state.db);
        case "opening":
          return state.promise;
        case "stalled":
        case "over":
          return Promise.reject(state.error);
        case "failed":
          if (options.now() < state.retryAt) return Promise.reject(state.error);
          break;
        case "none":
          break;
      }
      if (factory === null) return Promise.reject(fail(new JournalError("missing")));
      // The state comes first: an open that throws at once must find it.
      const opening = { type: "opening" as const, promise: undefined as unknown as Promise<Database> };
      state = opening;
      opening.promise = open(factory);
      return opening.promise;
    },
    drop: (db) => drop(db, true),
    close: () => over(new JournalError("closed")),
  };
}

function openError(error: DOMException | null): JournalError {
  const known = toJournalError(error);
  // Some browsers refuse a private window only here.
  return known.reason === "closed" || errorName(error) === "UnknownError" ? new JournalError("missing", error) : known;
}
