import { describe, expect, test } from "vitest";
import type { Changed, HostSession, Outcome } from "../host/model.ts";
import { createHostState } from "../projection/host-fold.ts";
import { hostAfter, tape } from "../projection/testing/rows.ts";
import { note } from "../projection/testing/wire.ts";
import { type FileHits, findFiles, pathOf } from "./find-files.ts";
import { mentionables } from "./mentionables.ts";

const ok = (value: unknown): Outcome<unknown> => ({ ok: true, value });
const refused = (message: string): Outcome<unknown> => ({
  ok: false,
  reason: { type: "rpc", code: -32600, message, data: null },
});

function stage(
  answer: (method: string, params: Record<string, unknown>) => Outcome<unknown> | Promise<Outcome<unknown>>,
) {
  const asked: [string, Record<string, unknown>][] = [];
  const listeners = new Set<Changed>();
  const state = createHostState("h");
  const session = {
    state,
    onChange(listener: Changed) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    request(method: string, params: Record<string, unknown>) {
      asked.push([method, params]);
      return Promise.resolve(answer(method, params));
    },
  } as unknown as HostSession;
  const tell = (id: string, query: string, files: unknown[]) => {
    const raw = JSON.stringify({ method: "fuzzyFileSearch/sessionUpdated", params: { sessionId: id, query, files } });
    const name = "fuzzyFileSearch/sessionUpdated";
    const rest = { what: "notification", first: null, at: 0, since: 0, lines: 1, bytes: 0, text: "" } as const;
    state.openCards.set(`search/${id}`, { key: id, name, raw, ...rest });
    for (const listener of listeners) listener(new Set([state]));
  };
  return { session, asked, tell, listeners, methods: () => asked.map(([method]) => method.split("/").at(-1)) };
}

function search(it: ReturnType<typeof stage>, roots = ["/p"]) {
  const hits: FileHits[] = [];
  const failed: string[] = [];
  const found = findFiles(it.session, roots, {
    hits: (now) => hits.push(now),
    failed: (reason) => failed.push("message" in reason ? reason.message : reason.type),
  });
  return { ...found, hits, failed };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("files", () => {
  test("[ACT-150] a search is one session under a name of its own; while a word is out only the newest waits; it is ended", async () => {
    let answer: (() => void) | null = null;
    const it = stage((method) =>
      method.endsWith("Update") ? new Promise((resolve) => (answer = () => resolve(ok({})))) : ok({}),
    );
    const found = search(it, ["/p", "/q"]);
    found.look("");
    expect(it.asked, "no word, no question").toEqual([]);
    found.look("h");
    await settle();
    found.look("ha");
    found.look("har");
    await settle();
    expect(it.asked.map(([method, params]) => [method, params["query"] ?? params["roots"]])).toEqual([
      ["fuzzyFileSearch/sessionStart", ["/p", "/q"]],
      ["fuzzyFileSearch/sessionUpdate", "h"],
    ]);
    (answer as (() => void) | null)?.();
    await settle();
    expect(it.asked.at(-1)?.[1]["query"]).toBe("har");
    const id = String(it.asked[0]?.[1]["sessionId"]);
    it.tell("another device's", "har", [{ path: "x" }]);
    expect(found.hits.at(-1)?.query).toBe("");
    it.tell(id, "har", [
      { root: "/p", path: "a b/har.md", match_type: "file", indices: [4, 5, 6, "x"] },
      { bad: 1 },
      7,
    ]);
    expect(found.hits.at(-1)).toEqual({
      query: "har",
      files: [{ root: "/p", path: "a b/har.md", folder: false, marks: [4, 5, 6] }],
    });
    found.end();
    (answer as (() => void) | null)?.();
    await settle();
    expect(it.asked.at(-1)).toEqual(["fuzzyFileSearch/sessionStop", { sessionId: id }]);
    expect(it.listeners.size).toBe(0);
    const other = search(it);
    other.look("x");
    await settle();
    expect(it.asked.at(-2)?.[1]["sessionId"], "a name of its own each time").not.toBe(id);
  });

  test("[ACT-150] a session that the process does not know is begun anew; where there are none each word is asked for by itself", async () => {
    let known = false;
    const it = stage((method) => {
      if (!method.endsWith("Update") || known) return ok({});
      known = true;
      return refused("fuzzy file search session not found: x");
    });
    search(it).look("a");
    await settle();
    expect(it.methods()).toEqual(["sessionStart", "sessionUpdate", "sessionStart", "sessionUpdate"]);

    const old = stage((method) =>
      method === "fuzzyFileSearch"
        ? ok({ files: [{ root: "C:\\p", path: "a b.txt", match_type: "directory" }] })
        : refused("unknown variant"),
    );
    const found = search(old, ["C:\\p"]);
    found.look("a");
    await settle();
    found.look("ab");
    await settle();
    expect(old.asked.map(([method]) => method)).toEqual([
      "fuzzyFileSearch/sessionStart",
      "fuzzyFileSearch",
      "fuzzyFileSearch",
    ]);
    expect(old.asked.at(-1)?.[1]).toMatchObject({ query: "ab", roots: ["C:\\p"] });
    expect(found.hits.at(-1)?.files).toEqual([{ root: "C:\\p", path: "a b.txt", folder: true, marks: [] }]);
    found.end();
    await settle();
    expect(old.methods()).not.toContain("sessionStop");
  });

  test("[ACT-150] what cannot be asked for now is told, and the next word tries again", async () => {
    let cut = true;
    const it = stage(() => (cut ? { ok: false, reason: { type: "not-sent", message: "Not connected." } } : ok({})));
    const found = search(it);
    found.look("a");
    await settle();
    expect(found.failed).toEqual(["Not connected."]);
    cut = false;
    found.look("ab");
    await settle();
    expect(it.methods()).toEqual(["sessionStart", "sessionStart", "sessionUpdate"]);
  });

  test("[ACT-153] a search is one card that shows what it found last, also when its end is told in the same moment", () => {
    const updated = (query: string) =>
      note("fuzzyFileSearch/sessionUpdated", { sessionId: "s", query, files: [{ root: "/p", path: "a" }] });
    const done = note("fuzzyFileSearch/sessionCompleted", { sessionId: "s" });
    const { activity, openCards } = hostAfter(tape().in(updated("a")).in(done).in(updated("ab")).in(done).rows);
    expect(activity.map(({ name, lines }) => [name, lines])).toEqual([["fuzzyFileSearch/sessionUpdated", 4]]);
    expect(openCards.get("search/s")?.raw).toContain('"query":"ab"');
  });

  test("[ACT-151] the path of what was found is written as its machine writes paths", () => {
    for (const [root, path, whole] of [
      ["/home/mara/a project", "docs dir/größe “x”.md", "/home/mara/a project/docs dir/größe “x”.md"],
      ["/", "etc/hosts", "/etc/hosts"],
      ["C:\\Users\\Mara", "a b\\c.txt", "C:\\Users\\Mara\\a b\\c.txt"],
      ["\\\\server\\share\\", "c.txt", "\\\\server\\share\\c.txt"],
      ["/p", "back\\slash.txt", "/p/back\\slash.txt"],
      ["/p", "/else/where", "/else/where"],
      ["", "C:\\x", "C:\\x"],
    ] as const)
      expect(pathOf({ root, path })).toBe(whole);
  });
});

test("[ACT-152] skills, apps and plugins are the server's own lists; one that is refused says why and leaves the others", async () => {
  const it = stage((method, params) => {
    if (method === "skills/list")
      return ok({
        data: [
          {
            cwd: "/p",
            skills: [
              {
                name: "tides",
                description: "Reads tide tables.",
                path: "/s/tides/SKILL.md",
                scope: "user",
                enabled: true,
              },
              {
                name: "crane",
                description: "long",
                interface: { displayName: "Crane", shortDescription: "Moves loads" },
                path: "/s/crane/SKILL.md",
                scope: "repo",
                enabled: false,
              },
              { name: "no path" },
            ],
            errors: [{ path: "/s/x", message: "missing description" }],
          },
        ],
      });
    if (method === "plugin/installed") return refused("unknown variant `plugin/installed`");
    return params["cursor"] === undefined
      ? ok({ data: [{ id: "a1", name: "Mail", isAccessible: true, isEnabled: true }], nextCursor: "2" })
      : ok({ data: [{ id: "a2", name: "Map", isAccessible: false, isEnabled: true }, 7], nextCursor: null });
  });
  const [skills, apps, plugins] = await mentionables(it.session, "T", ["/p"]);
  expect(skills?.found.map(({ name, title, description, path, off }) => [name, title, description, path, off])).toEqual(
    [
      ["tides", "tides", "Reads tide tables.", "/s/tides/SKILL.md", null],
      ["crane", "Crane", "Moves loads", "/s/crane/SKILL.md", "turned off"],
    ],
  );
  expect(skills?.errors).toEqual(["missing description"]);
  expect(apps?.found.map(({ path, off }) => [path, off])).toEqual([
    ["app://a1", null],
    ["app://a2", "not connected"],
  ]);
  expect(plugins).toMatchObject({ found: [], failed: { message: "unknown variant `plugin/installed`" } });
  expect(it.asked.find(([method]) => method === "app/list")?.[1], "a thread that is not loaded is not named").toEqual(
    {},
  );
  expect(it.asked[0]?.[1]).toEqual({ cwds: ["/p"] });

  const market = stage((method) =>
    method === "plugin/installed"
      ? ok({
          marketplaces: [
            {
              name: "harbour-market",
              plugins: [
                { id: "kit@harbour-market", name: "kit", installed: true, enabled: true, availability: "AVAILABLE" },
                {
                  id: "off@harbour-market",
                  name: "off",
                  installed: true,
                  enabled: true,
                  availability: "DISABLED_BY_ADMIN",
                },
                { id: "new@harbour-market", name: "new", installed: false },
              ],
            },
          ],
        })
      : ok({ data: [] }),
  );
  const found = (await mentionables(market.session, "T", []))[2]?.found ?? [];
  expect(found.map(({ path, off }) => [path, off])).toEqual([
    ["plugin://kit@harbour-market", null],
    ["plugin://off@harbour-market", "turned off by an administrator"],
  ]);
});
