import { describe, expect, test } from "vitest";
import type { ThreadSummary } from "../../projection/state.ts";
import { summaryOf } from "../../projection/summaries.ts";
import { createHostState } from "../../projection/host-fold.ts";
import { type ListChoices, threadEntries } from "./thread-list-groups.ts";

const DAY = 86_400_000;
const TODAY = 100 * DAY;

function thread(id: string, more: Partial<ThreadSummary> = {}): ThreadSummary {
  const blank = summaryOf(createHostState("h"), id, () => undefined);
  return Object.assign(blank, { name: id, cwd: "/w", updatedAt: TODAY, status: { type: "idle" } }, more);
}

const choices = (more: Partial<ListChoices> = {}): ListChoices => ({
  groupBy: "day",
  today: TODAY,
  open: null,
  asked: new Set(),
  expanded: new Set(),
  toggled: new Set(),
  removed: new Set(),
  moving: new Map(),
  home: null,
  filter: "",
  ...more,
});

/** Titles of heads and ids of rows, as they are read. */
function read(threads: ThreadSummary[], more: Partial<ListChoices> = {}, limit = 100): string[] {
  const { keys, heads } = threadEntries(threads, choices(more), limit);
  return keys.map((key) => (key.startsWith("§") ? `# ${heads.get(key.slice(1))?.title}` : key.slice(1)));
}

const pinned = { id: "s", name: "Pinned" };

describe("the groups of the list", () => {
  test("[VIW-370] what needs the person, what works, what is pinned, own sections, then days; the archive is closed and last", () => {
    const threads = [
      thread("older", { updatedAt: TODAY - 60 * DAY }),
      thread("week", { updatedAt: TODAY - 3 * DAY }),
      thread("yesterday", { updatedAt: TODAY - 1 }),
      thread("today"),
      thread("section", { section: { id: "x", name: "Importer" } }),
      thread("pin", { section: pinned, updatedAt: TODAY - 90 * DAY }),
      thread("works", { status: { type: "active", flags: [] }, section: pinned }),
      thread("waits", { status: { type: "active", flags: ["waitingOnApproval"] } }),
      thread("asked"),
      thread("gone", { archived: true }),
    ];
    expect(read(threads, { asked: new Set(["asked"]) })).toEqual([
      ..."# Needs you,waits,asked,# Working,works,# Pinned,pin,# Importer,section,# Today,today".split(","),
      ..."# Yesterday,yesterday,# Last 7 days,week,# Older,older,# Archived".split(","),
    ]);
    expect(read(threads, { toggled: new Set(["archived"]) }).slice(-2)).toEqual(["# Archived", "gone"]);
  });

  test("[VIW-370] by folder, the folder with the newest thread first; one group alone has no head; a closed one shows its number", () => {
    const threads = [
      thread("a1", { cwd: "/a", updatedAt: TODAY + 1 }),
      thread("b1", { cwd: "/b", updatedAt: TODAY + 2 }),
      thread("a2", { cwd: "/a", updatedAt: TODAY + 3 }),
    ];
    expect(read(threads, { groupBy: "folder" })).toEqual(["# /a", "a2", "a1", "# /b", "b1", "# Archived"]);
    expect(read(threads)).toEqual(["a2", "b1", "a1", "# Archived"]);
    const closed = threadEntries(threads, choices({ groupBy: "folder", toggled: new Set(["f//a"]) }), 100);
    expect(closed.keys).toEqual(["§f//a", "§f//b", "tb1", "§archived"]);
    expect(closed.heads.get("f//a")).toEqual({ title: "/a", count: 2, open: false });
  });

  test("[VIW-371] sub-agents stand under the thread that made them when they are asked for, are on screen, or want something", () => {
    const threads = [
      thread("p", { updatedAt: TODAY + 1 }),
      thread("q"),
      thread("c2", { parent: "p", createdAt: 2 }),
      thread("c1", { parent: "p", createdAt: 1 }),
    ];
    expect(read(threads)).toEqual(["p", "q", "# Archived"]);
    expect(threadEntries(threads, choices(), 100).children.get("p")).toBe(2);
    const shown = threadEntries(threads, choices({ expanded: new Set(["p"]) }), 100);
    expect(shown.keys).toEqual(["tp", "tc1", "tc2", "tq", "§archived"]);
    expect([...shown.nested]).toEqual(["c1", "c2"]);
    expect(read(threads, { open: "c1" })).toEqual(["p", "c1", "c2", "q", "# Archived"]);
    expect(read(threads, { asked: new Set(["c1"]) })).toEqual(["# Needs you", "c1", "# Today", "p", "q", "# Archived"]);
  });

  test("[VIW-372] an archive, restore or delete of this device shows at once, whatever the list says", () => {
    const threads = [thread("a", { updatedAt: TODAY + 2 }), thread("b", { archived: true })];
    const open = new Set(["archived"]);
    expect(read(threads, { moving: new Map([["a", "archive"]]), toggled: open })).toEqual(["# Archived", "a", "b"]);
    expect(read(threads, { moving: new Map([["b", "unarchive"]]), toggled: open })).toEqual(["a", "b", "# Archived"]);
    expect(read(threads, { moving: new Map([["a", "delete"]]), toggled: open })).toEqual(["# Archived", "b"]);
  });

  test("[VIW-373] a thread that the machine has no more stays until it is taken off this device's list; the open one is always there", () => {
    const threads = [thread("gone", { deleted: true }), thread("lost", { notResumable: true, listed: false })];
    expect(read(threads)).toEqual(["gone", "lost", "# Archived"]);
    expect(read(threads, { removed: new Set(["gone"]) })).toEqual(["lost", "# Archived"]);
    expect(read(threads, { removed: new Set(["gone"]), open: "gone" })).toEqual(["gone", "lost", "# Archived"]);
  });

  test("[VIW-374] a filter gives one flat list, archived threads included; the limit counts rows and leaves no head alone", () => {
    const threads = [
      thread("alpha", { updatedAt: TODAY - 1 }),
      thread("alphabet", { archived: true, updatedAt: TODAY + 1 }),
      thread("beta"),
    ];
    expect(read(threads, { filter: " ALPHA " })).toEqual(["alphabet", "alpha"]);
    const bounded = threadEntries([...threads, thread("gamma", { updatedAt: TODAY + 5 })], choices(), 2);
    expect(bounded.keys).toEqual(["§d/0", "tgamma", "tbeta", "§archived"]);
    expect(bounded.whole).toBe(3);
  });
});
