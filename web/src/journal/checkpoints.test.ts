import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { HOST, lines, write } from "./acceptance/support.ts";
import { loadCheckpoint, saveCheckpoint } from "./checkpoints.ts";
import { breakableFactory, killHandle } from "./indexed-db/broken.ts";
import { createIndexedDbJournal } from "./indexed-db/journal.ts";
import { createMemoryJournal } from "./memory.ts";

test("[JRN-65] a checkpoint is given back to the fold that made it and to no other", async () => {
  const journal = createMemoryJournal();
  const state = { turns: new Map([["t1", { items: [1, 2] }]]) };
  expect(await saveCheckpoint(journal, { host: HOST, scope: "t:T1", seq: 9, foldVersion: 3, state })).toBe(true);
  expect(await loadCheckpoint(journal, HOST, "t:T1", 3)).toEqual({ seq: 9, state });
  expect(await loadCheckpoint(journal, HOST, "t:T1", 4)).toBeNull();
  expect(await loadCheckpoint(journal, HOST, "host", 3)).toBeNull();
});

test("[JRN-66] a checkpoint that cannot be stored fails nothing: rows go on, and the journal stays healthy", async () => {
  const { factory } = breakableFactory();
  const journal = createIndexedDbJournal({ factory, channel: null });
  await write(journal, lines(0, 10));
  const state = { handler: () => 1 };
  expect(await saveCheckpoint(journal, { host: HOST, scope: "host", seq: 1, foldVersion: 1, state })).toBe(false);
  expect(journal.health()).toEqual({ type: "ok" });
  expect((await write(journal, lines(0, 20), { seen: 1 })).seq).toBe(2);
});

test("[JRN-66] without a store there is no checkpoint and no failure", async () => {
  const { factory, handles } = breakableFactory();
  const journal = createIndexedDbJournal({ factory, channel: null });
  await write(journal, lines(0, 10));
  for (const db of handles) killHandle(db);
  factory.open = () => {
    throw new DOMException("no", "SecurityError");
  };
  expect(await loadCheckpoint(journal, HOST, "host", 1)).toBeNull();
  expect(await saveCheckpoint(journal, { host: HOST, scope: "host", seq: 1, foldVersion: 1, state: 1 })).toBe(false);
});
