import { parseLine } from "@longwire/shared-protocol/json-rpc";
import { requestKey } from "@longwire/shared-protocol/request-key";
import { describe, expect, test } from "vitest";
import { isForeignUnsubscribe, snapshotOf, threadOf, threadOfAnswer } from "./thread-of.ts";
import { HOST, hostAfter, tape } from "./testing/rows.ts";
import { ask } from "./testing/wire.ts";
import type { JsonObject } from "./state.ts";

const open = new Map([
  ["s:a.1", { thread: "T" }],
  ["s:a.2", { thread: null }],
]);
const of = (message: unknown) => threadOf(parseLine(JSON.stringify(message)), open);

describe("which thread a line speaks of", () => {
  test.each<[string, unknown, string | null]>([
    ["threadId", { method: "x", params: { threadId: "A" } }, "A"],
    ["the thread itself", { method: "thread/started", params: { thread: { id: "A" } } }, "A"],
    ["an older name", { id: 1, method: "execCommandApproval", params: { conversationId: "A" } }, "A"],
    ["none", { method: "account/updated", params: {} }, null],
    ["no parameters", { method: "x" }, null],
    ["an id that is no text", { method: "x", params: { threadId: 7, thread: { id: null } } }, null],
    ["a reply to a request about it", { id: "a.1", result: {} }, "T"],
    ["a reply that carries another one (a fork)", { id: "a.1", result: { thread: { id: "F" } } }, "F"],
    ["a reply to a request of no thread that carries one", { id: "a.2", result: { thread: { id: "N" } } }, "N"],
    ["a refusal", { id: "a.1", error: { code: 1, message: "m" } }, "T"],
    ["a reply to another device", { id: "b.1", result: {} }, null],
    ["a reply to another device that carries a thread", { id: "b.1", result: { thread: { id: "A" } } }, "A"],
    ["a reply under the same id of another type", { id: 1, result: {} }, null],
    ["no message", 7, null],
  ])("[PRJ-31] %s", (_name, message, expected) => {
    expect(of(message)).toBe(expected);
  });

  test("[PRJ-31] an answer of ours belongs to the thread of the request that it answers", () => {
    const { decisions } = hostAfter(tape().in(ask(0)).rows);
    expect(decisions.has(requestKey(HOST, "g1", 0))).toBe(true);
    expect([
      threadOfAnswer(decisions, HOST, "g1", 0),
      threadOfAnswer(decisions, HOST, "g1", "0"),
      threadOfAnswer(decisions, HOST, "g2", 0),
    ]).toEqual(["T", null, null]);
  });

  test("[PRJ-37] only another device's unsubscribe is a foreign one", () => {
    const message = (id: string, word: string) => parseLine(JSON.stringify({ id, result: { status: word } }));
    expect([
      isForeignUnsubscribe(message("b.1", "unsubscribed"), open),
      isForeignUnsubscribe(message("a.1", "unsubscribed"), open),
      isForeignUnsubscribe(message("b.1", "notSubscribed"), open),
    ]).toEqual([true, false, false]);
  });
});

describe("copies that a newer one replaces", () => {
  const page = (method: string, params: JsonObject, result: unknown) =>
    snapshotOf({ method, params }, { kind: "response", id: "a.1", result });
  const turns = (...ids: string[]) => ({ data: ids.map((id) => ({ id })), nextCursor: null });

  test.each(["turn/start", "thread/start", "thread/loaded/list", "fs/readDirectory"])(
    "[PRJ-32] the reply to %s is none",
    (method) => {
      expect(page(method, {}, turns("t1"))).toBeNull();
    },
  );

  test("[PRJ-32] an error, and a result that is no object, are none", () => {
    expect(page("thread/read", {}, 7)).toBeNull();
    expect(
      snapshotOf(
        { method: "thread/read", params: {} },
        { kind: "error", id: "a.1", error: { code: 1, message: "m", data: null } },
      ),
    ).toBeNull();
  });

  test("[PRJ-32] the same question about the same turns has the same name; another view, cursor or set of turns has another", () => {
    const names = [
      page("thread/turns/list", { threadId: "T", limit: 20 }, turns("t1", "t2")),
      page("thread/turns/list", { limit: 20, threadId: "T" }, turns("t1", "t2")),
      page("thread/turns/list", { threadId: "T", limit: 20 }, turns("t1", "t2", "t3")),
      page("thread/turns/list", { threadId: "T", limit: 20, itemsView: "full" }, turns("t1", "t2")),
      page("thread/turns/list", { threadId: "T", limit: 20, cursor: "c" }, turns("t1", "t2")),
      page("thread/turns/list", { threadId: "T", limit: 20 }, turns("t1t", "2")),
    ].map((name) => name?.page);
    expect(names[1]).toBe(names[0]);
    expect(new Set(names).size).toBe(5);
  });

  test("[PRJ-32] overrides of a resume do not change its name, the turns that it brings do", () => {
    const resume = (params: JsonObject, id: string) =>
      page("thread/resume", params, { thread: { id: "T", turns: [] }, initialTurnsPage: { data: [{ id }] } })?.page;
    expect(resume({ threadId: "T", model: "a" }, "t1")).toBe(resume({ threadId: "T", model: "b" }, "t1"));
    expect(resume({ threadId: "T" }, "t1")).not.toBe(resume({ threadId: "T" }, "t2"));
  });

  test("[PRJ-32] a list of threads is the same page in whatever order", () => {
    expect(page("thread/list", {}, turns("a", "b"))?.page).toBe(page("thread/list", {}, turns("b", "a"))?.page);
    expect(page("thread/items/list", {}, { data: [{ turnId: "t", item: { id: "a" } }] })?.page).not.toBe(
      page("thread/items/list", {}, { data: [{ turnId: "u", item: { id: "a" } }] })?.page,
    );
  });
});
