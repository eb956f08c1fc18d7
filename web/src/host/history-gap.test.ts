import { expect, test } from "vitest";
import { tape, T, threadAfter } from "../projection/testing/rows.ts";
import { completed, reply, request, started, turn } from "../projection/testing/wire.ts";
import { closeGap, GAP_PAGES } from "./history-gap.ts";
import type { Outcome } from "./model.ts";

/** A server with turns 1…n in pages of two, and a device that holds some of them and has just asked for the newest. */
function setUp(turns: number, held: readonly number[], live: readonly number[] = []) {
  const line = tape();
  const asked: string[] = [];
  let id = 0;
  const page = (from: number, cursor?: string) => {
    id += 1;
    const data = [from, from - 1].filter((n) => n > 0).map((n) => turn(`t${n}`, "completed", []));
    line
      .out(request(`a.${id}`, "thread/turns/list", { threadId: T, ...(cursor === undefined ? {} : { cursor }) }))
      .in(reply(`a.${id}`, { data, nextCursor: from - 2 > 0 ? `${from - 2}` : null }));
  };
  for (const n of held) line.in(started(`t${n}`)).in(completed(`t${n}`));
  if (live.length > 0) line.local({ type: "gap", from: 90_000, to: 99_000 });
  for (const n of live) line.in(started(`t${n}`)).in(completed(`t${n}`));
  page(turns);
  const options = {
    state: () => Promise.resolve(threadAfter(line.rows)),
    ask: (cursor: string): Promise<Outcome<unknown>> => {
      asked.push(cursor);
      page(Number(cursor), cursor);
      return Promise.resolve({ ok: true, value: null });
    },
  };
  const known = () =>
    threadAfter(line.rows).timeline.flatMap((entry) => (entry.type === "turn" ? [Number(entry.turn.slice(1))] : []));
  return { asked, known, run: () => closeGap(options), options };
}

test("[ACT-98] turns between what is held and the newest page are asked for until a page reaches what is held", async () => {
  const { asked, known, run } = setUp(10, [1, 2, 3]);
  await run();
  expect(asked).toEqual(["8", "6", "4"]);
  expect(known()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("[ACT-98] turns that were heard after missed bytes do not hide those that were not", async () => {
  const { asked, known, run } = setUp(10, [1, 2, 3], [9, 10]);
  await run();
  expect(asked).toEqual(["8", "6", "4"]);
  expect(known()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
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

test("[ACT-98] a refusal, or a page that does not move the hole, ends it", async () => {
  const { options } = setUp(10, [1]);
  for (const outcome of [
    { ok: false, reason: { type: "not-sent", message: "no" } },
    { ok: true, value: { no: "page" } },
  ] satisfies Outcome<unknown>[]) {
    let asks = 0;
    const ask = (): Promise<Outcome<unknown>> => {
      asks += 1;
      return Promise.resolve(outcome);
    };
    await closeGap({ ...options, ask });
    expect(asks).toBe(1);
  }
});
