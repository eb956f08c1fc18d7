// Items whose views read the server's own members, and what all item types have in common.
import { describe, expect, test } from "vitest";
import { ITEM_SAMPLES, type Sample } from "./testing/item-samples.ts";
import { tape, T, threadAfter } from "./testing/rows.ts";
import {
  command,
  completed,
  delta,
  itemCompleted,
  itemStarted,
  note,
  output,
  reply,
  request,
  started,
  turn,
} from "./testing/wire.ts";

type Rows = Parameters<typeof threadAfter>[0];
const held = (rows: Rows, id: string) => threadAfter(rows).turns.get("t1")?.items.get(id);
const entries = (rows: Rows) => threadAfter(rows).turns.get("t1")?.entries ?? [];
const samples = Object.entries(ITEM_SAMPLES) as [string, Sample][];
const mcp = ITEM_SAMPLES.mcpToolCall;
const progress = (message: unknown) =>
  note("item/mcpToolCall/progress", { threadId: T, turnId: "t1", itemId: "mcpToolCall", message });

describe("every item type of the pinned schema", () => {
  test.each(samples)("[PRJ-200] a %s is folded by its type, begun and ended", (type, sample) => {
    const line = tape().in(started("t1")).in(itemStarted("t1", sample.started));
    expect(held(line.rows, type)).toMatchObject({ type, phase: "open", provisional: false });
    line.in(itemCompleted("t1", sample.completed));
    expect(held(line.rows, type)).toMatchObject({ type, phase: "completed", raw: sample.completed });
    expect(entries(line.rows)).toEqual([{ type: "item", item: type }]);
  });

  test.each(samples)("[PRJ-200] a %s that nothing but its id is told of takes nothing away", (type, sample) => {
    const before = tape().in(itemStarted("t1", sample.started)).in(itemCompleted("t1", sample.completed));
    const blank = Object.fromEntries(
      Object.entries(sample.completed).map(([key, value]) => {
        if (key === "type" || key === "id") return [key, value];
        return [key, typeof value === "string" ? "" : Array.isArray(value) ? [] : null];
      }),
    );
    const { raw, ...rest } = held(before.rows, type) ?? { raw: null };
    const after = held(before.in(itemCompleted("t1", blank)).rows, type);
    expect(after).toMatchObject({ ...rest, completedAt: expect.any(Number) as number });
    expect(after?.raw).toEqual(raw);
  });

  test.each(samples)("[PRJ-201] members of a %s that this build does not know are kept", (type, sample) => {
    const rows = tape()
      .in(itemStarted("t1", { ...sample.started, rootTurnId: "r", __proto__: 1 }))
      .in(itemCompleted("t1", { ...sample.completed, later: { a: [1] } })).rows;
    expect(held(rows, type)?.raw).toMatchObject({ rootTurnId: "r", later: { a: [1] } });
  });

  test.each(samples)("[PRJ-17] a %s that is open when its turn ends is closed", (type, sample) => {
    const rows = tape().in(started("t1")).in(itemStarted("t1", sample.started)).in(completed("t1", "interrupted")).rows;
    expect(held(rows, type)).toMatchObject({ phase: "closed" });
  });
});

describe("items that are told member by member", () => {
  test("[PRJ-202] a malformed one is generic with its problem; a later word that can be read makes it typed in its place", () => {
    const line = tape().in(itemStarted("t1", { ...mcp.started, server: 7, extra: "kept" }));
    expect(held(line.rows, "mcpToolCall")).toMatchObject({
      type: "generic",
      name: "mcpToolCall",
      problem: expect.stringMatching(/^server: /) as string,
      raw: { server: 7 },
    });
    line.in(itemCompleted("t1", mcp.completed));
    expect(held(line.rows, "mcpToolCall")).toMatchObject({
      type: "mcpToolCall",
      told: { server: "tracker", tool: "create_issue" },
      raw: { server: "tracker", extra: "kept" },
    });
    expect(entries(line.rows)).toHaveLength(1);
  });

  test("[PRJ-202] a malformed later word leaves what can be read as it is, and is shown raw", () => {
    const rows = tape()
      .in(itemStarted("t1", mcp.started))
      .in(itemCompleted("t1", { ...mcp.completed, tool: ["x"] })).rows;
    expect(held(rows, "mcpToolCall")).toMatchObject({
      type: "mcpToolCall",
      told: { tool: "create_issue" },
      raw: { tool: ["x"] },
      phase: "completed",
    });
    expect(entries(rows)).toMatchObject([{ type: "item" }, { type: "card", card: { what: "malformed" } }]);
  });

  test("[PRJ-202] a copy of the history that can be read makes it typed too", () => {
    const rows = tape()
      .in(itemStarted("t1", { ...mcp.started, server: 7 }))
      .out(request("dev.1.1", "thread/read", { threadId: T, includeTurns: true }))
      .in(reply("dev.1.1", { thread: { id: T, turns: [turn("t1", "completed", [mcp.completed])] } })).rows;
    expect(held(rows, "mcpToolCall")).toMatchObject({ type: "mcpToolCall", told: { server: "tracker" } });
    expect(entries(rows)).toEqual([{ type: "item", item: "mcpToolCall" }]);
  });

  test("[PRJ-202] what came in pieces while an item could not be read stays when it can be", () => {
    const rows = tape()
      .in(itemStarted("t1", { ...mcp.started, server: 7 }))
      .in(progress("one"))
      .in(progress("two"))
      .in(itemStarted("t1", { ...ITEM_SAMPLES.agentMessage.started, text: 7 }))
      .in(delta("t1", "agentMessage", "half a"))
      .in(itemStarted("t1", mcp.started))
      .in(itemStarted("t1", ITEM_SAMPLES.agentMessage.started)).rows;
    expect(held(rows, "mcpToolCall")).toMatchObject({ type: "mcpToolCall", progress: ["one", "two"] });
    expect(held(rows, "agentMessage")).toMatchObject({ type: "agentMessage", text: "half a" });
  });

  test("[PRJ-203] progress of an MCP tool is kept line by line, also before its start and behind its end", () => {
    const line = tape().in(progress("one"));
    expect(held(line.rows, "mcpToolCall")).toMatchObject({
      type: "mcpToolCall",
      provisional: true,
      progress: ["one"],
      told: { type: "mcpToolCall", id: "mcpToolCall" },
    });
    line
      .in(itemStarted("t1", mcp.started))
      .in(progress("two"))
      .in(itemCompleted("t1", mcp.completed))
      .in(progress("three"));
    expect(held(line.rows, "mcpToolCall")).toMatchObject({
      progress: ["one", "two", "three"],
      told: { status: "completed" },
      phase: "completed",
    });
    expect(entries(line.in(progress(7)).rows)).toMatchObject([{ type: "item" }, { type: "card" }]);
  });

  test("[PRJ-204] a copy of an item that has ended here fills in what is missing and turns nothing back", () => {
    const { durationMs: _, ...ended } = mcp.completed as Record<string, unknown>;
    const rows = tape()
      .in(itemCompleted("t1", ended))
      .out(request("dev.1.1", "thread/read", { threadId: T, includeTurns: true }))
      .in(
        reply("dev.1.1", {
          thread: { id: T, turns: [turn("t1", "completed", [{ ...mcp.started, id: "item-1", durationMs: 9 }])] },
        }),
      ).rows;
    expect(held(rows, "mcpToolCall")).toMatchObject({
      told: { status: "completed", durationMs: 9, result: { structuredContent: { id: "CO-114" } } },
      phase: "completed",
    });
    expect(threadAfter(rows).turns.get("t1")?.items.size).toBe(1);
  });

  test("[PRJ-24] a search that began without its query is the one that the history tells of", () => {
    const search = ITEM_SAMPLES.webSearch;
    const rows = tape()
      .in(itemStarted("t1", search.started))
      .out(request("dev.1.1", "thread/read", { threadId: T, includeTurns: true }))
      .in(
        reply("dev.1.1", {
          thread: { id: T, turns: [turn("t1", "completed", [{ ...search.completed, id: "item-1" }])] },
        }),
      ).rows;
    expect([...(threadAfter(rows).turns.get("t1")?.items.values() ?? [])]).toMatchObject([
      { id: "webSearch", told: { query: "left recursion" } },
    ]);
  });
});

test("[PRJ-205] what was typed keeps its place in the output, also when the final output has more in front", () => {
  const typed = note("item/commandExecution/terminalInteraction", {
    threadId: T,
    turnId: "t1",
    itemId: "c",
    processId: "7",
    stdin: "Ada\n",
  });
  const line = tape()
    .in(itemStarted("t1", command("c", "ask")))
    .in(output("t1", "c", "Ada\r\nHello, Ada\r\n"))
    .in(typed);
  expect(held(line.rows, "c")).toMatchObject({ typed: [{ text: "Ada\n", at: 17 }] });
  line.in(itemCompleted("t1", command("c", "ask", { aggregatedOutput: "Name? Ada\r\nHello, Ada\r\n" })));
  expect(held(line.rows, "c")).toMatchObject({
    typed: [{ text: "Ada\n", at: 23 }],
    output: "Name? Ada\r\nHello, Ada\r\n",
  });
});
