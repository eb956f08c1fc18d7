import { expect, test } from "vitest";
import { createThreadState } from "../projection/thread-state.ts";
import { closeGap, GAP_PAGES } from "./history-gap.ts";
import type { Outcome } from "./model.ts";

/** A server with turns 1…n in pages of two, and a device that holds some of them and is told the rest. */
function setUp(turns: number, held: readonly number[]) {
  const state = createThreadState("T");
  const known = new Set(held);
  const sort = () => {
    state.timeline = [...known].sort((a, b) => a - b).map((n) => ({ type: "turn", turn: `t${n}` }));
  };
  const asked: string[] = [];
  const pageFrom = (from: number) => {
    const data = [from, from - 1].filter((n) => n > 0);
    for (const n of data) known.add(n);
    sort();
    return { data: data.map((n) => ({ id: `t${n}` })), nextCursor: from - 2 > 0 ? `${from - 2}` : null };
  };
  const options = {
    held: new Set(held.map((n) => `t${n}`)),
    state: () => Promise.resolve(state),
    ask: (cursor: string): Promise<Outcome<unknown>> => {
      asked.push(cursor);
      return Promise.resolve({ ok: true, value: pageFrom(Number(cursor)) });
    },
  };
  return { asked, known, run: () => closeGap(pageFrom(turns), options), options };
}

test("[ACT-98] turns between what is held and the newest page are asked for until a page reaches what is held", async () => {
  const { asked, known, run } = setUp(10, [1, 2, 3]);
  await run();
  expect(asked).toEqual(["8", "6", "4"]);
  expect([...known].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("[ACT-98] nothing is asked for where the newest page reaches what is held, on a first visit, or beyond the bound", async () => {
  for (const held of [[], [9], [1, 2, 8, 9], [10]]) {
    const { asked, run } = setUp(10, held);
    await run();
    expect(asked, JSON.stringify(held)).toEqual([]);
  }
  const far = setUp(100, [1, 2]);
  await far.run();
  expect(far.asked).toHaveLength(GAP_PAGES);
});

test("[ACT-98] a refusal or a page that cannot be read ends it", async () => {
  const { options, asked } = setUp(10, [1]);
  await closeGap({ no: "page" }, options);
  expect(asked).toEqual([]);
  const refused = setUp(10, [1]);
  let asks = 0;
  const ask = (): Promise<Outcome<unknown>> => {
    asks += 1;
    return Promise.resolve({ ok: false, reason: { type: "not-sent", message: "no" } });
  };
  refused.known.add(10).add(9);
  await closeGap(
    { data: [{ id: "t10" }, { id: "t9" }], nextCursor: "8" },
    { ...refused.options, ask, state: refused.options.state },
  );
  expect(asks).toBeLessThanOrEqual(1);
});
