import { describe, expect, test } from "vitest";
import type { Row } from "../journal/rows.ts";
import { stoppedHere, turnStatus, type ThreadState } from "./state.ts";
import { tape, T, texts, threadAfter, type Tape } from "./testing/rows.ts";
import {
  agent,
  command,
  completed,
  delta,
  itemCompleted,
  itemStarted,
  note,
  output,
  refusal,
  reply,
  request,
  send,
  started,
  status,
  turn,
  user,
} from "./testing/wire.ts";

const shown = (state: ThreadState, id: string) => {
  const held = state.turns.get(id);
  return held === undefined ? "unknown" : turnStatus(held);
};
const interrupt = (id: string, of = "t1") => request(id, "turn/interrupt", { threadId: T, turnId: of });

describe("a turn's way", () => {
  test("[PRJ-03] events that come before the reply make the turn, and the late reply does not open it again", () => {
    const rows = tape()
      .out(send("a.1", "hi", "c1"))
      .in(started("t1"))
      .in(delta("t1", "m1", "Hello"))
      .in(completed("t1"))
      .in(reply("a.1", { turn: turn("t1", "inProgress", []) })).rows;
    const state = threadAfter(rows);
    expect(shown(state, "t1")).toBe("completed");
    expect(texts(state, "t1")).toEqual(["Hello"]);
    expect(state.book.running).toBeNull();
  });

  test("[PRJ-03] a turn that nothing announced is made by its first item and ended by turn/completed", () => {
    const rows = tape()
      .in(itemStarted("t1", { type: "contextCompaction", id: "x" }))
      .in(completed("t1")).rows;
    const state = threadAfter(rows);
    expect(shown(state, "t1")).toBe("completed");
    expect(state.timeline).toEqual([{ type: "turn", turn: "t1" }]);
  });

  test.each([
    ["completed", "completed"],
    ["failed", "failed"],
    ["interrupted", "interrupted"],
    ["evaporated", "evaporated"],
  ])("[PRJ-04] turn/completed with status %s shows %s", (word, expected) => {
    expect(shown(threadAfter(tape().in(started("t1")).in(completed("t1", word)).rows), "t1")).toBe(expected);
  });

  test("[PRJ-04] an idle thread does not end a turn; only turn/completed does", () => {
    const line = tape().in(started("t1")).in(status("idle"));
    expect(shown(threadAfter(line.rows), "t1")).toBe("inProgress");
    expect(shown(threadAfter(line.in(completed("t1")).rows), "t1")).toBe("completed");
  });

  test("[PRJ-04] a turn/completed that does not parse still ends its turn, and is shown raw", () => {
    const rows = tape()
      .in(started("t1"))
      .in(note("turn/completed", { threadId: T, turn: { id: "t1", status: "failed", error: { text: 3 } } })).rows;
    const state = threadAfter(rows);
    expect(shown(state, "t1")).toBe("failed");
    expect(state.turns.get("t1")?.entries).toMatchObject([{ type: "card", card: { what: "malformed" } }]);
  });

  test("[PRJ-04] a late turn/started neither opens an ended turn again nor makes it run", () => {
    const state = threadAfter(
      tape()
        .in(started("t1"))
        .in(completed("t1"))
        .in(started("t1"))
        .in(delta("t1", "m", "late")).rows,
    );
    expect(shown(state, "t1")).toBe("completed");
    expect(state.book.running).toBeNull();
  });

  test("[PRJ-17] what is open when its turn ends is closed, and a completion that comes later still counts", () => {
    const line = tape()
      .in(started("t1"))
      .in(itemStarted("t1", command("c", "make")))
      .in(output("t1", "c", "part"))
      .in(completed("t1", "interrupted"));
    expect(threadAfter(line.rows).turns.get("t1")?.items.get("c")).toMatchObject({ phase: "closed", output: "part" });
    const later = threadAfter(
      line.in(itemCompleted("t1", command("c", "make", { status: "failed", exitCode: 2 }))).rows,
    );
    expect(later.turns.get("t1")?.items.get("c")).toMatchObject({ phase: "completed", exitCode: 2, status: "failed" });
  });
});

describe("a process that ends", () => {
  const killed = () =>
    tape()
      .in(started("t1"))
      .in(delta("t1", "m1", "abc"))
      .in(itemStarted("t1", command("c", "make")))
      .exit();

  test("[PRJ-06] its running turn is lost, the text so far stays and nothing is open", () => {
    const state = threadAfter(killed().rows);
    expect(shown(state, "t1")).toBe("lost");
    expect(texts(state, "t1")).toEqual(["abc", "$ make > "]);
    expect([...(state.turns.get("t1")?.items.values() ?? [])].map((item) => item.phase)).toEqual(["closed", "closed"]);
  });

  test("[PRJ-06] history that later calls the turn interrupted leaves it lost", () => {
    const rows = killed()
      .generation("g2")
      .out(request("b.1", "thread/resume", { threadId: T }))
      .in(
        reply("b.1", {
          thread: { id: T, status: { type: "idle" }, turns: [turn("t1", "interrupted", [agent("m1", "abc")])] },
          model: "m",
        }),
      ).rows;
    expect(shown(threadAfter(rows), "t1")).toBe("lost");
  });

  test("[PRJ-06] history that knows how it ended is believed", () => {
    const rows = killed()
      .generation("g2")
      .out(request("b.1", "thread/turns/list", { threadId: T, itemsView: "full" }))
      .in(reply("b.1", { data: [turn("t1", "completed", [])], nextCursor: null })).rows;
    expect(shown(threadAfter(rows), "t1")).toBe("completed");
  });

  test("[PRJ-06] a turn that ended before is not lost, and one of another process is not touched", () => {
    const rows = tape()
      .in(started("t1"))
      .in(completed("t1"))
      .generation("g2")
      .in(started("t2"))
      .local({
        type: "exit",
        end: { generation: "g1", end: 1, code: 0, signal: null, by: null, at: 1, stderr: null },
      }).rows;
    const state = threadAfter(rows);
    expect([shown(state, "t1"), shown(state, "t2")]).toEqual(["completed", "inProgress"]);
  });

  test("[PRJ-06] another process that is attached to means that the one before is over, though no exit was told", () => {
    const state = threadAfter(tape().in(started("t1")).generation("g2").rows);
    expect(shown(state, "t1")).toBe("lost");
    expect(state.turns.get("t1")?.heldInFull).toBe(false);
  });

  test("[PRJ-06] the real ending of a turn that was only thought to be gone wins when it comes late", () => {
    const line = tape().in(started("t1")).generation("g2");
    const late = tape().in(started("t1")).in(completed("t1", "interrupted")).rows.slice(1);
    expect(shown(threadAfter([...line.rows, ...late]), "t1")).toBe("interrupted");
  });

  test("[PRJ-26] a splice stands before the first turn of the next process and says how the one before ended", () => {
    const state = threadAfter(killed().generation("g2").in(started("t2")).rows);
    expect(state.timeline).toMatchObject([
      { type: "turn", turn: "t1" },
      { type: "splice", generation: "g2", before: { signal: "SIGKILL" } },
      { type: "turn", turn: "t2" },
    ]);
  });

  test("[PRJ-26] missing bytes are one entry for one stretch, and a running turn is not held in full any more", () => {
    const rows = tape()
      .in(started("t1"))
      .local({ type: "gap", from: 500, to: 600 })
      .local({ type: "gap", from: 600, to: 900 })
      .in(completed("t1")).rows;
    const state = threadAfter(rows);
    expect(state.timeline).toEqual([
      { type: "turn", turn: "t1" },
      { type: "gap", from: 500, to: 900 },
    ]);
    expect(state.turns.get("t1")?.heldInFull).toBe(false);
  });
});

describe("stopping", () => {
  const stop = () => tape().in(started("t1")).out(interrupt("a.2"));
  const unanswered = () =>
    stop().local({ type: "taken", id: "s:a.2" }).local({ type: "stop-unanswered", turn: "t1" }, T);
  const forced = () => unanswered().local({ type: "terminate", turn: "t1" }, T);

  test.each<[string, () => Tape, string]>([
    ["handed over", stop, "stopping"],
    ["unanswered", unanswered, "noAnswerToStop"],
    ["by force, still running", forced, "noAnswerToStop"],
    ["by force, process gone", () => forced().exit(), "stoppedByForce"],
    ["ended for real while stopping", () => stop().in(completed("t1", "interrupted")), "interrupted"],
    ["completed for real after force", () => forced().in(completed("t1")).exit(), "completed"],
    ["interrupted for real after no answer", () => unanswered().in(completed("t1", "interrupted")), "interrupted"],
    ["process gone without force", () => stop().exit(), "lost"],
    ["not sent", () => stop().local({ type: "not-sent", id: "s:a.2", reason: "over" }), "inProgress"],
    ["refused as overloaded", () => stop().in(refusal("a.2", -32001, "busy")), "inProgress"],
  ])("[PRJ-08] a stop that is %s", (_name, line, expected) => {
    expect(shown(threadAfter(line().rows), "t1")).toBe(expected);
  });

  test("[PRJ-338] why a stop was not taken is kept until it is asked for again", () => {
    const line = stop().in(refusal("a.2", -32001, "busy"));
    expect(threadAfter(line.rows).turns.get("t1")?.stopRefused).toBe("busy");
    expect(threadAfter(line.out(interrupt("a.3")).rows).turns.get("t1")?.stopRefused).toBeNull();
  });

  test("[PRJ-08] the relay's word that it took the interrupt is kept, and a second interrupt changes nothing", () => {
    const line = stop().local({ type: "taken", id: "s:a.2" });
    expect(threadAfter(line.rows).turns.get("t1")?.stop).toMatchObject({ type: "stopping", taken: true });
    const first = threadAfter(line.rows).turns.get("t1")?.stop;
    expect(threadAfter(line.out(interrupt("a.3")).rows).turns.get("t1")?.stop).toEqual(first);
  });

  test("[PRJ-08] ending the process for another reason loses the turn instead of stopping it by force", () => {
    expect(shown(threadAfter(stop().local({ type: "terminate", turn: "other" }).exit().rows), "t1")).toBe("lost");
  });

  test("[PRJ-09] interrupted by this person and interrupted by something else are told apart", () => {
    const mine = threadAfter(stop().in(completed("t1", "interrupted")).rows).turns.get("t1");
    const other = threadAfter(tape().in(started("t1")).in(completed("t1", "interrupted")).rows).turns.get("t1");
    expect([mine?.reported, other?.reported]).toEqual(["interrupted", "interrupted"]);
    expect(mine !== undefined && stoppedHere(mine)).toBe(true);
    expect(other !== undefined && stoppedHere(other)).toBe(false);
  });

  test("[PRJ-08] an interrupt of a turn that is over changes nothing", () => {
    const state = threadAfter(
      tape().in(started("t1")).in(completed("t1")).out(interrupt("a.2")).local({ type: "terminate", turn: "t1" }).rows,
    );
    expect(state.turns.get("t1")?.stop).toEqual({ type: "none" });
  });
});

describe("errors", () => {
  const failure = (willRetry: boolean, message: string) =>
    note("error", {
      threadId: T,
      turnId: "t1",
      willRetry,
      error: { message, codexErrorInfo: { x: 1 }, additionalDetails: "more" },
    });

  test("[PRJ-13] a retry is shown until the next sign of progress and leaves no error", () => {
    const line = tape().in(started("t1")).in(failure(true, "Reconnecting... 1/2"));
    expect(threadAfter(line.rows).turns.get("t1")?.retrying).toEqual({
      message: "Reconnecting... 1/2",
      info: { x: 1 },
      details: "more",
    });
    const after = threadAfter(line.in(delta("t1", "m1", "done")).in(completed("t1")).rows).turns.get("t1");
    expect([after?.retrying, after?.error]).toEqual([null, null]);
  });

  test("[PRJ-13] a final error and the failed turn that repeats it are one error", () => {
    const rows = tape()
      .in(started("t1"))
      .in(failure(true, "again"))
      .in(failure(false, "gone"))
      .in(completed("t1", "failed", { error: { message: "gone" } })).rows;
    const state = threadAfter(rows);
    expect(state.turns.get("t1")).toMatchObject({
      reported: "failed",
      retrying: null,
      error: { message: "gone" },
      entries: [],
    });
  });

  test("[PRJ-30] an error that names no turn is a card", () => {
    const state = threadAfter(
      tape().in(note("error", { threadId: T, error: { message: "x" }, willRetry: false })).rows,
    );
    expect(state.timeline).toMatchObject([{ type: "card", card: { name: "error" } }]);
  });
});

describe("turns that are told under two ids", () => {
  const review = (start: (line: Tape) => Tape) =>
    start(tape().out(request("a.1", "review/start", { threadId: T, target: { type: "uncommittedChanges" } })))
      .in(itemStarted("A", { type: "enteredReviewMode", id: "r", review: "changes" }))
      .in(itemCompleted("A", { type: "exitedReviewMode", id: "x", review: "fine" }));
  const answer = reply("a.1", { turn: turn("A", "inProgress", []), reviewThreadId: T });

  test.each<[string, (line: Tape) => Tape]>([
    ["reply first", (line) => line.in(answer).in(started("B"))],
    ["start first", (line) => line.in(started("B")).in(answer)],
    ["without a reply of ours", (line) => line.in(started("B"))],
  ])("[PRJ-20] a review whose turn/started names another turn is one turn, and it ends (%s)", (_name, start) => {
    const state = threadAfter(review(start).in(completed("A")).rows);
    expect(state.timeline).toEqual([{ type: "turn", turn: "A" }]);
    expect([...state.turns.keys()]).toEqual(["A"]);
    expect(shown(state, "A")).toBe("completed");
    expect(state.book.running).toBeNull();
  });

  test("[PRJ-20] also when the other turn starts only after the review's items", () => {
    const rows = tape()
      .in(itemStarted("A", { type: "enteredReviewMode", id: "r" }))
      .in(started("B"))
      .in(completed("A")).rows;
    expect([...threadAfter(rows).turns.keys()]).toEqual(["A"]);
  });

  test("[PRJ-20] a stop of the id that was started is a stop of the review", () => {
    const rows = review((line) => line.in(answer).in(started("B"))).out(interrupt("a.2", "B")).rows;
    expect(shown(threadAfter(rows), "A")).toBe("stopping");
  });

  test("[PRJ-20] an empty turn that really runs is not taken for a review's shadow", () => {
    const rows = tape()
      .in(started("t1"))
      .in(completed("t1"))
      .in(started("t2"))
      .in(output("t1", "c", "late output")).rows;
    expect(shown(threadAfter(rows), "t2")).toBe("inProgress");
  });
});

describe("threads beside each other", () => {
  test("[PRJ-22] what a child thread does never touches its parent", () => {
    const line = tape()
      .in(started("p1"))
      .in(delta("p1", "m", "parent"));
    const before = threadAfter(line.rows);
    const rows = line
      .in(started("c1", "child"))
      .in(delta("c1", "m", "child", "child"))
      .in(
        note("thread/tokenUsage/updated", {
          threadId: "child",
          turnId: "c1",
          tokenUsage: { total: { totalTokens: 9 } },
        }),
      )
      .in(completed("c1", "completed", {}, "child")).rows;
    expect(threadAfter(rows)).toEqual(before);
    expect(shown(threadAfter(rows, "child"), "c1")).toBe("completed");
  });

  test("[PRJ-14] ids such as __proto__ and constructor are just keys", () => {
    const rows = tape()
      .in(started("__proto__", "__proto__"))
      .in(itemStarted("__proto__", agent("constructor", ""), "__proto__"))
      .in(delta("__proto__", "constructor", "hi", "__proto__"))
      .in({
        method: "item/completed",
        params: JSON.parse(
          '{"threadId":"__proto__","turnId":"__proto__","item":{"type":"hologram","id":"__proto__","__proto__":{"polluted":true}}}',
        ),
      })
      .in(completed("__proto__", "completed", {}, "__proto__")).rows;
    const state = threadAfter(rows, "__proto__");
    expect(texts(state, "__proto__")).toEqual(["hi", "hologram"]);
    expect(Object.getPrototypeOf(state.turns.get("__proto__")?.items.get("__proto__")?.raw)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
  });

  test("[PRJ-14] the same item id in two turns names two items", () => {
    const rows = tape()
      .in(started("t1"))
      .in(itemCompleted("t1", agent("item_0", "first")))
      .in(completed("t1"))
      .in(started("t2"))
      .in(itemStarted("t2", agent("item_0", "")))
      .in(delta("t2", "item_0", "sec"))
      .in(delta("t2", "item_0", "ond"))
      .in(itemCompleted("t2", agent("item_0", "second"))).rows;
    const state = threadAfter(rows);
    expect([texts(state, "t1"), texts(state, "t2")]).toEqual([["first"], ["second"]]);
  });
});

describe("what a turn carries", () => {
  test("[PRJ-19] the newest plan and the newest diff count, and a malformed step is shown as it is", () => {
    const plan = (steps: unknown[]) =>
      note("turn/plan/updated", { threadId: T, turnId: "t1", explanation: "why", plan: steps });
    const diff = (text: string) => note("turn/diff/updated", { threadId: T, turnId: "t1", diff: text });
    const rows = tape()
      .in(started("t1"))
      .in(plan([{ step: "a", status: "pending" }]))
      .in(diff("one"))
      .in(plan([{ step: "a", status: "completed" }, 7]))
      .in(diff("two")).rows;
    const held = threadAfter(rows).turns.get("t1");
    expect(held?.plan).toEqual([
      { step: "a", status: "completed" },
      { step: "7", status: "unknown" },
    ]);
    expect([held?.planExplanation, held?.diff]).toEqual(["why", "two"]);
  });

  test("[PRJ-19] H02: of thirty diffs of a turn the state holds the last one, and no card", () => {
    const line = tape().in(started("t1"));
    const diff = (n: number) => `diff --git a/f b/f\n+${n}${"x".repeat(100_000)}\n`;
    for (let n = 0; n < 30; n++) line.in(note("turn/diff/updated", { threadId: T, turnId: "t1", diff: diff(n) }));
    const state = threadAfter(line.rows);
    expect(state.turns.get("t1")?.diff).toBe(diff(29));
    expect(state.turns.get("t1")?.entries).toEqual([]);
    expect(JSON.stringify([...state.turns.values(), [...state.book.lastCards]]).length).toBeLessThan(110_000);
  });

  test("[PRJ-232] the fold is the same when the journal has let go of the diffs before the newest", () => {
    const diff = (n: number) => note("turn/diff/updated", { threadId: T, turnId: "t1", diff: `d${n}` });
    const rows = tape()
      .in(started("t1"))
      .in(diff(1))
      .in(itemCompleted("t1", agent("m", "x")))
      .in(diff(2))
      .in(completed("t1"))
      .rows.map((row): Row =>
        row.kind === "in" && typeof row.line === "string" && row.line.includes("turn/diff")
          ? { ...row, kind: "snapshot", method: "turn/diff/updated", page: "t1", params: "{}", line: row.line }
          : row,
      );
    const whole = threadAfter(rows);
    expect(whole.turns.get("t1")?.diff).toBe("d2");
    expect(threadAfter(rows.filter((_, n) => n !== 1))).toEqual(whole);
  });

  test("[PRJ-23] the summary in turn/completed replaces no item", () => {
    const rows = tape()
      .in(started("t1"))
      .in(itemCompleted("t1", user("u", "q")))
      .in(itemCompleted("t1", agent("m", "full answer")))
      .in(completed("t1", "completed", { items: [agent("m", "full")], itemsView: "summary" })).rows;
    expect(texts(threadAfter(rows), "t1")).toEqual(["q", "full answer"]);
  });
});
