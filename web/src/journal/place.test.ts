// Rows of output that is not kept: what one write brings of one process, without a break, is one row.
import { expect, test } from "vitest";
import { newGeneration, placeRows } from "./place.ts";
import { ROW_VERSION, type DraftRow, type Stub } from "./rows.ts";

const base = { v: ROW_VERSION, generation: "g", at: 5, thread: null } as const;

function piece(start: number, offset: number, about: string | null, method = "process/outputDelta"): DraftRow {
  const sha256 = "a".repeat(64);
  const stub: Stub = { stub: true, method, id: null, bytes: offset - start, sha256 };
  return { ...base, kind: "in", start, offset, line: about === null ? stub : { ...stub, about } };
}

test("[PRJ-425] pieces of one process's output that stand next to each other are one row with all their bytes; anything between, another process, a hole or an unnamed one parts them", () => {
  const flood = Array.from({ length: 5000 }, (_, n) => piece(n * 10, n * 10 + 10, "p"));
  const placed = placeRows(newGeneration("h", "g", 0), flood);
  expect(placed.rows).toHaveLength(1);
  expect(placed.rows[0]).toMatchObject({ start: 0, offset: 50_000, n: 0, line: { bytes: 50_000, about: "p" } });
  expect(placed.rows[0]).toHaveProperty("line.sha256", null);
  expect(placed.generation.offset).toBe(50_000);

  const one = placeRows(newGeneration("h", "g", 0), [piece(0, 10, "p")]).rows[0];
  expect(one).toHaveProperty("line.sha256", "a".repeat(64));

  const mixed = placeRows(newGeneration("h", "g", 0), [
    piece(0, 10, "p"),
    piece(10, 20, "p"),
    piece(20, 30, "q"),
    piece(30, 40, "q", "command/exec/outputDelta"),
    { ...base, kind: "out", client: "c", line: "{}", bytes: 3, redacted: false },
    piece(40, 50, "q", "command/exec/outputDelta"),
    { ...base, kind: "in", start: 50, offset: 60, line: '{"method":"x"}' },
    piece(60, 70, null),
    piece(70, 80, null),
    piece(90, 100, "p"),
    piece(100, 110, "p", "process/exited"),
    piece(110, 120, "p", "process/exited"),
  ]);
  expect(mixed.rows.map((row) => [row.kind, row.offset, row.n])).toEqual([
    ["in", 20, 0],
    ["in", 30, 0],
    ["in", 40, 0],
    ["out", 40, 1],
    ["in", 50, 0],
    ["in", 60, 0],
    ["in", 70, 0],
    ["in", 80, 0],
    ["local", 90, 0],
    ["in", 100, 0],
    ["in", 110, 0],
    ["in", 120, 0],
  ]);
});

test("[PRJ-425] what another tab stored already is left out, and the rest of it is one row behind that", () => {
  const half = { ...newGeneration("h", "g", 0), offset: 25 };
  const placed = placeRows(half, [piece(0, 10, "p"), piece(10, 25, "p"), piece(25, 40, "p"), piece(40, 50, "p")]);
  expect(placed.rows).toMatchObject([{ start: 25, offset: 50, line: { bytes: 25 } }]);
});
