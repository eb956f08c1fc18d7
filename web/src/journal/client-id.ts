// A client id with its outbox and its attach number belongs to one page at a time, by a Web Lock that goes with the page.
// A new page takes a free one of the host (one with something in its outbox first) or makes one.
import type { ClientRecord, Journal } from "./journal.ts";

/** The part of `navigator.locks` that is used; injected in tests. */
export interface Locks {
  request<T>(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    callback: (lock: unknown) => Promise<T> | T,
  ): Promise<T>;
}

/** This page's hold on a client id. */
export interface ClientClaim {
  /** As it was stored when it was taken. */
  readonly record: ClientRecord;
  /** The number for the next attach. It is stored before it is given, and none is ever given twice. */
  readonly nextAttach: () => Promise<number>;
  /** Lets another page take the id. Leaving the page does the same. */
  readonly release: () => void;
}

/** What the tab remembers over a reload. */
export interface TabMemory {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Milliseconds that a page waits for the id of its own earlier life: the browser lets go of a lock only a moment later. */
export const OWN_ID_PATIENCE_MS = 1_000;

export interface ClaimOptions {
  journal: Journal;
  host: string;
  /** Null where the browser has none: every page then has an id of its own, and what it left behind stays there. */
  locks: Locks | null;
  /** Unix milliseconds. */
  now: () => number;
  /** The tab's own memory (`sessionStorage`): a page that is loaded again wants the id that it had. */
  tab?: TabMemory | null;
  patienceMs?: number;
  /** A new id, 1 to 64 characters of A-Z a-z 0-9 _ . - */
  newId?: () => string;
}

/** Takes a client id for this page. Never fails: without a store the id lives as long as the page. */
export async function claimClient(options: ClaimOptions): Promise<ClientClaim> {
  const { journal, host, locks } = options;
  const own = recall(options);
  if (locks !== null) {
    for (const client of await candidates(journal, host, own)) {
      const release = await tryLock(
        locks,
        lockName(host, client),
        client === own ? (options.patienceMs ?? OWN_ID_PATIENCE_MS) : 0,
      );
      if (release === null) continue;
      // Read again under the lock: the page that had it may have written a moment ago.
      const record = (await journal.clients(host)).find((found) => found.client === client);
      if (record !== undefined) return claim(options, record, release);
      release();
    }
  }
  const client = (options.newId ?? newClientId)();
  const release = locks === null ? null : await tryLock(locks, lockName(host, client), 0);
  return claim(options, { host, client, n: 0, outbox: [] }, release ?? (() => {}));
}

/** The tab's own id first, then those with something in their outbox, then those that were used least. */
async function candidates(journal: Journal, host: string, own: string | null): Promise<string[]> {
  const rank = (record: ClientRecord): number => (record.client === own ? 0 : record.outbox.length > 0 ? 1 : 2);
  return (await journal.clients(host))
    .toSorted((a, b) => rank(a) - rank(b) || a.n - b.n)
    .map((record) => record.client);
}

function recall(options: ClaimOptions): string | null {
  try {
    return options.tab?.getItem(tabKey(options.host)) ?? null;
  } catch {
    return null;
  }
}

function remember(options: ClaimOptions, client: string): void {
  try {
    options.tab?.setItem(tabKey(options.host), client);
  } catch {
    // Storage is forbidden or full: after a reload another free id will do.
  }
}

function tabKey(host: string): string {
  return `longwire/client/${host}`;
}

/** 22 characters with 128 random bits. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function claim(options: ClaimOptions, record: ClientRecord, release: () => void): ClientClaim {
  const { journal, now } = options;
  const { host, client } = record;
  remember(options, client);
  let last = record.n;
  let released = false;
  return {
    record,
    async nextAttach() {
      // Never below the clock: a number that could not be stored is then still behind those of the next page.
      const atLeast = Math.max(last + 1, now());
      // Two asked for at once must differ even when nothing is stored.
      last = atLeast;
      try {
        const n = await journal.nextAttach(host, client, atLeast);
        last = Math.max(last, n);
        return n;
      } catch {
        return atLeast;
      }
    },
    release() {
      if (released) return;
      released = true;
      release();
    },
  };
}

function lockName(host: string, client: string): string {
  return `longwire/client/${host}/${client}`;
}

/** Holds a lock until the returned function is called; null when another page has it, and still has after `patience` ms. */
function tryLock(locks: Locks, name: string, patience: number): Promise<(() => void) | null> {
  const options = patience === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(patience) };
  return new Promise((resolve) => {
    locks
      .request(name, options, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((release) => {
          resolve(release);
        });
      })
      // Not let go in time, or a document that is being torn down.
      .catch(() => {
        resolve(null);
      });
  });
}
