import { describe, expect, test } from "vitest";
import { hostAfter, tape, T } from "./testing/rows.ts";
import { note, refusal, reply, request } from "./testing/wire.ts";

const thread = (id: string, more: object = {}) => ({ id, preview: "p", name: null, cwd: "/w", updatedAt: 2, ...more });
const page = (...data: unknown[]) => ({ data, nextCursor: null });
const summary = (line: ReturnType<typeof tape>, id = T) => hostAfter(line.rows).threads.get(id);
const listed = () =>
  tape()
    .out(request("l0", "thread/list", {}))
    .in(reply("l0", page(thread(T, { name: "Old" }))));

describe("the thread list against what is being done", () => {
  test("[PRJ-290] while this device's own archive, restore or delete has no answer, a list does not say otherwise", () => {
    const line = listed()
      .out(request("l", "thread/list", {}))
      .out(request("a", "thread/archive", { threadId: T }))
      .in(reply("a", {}))
      .in(reply("l", page(thread(T))));
    expect(summary(line), "asked before, answered after").toMatchObject({ archived: true });
    const between = listed()
      .out(request("a", "thread/delete", { threadId: T }))
      .out(request("l", "thread/list", { archived: true }))
      .in(reply("l", page(thread(T))));
    expect(summary(between), "asked after, while the act is under way").toMatchObject({ archived: false });
    expect(summary(between.in(reply("a", {})))).toMatchObject({ deleted: true });
    const back = listed()
      .in(note("thread/archived", { threadId: T }))
      .out(request("l", "thread/list", { archived: true }))
      .out(request("u", "thread/unarchive", { threadId: T }))
      .in(reply("u", { thread: thread(T) }))
      .in(reply("l", page(thread(T))));
    expect(summary(back)).toMatchObject({ archived: false });
  });

  test("[PRJ-290] a refused act changes nothing but what the refusal tells", () => {
    const line = listed()
      .out(request("a", "thread/archive", { threadId: T }))
      .in(refusal("a", -32600, "thread T already has an active writer"));
    expect(summary(line)).toMatchObject({ archived: false, heldElsewhere: true });
    const missing = listed()
      .out(request("a", "thread/archive", { threadId: T }))
      .in(refusal("a", -32600, "no rollout found for thread id T"));
    expect(summary(missing)).toMatchObject({ archived: false, heldElsewhere: false });
  });

  test("[PRJ-291] a name that was told since a list was asked for stays", () => {
    const line = listed()
      .out(request("l", "thread/list", {}))
      .out(request("r", "thread/read", { threadId: T }))
      .in(note("thread/name/updated", { threadId: T, threadName: "New" }))
      .in(reply("l", page(thread(T, { name: "Old" }))))
      .in(reply("r", { thread: thread(T, { name: "Old" }) }));
    expect(summary(line)).toMatchObject({ name: "New" });
    const later = line.out(request("m", "thread/list", {})).in(reply("m", page(thread(T, { name: "Newer" }))));
    expect(summary(later)).toMatchObject({ name: "Newer" });
  });

  test("[PRJ-292] where the App Server keeps the thread's file says whether it is archived, to every device that sees the reply", () => {
    const at = (folder: string) => ({ thread: thread(T, { path: `/home/m/.codex/${folder}/rollout-1.jsonl` }) });
    const line = tape().in(reply("other.1", at("archived_sessions")));
    expect(summary(line)).toMatchObject({ archived: true });
    expect(summary(line.in(reply("other.2", at("sessions/2026/11/30"))))).toMatchObject({ archived: false });
    line.in(note("thread/archived", { threadId: T })).in(reply("other.3", { thread: thread(T, { path: null }) }));
    expect(summary(line), "no file says nothing").toMatchObject({ archived: true });
  });

  test("[PRJ-293] section, origin and agent are the server's; a move of this device counts once it was done", () => {
    const pinned = { id: "s1", name: "Pinned", appearance: null };
    const line = tape()
      .out(request("l", "thread/list", {}))
      .in(
        reply(
          "l",
          page(
            thread(T, { section: null, forkedFromId: "F", agentNickname: "Euclid" }),
            thread("B", { section: pinned }),
          ),
        ),
      )
      .out(request("m", "thread/section/move", { threadId: T, sectionId: "s1" }));
    expect(summary(line)).toMatchObject({ section: null, forkedFrom: "F", agent: "Euclid" });
    expect(summary(line.in(reply("m", {})))).toMatchObject({ section: { id: "s1", name: "Pinned" } });
    line.out(request("n", "thread/section/move", { threadId: T, sectionId: null })).in(reply("n", {}));
    expect(summary(line)).toMatchObject({ section: null });
    expect(summary(tape().in(reply("x", { thread: thread(T, { section: "no object" }) })))).toMatchObject({
      section: null,
    });
  });

  test("[PRJ-294] what a search finds is in the list's state, archived ones as such", () => {
    const line = tape()
      .out(request("s", "thread/search", { searchTerm: "x", archived: true }))
      .in(reply("s", page({ thread: thread(T), snippet: "an x" }, { snippet: "broken" }, null)));
    expect(summary(line)).toMatchObject({ archived: true, listed: true });
  });

  test("[PRJ-295] unsubscribing from a thread that is not loaded does not make it silent", () => {
    const asked = () => listed().out(request("u", "thread/unsubscribe", { threadId: T }));
    const silent = (line: ReturnType<typeof tape>) => [...(hostAfter(line.rows).generations.get("g1")?.silenced ?? [])];
    expect(silent(asked().in(reply("u", { status: "notLoaded" })))).toEqual([]);
    expect(silent(asked().in(reply("u", { status: "unsubscribed" })))).toEqual([T]);
  });

  test("[PRJ-327] a thread that began with a goal goes by it until the server says otherwise; one with a message does not", () => {
    const goal = (objective: string) =>
      note("thread/goal/updated", { threadId: T, goal: { objective, status: "active" } });
    expect(summary(tape().in(goal("Find all tides")).in(goal("And the gulls")))?.preview).toBe("Find all tides");
    expect(summary(listed().in(goal("Find all tides")))?.preview).toBe("p");
  });
});
