import { describe, expect, test, vi } from "vitest";
import { briefs, HOST, lines, out, readEverything, rejection, write } from "../acceptance/support.ts";
import { JournalError } from "../error.ts";
import type { JournalHealth } from "../journal.ts";
import { abortForQuota, breakableFactory, killHandle, loseAfterCommit, meddleWith } from "./broken.ts";
import { createIndexedDbJournal, type IndexedDbJournalOptions } from "./journal.ts";

function open(options: IndexedDbJournalOptions) {
  const told: JournalHealth[] = [];
  const journal = createIndexedDbJournal({ channel: null, ...options });
  journal.onHealth((health) => void told.push(health));
  return { journal, told };
}

/** A tab of an older version of the app that ignores `versionchange`. */
async function olderTab(factory: IDBFactory): Promise<IDBDatabase> {
  const { journal } = open({ factory });
  await journal.hosts();
  journal.close();
  return new Promise((resolve) => {
    const request = factory.open("longwire", 1);
    request.addEventListener("success", () => {
      resolve(request.result);
    });
  });
}

function reasonOf(error: unknown): string {
  return error instanceof JournalError ? error.reason : String(error);
}

/** Waits until the journal says so. */
function healthOf(journal: { health(): JournalHealth }, type: JournalHealth["type"]): Promise<void> {
  return vi.waitFor(() => expect(journal.health().type).toBe(type));
}

describe("a full disk", () => {
  test("[JRN-30] an abort that no request tells rejects the write, and nothing of it is stored", async () => {
    const { factory, handles } = breakableFactory();
    let now = 1000;
    const { journal, told } = open({ factory, now: () => now });
    await write(journal, lines(0, 10));
    const [db] = handles;
    if (db === undefined) throw new Error("no handle");
    const undo = meddleWith(db, abortForQuota);
    const error = await rejection(write(journal, [...lines(10, 30), out("x")], { seen: 1 }));
    expect(reasonOf(error)).toBe("quota");
    expect(error instanceof Error && error.message).toMatch(/no room left/);
    now = 2000;
    expect(reasonOf(await rejection(write(journal, lines(10, 30), { seen: 1 })))).toBe("quota");
    expect(told).toEqual([expect.objectContaining({ type: "not-saving", reason: "quota", since: 1000 })]);
    expect(briefs(await readEverything(journal))).toEqual(["in 0-10.0"]);

    undo();
    const written = await write(journal, lines(0, 30), { seen: 1 });
    expect(briefs(written.rows)).toEqual(["in 10-20.0", "in 20-30.0"]);
    expect(told.at(-1)).toEqual({ type: "ok" });
    expect(told).toHaveLength(2);
    expect(handles).toHaveLength(1);
  });

  test("[JRN-30] a write that stores nothing does not say that saving works again", async () => {
    const { factory, handles } = breakableFactory();
    const { journal } = open({ factory });
    await write(journal, lines(0, 10));
    for (const db of handles) meddleWith(db, abortForQuota);
    await rejection(write(journal, lines(10, 20), { seen: 1 }));
    await write(journal, [], { seen: 1 });
    await journal.put("theme", "dark");
    expect(journal.health().type).toBe("not-saving");
  });
});

describe("a connection that the browser closes", () => {
  test("[JRN-31] writes that meet a dead handle are stored once and in order on a fresh one", async () => {
    const { factory, handles } = breakableFactory();
    const { journal, told } = open({ factory });
    await write(journal, lines(0, 10));
    for (const db of handles) killHandle(db);
    const during = Array.from({ length: 20 }, (_, i) =>
      write(journal, [...lines(10 * i, 10 * i + 20), out(`o${i}`)], { seen: 1 }),
    );
    await Promise.all(during);
    const rows = briefs(await readEverything(journal));
    expect(rows.filter((row) => row.startsWith("in"))).toEqual(
      lines(0, 210).map((_, i) => `in ${i * 10}-${i * 10 + 10}.0`),
    );
    expect(rows.filter((row) => row.startsWith("out")).map((row) => row.split(" ")[2])).toEqual(
      during.map((_, i) => `o${i}`),
    );
    expect(handles).toHaveLength(2);
    expect(told).toEqual([]);
  });

  test("[JRN-31] a handle closed while nothing happens is opened again by the next write or read", async () => {
    const { factory, handles } = breakableFactory();
    const { journal } = open({ factory });
    await write(journal, lines(0, 10));
    handles[0]?.close();
    expect(briefs(await readEverything(journal))).toEqual(["in 0-10.0"]);
    handles[1]?.close();
    expect((await write(journal, lines(0, 20), { seen: 1 })).seq).toBe(2);
    expect(handles).toHaveLength(3);
  });

  test("[JRN-32] a write that was committed before the connection broke is not stored a second time", async () => {
    const { factory, handles } = breakableFactory();
    const { journal } = open({ factory });
    const other = open({ factory }).journal;
    await write(journal, lines(0, 10));
    await write(other, [out("from another tab")], { seen: 1 });
    const [db] = handles;
    if (db === undefined) throw new Error("no handle");
    meddleWith(db, loseAfterCommit);
    const written = await write(journal, [...lines(10, 30), out("once")], { seen: 1 });
    const own = ["in 10-20.0", "in 20-30.0", "out 30.1 once"];
    expect([briefs(written.missed), briefs(written.rows), written.offset]).toEqual([
      ["out 10.1 from another tab"],
      own,
      30,
    ]);
    expect(briefs(await readEverything(journal))).toEqual(["in 0-10.0", "out 10.1 from another tab", ...own]);
  });

  test("[JRN-31] when reopening fails as well the write rejects, the page is told, and a later write heals", async () => {
    const { factory, handles } = breakableFactory();
    let now = 0;
    const { journal, told } = open({ factory, now: () => now });
    await write(journal, lines(0, 10));
    for (const db of handles) killHandle(db);
    const real = factory.open.bind(factory);
    factory.open = () => {
      throw new DOMException("no", "InvalidStateError");
    };
    expect(reasonOf(await rejection(write(journal, lines(10, 20), { seen: 1 })))).toBe("missing");
    expect(await readEverything(journal)).toEqual([]);
    factory.open = real;
    now = 10_000;
    await write(journal, lines(10, 20), { seen: 1 });
    expect(told.map((health) => health.type)).toEqual(["not-saving", "ok"]);
  });
});

describe("an upgrade that another tab stands in the way of", () => {
  test("[JRN-33] a tab that is blocked says so, goes on without a store, and heals when the other closes", async () => {
    const { factory } = breakableFactory();
    const old = await olderTab(factory);
    const b = open({ factory, version: 2 }).journal;
    const c = open({ factory, version: 2, openTimeoutMs: 5 }).journal;
    expect(await b.hosts()).toEqual([]);
    expect(b.health()).toEqual({ type: "blocked" });
    expect(reasonOf(await rejection(write(b, lines(0, 10))))).toBe("blocked");
    // The third tab waits behind the second and hears nothing at all.
    expect(await c.generations(HOST)).toEqual([]);
    expect(c.health()).toEqual({ type: "blocked" });
    old.close();
    await Promise.all([healthOf(b, "ok"), healthOf(c, "ok")]);
  });

  test("[JRN-33] a success that comes after the page has let go is closed, so that it blocks nobody", async () => {
    const { factory, handles } = breakableFactory();
    const old = await olderTab(factory);
    const late = open({ factory, version: 2 });
    await late.journal.hosts();
    late.journal.close();
    old.close();
    // Only possible when nobody holds version 2.
    const next = open({ factory, version: 3 });
    await next.journal.putHost({ id: HOST, url: "ws://x", token: "t", label: "l", addedAt: 1 });
    expect(await next.journal.hosts()).toHaveLength(1);
    expect(handles.length).toBe(4);
  });

  test("[JRN-34] a tab whose database a newer version wants lets go at once, says so and writes no more", async () => {
    const { factory } = breakableFactory();
    const { journal, told } = open({ factory });
    await write(journal, lines(0, 10));
    const newer = open({ factory, version: 2 }).journal;
    expect(briefs(await readEverything(newer))).toEqual(["in 0-10.0"]);
    expect(reasonOf(await rejection(write(journal, lines(10, 20), { seen: 1 })))).toBe("superseded");
    expect(await readEverything(journal)).toEqual([]);
    expect(told).toEqual([{ type: "superseded" }]);
    // A page of the old version that is loaded now finds a database that is too new for it.
    const stale = open({ factory }).journal;
    expect(await stale.hosts()).toEqual([]);
    expect(stale.health()).toEqual({ type: "superseded" });
  });
});

describe("no database at all", () => {
  test("[JRN-35] reads give nothing, writes reject with a sentence, and the page is told once", async () => {
    const { journal, told } = open({ factory: null, now: () => 5 });
    expect(await journal.hosts()).toEqual([]);
    expect(await journal.get("theme")).toBeUndefined();
    expect(await journal.readSince(HOST, 3)).toEqual({ seq: 3, rows: [], more: false });
    const error = await rejection(write(journal, lines(0, 10)));
    expect(reasonOf(error)).toBe("missing");
    expect(reasonOf(await rejection(journal.put("a", 1)))).toBe("missing");
    expect(told).toEqual([expect.objectContaining({ type: "not-saving", reason: "missing", since: 5 })]);
  });
});

describe("a database that does not answer", () => {
  test("[JRN-95] a write that waits long is told as slow with its time, is stored once all the same, and then all is well", async () => {
    const { factory, handles } = breakableFactory();
    const { journal, told } = open({ factory, now: () => 5000, slowAfterMs: 20 });
    await write(journal, lines(0, 10));
    const [db] = handles;
    if (db === undefined) throw new Error("no handle");
    // Another transaction over the same stores stays open until it is let go.
    const busy = db.transaction([...db.objectStoreNames], "readwrite");
    const [name] = busy.objectStoreNames;
    let hold = true;
    const again = (): void => {
      if (hold)
        busy
          .objectStore(name ?? "")
          .count()
          .addEventListener("success", again);
    };
    again();
    const written = write(journal, lines(10, 20), { seen: 1 });
    await healthOf(journal, "slow");
    expect(journal.health()).toEqual({ type: "slow", since: 5000 });
    hold = false;
    await written;
    expect(told.map(({ type }) => type)).toEqual(["slow", "ok"]);
    expect(briefs(await readEverything(journal))).toEqual(["in 0-10.0", "in 10-20.0"]);
  });
});
