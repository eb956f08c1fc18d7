// What the server's history no longer has, and what it has nothing of at all: kept here, and marked for what it is.
import { describe, expect, test } from "vitest";
import type { Row } from "../journal/rows.ts";
import { recoveredHead } from "../views/recovery/head.ts";
import { recoveredFrom } from "./recovered.ts";
import type { ThreadState } from "./state.ts";
import { hostAfter, T, tape, threadAfter } from "./testing/rows.ts";
import {
  agent,
  completed,
  itemCompleted,
  note,
  refusal,
  reply,
  request,
  started,
  status,
  turn,
  user,
} from "./testing/wire.ts";

const talked = (...ids: string[]) => {
  const line = tape();
  for (const id of ids)
    line
      .in(started(id))
      .in(itemCompleted(id, user(`u-${id}`, `ask ${id}`)))
      .in(itemCompleted(id, agent(`m-${id}`, `answer ${id}`)))
      .in(completed(id));
  return line;
};
let asked = 0;
/** A page of turns, newest first as the server sends it. */
const page = (ids: string[], next: string | null = null, cursor?: string) => {
  asked += 1;
  const params = { threadId: T, sortDirection: "desc", ...(cursor === undefined ? {} : { cursor }) };
  return [
    request(`a.${asked}`, "thread/turns/list", params),
    reply(`a.${asked}`, { data: ids.map((id) => turn(id, "completed", [])), nextCursor: next }),
  ] as const;
};
const marks = (state: ThreadState) =>
  [...state.turns.values()].filter(({ reverted }) => reverted !== false).map(({ id, reverted }) => `${id} ${reverted}`);
const seen = (rows: readonly Row[]) => marks(threadAfter(rows));

describe("turns that the server's history no longer has", () => {
  test("[PRJ-315] what this device took back says so, whatever a later copy leaves out; anything else was elsewhere", () => {
    const [ask, answer] = page(["t1"]);
    const line = talked("t1", "t2", "t3")
      .out(request("a.r", "thread/revert", { threadId: T, beforeTurnId: "t3" }))
      .in(reply("a.r", { thread: { id: T, turns: [] }, turnsBackwardsCursor: null }))
      .in(note("thread/reverted", { threadId: T }));
    expect(seen(line.rows)).toEqual(["t3 here"]);
    expect(seen(line.out(ask).in(answer).rows)).toEqual(["t2 elsewhere", "t3 here"]);
  });

  test("[PRJ-315] a rollback of this device marks what its reply no longer holds", () => {
    const line = talked("t1", "t2", "t3")
      .out(request("a.r", "thread/rollback", { threadId: T, numTurns: 2 }))
      .in(reply("a.r", { thread: { id: T, turns: [turn("t1", "completed", [])] } }));
    expect(seen(line.rows)).toEqual(["t2 here", "t3 here"]);
    // To another device it is a copy of the whole history that nobody of its own asked for.
    expect(seen(line.rows.filter((row) => row.kind !== "out"))).toEqual(["t2 elsewhere", "t3 elsewhere"]);
  });

  test("[PRJ-316] behind the newest page, before the oldest and between its turns: what was over and is not there is gone", () => {
    const all = () => talked("t1", "t2", "t3", "t4", "t5");
    const after = (ids: string[], next: string | null) => {
      const [ask, answer] = page(ids, next);
      return seen(all().out(ask).in(answer).rows);
    };
    expect(after(["t5", "t4", "t3", "t2", "t1"], null)).toEqual([]);
    expect(after(["t3", "t2"], "more"), "newer ones").toEqual(["t4 elsewhere", "t5 elsewhere"]);
    expect(after(["t5", "t3"], "more"), "between").toEqual(["t4 elsewhere"]);
    expect(after(["t5", "t4"], null), "older ones").toEqual(["t1 elsewhere", "t2 elsewhere", "t3 elsewhere"]);
    expect(after([], null), "all").toHaveLength(5);
    expect(after([], "more"), "a page that says nothing").toEqual([]);
  });

  test("[PRJ-316] where one page ends and the next begins nothing can hide", () => {
    const [first, one] = page(["t5", "t4"], "c");
    const [second, two] = page(["t2", "t1"], null, "c");
    const [stray, three] = page(["t2", "t1"], null, "another");
    expect(seen(talked("t1", "t2", "t3", "t4", "t5").out(first).in(one).out(second).in(two).rows)).toEqual([
      "t3 elsewhere",
    ]);
    expect(seen(talked("t1", "t2", "t3", "t4", "t5").out(first).in(one).out(stray).in(three).rows)).toEqual([]);
  });

  test("[PRJ-322] a page of older turns stands right before the page whose cursor it was asked with, whatever the clock says", () => {
    const [first, one] = page(["t9", "t8"], "c");
    const [second, two] = page(["t7", "t6"], "d", "c");
    const [third, three] = page(["t5", "t2"], null, "d");
    const line = talked("t1", "t2").out(first).in(one).out(second).in(two).out(third).in(three);
    const order = threadAfter(line.rows).timeline.flatMap((entry) => (entry.type === "turn" ? [entry.turn] : []));
    expect(order).toEqual(["t1", "t2", "t5", "t6", "t7", "t8", "t9"]);
  });

  test("[PRJ-316] a page of which a turn cannot be read marks nothing, and nothing is ever removed", () => {
    asked += 1;
    const broken = talked("t1", "t2", "t3")
      .out(request(`a.${asked}`, "thread/turns/list", { threadId: T, sortDirection: "desc" }))
      .in(reply(`a.${asked}`, { data: [{ no: "id" }, turn("t1", "completed", [])], nextCursor: null }));
    expect(seen(broken.rows)).toEqual([]);
    const [ask, answer] = page([]);
    const state = threadAfter(talked("t1", "t2").out(ask).in(answer).rows);
    expect([...state.turns.values()].map(({ items }) => items.size)).toEqual([2, 2]);
  });

  test("[PRJ-317] what runs, and what was lost before the server could have listed it, is no part of it", () => {
    const [ask, answer] = page(["t1"]);
    expect(seen(talked("t1").in(started("t2")).out(ask).in(answer).rows)).toEqual([]);
    const [again, told] = page(["t1"]);
    const lost = talked("t1").in(started("t2")).exit().generation("g2").out(again).in(told);
    expect(seen(lost.rows)).toEqual([]);
    const [more, back] = page(["t2", "t1"]);
    const [less, gone] = page(["t1"]);
    expect(seen(lost.out(more).in(back).out(less).in(gone).rows), "once listed").toEqual(["t2 elsewhere"]);
  });

  test("[PRJ-316] a reply about the thread without its turns says nothing of them, whatever else of it cannot be read", () => {
    const line = talked("t1", "t2")
      .out(request("a.r", "thread/read", { threadId: T, includeTurns: false }))
      .in(reply("a.r", { thread: { id: T, status: 7, turns: [] } }));
    expect(seen(line.rows)).toEqual([]);
  });

  test("[PRJ-315] a rollback whose reply does not say what is left, or not in words that can be read, marks nothing and is in doubt", () => {
    for (const thread of [
      { id: T },
      { id: T, turns: "none" },
      { id: T, turns: [turn("t1", "completed", []), { no: 1 }] },
    ]) {
      const line = talked("t1", "t2", "t3")
        .out(request("a.r", "thread/rollback", { threadId: T, numTurns: 1 }))
        .in(reply("a.r", { thread }));
      const state = threadAfter(line.rows);
      expect(marks(state), JSON.stringify(thread)).toEqual([]);
      expect(state.book.doubted.size).toBe(3);
      const [ask, answer] = page(["t2", "t1"]);
      expect(seen(line.out(ask).in(answer).rows)).toEqual(["t3 elsewhere"]);
    }
  });

  test("[PRJ-316] what ended after a copy was asked for is not missing in it", () => {
    const [ask, answer] = page(["t1"]);
    const line = talked("t1").in(started("t2")).out(ask).in(completed("t2")).in(answer);
    expect(seen(line.rows)).toEqual([]);
    const [again, gone] = page(["t1"]);
    expect(seen(line.out(again).in(gone).rows)).toEqual(["t2 elsewhere"]);
  });

  test("[PRJ-315] a copy that was asked for before the history was cut brings nothing back and settles nothing", () => {
    const [ask, answer] = page(["t3", "t2", "t1"]);
    const own = talked("t1", "t2", "t3")
      .out(ask)
      .out(request("a.r", "thread/revert", { threadId: T, beforeTurnId: "t3" }))
      .in(reply("a.r", { thread: { id: T, turns: [] } }))
      .in(answer);
    expect(seen(own.rows)).toEqual(["t3 here"]);
    const [early, late] = page(["t3", "t2", "t1"]);
    const foreign = talked("t1", "t2", "t3")
      .out(early)
      .in(note("thread/reverted", { threadId: T }))
      .in(late);
    expect(threadAfter(foreign.rows).book.doubted.size).toBe(3);
    const [more, told] = page(["t2", "t1"]);
    expect(seen(foreign.out(more).in(told).rows)).toEqual(["t3 elsewhere"]);
  });

  test("[PRJ-317] a running turn is not taken back, though the history is in doubt or this device has just cut it", () => {
    const [ask, answer] = page(["t1"]);
    const doubted = talked("t1")
      .in(status("active", []))
      .in(started("t2"))
      .in(note("thread/reverted", { threadId: T }))
      .out(ask)
      .in(answer);
    expect(seen(doubted.rows)).toEqual([]);
    const cut = talked("t1", "t2")
      .out(request("a.r", "thread/revert", { threadId: T, beforeTurnId: "t2" }))
      .in(status("active", []))
      .in(started("t3"))
      .in(reply("a.r", { thread: { id: T, turns: [] } }));
    expect(seen(cut.rows)).toEqual(["t2 here"]);
  });

  test("[PRJ-25] where the turns with which the paging goes on were taken back, it goes on from the page that is left", () => {
    const times = (ids: string[]) =>
      ids.map((id) => turn(id, "completed", [], { startedAt: Number(id.slice(1)) * 10 }));
    const clocked = tape()
      .out(request("b.1", "thread/turns/list", { threadId: T }))
      .in(reply("b.1", { data: times(["t9", "t8"]), nextCursor: "c7" }))
      .out(request("b.2", "thread/turns/list", { threadId: T }))
      .in(reply("b.2", { data: times(["t5", "t4"]), nextCursor: "c3" }));
    const state = threadAfter(clocked.rows);
    expect(marks(state).sort()).toEqual(["t8 elsewhere", "t9 elsewhere"]);
    expect(state.older).toEqual({ cursor: "c3" });
    const [last, none] = page([]);
    expect(threadAfter(clocked.out(last).in(none).rows).older).toBeNull();
  });

  test("[PRJ-318] a large reply to another device may have been a rollback: the next copy tells", () => {
    const [ask, answer] = page(["t2", "t1"]);
    const line = talked("t1", "t2");
    const at = line.rows.at(-1);
    if (at?.kind !== "in") throw new Error("no line");
    const stub: Row = { ...at, n: 1, line: { stub: true, method: null, id: "s:x", bytes: 9000, sha256: null } };
    const doubting = threadAfter([...line.rows, stub]);
    expect([...doubting.book.doubted.keys()]).toEqual(["t1", "t2"]);
    const settled = talked("t1", "t2").out(ask).in(answer);
    const state = threadAfter([...line.rows, stub, ...settled.rows.slice(line.rows.length)]);
    expect(state.book.doubted.size).toBe(0);
    expect(marks(state)).toEqual([]);
  });
});

describe("threads that the server has nothing of", () => {
  const GONE = [
    ["thread/resume", "no rollout found for thread id T"],
    ["thread/resume", "failed to resolve rollout path `/x/rollout-T.jsonl`: file does not exist"],
    ["thread/turns/list", "invalid paginated history lineage for T: missing source rollout"],
    ["thread/turns/list", "thread not loaded: T"],
    ["thread/read", "thread not loaded: T"],
    ["thread/fork", "no rollout found for thread id T"],
  ] as const;

  test.each(GONE)(
    "[PRJ-319] %s refused with “%s”: not resumable, in thread and list alike, until it is there again",
    (method, words) => {
      const line = talked("t1")
        .out(request("a.x", method, { threadId: T }))
        .in(refusal("a.x", -32600, words));
      expect(threadAfter(line.rows).notResumable).toBe(true);
      expect(hostAfter(line.rows).threads.get(T)?.notResumable).toBe(true);
      const [ask, answer] = page(["t1"]);
      line.out(ask).in(answer);
      expect(threadAfter(line.rows).notResumable).toBe(false);
      expect(hostAfter(line.rows).threads.get(T)?.notResumable).toBe(false);
    },
  );

  test("[PRJ-319] other refusals say nothing of it, and looking for an address that nothing knows leaves no thread behind", () => {
    const busy = talked("t1")
      .out(request("a.x", "thread/turns/list", { threadId: T }))
      .in(refusal("a.x", -32001, "thread not loaded: overloaded"))
      .out(request("a.y", "thread/turns/list", { threadId: T }))
      .in(refusal("a.y", -32600, "thread T is not materialized yet"));
    expect(threadAfter(busy.rows).notResumable).toBe(false);
    expect(hostAfter(busy.rows).threads.get(T)?.notResumable).toBe(false);
    const mistyped = tape()
      .out(request("a.x", "thread/read", { threadId: "nowhere" }))
      .in(refusal("a.x", -32600, "thread not loaded: nowhere"));
    expect(hostAfter(mistyped.rows).threads.size).toBe(0);
  });

  test("[PRJ-320] an ephemeral thread has no file to be missing: it is over when it is not loaded any more", () => {
    const line = tape()
      .in(note("thread/started", { thread: { id: T, ephemeral: true, forkedFromId: "S" } }))
      .in(started("t1"))
      .in(completed("t1"))
      .out(request("a.x", "thread/resume", { threadId: T }))
      .in(refusal("a.x", -32600, `no rollout found for thread id ${T}`));
    expect(threadAfter(line.rows)).toMatchObject({ ephemeral: true, notResumable: false });
    expect(hostAfter(line.rows).threads.get(T)).toMatchObject({
      ephemeral: true,
      forkedFrom: "S",
      notResumable: false,
    });
    line.out(request("a.y", "thread/read", { threadId: T })).in(refusal("a.y", -32600, `thread not loaded: ${T}`));
    expect(threadAfter(line.rows).notResumable).toBe(true);
    expect(hostAfter(line.rows).threads.get(T)?.notResumable).toBe(true);
  });
});

describe("threads that go on from one that is gone", () => {
  const OLD = "01a22d95-1b55-72c2-a676-5c8417ca303b";

  test("[PRJ-321] the first line of the first message says so, live and in every list, whatever the thread is called later", () => {
    const head = recoveredHead(OLD, "Mend the gate");
    const live = tape()
      .in(started("t1"))
      .in(itemCompleted("t1", user("u", `${head}\n\nWe had said much.`)));
    expect(hostAfter(live.rows).threads.get(T)?.recoveredFrom).toBe(OLD);
    const listed = tape()
      .out(request("a.l", "thread/list", {}))
      .in(reply("a.l", { data: [{ id: T, name: "Gate", preview: head }], nextCursor: null }))
      .out(request("a.m", "thread/read", { threadId: T }))
      .in(reply("a.m", { thread: { id: T, preview: "something else now" } }));
    expect(hostAfter(listed.rows).threads.get(T)).toMatchObject({ name: "Gate", recoveredFrom: OLD });
  });

  test("[PRJ-321] the line is one line with one title in it, and nothing else is taken for it", () => {
    expect(recoveredHead(OLD, "  a “b”\n c\u202e ")).toContain("“a b c” (thread");
    expect(recoveredHead(OLD, "x".repeat(500)).length).toBeLessThan(180);
    expect(recoveredFrom(`Continued from “Gate” (thread ${OLD}, which Codex no longer has).`), "as said before").toBe(
      OLD,
    );
    for (const title of ["", "”)", "(thread x, which the App Server no longer has).", "two\nlines"])
      expect(recoveredFrom(recoveredHead(OLD, title)), title).toBe(OLD);
    for (const text of [`Say: ${recoveredHead(OLD, "x")}`, "Continued from “x”", `Continued from “x” (thread ${OLD})`])
      expect(recoveredFrom(text)).toBeNull();
  });
});
