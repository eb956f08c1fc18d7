import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { BLOCK_BYTES, BLOCK_ROWS, cutBlocks } from "./blocks.ts";
import { line, lines } from "./acceptance/support.ts";
import { newGeneration, placeRows } from "./place.ts";
import { packRows, unpackRows } from "./pack.ts";
import { ROW_VERSION, type Row, type SnapshotRow } from "./rows.ts";

// Many cases; other suites may want the processor meanwhile.
vi.setConfig({ testTimeout: 60_000 });

const base = {
  v: fc.constant<typeof ROW_VERSION>(ROW_VERSION),
  generation: fc.constant("g"),
  offset: fc.maxSafeNat(),
  at: fc.maxSafeNat(),
  thread: fc.option(fc.string()),
};
const bytes = fc.uint8Array();
const anyLine = fc.oneof(fc.string({ unit: "binary" }), bytes);
const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.oneof(
    fc.record({
      ...base,
      kind: fc.constant("in" as const),
      n: fc.nat({ max: 1 }),
      start: fc.maxSafeNat(),
      line: anyLine,
    }),
    fc.record({
      ...base,
      kind: fc.constant("out" as const),
      n: fc.nat(),
      client: fc.string(),
      line: fc.string(),
      bytes: fc.nat(),
      redacted: fc.boolean(),
    }),
    fc.record({
      ...base,
      kind: fc.constant("local" as const),
      n: fc.nat(),
      event: fc.record({ type: fc.constant("taken" as const), id: fc.string() }),
    }),
    fc.record({
      ...base,
      kind: fc.constant("snapshot" as const),
      n: fc.nat(),
      start: fc.maxSafeNat(),
      method: fc.string(),
      page: fc.string(),
      params: fc.string(),
      line: fc.string(),
    }),
  ),
);

test("[JRN-12] a block gives back the rows that were packed, whatever is in them", () => {
  const property = fc.property(rows, (list) => {
    const packed = structuredClone(packRows(list));
    const at = (index: number): SnapshotRow | null => {
      const row = list[index];
      return row?.kind === "snapshot" ? row : null;
    };
    expect(unpackRows(packed, "g", at)).toEqual(list);
    expect(unpackRows(packed, "g", () => null)).toEqual(list.filter((row) => row.kind !== "snapshot"));
  });
  fc.assert(property, { numRuns: 300, seed: Date.now() % 2 ** 31 });
});

test("[JRN-12] a block ends at about 1 MiB or 4,096 rows; a longer line has a block of its own", () => {
  const huge = 3 * BLOCK_BYTES;
  const drafts = [...lines(0, 100), line(100, 100 + huge), ...lines(100 + huge, 100 + huge + 10 * (BLOCK_ROWS + 1))];
  const placed = placeRows(newGeneration("h", "gen-a", 0), drafts);
  const cut = cutBlocks(placed.rows, { host: "h", generation: "gen-a", ordinal: 0, writer: "w", seq: 7 });
  expect(cut.blocks.map((block) => [block.seq, block.packed.count])).toEqual([
    [8, 10],
    [9, 1],
    [10, BLOCK_ROWS],
    [11, 1],
  ]);
  expect(cut.seq).toBe(11);
});
