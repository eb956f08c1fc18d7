// Every recording through the journal: what was folded line by line, what is folded again from the store in batches of any
// size, from checkpoints, and from bytes that came twice, is one and the same state.
import { describe, expect, test } from "vitest";
import { createMemoryJournal } from "../journal/memory.ts";
import { loadCheckpoint, saveCheckpoint } from "../journal/checkpoints.ts";
import type { Row } from "../journal/rows.ts";
import { toEnvelope } from "./envelope.ts";
import { createHostState, foldHost } from "./host-fold.ts";
import { FOLD_VERSION, type HostState, type ThreadState } from "./state.ts";
import { foldThread } from "./thread-fold.ts";
import { createThreadState } from "./thread-state.ts";
import { batchesOf, seededNumbers, writeBatches } from "./testing/batches.ts";
import { recorded, recordings } from "./testing/recordings.ts";
import { HOST } from "./testing/rows.ts";

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const nothing = () => undefined;

const thread = (id: string, rows: readonly Row[], state = createThreadState(id)): ThreadState => {
  for (const row of rows) foldThread(state, { host: HOST }, toEnvelope(row), nothing);
  return state;
};
const host = (rows: readonly Row[], state = createHostState(HOST)): HostState => {
  for (const row of rows) foldHost(state, toEnvelope(row), nothing);
  return state;
};
const threadsIn = (rows: readonly Row[]) => [
  ...new Set(rows.map((row) => row.thread).filter((id): id is string => id !== null)),
];

/** Lines that state how something is now: said again at once, they say nothing new. */
const STATES = [
  "item/started",
  "item/completed",
  "turn/started",
  "turn/completed",
  "turn/plan/updated",
  "turn/diff/updated",
  "thread/status/changed",
  "thread/settings/updated",
  "thread/tokenUsage/updated",
  "thread/name/updated",
  "thread/goal/updated",
  "thread/archived",
  "thread/unarchived",
];
const isState = (row: Row) => {
  if (row.kind !== "in") return row.kind === "snapshot";
  const line = typeof row.line === "string" ? row.line : "";
  return STATES.some((method) => line.includes(`"method":"${method}"`));
};

console.log(`batches of seed ${seed}`);

describe.each(recordings())("%s %s", (version, name) => {
  const { rows } = recorded(version, name);
  const ids = threadsIn(rows);
  const live = { host: host(rows), threads: new Map(ids.map((id) => [id, thread(id, rows)])) };

  test(`[PRJ-262] the store gives the state that was folded live, in blocks of any size (seed ${seed})`, async () => {
    const below = seededNumbers(seed);
    const journal = createMemoryJournal();
    await writeBatches(journal, batchesOf(rows, below));
    const all: Row[] = [];
    await journal.readAll(HOST, 0, (chunk) => all.push(...chunk));
    expect(host(all)).toEqual(live.host);
    for (const id of ids) {
      const own: Row[] = [];
      await journal.readThread(HOST, id, 0, (chunk) => own.push(...chunk));
      expect(thread(id, own)).toEqual(live.threads.get(id));
    }
    journal.close();
  });

  test(`[PRJ-263] so does a checkpoint at any block, taken out of the store (seed ${seed})`, async () => {
    const below = seededNumbers(seed);
    const journal = createMemoryJournal();
    const batches = batchesOf(rows, below);
    const cut = below(batches.length + 1);
    await writeBatches(journal, batches.slice(0, cut));
    const before = batches.slice(0, cut).flat();
    const at = { host: HOST, seq: cut, foldVersion: FOLD_VERSION };
    await saveCheckpoint(journal, { ...at, scope: "host", state: host(before) });
    for (const id of ids) await saveCheckpoint(journal, { ...at, scope: `t:${id}`, state: thread(id, before) });

    const rest = batches.slice(cut).flat();
    const made = await loadCheckpoint(journal, HOST, "host", FOLD_VERSION);
    // Just stored by this very fold.
    expect(host(rest, made?.state as HostState)).toEqual(live.host);
    for (const id of ids) {
      const held = await loadCheckpoint(journal, HOST, `t:${id}`, FOLD_VERSION);
      expect(thread(id, rest, held?.state as ThreadState)).toEqual(live.threads.get(id));
    }
    journal.close();
  });

  test(`[PRJ-264] bytes that come twice are stored once (seed ${seed})`, async () => {
    const below = seededNumbers(seed + 1);
    const journal = createMemoryJournal();
    const incoming = rows.filter((row) => row.kind === "in" || row.kind === "snapshot");
    const batches = batchesOf(incoming, below);
    expect(await writeBatches(journal, batches)).toBe(incoming.length);
    const last = rows.at(-1)?.generation;
    const again = batchesOf(
      incoming.filter((row) => row.generation === last),
      below,
    );
    expect(await writeBatches(journal, again)).toBe(0);
    journal.close();
  });

  test("[PRJ-264] what states how something is changes nothing when it is said twice", () => {
    const twice = rows.flatMap((row) => (isState(row) ? [row, row] : [row]));
    for (const id of ids) expect(thread(id, twice)).toEqual(live.threads.get(id));
    expect(host(twice)).toEqual(live.host);
  });
});
