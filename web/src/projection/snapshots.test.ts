import { describe, expect, test } from "vitest";
import { turnStatus, type ThreadState } from "./state.ts";
import { hostAfter, tape, T, texts, threadAfter, type Tape } from "./testing/rows.ts";
import {
  agent,
  command,
  completed,
  delta,
  itemCompleted,
  itemStarted,
  note,
  reply,
  request,
  started,
  status,
  turn,
  user,
} from "./testing/wire.ts";

let asked = 0;
/** A read of the thread and the server's answer to it. */
function readThread(line: Tape, turns: object[], type = "idle"): Tape {
  const id = `r.${(asked += 1)}`;
  return line
    .out(request(id, "thread/read", { threadId: T, includeTurns: true }))
    .in(reply(id, { thread: { id: T, status: { type }, turns } }));
}
function listTurns(line: Tape, data: object[], params: object = {}, nextCursor: string | null = null): Tape {
  const id = `l.${(asked += 1)}`;
  return line
    .out(request(id, "thread/turns/list", { threadId: T, itemsView: "full", ...params }))
    .in(reply(id, { data, nextCursor }));
}
function resume(line: Tape, data: object[], nextCursor: string | null = null): Tape {
  const id = `s.${(asked += 1)}`;
  return line
    .out(
      request(id, "thread/resume", {
        threadId: T,
        excludeTurns: true,
        initialTurnsPage: { limit: 1, itemsView: "full" },
      }),
    )
    .in(
      reply(id, {
        thread: { id: T, status: { type: "active", activeFlags: [] }, turns: [] },
        model: "m",
        initialTurnsPage: { data, nextCursor },
      }),
    );
}
const order = (state: ThreadState) => state.timeline.flatMap((entry) => (entry.type === "turn" ? [entry.turn] : []));
const shown = (state: ThreadState, id: string) => {
  const held = state.turns.get(id);
  return held === undefined ? "unknown" : turnStatus(held);
};
const whole = () =>
  tape()
    .in(started("t1"))
    .in(itemCompleted("t1", user("u1", "q")))
    .in(itemCompleted("t1", agent("m1", "Same")))
    .in(itemCompleted("t1", agent("m2", "Same")))
    .in(completed("t1"));
/** The same with a gap in it: not held in full. */
const holed = () =>
  tape()
    .in(started("t1"))
    .in(itemCompleted("t1", user("u1", "q")))
    .in(itemCompleted("t1", agent("m1", "Same")))
    .local({ type: "gap", from: 5e3, to: 6e3 });

describe("turns held in full", () => {
  test("[PRJ-23] a copy with other ids, other texts or fewer items changes nothing of what is held", () => {
    const before = texts(threadAfter(whole().rows), "t1");
    const copy = [user("item-1", "q"), agent("item-2", "Poor"), { type: "reasoning", id: "item-3", summary: ["x"] }];
    expect(texts(threadAfter(readThread(whole(), [turn("t1", "completed", copy)]).rows), "t1")).toEqual(before);
  });

  test("[PRJ-23] an empty copy removes nothing, and the turn says that the server returned less", () => {
    const state = threadAfter(readThread(whole(), [turn("t1", "completed", [])]).rows);
    expect(texts(state, "t1")).toEqual(["q", "Same", "Same"]);
    expect(state.turns.get("t1")?.serverReturnedLess).toBe(true);
  });

  test("[PRJ-23] a copy that does not claim to hold the items is not called less", () => {
    const state = threadAfter(readThread(whole(), [turn("t1", "completed", [], { itemsView: "notLoaded" })]).rows);
    expect(state.turns.get("t1")?.serverReturnedLess).toBe(false);
  });

  test("[PRJ-23] a turn that runs here is not ended by a copy that calls it over", () => {
    const line = tape()
      .in(started("t1"))
      .in(delta("t1", "m", "still"));
    const state = threadAfter(readThread(line, [turn("t1", "interrupted", [])], "active").rows);
    expect(shown(state, "t1")).toBe("inProgress");
  });

  test("[PRJ-11] where the thread rests and the end was never told, the copy that has it counts", () => {
    const line = tape()
      .in(started("t1"))
      .in(itemStarted("t1", { type: "contextCompaction", id: "x" }))
      .in(status("idle"));
    expect(shown(threadAfter(line.rows), "t1")).toBe("inProgress");
    const state = threadAfter(readThread(line, [turn("t1", "completed", [])]).rows);
    expect(shown(state, "t1")).toBe("completed");
    expect(state.turns.get("t1")?.items.get("x")?.phase).toBe("closed");
  });

  test("[PRJ-23] a turn whose end was missed while the thread was silent is not held in full once another one starts", () => {
    const state = threadAfter(tape().in(started("t1")).in(started("t2")).rows);
    expect([state.turns.get("t1")?.heldInFull, state.turns.get("t2")?.heldInFull]).toEqual([false, true]);
  });

  test("[PRJ-23] a reply to another device that is not kept may have been a resume, and makes no card in the thread", () => {
    const [start, end] = tape().in(started("t1")).in(completed("t1")).rows;
    if (start?.kind !== "in" || end === undefined) throw new Error("no rows");
    const stub = { ...start, n: 1, line: { stub: true as const, method: null, id: "s:x", bytes: 9000, sha256: null } };
    const state = threadAfter([start, stub, end]);
    expect(state.turns.get("t1")).toMatchObject({ heldInFull: false, entries: [] });
    expect(hostAfter([start, stub, end]).activity).toMatchObject([{ what: "stub" }]);
  });

  test("[PRJ-23] a gap, a resume in its middle or an unsubscribed stretch means that a turn is not held in full", () => {
    const middles: ((line: Tape) => Tape)[] = [
      (line) => line,
      (line) => line.local({ type: "gap", from: 5e3, to: 6e3 }),
      (line) => resume(line, [turn("t1", "inProgress", [user("u1", "q")])]),
      (line) =>
        line.out(request("x", "thread/unsubscribe", { threadId: T })).in(reply("x", { status: "unsubscribed" })),
    ];
    const held = middles.map(
      (middle) =>
        threadAfter(
          middle(
            tape()
              .in(started("t1"))
              .in(itemCompleted("t1", user("u1", "q"))),
          ).in(completed("t1")).rows,
        ).turns.get("t1")?.heldInFull,
    );
    expect(held).toEqual([true, false, false, false]);
  });
});

describe("turns merged with the server's copy", () => {
  test("[PRJ-24] two equal messages stay two, whatever the copy calls them, and again after another copy", () => {
    const line = holed()
      .in(itemCompleted("t1", agent("m2", "Same")))
      .in(completed("t1"));
    const copy = [user("item-1", "q"), agent("item-2", "Same"), agent("item-3", "Same")];
    const once = threadAfter(readThread(line, [turn("t1", "completed", copy)]).rows);
    expect(texts(once, "t1")).toEqual(["q", "Same", "Same"]);
    const twice = threadAfter(listTurns(line, [turn("t1", "completed", copy)]).rows);
    expect(texts(twice, "t1")).toEqual(["q", "Same", "Same"]);
  });

  test("[PRJ-24] what only the copy has comes to its place between what is held", () => {
    const line = holed()
      .in(itemCompleted("t1", agent("m3", "last")))
      .in(completed("t1"));
    const copy = [
      user("item-1", "q"),
      agent("m1", "Same"),
      command("c1", "ls", { status: "completed", aggregatedOutput: "o" }),
      agent("mx", "middle"),
      agent("m3", "last"),
    ];
    expect(texts(threadAfter(readThread(line, [turn("t1", "completed", copy)]).rows), "t1")).toEqual([
      "q",
      "Same",
      "$ ls > o",
      "middle",
      "last",
    ]);
  });

  test("[PRJ-24] the person's message is the same by its clientId, and else as the turn's first", () => {
    const line = tape()
      .in(itemStarted("t1", user("u9", "steer", "c9")))
      .in(itemStarted("t1", user("u1", "rewritten")));
    const copy = [user("item-1", "steer", "c9"), user("item-2", "other")];
    expect(texts(threadAfter(readThread(line, [turn("t1", "inProgress", copy)], "active").rows), "t1")).toEqual([
      "steer",
      "other",
      "rewritten",
    ]);
    const plain = tape()
      .local({ type: "gap", from: 9e3, to: 9.1e3 })
      .in(itemStarted("t1", user("u1", "as typed")));
    expect(
      texts(
        threadAfter(readThread(plain, [turn("t1", "inProgress", [user("item-1", "as typed ")])], "active").rows),
        "t1",
      ),
    ).toHaveLength(1);
  });

  test("[PRJ-24] what ran beside each other is the same in whatever order the copy has it", () => {
    const line = holed()
      .in(itemCompleted("t1", command("b", "second")))
      .in(itemCompleted("t1", command("a", "first")));
    const copy = [user("i1", "q"), agent("i2", "Same"), command("i3", "first"), command("i4", "second")];
    const state = threadAfter(readThread(line, [turn("t1", "completed", copy)]).rows);
    expect(texts(state, "t1")).toEqual(["q", "Same", "$ second > ", "$ first > "]);
  });

  test("[PRJ-24] the last message of a summary stands behind all that is held", () => {
    const line = holed().in(itemCompleted("t1", command("c", "ls")));
    const summary = turn("t1", "completed", [user("u1", "q"), agent("m9", "the end")], { itemsView: "summary" });
    const state = threadAfter(listTurns(line, [summary]).rows);
    expect(texts(state, "t1")).toEqual(["q", "Same", "$ ls > ", "the end"]);
  });

  test("[PRJ-24] a message that is held in part is completed by the copy that has all of it", () => {
    const line = holed().in(delta("t1", "m2", "tail of it"));
    const copy = [user("u1", "q"), agent("m1", "Same"), agent("item-3", "head and tail of it")];
    expect(texts(threadAfter(readThread(line, [turn("t1", "completed", copy)]).rows), "t1")).toEqual([
      "q",
      "Same",
      "head and tail of it",
    ]);
  });

  test("[PRJ-24] the same id for another message is another item, also when the copy comes again", () => {
    const line = tape()
      .in(itemCompleted("t1", agent("item-1", "live one")))
      .in(completed("t1"));
    const copy = [turn("t1", "completed", [agent("item-1", "another one"), agent("item-2", "live one")])];
    const once = threadAfter(readThread(line, copy).rows);
    expect(texts(once, "t1")).toEqual(["another one", "live one"]);
    expect(texts(threadAfter(readThread(line, copy).rows), "t1")).toEqual(["another one", "live one"]);
  });

  test("[PRJ-24] a copy that has less takes nothing away, and a later one with all takes the note back", () => {
    const line = holed().in(completed("t1"));
    const less = threadAfter(readThread(line, [turn("t1", "completed", [user("u1", "q")])]).rows);
    expect(texts(less, "t1")).toEqual(["q", "Same"]);
    expect(less.turns.get("t1")?.serverReturnedLess).toBe(true);
    const all = threadAfter(readThread(line, [turn("t1", "completed", [user("u1", "q"), agent("m1", "Same")])]).rows);
    expect(all.turns.get("t1")?.serverReturnedLess).toBe(false);
  });

  test("[PRJ-24] a live event under a new id meets what the copy showed as running", () => {
    const line = resume(tape(), [turn("t1", "inProgress", [user("item-1", "q", "c1"), command("item-2", "make")])]);
    line
      .in(itemCompleted("t1", user("u-live", "q", "c1")))
      .in(itemCompleted("t1", command("c-live", "make", { status: "completed", aggregatedOutput: "ok" })));
    expect(texts(threadAfter(line.rows), "t1")).toEqual(["q", "$ make > ok"]);
  });

  test("[PRJ-24] a turn known from a summary is filled by a full copy, and never made poorer again", () => {
    const summary = turn("t1", "completed", [user("u", "q"), agent("m", "end")], { itemsView: "summary" });
    const full = turn("t1", "completed", [user("u", "q"), command("c", "ls"), agent("m", "end")], {
      itemsView: "full",
    });
    const line = listTurns(tape(), [summary], { itemsView: "summary" });
    expect(threadAfter(line.rows).turns.get("t1")?.itemsView).toBe("summary");
    listTurns(line, [full]);
    listTurns(line, [summary], { itemsView: "summary" });
    const state = threadAfter(line.rows);
    expect(texts(state, "t1")).toEqual(["q", "$ ls > ", "end"]);
    expect(state.turns.get("t1")?.itemsView).toBe("full");
  });

  test("[PRJ-24] pages of single items fill their turns in order", () => {
    const line = tape();
    line.out(request("i", "thread/items/list", { threadId: T, sortDirection: "desc" }));
    line.in(
      reply("i", {
        data: [{ turnId: "t1", item: agent("b", "two") }, { turnId: "t1", item: agent("a", "one") }, { nonsense: 1 }],
        nextCursor: null,
      }),
    );
    expect(texts(threadAfter(line.rows), "t1")).toEqual(["one", "two"]);
  });
});

describe("what copies say of a turn's end", () => {
  test("[PRJ-11] a turn that a copy calls interrupted runs again as soon as an event of it comes, with its text", () => {
    const line = readThread(tape(), [turn("t1", "interrupted", [agent("m1", "so far")], { completedAt: null })]);
    expect(shown(threadAfter(line.rows), "t1")).toBe("interrupted");
    line.in(delta("t1", "m1b", "still here"));
    expect(shown(threadAfter(line.rows), "t1")).toBe("inProgress");
    expect(texts(threadAfter(line.rows), "t1")).toEqual(["so far", "still here"]);
    expect(shown(threadAfter(line.in(completed("t1")).rows), "t1")).toBe("completed");
  });

  test("[PRJ-11] a turn that was missed in part is over when the history says so", () => {
    expect(
      shown(threadAfter(readThread(holed(), [turn("t1", "failed", [], { error: { message: "no" } })]).rows), "t1"),
    ).toBe("failed");
  });

  test.each([
    ["idle", "lost"],
    ["notLoaded", "lost"],
    ["active", "inProgress"],
  ])("[PRJ-12] a turn in progress in the history of a thread that is %s is %s", (type, expected) => {
    expect(shown(threadAfter(readThread(tape(), [turn("t1", "inProgress", [agent("m", "x")])], type).rows), "t1")).toBe(
      expected,
    );
  });

  test("[PRJ-12] a turn that was seen running here is not lost by a copy that says that it runs", () => {
    const line = tape().in(started("t1")).in(status("idle"));
    expect(shown(threadAfter(readThread(line, [turn("t1", "inProgress", [])]).rows), "t1")).toBe("inProgress");
  });

  test("[PRJ-12] it runs again when an event of it comes", () => {
    const line = readThread(tape(), [turn("t1", "inProgress", [])])
      .in(status("active", []))
      .in(delta("t1", "m", "x"));
    expect(shown(threadAfter(line.rows), "t1")).toBe("inProgress");
  });
});

describe("the order of turns", () => {
  const page = (...ids: string[]) => ids.map((id) => turn(id, "completed", []));

  test("[PRJ-25] pages of older turns go before what is held, newest first as they come", () => {
    const line = listTurns(tape(), page("t5", "t4"), {}, "c1");
    expect(threadAfter(line.rows).older).toEqual({ cursor: "c1" });
    listTurns(line, page("t3", "t2"), { cursor: "c1" }, "c2");
    listTurns(line, page("t1"), { cursor: "c2" }, null);
    const state = threadAfter(line.rows);
    expect(order(state)).toEqual(["t1", "t2", "t3", "t4", "t5"]);
    expect(state.older).toBeNull();
  });

  test("[PRJ-25] turns that were missed come between their neighbours", () => {
    const line = tape()
      .in(started("t1"))
      .in(completed("t1"))
      .local({ type: "gap", from: 5e3, to: 6e3 })
      .in(started("t4"))
      .in(completed("t4"));
    expect(order(threadAfter(listTurns(line, page("t4", "t3", "t2", "t1")).rows))).toEqual(["t1", "t2", "t3", "t4"]);
  });

  test("[PRJ-25] a copy without any turn that is held goes to its time", () => {
    const timed = (id: string, startedAt: number) => turn(id, "completed", [], { startedAt });
    const line = listTurns(listTurns(tape(), [timed("t4", 40)]), [timed("t3", 30), timed("t2", 20)]);
    expect(order(threadAfter(listTurns(line, [timed("t6", 60)]).rows))).toEqual(["t2", "t3", "t4", "t6"]);
  });

  test("[PRJ-25] a newer first page does not forget how far back the pages went", () => {
    const line = listTurns(tape(), page("t3"), {}, "c1");
    listTurns(line, page("t2"), { cursor: "c1" }, "c2");
    resume(line, page("t3"), "c1-again");
    expect(threadAfter(line.rows).older).toEqual({ cursor: "c2" });
  });

  test("[PRJ-25] a thread that was started here has nothing older; one that was only resumed says where it goes on", () => {
    const fresh = tape()
      .out(request("a", "thread/start", { cwd: "/w" }))
      .in(reply("a", { thread: { id: T, status: { type: "idle" }, turns: [] }, model: "m" }));
    expect(
      threadAfter(resume(fresh.in(started("t1")).in(completed("t1")).in(started("t2")), page("t2"), "c1").rows).older,
    ).toBeNull();
    expect(threadAfter(resume(tape(), page("t9"), "c1").rows).older).toEqual({ cursor: "c1" });
  });

  test("[PRJ-02] unknown items and bad turns in a copy cost nothing else of it", () => {
    const items = [
      user("u", "a"),
      agent("m", "b"),
      { type: "hologram", id: "h1", data: { n: 1 } },
      command("c", "x", { status: "paused" }),
      { id: "no type" },
      agent("m2", "c"),
    ];
    const state = threadAfter(
      readThread(tape(), [turn("t1", "completed", items), { nonsense: true }, turn("t2", "completed", [])]).rows,
    );
    expect(texts(state, "t1")).toEqual(["a", "b", "hologram", "$ x > ", "c"]);
    expect(state.turns.get("t1")?.items.get("c")).toMatchObject({ status: "paused" });
    expect(order(state)).toEqual(["t1", "t2"]);
  });

  test("[PRJ-02] a reply of a shape that does not parse is shown, and its turns are still read", () => {
    const line = tape()
      .out(request("a", "thread/read", { threadId: T }))
      .in(reply("a", { thread: { id: T, status: 7, turns: [turn("t1", "completed", [agent("m", "x")])] } }));
    const state = threadAfter(line.rows);
    expect(texts(state, "t1")).toEqual(["x"]);
    expect(state.timeline.some((entry) => entry.type === "card" && entry.card.what === "malformed")).toBe(true);
  });

  test("[PRJ-24] the copy in another device's reply counts like one of ours", () => {
    const rows = tape().in(
      reply("other.1", {
        thread: { id: T, status: { type: "idle" }, turns: [turn("t1", "completed", [agent("m", "x")])] },
      }),
    ).rows;
    expect(texts(threadAfter(rows), "t1")).toEqual(["x"]);
    expect(threadAfter(tape().in(note("thread/name/updated", { threadId: T, threadName: "n" })).rows).timeline).toEqual(
      [],
    );
  });
});

test("[PRJ-323] a page that does not reach what is held leaves a hole before its first turn, which the pages behind it close", () => {
  const plain = (...ids: string[]) => ids.map((id) => turn(id, "completed", [agent(`a-${id}`, id)]));
  const holes = (line: Tape) =>
    [...threadAfter(line.rows).turns.values()]
      .filter(({ hole }) => hole !== null)
      .map(({ id, hole }) => `${id} ${hole?.cursor}`);
  const line = tape();
  listTurns(line, plain("t2", "t1"));
  expect(holes(line), "nothing is older").toEqual([]);
  listTurns(line, plain("t9", "t8"), {}, "c7");
  expect(holes(line)).toEqual(["t8 c7"]);
  listTurns(line, plain("t7", "t6"), { cursor: "c7" }, "c5");
  expect(holes(line), "the hole is before the older page now").toEqual(["t6 c5"]);
  listTurns(line, plain("t9", "t8", "t7"), {}, "c6");
  expect(holes(line), "a page of what is held says nothing of it").toEqual(["t6 c5"]);
  listTurns(line, plain("t5", "t4", "t3", "t2"), { cursor: "c5" }, "c1");
  expect(holes(line)).toEqual([]);
  expect(order(threadAfter(line.rows))).toEqual(["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9"]);
});

test("[PRJ-323] the first page of a thread of which nothing is held has no hole before it, and a whole history closes any", () => {
  const line = tape();
  listTurns(line, [turn("t5", "completed", [])], {}, "c4");
  expect(threadAfter(line.rows).turns.get("t5")?.hole).toBeNull();
  listTurns(line, [turn("t9", "completed", [])], {}, "c8");
  expect(threadAfter(line.rows).turns.get("t9")?.hole).toEqual({ cursor: "c8" });
  readThread(line, [turn("t5", "completed", []), turn("t7", "completed", []), turn("t9", "completed", [])]);
  expect([...threadAfter(line.rows).turns.values()].filter(({ hole }) => hole !== null)).toEqual([]);
});

const holesOf = (state: ThreadState) =>
  [...state.turns.values()].filter(({ hole }) => hole !== null).map(({ id, hole }) => `${id} ${hole?.cursor}`);
const clocked = (...ids: string[]) =>
  ids.map((id) => turn(id, "completed", [], { startedAt: Number(id.slice(1)) * 10 }));

test("[PRJ-32] a page that was read again after those behind it makes the same order, holes and marks when its older copy is gone", () => {
  const line = tape();
  listTurns(line, clocked("t2", "t1"));
  listTurns(line, clocked("t9", "t8"), {}, "c7");
  listTurns(line, clocked("t7", "t6"), { cursor: "c7" }, "c5");
  listTurns(line, clocked("t5", "t4", "t3", "t2"), { cursor: "c5" }, "c1");
  listTurns(line, clocked("t9", "t8"), {}, "c7");
  const all = ["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9"];
  const copies = line.rows.filter((row) => row.kind === "snapshot");
  const older = copies[1];
  expect(copies.at(-1)).toMatchObject({ page: older?.page });
  for (const rows of [line.rows, line.rows.filter((row) => row !== older)]) {
    const state = threadAfter(rows);
    expect(order(state)).toEqual(all);
    expect(holesOf(state)).toEqual([]);
    expect([...state.turns.values()].filter(({ reverted }) => reverted !== false)).toEqual([]);
  }
});

test("[PRJ-25] an older page that begins behind all that is held stands behind it, and one of the same second before it", () => {
  const later = listTurns(listTurns(tape(), clocked("t2", "t1")), clocked("t7", "t6"), { cursor: "lost" }, "c5");
  expect(order(threadAfter(later.rows))).toEqual(["t1", "t2", "t6", "t7"]);
  const at = (id: string) => turn(id, "completed", [], { startedAt: 50 });
  const same = listTurns(listTurns(tape(), [at("b")], {}, "c1"), [at("a")], { cursor: "other" }, "c0");
  expect(order(threadAfter(same.rows))).toEqual(["a", "b"]);
});

test("[PRJ-323] a turn that was heard after missed bytes has a hole before it until a page shows what stands there", () => {
  const line = tape().in(started("t1")).in(completed("t1")).local({ type: "gap", from: 5e3, to: 6e3 });
  line.in(started("t8")).in(completed("t8")).in(started("t9")).in(completed("t9"));
  listTurns(line, clocked("t9", "t8"), {}, "c7");
  expect(holesOf(threadAfter(line.rows))).toEqual(["t8 c7"]);
  listTurns(line, clocked("t7", "t1"), { cursor: "c7" }, null);
  listTurns(line, clocked("t9", "t8"), {}, "c7");
  expect(holesOf(threadAfter(line.rows))).toEqual([]);
  const whole = tape().in(started("t1")).in(completed("t1")).local({ type: "gap", from: 5e3, to: 6e3 });
  listTurns(whole, clocked("t1"), {}, "c0").in(started("t2")).in(completed("t2"));
  listTurns(whole, clocked("t2"), {}, "c1");
  expect(holesOf(threadAfter(whole.rows)), "nothing was missed after the newest page").toEqual([]);
});

test("[PRJ-323] a page that brought nothing and goes on moves the hole; one that is taken back takes its hole with it", () => {
  const line = listTurns(listTurns(tape(), clocked("t2", "t1")), clocked("t9", "t8"), {}, "c7");
  listTurns(line, [], { cursor: "c7" }, "c5");
  expect(holesOf(threadAfter(line.rows))).toEqual(["t8 c5"]);
  listTurns(line, clocked("t3", "t2"), { cursor: "c5" }, "c1");
  expect(holesOf(threadAfter(line.rows))).toEqual([]);
  const cut = listTurns(listTurns(tape(), clocked("t2", "t1")), clocked("t9", "t8"), {}, "c7");
  cut
    .out(request("a.r", "thread/revert", { threadId: T, beforeTurnId: "t8" }))
    .in(reply("a.r", { thread: { id: T, turns: [] } }));
  expect(holesOf(threadAfter(cut.rows))).toEqual([]);
  cut.in(started("t10")).in(completed("t10"));
  listTurns(cut, clocked("t10"), {}, "c9");
  expect(holesOf(threadAfter(cut.rows)), "what lay before it is as open as before").toEqual(["t10 c9"]);
});
