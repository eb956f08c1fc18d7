import { expect, test, vi } from "vitest";
import { HOST, line, write } from "../acceptance/support.ts";
import type { Row } from "../rows.ts";
import { breakableFactory } from "./broken.ts";
import { createIndexedDbJournal } from "./journal.ts";
import { PAGE_BYTES } from "./read.ts";

// Many cases; other suites may want the processor meanwhile.
vi.setConfig({ testTimeout: 60_000 });

const LINE = 256 * 1024;
const LINES = 64;

function bytesOf(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + (row.kind === "in" && typeof row.line === "string" ? row.line.length : 0), 0);
}

test("[JRN-19] a long thread is read in pages of about 4 MiB, by every way of reading", async () => {
  const { factory } = breakableFactory();
  const journal = createIndexedDbJournal({ factory, channel: null });
  let seq = 0;
  for (let i = 0; i < LINES; i += 1)
    seq = (await write(journal, [line(i * LINE, (i + 1) * LINE, "T1")], { seen: seq })).seq;

  for (const read of [journal.readAll.bind(null, HOST, 0), journal.readThread.bind(null, HOST, "T1", 0)]) {
    const pages: number[] = [];
    const starts: number[] = [];
    expect(
      await read((rows) => {
        pages.push(bytesOf(rows));
        for (const row of rows) if (row.kind === "in") starts.push(row.start);
      }),
    ).toBe(LINES);
    expect(Math.max(...pages)).toBeLessThanOrEqual(PAGE_BYTES);
    expect(pages.length).toBeGreaterThanOrEqual((LINES * LINE) / PAGE_BYTES);
    expect(starts).toEqual(Array.from({ length: LINES }, (_, i) => i * LINE));
  }

  let seen = 0;
  let steps = 0;
  for (let more = true; more; steps += 1) {
    const read = await journal.readSince(HOST, seen);
    expect(bytesOf(read.rows)).toBeLessThanOrEqual(PAGE_BYTES);
    expect(read.seq).toBeGreaterThan(seen);
    ({ seq: seen, more } = read);
  }
  expect([seen, steps > 4]).toEqual([LINES, true]);

  const late = createIndexedDbJournal({ factory, channel: null });
  const chunks: number[] = [];
  const written = await late.write({
    host: HOST,
    generation: "gen-a",
    seen: 0,
    build: () => [],
    catchUp: (rows) => void chunks.push(bytesOf(rows)),
  });
  expect(Math.max(...chunks)).toBeLessThanOrEqual(PAGE_BYTES);
  expect(chunks.reduce((a, b) => a + b, 0) + bytesOf(written.missed)).toBe(LINES * (LINE - 1));
});
