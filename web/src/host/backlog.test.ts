import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DraftRow } from "../journal/rows.ts";
import { BACKLOG_LIMIT, createBacklog, planRows, RETRY_MS, rowsInMemory, withPlaces } from "./backlog.ts";

const line = (start: number, end: number): DraftRow => ({
  v: 1,
  kind: "in",
  generation: "g",
  start,
  offset: end,
  at: 1,
  thread: null,
  line: `${start}`,
});
const out = (name: string): DraftRow => ({
  v: 1,
  kind: "out",
  generation: "g",
  at: 1,
  thread: null,
  client: "c",
  line: name,
  bytes: 1,
  redacted: false,
});
const gap = (from: number, to: number): DraftRow => ({
  v: 1,
  kind: "local",
  generation: "g",
  at: 1,
  thread: null,
  event: { type: "gap", from, to },
  moveTo: to,
});
const named = (draft: DraftRow): string =>
  draft.kind === "out" ? draft.line : draft.kind === "local" ? "gap" : `${draft.start}-${draft.offset}`;

describe("places", () => {
  test("[JRN-102] rows of our own stand behind the line before them", () => {
    expect(
      withPlaces([out("a"), line(5, 9), out("b"), line(9, 12), gap(12, 30), out("c")], 5).map(({ place }) => place),
    ).toEqual([5, 5, 9, 9, 12, 30]);
  });

  test("[JRN-102] a line that was folded before moves nothing", () => {
    expect(withPlaces([line(0, 5), out("a")], 50).map(({ place }) => place)).toEqual([0, 50]);
  });
});

describe("plan", () => {
  test("[JRN-103] lines behind a hole wait, and so does what follows them", () => {
    const plan = planRows({ offset: 5 }, withPlaces([out("a"), line(10, 20), out("b")], 10));
    expect(plan.now).toEqual([]);
    expect(plan.later.map(({ draft }) => named(draft))).toEqual(["a", "10-20", "b"]);
  });

  test("[JRN-103] lines that were fetched again come before what was kept of later ones", () => {
    const kept = withPlaces([line(10, 20), out("b"), line(20, 30), out("c")], 10).filter(
      ({ draft }) => draft.kind === "out",
    );
    const first = planRows({ offset: 5 }, [...kept, ...withPlaces([line(5, 10), line(10, 20)], 30)]);
    expect(first.now.map(named)).toEqual(["5-10", "10-20", "b"]);
    expect(first.later.map(({ draft }) => named(draft))).toEqual(["c"]);
    const second = planRows({ offset: 20 }, [...first.later, ...withPlaces([line(20, 30), line(30, 40)], 30)]);
    expect(second.now.map(named)).toEqual(["20-30", "c", "30-40"]);
    expect(second.later).toEqual([]);
  });

  test("[JRN-103] a declared gap is no hole", () => {
    expect(planRows({ offset: 5 }, withPlaces([gap(5, 50), line(50, 60)], 5)).now.map(named)).toEqual(["gap", "50-60"]);
  });

  test("[JRN-102] for any cut of a stretch into stored, lost and fetched again the order is the one in which it came", () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    console.info(`backlog: seed ${seed}`);
    const drafts = fc
      .array(fc.oneof(fc.constant("out" as const), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 30 })
      .map((parts) => {
        let at = 0;
        return parts.map((part, index) => (part === "out" ? out(`o${index}`) : line(at, (at += part))));
      });
    fc.assert(
      fc.property(drafts, fc.nat({ max: 30 }), (all, at) => {
        const stored = all.slice(0, at % all.length);
        const cursor = stored.reduce((sum, draft) => (draft.kind === "in" ? draft.offset : sum), 0);
        const rest = withPlaces(all.slice(stored.length), cursor);
        const fetched = rest.filter(({ draft }) => draft.kind === "in");
        const kept = rest.filter(({ draft }) => draft.kind === "out");
        const plan = planRows({ offset: cursor }, [...kept, ...fetched]);
        expect([...stored, ...plan.now].map(named)).toEqual(all.map(named));
        expect(plan.later).toEqual([]);
      }),
      { seed },
    );
  });
});

describe("backlog", () => {
  test("[JRN-101] storing is tried again after a while, not with every line", () => {
    const backlog = createBacklog();
    expect(backlog.mayTry(0)).toBe(true);
    backlog.failed(1000);
    expect(backlog.mayTry(1000 + RETRY_MS - 1)).toBe(false);
    expect(backlog.mayTry(1000 + RETRY_MS)).toBe(true);
    // The clock was set back.
    expect(backlog.mayTry(500)).toBe(true);
    backlog.worked();
    expect(backlog.mayTry(1001)).toBe(true);
  });

  test("[JRN-102] over the limit the lines go and the rows of our own acts stay", () => {
    const backlog = createBacklog();
    const drafts = withPlaces([out("a"), line(0, BACKLOG_LIMIT), out("b"), line(BACKLOG_LIMIT, BACKLOG_LIMIT + 1)], 0);
    backlog.noteFolded(
      rowsInMemory(
        "h",
        "g",
        drafts.map(({ draft }) => draft),
        0,
      ),
    );
    expect(backlog.rows()).toHaveLength(4);
    backlog.keep("g", drafts, true);
    expect(backlog.kept("g").map(({ draft }) => named(draft))).toEqual(["a", "b"]);
    expect(backlog.rows().map(({ kind }) => kind)).toEqual(["out", "out"]);
    backlog.keep("g", [], true);
    expect(backlog.empty()).toBe(true);
    expect(backlog.rows()).toEqual([]);
  });
});
