import { describe, expect, test } from "vitest";
import { tape, T, texts, threadAfter } from "./testing/rows.ts";
import {
  agent,
  command,
  completed,
  delta,
  itemCompleted,
  itemStarted,
  note,
  output,
  started,
  user,
} from "./testing/wire.ts";

const held = (rows: Parameters<typeof threadAfter>[0], id: string) => threadAfter(rows).turns.get("t1")?.items.get(id);
const item = (method: string, more: object) => note(method, { threadId: T, turnId: "t1", itemId: "i", ...more });

describe("items from events", () => {
  test("[PRJ-15] a delta makes the item that nothing announced, and a late start neither blanks nor opens it", () => {
    const line = tape().in(delta("t1", "zz", "A"));
    expect(held(line.rows, "zz")).toMatchObject({ type: "agentMessage", text: "A", provisional: true, phase: "open" });
    line.in(itemCompleted("t1", agent("zz", "AB"))).in(itemStarted("t1", agent("zz", "")));
    expect(held(line.rows, "zz")).toMatchObject({ text: "AB", provisional: false, phase: "completed" });
  });

  test("[PRJ-15] a late start turns no status back", () => {
    const done = command("c", "ls", { status: "completed", exitCode: 0, aggregatedOutput: "x" });
    const rows = tape()
      .in(itemCompleted("t1", done))
      .in(itemStarted("t1", command("c", "ls"))).rows;
    expect(held(rows, "c")).toMatchObject({ status: "completed", exitCode: 0, output: "x", phase: "completed" });
  });

  test("[PRJ-15] a completion without a start is complete", () => {
    expect(held(tape().in(itemCompleted("t1", agent("m", "x"))).rows, "m")).toMatchObject({
      text: "x",
      phase: "completed",
    });
  });

  test("[PRJ-15] a delta behind the final text adds nothing", () => {
    const rows = tape()
      .in(itemCompleted("t1", agent("m", "whole")))
      .in(delta("t1", "m", " and more")).rows;
    expect(texts(threadAfter(rows), "t1")).toEqual(["whole"]);
  });

  test("[PRJ-15] what deltas took for a message turns out to be of another type, in the same place", () => {
    const rows = tape()
      .in(delta("t1", "x", "a"))
      .in(delta("t1", "m", "b"))
      .in(itemCompleted("t1", command("x", "ls"))).rows;
    expect(texts(threadAfter(rows), "t1")).toEqual(["$ ls > ", "b"]);
  });

  test.each([
    ["", "stream"],
    ["str", "stream"],
    ["stream!", "stream!"],
    ["another text", "another text"],
  ])("[PRJ-16] final text %j after the stream %j", (final, expected) => {
    const rows = tape()
      .in(delta("t1", "m", "stream"))
      .in(itemCompleted("t1", agent("m", final))).rows;
    expect(texts(threadAfter(rows), "t1")).toEqual([expected]);
  });

  test("[PRJ-16] an unknown item type is a generic item with its raw JSON, updated in its place", () => {
    const rows = tape()
      .in(itemStarted("t1", { type: "teleport", id: "q", where: "mars" }))
      .in(itemCompleted("t1", { type: "teleport", id: "q", where: null, done: true })).rows;
    expect(held(rows, "q")).toMatchObject({
      type: "generic",
      name: "teleport",
      raw: { where: "mars", done: true },
      phase: "completed",
    });
  });

  test.each<[string, unknown]>([
    ["no item", undefined],
    ["an item without an id", { type: "agentMessage" }],
    ["an item without a type", { id: "x" }],
    ["a text for an item", "x"],
  ])("[PRJ-16] %s is shown raw in its turn", (_name, value) => {
    const rows = tape().in(note("item/completed", { threadId: T, turnId: "t1", item: value })).rows;
    expect(threadAfter(rows).turns.get("t1")?.entries).toMatchObject([{ type: "card", card: { what: "malformed" } }]);
  });

  test("[PRJ-16] a malformed item of a known type keeps what is held, and is shown raw", () => {
    const rows = tape()
      .in(delta("t1", "m", "text"))
      .in(itemCompleted("t1", { type: "agentMessage", id: "m", text: 7 })).rows;
    const state = threadAfter(rows);
    expect(texts(state, "t1")).toEqual(["text"]);
    expect(state.turns.get("t1")?.entries).toMatchObject([
      { type: "item" },
      { type: "card", card: { what: "malformed" } },
    ]);
  });

  test("[PRJ-16] later snapshots win field by field, and null takes nothing away", () => {
    const rows = tape()
      .in(itemStarted("t1", command("c", "ls", { source: "agent", processId: null, extra: "kept" })))
      .in(
        itemCompleted(
          "t1",
          command("c", "ls", {
            source: "unifiedExecStartup",
            processId: "5",
            extra: null,
            status: "paused",
            exitCode: 0,
          }),
        ),
      ).rows;
    expect(held(rows, "c")).toMatchObject({
      source: "unifiedExecStartup",
      status: "paused",
      exitCode: 0,
      raw: { processId: "5", extra: "kept" },
    });
  });
});

describe("streams", () => {
  test("[PRJ-15] reasoning grows by its parts", () => {
    const rows = tape()
      .in(item("item/reasoning/summaryTextDelta", { summaryIndex: 0, delta: "a" }))
      .in(item("item/reasoning/summaryPartAdded", { summaryIndex: 1 }))
      .in(item("item/reasoning/summaryTextDelta", { summaryIndex: 1, delta: "b" }))
      .in(item("item/reasoning/textDelta", { contentIndex: 0, delta: "c" }))
      .in(item("item/reasoning/textDelta", { contentIndex: 4e9, delta: "d" })).rows;
    expect(held(rows, "i")).toMatchObject({ summary: ["a", "b"], content: ["c", "d"] });
  });

  test("[PRJ-15] a plan, a patch and what is typed into a command are folded into their items", () => {
    const rows = tape()
      .in(note("item/plan/delta", { threadId: T, turnId: "t1", itemId: "p", delta: "- step" }))
      .in(
        item("item/fileChange/patchUpdated", {
          changes: [{ path: "a", kind: { type: "update", move_path: "b" }, diff: "@@" }, { path: 3 }],
        }),
      )
      .in(item("item/fileChange/outputDelta", { delta: "patched" }))
      .in(output("t1", "c", "Name? "))
      .in(
        note("item/commandExecution/terminalInteraction", {
          threadId: T,
          turnId: "t1",
          itemId: "c",
          processId: "1",
          stdin: "Ada\n",
        }),
      ).rows;
    const state = threadAfter(rows).turns.get("t1")?.items;
    expect(state?.get("p")).toMatchObject({ type: "plan", text: "- step" });
    expect(state?.get("i")).toMatchObject({
      type: "fileChange",
      output: "patched",
      changes: [
        { path: "a", kind: "update", movePath: "b", diff: "@@" },
        { path: "", kind: "unknown", movePath: null, diff: "", malformed: { path: 3 } },
      ],
    });
    expect(state?.get("c")).toMatchObject({ output: "Name? ", typed: [{ text: "Ada\n", at: 6 }] });
  });

  test.each<[string, unknown]>([
    ["no object", 7],
    ["null", null],
    ["a kind of no shape", { path: "b", kind: "update", diff: "@@" }],
    ["a diff that is no text", { path: "b", kind: { type: "update" }, diff: 4 }],
  ])("[PRJ-302] %s among the changed files is kept as it came, its neighbours are typed", (_name, broken) => {
    const whole = { path: "a", kind: { type: "add" }, diff: "x\n" };
    const rows = tape().in(
      itemCompleted("t1", { type: "fileChange", id: "f", status: "completed", changes: [whole, broken, whole] }),
    ).rows;
    const change = held(rows, "f");
    if (change?.type !== "fileChange") throw new Error("no file change");
    expect(change.changes.map(({ path, malformed }) => [path, malformed])).toEqual([
      ["a", undefined],
      [expect.any(String), broken],
      ["a", undefined],
    ]);
  });

  test("[PRJ-15] a stream of an unknown kind grows its generic item; into an item of a known type it is a card", () => {
    const piece = (id: string, text: string) =>
      note("item/teleport/delta", { threadId: T, turnId: "t1", itemId: id, delta: text });
    const rows = tape()
      .in(piece("q", "ma"))
      .in(piece("q", "rs"))
      .in(itemCompleted("t1", { type: "teleport", id: "q", ok: 1 })).rows;
    expect(held(rows, "q")).toMatchObject({ type: "generic", name: "teleport", text: "mars", raw: { ok: 1 } });
    const typed = tape()
      .in(itemStarted("t1", command("c", "ls")))
      .in(piece("c", "x")).rows;
    expect(threadAfter(typed).turns.get("t1")?.entries).toMatchObject([{ type: "item" }, { type: "card" }]);
  });

  test.each<[string, object]>([
    ["item/agentMessage/delta", { delta: 7 }],
    ["item/reasoning/textDelta", { delta: "x", contentIndex: -1 }],
    ["item/reasoning/textDelta", { delta: "x" }],
    ["item/commandExecution/outputDelta", {}],
    ["item/commandExecution/terminalInteraction", { stdin: {} }],
    ["item/fileChange/patchUpdated", { changes: "none" }],
    ["item/mcpToolCall/progress", { message: null }],
  ])("[PRJ-16] a malformed %s %j is a card and makes no item", (method, params) => {
    const turn = threadAfter(tape().in(item(method, params)).rows).turns.get("t1");
    expect(turn?.items.size).toBe(0);
    expect(turn?.entries).toMatchObject([{ type: "card", card: { name: method, what: "malformed" } }]);
  });

  test("[PRJ-16] a delta that does not fit the item it names is a card", () => {
    const rows = tape()
      .in(itemStarted("t1", command("c", "ls")))
      .in(delta("t1", "c", "text")).rows;
    expect(threadAfter(rows).turns.get("t1")?.entries).toMatchObject([{ type: "item" }, { type: "card" }]);
  });
});

describe("command output", () => {
  const cut = `${"a".repeat(2000)}\n... 3145728 bytes omitted ...\n${"z".repeat(2000)}`;
  const stream = (text: string, final: string | null) =>
    held(
      tape()
        .in(started("t1"))
        .in(itemStarted("t1", command("c", "x")))
        .in(output("t1", "c", text))
        .in(itemCompleted("t1", command("c", "x", { aggregatedOutput: final, status: "completed" })))
        .in(completed("t1")).rows,
      "c",
    );

  test.each<[string, string, string | null, string, boolean]>([
    ["the same", "out", "out", "out", false],
    ["a final text that is missing", "out", null, "out", false],
    ["a final text that is empty", "out", "", "out", false],
    ["a longer final text", "ou", "out", "out", false],
    ["a final text that is cut and shorter", "s".repeat(9000), cut, "s".repeat(9000), true],
    ["a final text that is cut and longer", "s".repeat(100), cut, cut, true],
    ["a shorter final text that is whole", "long stream", "short", "long stream", false],
    [
      "a short output that only quotes the mark",
      "... 5 bytes omitted ...",
      "... 5 bytes omitted ...",
      "... 5 bytes omitted ...",
      false,
    ],
  ])("[PRJ-18] stream and final output, %s: the richer is kept", (_name, streamed, final, expected, isCut) => {
    expect(stream(streamed, final)).toMatchObject({ output: expected, outputCut: isCut });
  });

  test("[PRJ-18] after a gap a whole final output is believed, though it is shorter than the stream", () => {
    const rows = tape()
      .in(started("t1"))
      .in(output("t1", "c", "x".repeat(50)))
      .local({ type: "gap", from: 1e4, to: 2e4 })
      .in(itemCompleted("t1", command("c", "x", { aggregatedOutput: "whole" }))).rows;
    expect(held(rows, "c")).toMatchObject({ output: "whole", outputCut: false });
  });

  test("[PRJ-18] output behind an end without output is kept", () => {
    const rows = tape()
      .in(itemCompleted("t1", command("c", "x")))
      .in(output("t1", "c", "late")).rows;
    expect(held(rows, "c")).toMatchObject({ output: "late" });
  });
});

test("[PRJ-16] the person's message keeps all its parts, and shows the text of those that have one", () => {
  const parts = [
    { type: "text", text: "a" },
    { type: "image", url: "data:" },
    { type: "text", text: "b" },
  ];
  const rows = tape().in(itemCompleted("t1", { ...user("u", ""), content: [...parts, 7] })).rows;
  expect(held(rows, "u")).toMatchObject({ text: "a\nb", content: [...parts, 7] });
});
