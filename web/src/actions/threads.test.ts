import { describe, expect, test } from "vitest";
import type { HostSession, Outcome } from "../host/model.ts";
import { createMemoryJournal } from "../journal/memory.ts";
import { createHostState } from "../projection/host-fold.ts";
import { searchStored } from "./search-stored.ts";
import { threadActs } from "./threads.ts";

/** A session that gives prepared outcomes and writes down what it was asked. */
function session(...outcomes: Outcome<unknown>[]) {
  const asked: [string, unknown][] = [];
  const fake = {
    state: createHostState("h"),
    onChange: () => () => undefined,
    facts: () => ({ connection: "live" }),
    request(method: string, params: unknown) {
      asked.push([method, params]);
      return Promise.resolve(outcomes.shift() ?? { ok: false, reason: { type: "not-sent", message: "no more" } });
    },
  } as unknown as HostSession;
  return { session: fake, asked, methods: () => asked.map(([method]) => method) };
}

const ok = (value: unknown): Outcome<unknown> => ({ ok: true, value });
const refused = (message: string): Outcome<unknown> => ({
  ok: false,
  reason: { type: "rpc", code: -32600, message, data: null },
});
const at = (folder: string) => ok({ thread: { id: "T", path: `/home/m/.codex/${folder}/rollout.jsonl` } });

describe("acts on a whole thread", () => {
  test("[ACT-61] archived already is done, not restored already is done; a thread that is nowhere is not", async () => {
    const missing = refused("no rollout found for thread id T");
    expect(await threadActs.archive(session(missing, at("archived_sessions")).session, "T")).toMatchObject({
      ok: true,
    });
    expect(await threadActs.archive(session(missing, at("sessions/2026")).session, "T")).toMatchObject({ ok: false });
    expect(await threadActs.archive(session(missing, refused("thread not loaded")).session, "T")).toMatchObject({
      ok: false,
      reason: { message: expect.stringContaining("no rollout found") as string },
    });
    const restored = refused("no archived rollout found for thread id T");
    expect(await threadActs.unarchive(session(restored, at("sessions/2026")).session, "T")).toMatchObject({ ok: true });
    const held = session(refused("thread T already has an active writer"));
    expect(await threadActs.archive(held.session, "T")).toMatchObject({ ok: false });
    expect(held.methods(), "nothing more is asked").toEqual(["thread/archive"]);
  });

  test("[ACT-62] a thread that the server has no more is deleted; one that forks still use is not", async () => {
    expect(await threadActs.remove(session(refused("no rollout found for thread id T")).session, "T")).toEqual({
      ok: true,
      value: null,
    });
    const used = refused("cannot delete thread T: forked history still references it");
    expect(await threadActs.remove(session(used).session, "T")).toMatchObject({ ok: false });
  });

  test("[ACT-63] a pin uses the server's own section, made where there is none; others learn of it by a read", async () => {
    const known = session(
      ok({
        data: [
          { id: "s0", name: "Later" },
          { id: "s1", name: "Pinned" },
        ],
      }),
      ok({}),
      at("sessions"),
    );
    await threadActs.pin(known.session, "T", true);
    expect(known.asked).toEqual([
      ["threadSection/list", {}],
      ["thread/section/move", { threadId: "T", sectionId: "s1" }],
      ["thread/read", { threadId: "T", includeTurns: false }],
    ]);
    const without = session(ok({ data: [] }), ok({ section: { id: "s2", name: "Pinned" } }), ok({}), at("sessions"));
    await threadActs.pin(without.session, "T", true);
    expect(without.asked[2]).toEqual(["thread/section/move", { threadId: "T", sectionId: "s2" }]);
    const off = session(ok({}), at("sessions"));
    await threadActs.pin(off.session, "T", false);
    expect(off.asked[0]).toEqual(["thread/section/move", { threadId: "T", sectionId: null }]);
  });

  test("[ACT-65] what needs a loaded thread resumes it first, in a small reply; a refused resume ends it there", async () => {
    const fresh = session(ok({}), ok({}));
    expect(await threadActs.compact(fresh.session, "T")).toMatchObject({ ok: true });
    expect(fresh.asked[0]).toEqual([
      "thread/resume",
      { threadId: "T", excludeTurns: true, initialTurnsPage: { limit: 1, itemsView: "full" } },
    ]);
    expect(fresh.methods()).toEqual(["thread/resume", "thread/compact/start"]);
    const held = session(refused("thread T already has an active writer"));
    expect(await threadActs.compact(held.session, "T")).toMatchObject({ ok: false });
    expect(held.methods()).toEqual(["thread/resume"]);
  });

  test("[ACT-67] freeing a thread archives it and brings it back; what is not archived is not brought back", async () => {
    const free = session(ok({}), ok({}));
    await threadActs.unload(free.session, "T");
    expect(free.methods()).toEqual(["thread/archive", "thread/unarchive"]);
    const held = session(refused("thread T already has an active writer"));
    expect(await threadActs.unload(held.session, "T")).toMatchObject({ ok: false });
    expect(held.methods()).toEqual(["thread/archive"]);
  });

  test("[ACT-68] lists and searches ask for all kinds and all providers, in small pages, archived threads apart", async () => {
    const found = ok({ data: [{ thread: { id: "S" }, snippet: "a x b" }] });
    const it = session(ok({ data: [{ id: "N" }] }), ok({ data: [{ id: "M" }] }), found, refused("busy"));
    expect(await threadActs.search(it.session, "x")).toEqual({
      ok: true,
      value: { named: ["N", "M"], said: [{ thread: "S", snippet: "a x b" }] },
    });
    expect(it.asked.map(([, params]) => Reflect.get(params as object, "archived") as unknown)).toEqual([
      false,
      true,
      false,
      true,
    ]);
    const pages = session(ok({ data: [], nextCursor: "c" }), ok({ data: [], nextCursor: null }));
    expect(await threadActs.loadMoreArchived(pages.session)).toEqual({ ok: true, value: { more: true } });
    expect(await threadActs.loadMoreArchived(pages.session)).toEqual({ ok: true, value: { more: false } });
    expect(pages.asked[1]?.[1]).toMatchObject({ cursor: "c", archived: true, modelProviders: [] });
    for (const [, params] of [...it.asked, ...pages.asked]) {
      expect(params).toMatchObject({
        sourceKinds: expect.arrayContaining(["exec", "cli", "vscode", "unknown"]) as unknown,
      });
      expect(Reflect.get(params as object, "limit")).toBeLessThanOrEqual(30);
    }
  });
});

describe("the search in what is stored", () => {
  const line = (thread: string, item: object) =>
    JSON.stringify({ method: "item/completed", params: { threadId: thread, turnId: "t", item } });

  async function stored(lines: [thread: string, text: string][]) {
    const journal = createMemoryJournal();
    let offset = 0;
    await journal.write({
      host: "h",
      generation: "g",
      seen: 0,
      build: () =>
        lines.map(([thread, text]) => {
          const start = offset;
          offset += text.length + 1;
          return { v: 1, kind: "in", generation: "g", thread, at: 0, start, offset, line: text } as const;
        }),
    });
    return journal;
  }

  test("[VIW-378] it finds words in what was said, whatever their case, newest thread first, and in nothing else", async () => {
    const journal = await stored([
      ["A", line("A", { type: "agentMessage", id: "1", text: 'He said "Ahoy\nthere" twice' })],
      ["B", line("B", { type: "userMessage", id: "2", content: [{ type: "text", text: "ahoy\nTHERE again" }] })],
      ["C", line("C", { type: "commandExecution", id: "3", aggregatedOutput: "ahoy\nthere in an output" })],
    ]);
    const never = new AbortController().signal;
    expect(await searchStored(journal, "h", " Ahoy\nThere ", never)).toEqual([
      { thread: "B", snippet: "ahoy THERE again" },
      { thread: "A", snippet: 'He said "Ahoy there" twice' },
    ]);
    expect(await searchStored(journal, "h", "nothing of it", never)).toEqual([]);
    const stop = new AbortController();
    stop.abort();
    expect(await searchStored(journal, "h", "ahoy", stop.signal)).toEqual([]);
  });
});
