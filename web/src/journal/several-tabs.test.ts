// Several tabs over one store with arbitrary batches, delays, orders and broken connections.
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { HOST, line, local, out } from "./acceptance/support.ts";
import { breakableFactory, killHandle, loseAfterCommit, meddleWith } from "./indexed-db/broken.ts";
import { createIndexedDbJournal } from "./indexed-db/journal.ts";
import type { Journal } from "./journal.ts";
import { createMemoryJournal, createMemoryStore } from "./memory.ts";
import type { DraftRow, Row } from "./rows.ts";

// Many cases; other suites may want the processor meanwhile.
vi.setConfig({ testTimeout: 60_000 });

interface Step {
  /** Lines in this batch. */
  lines: number;
  /** Own rows around them: before, after. */
  before: boolean;
  after: boolean;
  /** Turns of the event loop before the batch. */
  delay: number;
  /** Reads what others wrote before the batch. */
  reads: boolean;
  fault: "none" | "dead" | "lost";
}

interface Tab {
  steps: Step[];
  /** A tab that takes missed rows in chunks. */
  chunks: boolean;
}

interface Device {
  open(): Journal;
  fault(kind: "dead" | "lost"): void;
}

const THREADS = ["T1", "T2", null];

const step: fc.Arbitrary<Step> = fc.record({
  lines: fc.integer({ min: 0, max: 12 }),
  before: fc.boolean(),
  after: fc.boolean(),
  delay: fc.integer({ min: 0, max: 4 }),
  reads: fc.boolean(),
  fault: fc.oneof(
    { weight: 8, arbitrary: fc.constant("none" as const) },
    fc.constantFrom("dead" as const, "lost" as const),
  ),
});
const tabs = fc.array(fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 12 }), chunks: fc.boolean() }), {
  minLength: 2,
  maxLength: 3,
});
/** Lengths of the lines of one generation, and where each generation stands in time. */
const streams = fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 50 }), {
  minLength: 1,
  maxLength: 2,
});

function stream(lengths: readonly number[], generation: string): DraftRow[] {
  let start = 0;
  return lengths.map((length, index) => {
    const draft = line(start, start + length, THREADS[index % 3] ?? null, generation);
    start += length;
    return draft;
  });
}

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Plays one tab through all generations; returns the rows as it folded them. */
async function play(device: Device, tab: Tab, name: string, generations: DraftRow[][]): Promise<Row[]> {
  const journal = device.open();
  const folded: Row[] = [];
  let seen = 0;
  let own = 0;
  const write = async (generation: string, drafts: DraftRow[]): Promise<void> => {
    const written = await journal.write({
      host: HOST,
      generation,
      seen,
      build: () => drafts,
      ...(tab.chunks ? { catchUp: (rows: Row[]) => void folded.push(...rows) } : {}),
    });
    folded.push(...written.missed, ...written.rows);
    seen = written.seq;
  };
  for (const [index, lines] of generations.entries()) {
    const generation = `g${index}`;
    let at = 0;
    for (let turn = 0; at < lines.length; turn += 1) {
      const now = tab.steps[turn % tab.steps.length];
      if (now === undefined) break;
      await turns(now.delay);
      if (now.reads) {
        const read = await journal.readSince(HOST, seen);
        folded.push(...read.rows);
        seen = read.seq;
      }
      if (now.fault !== "none") device.fault(now.fault);
      const batch = lines.slice(at, at + Math.max(1, now.lines));
      at += batch.length;
      const mine = (): DraftRow =>
        (own += 1) % 2 === 0
          ? out(`${name}.${own}`, "T1", generation)
          : local({ type: "taken", id: `${name}.${own}` }, null, generation);
      await write(generation, [...(now.before ? [mine()] : []), ...batch, ...(now.after ? [mine()] : [])]);
    }
  }
  for (;;) {
    const rest = await journal.readSince(HOST, seen);
    folded.push(...rest.rows);
    seen = rest.seq;
    if (!rest.more && rest.rows.length === 0) break;
  }
  return folded;
}

async function check(device: Device, scenario: readonly Tab[], lengths: readonly number[][]): Promise<void> {
  const generations = lengths.map((one, index) => stream(one, `g${index}`));
  const played = await Promise.all(scenario.map((tab, index) => play(device, tab, `tab${index}`, generations)));
  const reader = device.open();
  const all: Row[] = [];
  const end = await reader.readAll(HOST, 0, (rows) => void all.push(...rows));

  for (const [index, lines] of generations.entries()) {
    const rows = all.filter((row) => row.generation === `g${index}`);
    expect(rows.filter((row) => row.kind === "in")).toEqual(lines.map((draft) => ({ ...draft, n: 0 })));
    const places = rows.map((row) => [row.offset, row.n] as const);
    for (const [i, [offset, n]] of places.entries()) {
      const before = places[i - 1];
      if (before !== undefined) expect(offset > before[0] || (offset === before[0] && n === before[1] + 1)).toBe(true);
    }
  }
  const names = all.flatMap((row) =>
    row.kind === "out" ? [row.line] : row.kind === "local" && row.event.type === "taken" ? [row.event.id] : [],
  );
  expect(new Set(names).size).toBe(names.length);
  // What a tab folded on the way is the beginning of what everybody reads: nothing came in between later.
  for (const folded of played) expect(folded).toEqual(all.slice(0, folded.length));
  for (const [index] of scenario.entries()) {
    const numbers = names.filter((name) => name.startsWith(`tab${index}.`)).map((name) => Number(name.split(".")[1]));
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  }
  const middle = Math.floor(end / 2);
  const halves: Row[] = [];
  await reader.readAll(HOST, middle, (rows) => void halves.push(...rows));
  expect(halves).toEqual(all.slice(all.length - halves.length));
  for (const thread of ["T1", "T2"]) {
    const own: Row[] = [];
    await reader.readThread(HOST, thread, 0, (rows) => void own.push(...rows));
    expect(own).toEqual(all.filter((row) => row.thread === thread || (row.kind === "local" && row.thread === null)));
  }
}

const parameters = (runs: number): fc.Parameters<[Tab[], number[][]]> => ({
  numRuns: runs,
  seed: Date.now() % 2 ** 31,
});

describe("several tabs over one store", () => {
  test("[JRN-08] whatever the batches, delays and orders, all tabs store each row once and read the same sequence: in memory", async () => {
    const property = fc.asyncProperty(tabs, streams, async (scenario, lengths) => {
      const store = createMemoryStore();
      await check({ open: () => createMemoryJournal({ store }), fault: () => {} }, scenario, lengths);
    });
    await fc.assert(property, parameters(150));
  });

  test("[JRN-08] the same over IndexedDB, with connections that break before and after the commit", async () => {
    const property = fc.asyncProperty(tabs, streams, async (scenario, lengths) => {
      const { factory, handles } = breakableFactory();
      const meddled = new Set<IDBDatabase>();
      const device: Device = {
        open: () => createIndexedDbJournal({ factory, channel: null }),
        fault(kind) {
          const db = handles.at(-1);
          if (db === undefined) return;
          if (kind === "dead") killHandle(db);
          else if (!meddled.has(db)) {
            meddled.add(db);
            let once = true;
            meddleWith(db, (tx) => {
              if (once) loseAfterCommit(tx);
              once = false;
            });
          }
        },
      };
      await check(device, scenario, lengths);
    });
    await fc.assert(property, parameters(100));
  });
});
