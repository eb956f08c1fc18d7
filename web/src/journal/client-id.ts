// A client id with its outbox and its attach number belongs to one page at a time, by a Web Lock that goes with the page.
// A new page takes a free one of the host (one with something in its outbox first) or makes one.
import type { ClientRecord, Journal } from "./journal.ts";

/** The part of `navigator.locks` that is used; injected in tests. */
export interface Locks {
  request<T>(name: string, options: { ifAvailable?: boolean }, callback: (lock: unknown) => Promise<T> | T): Promise<T>;
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

export interface ClaimOptions {
  journal: Journal;
  host: string;
  /** Null where the browser has none: every page then has an id of its own, and what it left behind stays there. */
  locks: Locks | null;
  /** Unix milliseconds. */
  now: () => number;
  /** A new id, 1 to 64 characters of A-Z a-z 0-9 _ . - */
  newId?: () => string;
}

/** Takes a client id for this page. Never fails: without a store the id lives as long as the page. */
export async function claimClient(options: ClaimOptions): Promise<ClientClaim> {
  const { journal, host, locks, now } = options;
  if (locks !== null) {
    const free = (await journal.clients(host)).toSorted((a, b) => b.outbox.length - a.outbox.length || a.n - b.n);
    for (const { client } of free) {
      const release = await tryLock(locks, lockName(host, client));
      if (release === null) continue;
      // Read again under the lock: the page that had it may have written a moment ago.
      const record = (await journal.clients(host)).find((found) => found.client === client);
      if (record !== undefined) return claim(journal, record, now, release);
      release();
    }
  }
  const client = (options.newId ?? newClientId)();
  const release = locks === null ? () => {} : await tryLock(locks, lockName(host, client));
  return claim(journal, { host, client, n: 0, outbox: [] }, now, release ?? (() => {}));
}

/** 22 characters with 128 random bits. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function claim(journal: Journal, record: ClientRecord, now: () => number, release: () => void): ClientClaim {
  const { host, client } = record;
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

/** Holds a lock until the returned function is called; null when another page has it. */
function tryLock(locks: Locks, name: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((release) => {
          resolve(release);
        });
      })
      // A document that is being torn down has no locks to give.
      .catch(() => {
        resolve(null);
      });
  });
}
