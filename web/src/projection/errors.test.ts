// Errors and tries, copies of threads that are not loaded, and settings, as the fold keeps them.
import { describe, expect, test } from "vitest";
import { hostAfter, T, tape, type Tape, threadAfter } from "./testing/rows.ts";
import { agent, completed, delta, itemStarted, note, reply, request, started, status, turn } from "./testing/wire.ts";

const error = (willRetry: boolean, members: object = {}) =>
  note("error", {
    threadId: T,
    turnId: "t1",
    willRetry,
    error: { message: "Reconnecting", codexErrorInfo: "other", additionalDetails: null, ...members },
  });

describe("tries", () => {
  test("[PRJ-333] tries are counted, those since the last progress apart; they are kept when the turn has recovered", () => {
    const line = tape()
      .in(started("t1"))
      .in(error(true))
      .in(error(true, { message: "again" }));
    expect(threadAfter(line.rows).turns.get("t1")?.retries).toMatchObject({
      run: 2,
      total: 2,
      last: { message: "again" },
    });
    expect(hostAfter(line.rows).threads.get(T)?.beside).toMatchObject({ turn: "t1", attempt: 2 });
    line.in(itemStarted("t1", agent("m", ""))).in(delta("t1", "m", "on"));
    expect(threadAfter(line.rows).turns.get("t1")?.retrying).toBeNull();
    expect(hostAfter(line.rows).threads.get(T)?.beside?.attempt).toBe(0);
    line.in(error(true, { message: "once more" }));
    const held = threadAfter(line.rows).turns.get("t1");
    expect(held?.retries).toMatchObject({ run: 1, total: 3, last: { message: "once more" } });
    expect(held?.retries?.at).toBeGreaterThan(held?.retries?.since ?? Infinity);
    const after = threadAfter(line.in(completed("t1")).rows).turns.get("t1");
    expect([after?.retrying, after?.retries?.total, after?.error]).toEqual([null, 3, null]);
  });

  test("[PRJ-334] an error is kept whole: members that are not known too", () => {
    const rows = tape()
      .in(started("t1"))
      .in(completed("t1", "failed", { error: { message: "m", codexErrorInfo: { x: { y: 1 } }, ticket: "T-77" } })).rows;
    expect(threadAfter(rows).turns.get("t1")?.error).toEqual({
      message: "m",
      info: { x: { y: 1 } },
      details: null,
      more: { ticket: "T-77" },
    });
  });
});

describe("interrupted in a copy", () => {
  let asked = 0;
  const copy = (kind: string, line = tape()) => {
    const thread = { id: T, status: { type: kind }, turns: [turn("t1", "interrupted", [])] };
    const id = `a.${(asked += 1)}`;
    return line.out(request(id, "thread/read", { threadId: T, includeTurns: true })).in(reply(id, { thread }));
  };
  /** As the page has it, and as the list has it. */
  const elsewhere = ({ rows }: Tape) => [
    threadAfter(rows).turns.get("t1")?.elsewhere,
    hostAfter(rows).threads.get(T)?.beside?.elsewhere,
  ];

  test("[PRJ-335] of a thread that is not loaded it may run elsewhere; of a loaded one it was interrupted, and so it stays", () => {
    expect(elsewhere(copy("notLoaded"))).toEqual([true, true]);
    expect(elsewhere(copy("idle"))).toEqual([false, false]);
    expect(elsewhere(copy("notLoaded", copy("idle")))).toEqual([false, false]);
    expect(elsewhere(copy("idle", copy("notLoaded")))).toEqual([false, false]);
    const seen = tape().in(started("t1")).in(completed("t1", "interrupted"));
    expect(elsewhere(copy("notLoaded", seen))).toEqual([false, false]);
    // Whatever comes of it live says that it runs here.
    const back = copy("notLoaded").in(itemStarted("t1", agent("m", "")));
    expect(threadAfter(back.rows).turns.get("t1")).toMatchObject({ elsewhere: false, reported: "inProgress" });
  });
});

test("[PRJ-336] settings are those of the newest report: tier, who decides and mode too; what a report leaves out stays", () => {
  const rows = tape()
    .in(
      note("thread/settings/updated", {
        threadId: T,
        threadSettings: {
          model: "m",
          effort: "high",
          serviceTier: "priority",
          approvalsReviewer: "auto_review",
          collaborationMode: { mode: "plan", settings: {} },
        },
      }),
    )
    .in(note("thread/settings/updated", { threadId: T, threadSettings: { model: "n", serviceTier: null } })).rows;
  expect(threadAfter(rows).settings).toMatchObject({
    model: "n",
    effort: "high",
    serviceTier: null,
    reviewer: "auto_review",
    mode: "plan",
  });
});

test.each([
  ["unloaded", (line: Tape) => line.in(status("notLoaded"))],
  ["ended", (line: Tape) => line.exit()],
  ["gone for another one", (line: Tape) => line.generation("g2")],
])("[PRJ-337] the mode of a thread whose App Server is %s is not known any more", (_, end) => {
  const mode = { collaborationMode: { mode: "plan", settings: {} } };
  const line = tape()
    .in(note("thread/settings/updated", { threadId: T, threadSettings: { model: "m", ...mode } }))
    .in(started("t1"))
    .in(completed("t1"));
  expect(threadAfter(line.rows).settings.mode).toBe("plan");
  expect(threadAfter(end(line).rows).settings).toMatchObject({ model: "m", mode: null });
});
