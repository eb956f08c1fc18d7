import { describe, expect, test } from "vitest";
import type { HostSession, Outcome } from "../host/model.ts";
import { fileActs, largestUpload } from "./files.ts";

function session(...outcomes: Outcome<unknown>[]) {
  const asked: unknown[][] = [];
  const fake = {
    facts: () => ({ connection: "live" }),
    onChange: () => () => undefined,
    request(...args: unknown[]) {
      asked.push(args);
      return Promise.resolve(outcomes.shift() ?? { ok: false, reason: { type: "not-sent", message: "no more" } });
    },
  } as unknown as HostSession;
  return { session: fake, asked };
}
const ok = (value: unknown): Outcome<unknown> => ({ ok: true, value });
const refused = (message: string): Outcome<unknown> => ({
  ok: false,
  reason: { type: "rpc", code: -32603, message, data: null },
});
const NOTHING = refused("No such file or directory (os error 2)");
const NOW = { fleeting: true };
const bytes = (text: string) => new TextEncoder().encode(text);
const base64 = (text: string) => Buffer.from(text).toString("base64");
const read = (text: string) => ok({ dataBase64: base64(text) });

describe("changing files", () => {
  test("[ACT-215] without a connection nothing is asked and nothing waits to be written: it would happen minutes later, when nobody looks", async () => {
    const off = session(read("old"), ok({}));
    off.session.facts = () => ({ connection: "offline" }) as ReturnType<HostSession["facts"]>;
    const acts = [
      fileActs.save(off.session, "/f", bytes("new"), bytes("old")),
      fileActs.save(off.session, "/f", bytes("new"), null),
      fileActs.create(off.session, "/f", bytes("new")),
      fileActs.copy(off.session, "/f", "/g", false),
    ];
    for (const act of acts)
      expect(await act).toMatchObject({
        ok: false,
        reason: { message: expect.stringContaining("Nothing was done") as string },
      });
    expect(off.asked).toEqual([]);
  });

  test("[ACT-193] a file is written only when it still holds what was read; else nothing is written and what is there is given back", async () => {
    const same = session(read("old"), ok({}));
    expect(await fileActs.save(same.session, "/f", bytes("new"), bytes("old"))).toEqual({
      ok: true,
      value: { type: "written" },
    });
    expect(same.asked).toEqual([
      ["fs/readFile", { path: "/f" }],
      ["fs/writeFile", { path: "/f", dataBase64: base64("new") }, NOW],
    ]);
    const other = session(read("theirs"));
    expect(await fileActs.save(other.session, "/f", bytes("new"), bytes("old"))).toEqual({
      ok: true,
      value: { type: "in-the-way", now: bytes("theirs") },
    });
    const gone = session(NOTHING);
    expect(await fileActs.save(gone.session, "/f", bytes("new"), bytes("old"))).toEqual({
      ok: true,
      value: { type: "in-the-way", now: null },
    });
    const shut = session(refused("Permission denied (os error 13)"));
    expect((await fileActs.save(shut.session, "/f", bytes("new"), bytes("old"))).ok).toBe(false);
    for (const it of [other, gone, shut]) expect(it.asked).toHaveLength(1);
  });

  test("[ACT-193] only on the person's word it is written whatever lies there", async () => {
    const it = session(ok({}));
    await fileActs.save(it.session, "/f", bytes("new"), null);
    expect(it.asked).toEqual([["fs/writeFile", { path: "/f", dataBase64: base64("new") }, NOW]]);
  });

  test("[ACT-194] a new file and a copy take no place that is taken; a folder is made one level deep", async () => {
    const taken = session(ok({ isFile: true }), ok({ isFile: true }));
    expect(await fileActs.create(taken.session, "/f", bytes(""))).toMatchObject({ value: { type: "in-the-way" } });
    expect(await fileActs.copy(taken.session, "/a", "/f", false)).toMatchObject({ value: { type: "in-the-way" } });
    expect(taken.asked.map(([method]) => method)).toEqual(["fs/getMetadata", "fs/getMetadata"]);
    const free = session(NOTHING, ok({}), NOTHING, ok({}), NOTHING, ok({}), ok({}));
    await fileActs.create(free.session, "/f", bytes("x"));
    await fileActs.copy(free.session, "/a", "/b", false);
    await fileActs.copy(free.session, "/d", "/e", true);
    await fileActs.createFolder(free.session, "/n");
    expect(free.asked.filter(([method]) => method !== "fs/getMetadata")).toEqual([
      ["fs/writeFile", { path: "/f", dataBase64: base64("x") }, NOW],
      ["fs/copy", { sourcePath: "/a", destinationPath: "/b" }, NOW],
      ["fs/copy", { sourcePath: "/d", destinationPath: "/e", recursive: true }, NOW],
      ["fs/createDirectory", { path: "/n", recursive: false }, NOW],
    ]);
  });

  test("[ACT-195] removing never forces, and takes a folder's contents along only when told", async () => {
    const it = session(ok({}), ok({}));
    await fileActs.remove(it.session, "/f", false);
    await fileActs.remove(it.session, "/d", true);
    expect(it.asked).toEqual([
      ["fs/remove", { path: "/f", recursive: false, force: false }, NOW],
      ["fs/remove", { path: "/d", recursive: true, force: false }, NOW],
    ]);
  });

  test("[ACT-196] each watch has a name that no other device has", async () => {
    const it = session(ok({ path: "/real" }), ok({ path: "/real" }), ok({}));
    const one = await fileActs.watch(it.session, "/link");
    const two = await fileActs.watch(it.session, "/link");
    expect(one).toMatchObject({ ok: true, value: { path: "/real" } });
    if (!one.ok || !two.ok) throw new Error("not watched");
    expect(one.value.id).not.toBe(two.value.id);
    await fileActs.unwatch(it.session, one.value.id);
    expect(it.asked[2]).toEqual(["fs/unwatch", { watchId: one.value.id }]);
  });

  test("[ACT-197] [D14] the largest file that fits one line of the relay is three quarters of it", () => {
    const most = largestUpload(64 * 1024 * 1024);
    const line = JSON.stringify({ id: "x".repeat(40), method: "fs/writeFile", params: { path: "/".repeat(1000) } });
    expect(Math.ceil(most / 3) * 4 + line.length + 32).toBeLessThanOrEqual(64 * 1024 * 1024);
    expect(most).toBeGreaterThan(50_000_000);
  });
});
