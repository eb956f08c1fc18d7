import { describe, expect, test } from "vitest";
import { claimClient, newClientId, type Locks } from "./client-id.ts";
import { whoTriesFirst } from "./first.ts";
import { JournalError } from "./error.ts";
import type { Journal, OutboxEntry } from "./journal.ts";
import { createMemoryJournal } from "./memory.ts";

const HOST = "relay-1";
const waiting: OutboxEntry = {
  id: "s:a.p.1",
  at: 1,
  state: { type: "waiting" },
  intent: { type: "interrupt", thread: "T1", turn: "t1", line: "{}" },
};

/** Web Locks of one device: exclusive, held until the callback's promise settles. */
function deviceLocks(): Locks & { held: Set<string> } {
  const held = new Set<string>();
  const queue = new Map<string, (() => void)[]>();
  return {
    held,
    async request(name, options, callback) {
      if (held.has(name)) {
        if (options.ifAvailable === true) return callback(null);
        await new Promise<void>((resolve, reject) => {
          queue.set(name, [...(queue.get(name) ?? []), resolve]);
          options.signal?.addEventListener("abort", () => {
            reject(new Error("not in time"));
          });
        });
      }
      held.add(name);
      try {
        return await callback({ name });
      } finally {
        held.delete(name);
        queue.get(name)?.shift()?.();
      }
    },
  };
}

function claim(journal: Journal, locks: Locks | null, now = 0) {
  return claimClient({ journal, host: HOST, locks, now: () => now });
}

describe("client ids", () => {
  test("[JRN-40] two pages at once have two ids; an id that was let go is taken again, with its outbox", async () => {
    const journal = createMemoryJournal();
    const locks = deviceLocks();
    const a = await claim(journal, locks);
    await a.nextAttach();
    const b = await claim(journal, locks);
    await b.nextAttach();
    expect(b.record.client).not.toBe(a.record.client);
    await journal.putClient({ ...b.record, outbox: [waiting] });
    a.release();
    b.release();
    await Promise.resolve();
    const c = await claim(journal, locks);
    expect(c.record).toEqual({ host: HOST, client: b.record.client, n: 1, outbox: [waiting] });
    const d = await claim(journal, locks);
    expect(d.record.client).toBe(a.record.client);
    expect(locks.held.size).toBe(2);
  });

  test("[JRN-40] an id is read again under its lock, since the page before may have written until the end", async () => {
    const journal = createMemoryJournal();
    await journal.putClient({ host: HOST, client: "a", n: 1, outbox: [] });
    const inner = deviceLocks();
    const locks: Locks = {
      async request(name, options, callback) {
        await journal.putClient({ host: HOST, client: "a", n: 7, outbox: [waiting] });
        return inner.request(name, options, callback);
      },
    };
    expect((await claim(journal, locks)).record).toEqual({ host: HOST, client: "a", n: 7, outbox: [waiting] });
  });

  test("[JRN-40] a page that is loaded again waits a moment for the id that its tab had, and takes another if it is kept", async () => {
    const journal = createMemoryJournal();
    const locks = deviceLocks();
    const remembered = new Map<string, string>();
    const tab = {
      getItem: (key: string) => remembered.get(key) ?? null,
      setItem: (key: string, id: string) => void remembered.set(key, id),
    };
    const options = { journal, host: HOST, locks, now: () => 0, tab };
    await journal.putClient({ host: HOST, client: "free", n: 0, outbox: [waiting] });
    const other = await claim(journal, locks);
    const before = await claimClient(options);
    await before.nextAttach();
    other.release();
    const reloaded = claimClient(options);
    await new Promise((resolve) => setImmediate(resolve));
    before.release();
    const after = await reloaded;
    expect(after.record.client).toBe(before.record.client);
    // A duplicated tab remembers the same id, and its twin keeps it.
    const twin = await claimClient({ ...options, patienceMs: 5 });
    expect(twin.record.client).toBe("free");
  });

  test("[JRN-41] without locks every page has an id of its own, even when ids lie free", async () => {
    const journal = createMemoryJournal();
    await journal.putClient({ host: HOST, client: "a", n: 1, outbox: [] });
    const ids = await Promise.all([claim(journal, null), claim(journal, null)]);
    expect(new Set(["a", ...ids.map((one) => one.record.client)]).size).toBe(3);
  });

  test("[JRN-42] an attach number is stored before it is given, and none is given twice over crashes and clocks", async () => {
    const journal = createMemoryJournal();
    const given: number[] = [];
    for (const clock of [1000, 1000, 500, 4000]) {
      // Each round is a page that vanishes without a word: a device whose locks are free again.
      const page = await claim(journal, deviceLocks(), clock);
      for (let i = 0; i < 3; i += 1) {
        const n = await page.nextAttach();
        given.push(n);
        expect((await journal.clients(HOST))[0]?.n).toBe(n);
      }
    }
    expect(given).toEqual([...given].toSorted((a, b) => a - b));
    expect(new Set(given).size).toBe(given.length);
    expect(await journal.clients(HOST)).toHaveLength(1);
  });

  test("[JRN-42] numbers that could not be stored stay below those of the next page", async () => {
    const stored = createMemoryJournal();
    const failing: Journal = { ...stored, nextAttach: () => Promise.reject(new JournalError("quota")) };
    await stored.nextAttach(HOST, "a", 0);
    const first = await claim(failing, deviceLocks(), 5000);
    const unstored = await Promise.all([first.nextAttach(), first.nextAttach(), first.nextAttach()]);
    expect(unstored).toEqual([5000, 5001, 5002]);
    const second = await claim(stored, deviceLocks(), 6000);
    expect(second.record.client).toBe("a");
    expect(await second.nextAttach()).toBe(6000);
  });

  test("[JRN-43] an id has the relay's letters and is different each time", () => {
    const ids = Array.from({ length: 200 }, newClientId);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_.-]{22}$/);
    expect(new Set(ids).size).toBe(200);
  });
});

describe("who tries first", () => {
  test("[JRN-44] one tab at a time is first, the next when it goes, and all are where there are no locks", async () => {
    const locks = deviceLocks();
    const a = whoTriesFirst(locks, HOST);
    const b = whoTriesFirst(locks, HOST);
    const c = whoTriesFirst(locks, HOST);
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    await settle();
    expect([a.first(), b.first(), c.first()]).toEqual([true, false, false]);
    b.release();
    a.release();
    await settle();
    expect([a.first(), b.first(), c.first()]).toEqual([false, false, true]);
    expect(whoTriesFirst(null, HOST).first()).toBe(true);
  });
});
