// @vitest-environment jsdom
// The rooms behind the tree: order and names, what is read when, watches, what is edited, uploads.
import { createRoot, createSignal } from "solid-js";
import { describe, expect, test, vi } from "vitest";
import type { DirectoryEntry } from "../../actions/contract.ts";
import { type FileActs, largestUpload, type Written } from "../../actions/files.ts";
import type { Outcome } from "../../host/model.ts";
import { crumbs } from "../new-thread/paths.ts";
import { fakeSession } from "../testing.tsx";
import { editable, encoded } from "./editing.ts";
import { copyPath, entriesOf, exactFolder, folderOf, isNamed, nameProblem, ownPath } from "./entries.ts";
import { createTree, MARKS_LIMIT, REREAD_LIMIT, REREAD_MOST_MS } from "./tree.ts";
import { diskTrouble } from "./trouble.ts";
import { createUploads, foldersIn, type Source } from "./uploads.ts";
import { createWatches, WATCHES_LIMIT } from "./watches.ts";

const folder = (name: string): DirectoryEntry => ({ name, isDirectory: true, isFile: false });
const file = (name: string): DirectoryEntry => ({ name, isDirectory: false, isFile: true });
const bytes = (text: string) => new TextEncoder().encode(text);

describe("entries", () => {
  test("[VIW-631] folders come first, numbers count as numbers, hidden ones and names that cannot be reached are known by their names", () => {
    const found = entriesOf("/p", [file("b10"), file("b9"), folder("z"), file(".env"), file("odd\uFFFD"), folder("a")]);
    expect(found.map(({ name }) => name)).toEqual(["a", "z", ".env", "b9", "b10", "odd\uFFFD"]);
    expect(found.find(({ name }) => name === ".env")?.hidden).toBe(true);
    expect(found.filter(({ unreachable }) => unreachable).map(({ path }) => path)).toEqual(["/p/odd\uFFFD"]);
    expect(entriesOf("C:\\w", [file("x")])[0]?.path).toBe("C:\\w\\x");
  });

  test("[VIW-633] a name is one step of a path; a copy stands beside its original under a name of its own", () => {
    for (const bad of ["", "  ", ".", "..", "a/b", "a\0b"]) expect(nameProblem(bad, "/p"), bad).not.toBeNull();
    expect(nameProblem("a\\b", "/p")).toBeNull();
    expect(nameProblem("a\\b", "C:\\p")).not.toBeNull();
    expect(nameProblem(".env …\n", "/p")).toBeNull();
    expect(copyPath({ path: "/p/a.tar.gz", name: "a.tar.gz", kind: "file" })).toBe("/p/a.tar copy.gz");
    expect(copyPath({ path: "/p/.env", name: ".env", kind: "file" })).toBe("/p/.env copy");
    expect(copyPath({ path: "/p/v1.2", name: "v1.2", kind: "folder" })).toBe("/p/v1.2 copy");
  });

  test("[VIW-722] a folder is named by its name as it is or as it is drawn, and by nothing near it", () => {
    const cafe = { composed: "caf\u00e9", apart: "cafe\u0301" };
    expect(isNamed(cafe.composed, cafe.apart)).toBe(true);
    expect(isNamed("r\\u{202E}txt", "r\u202Etxt")).toBe(true);
    expect(isNamed("a↵b", "a\nb")).toBe(true);
    expect(isNamed("two  words ", "two  words ")).toBe(true);
    for (const [typed, name] of [
      ["two words", "two  words"],
      ["x", "x "],
      ["X", "x"],
      ["", ""],
      ["rtxt", "r\u202Etxt"],
    ] as const)
      expect(isNamed(typed, name), `${typed} for ${JSON.stringify(name)}`).toBe(false);
  });

  test("[VIW-723] the folder of an entry, and one that an address names, are kept to the character: blanks and backslashes are part of names", () => {
    const at = (path: string, name: string) => folderOf({ path, name });
    expect(at("/a/b\\c", "b\\c")).toBe("/a");
    expect(at("/a/b\\", "b\\")).toBe("/a");
    expect(at("/a /b ", "b ")).toBe("/a ");
    expect(at("/a", "a")).toBe("/");
    expect(at("C:\\a", "a")).toBe("C:\\");
    expect(at("C:\\a\\b", "b")).toBe("C:\\a");
    expect(["/a ", "/a\\", " /a", "/a//", "/", "//", "C:\\a"].map(exactFolder)).toEqual([
      "/a ",
      "/a\\",
      null,
      "/a",
      "/",
      "/",
      null,
    ]);
    expect(crumbs("/a /b\\c\\/d").map(({ path }) => path)).toEqual(["/", "/a ", "/a /b\\c\\", "/a /b\\c\\/d"]);
  });

  test("[VIW-636] a trouble is said plainly and in the server's words", () => {
    const said = diskTrouble({
      type: "rpc",
      code: -32603,
      message: "Permission denied (os error 13)",
      data: null,
    });
    expect(said).toContain("no permission");
    expect(said).toContain("Permission denied (os error 13)");
    expect(diskTrouble({ type: "rpc", code: -32600, message: "fs/copy requires recursive", data: null })).toBe(
      "The server said: fs/copy requires recursive",
    );
  });
});

describe("the tree", () => {
  function planted(folders: Record<string, DirectoryEntry[]>) {
    const read: string[] = [];
    const tree = createRoot(() =>
      createTree("/p", (path) => {
        read.push(path);
        const entries = folders[path];
        const outcome: Outcome<DirectoryEntry[]> =
          entries === undefined
            ? {
                ok: false,
                reason: { type: "rpc", code: -32603, message: "Permission denied (os error 13)", data: null },
              }
            : { ok: true, value: entries };
        return Promise.resolve(outcome);
      }),
    );
    const drawn = () =>
      tree
        .rows()
        .map((row) => (row.type === "entry" ? `${"  ".repeat(row.depth)}${row.entry.name}` : `(${row.words})`));
    return { tree, read, drawn };
  }

  test("[VIW-631] a folder is read when it is opened and not before", async () => {
    const { tree, read, drawn } = planted({ "/p": [folder("a"), file("x")], "/p/a": [file("y"), file(".h")] });
    await vi.waitFor(() => expect(drawn()).toEqual(["a", "x"]));
    tree.toggle("/p/a");
    await vi.waitFor(() => expect(drawn()).toEqual(["a", "  y", "x"]));
    tree.showHidden(true);
    expect(drawn()).toEqual(["a", "  .h", "  y", "x"]);
    expect(read).toEqual(["/p", "/p/a"]);
    expect(tree.open()).toEqual(["/p", "/p/a"]);
  });

  test("[VIW-720] a folder that is opened again is read again, since nobody watched it while it was closed; what was there shows meanwhile", async () => {
    const folders = { "/p": [folder("a")], "/p/a": [file("y")] };
    const { tree, drawn } = planted(folders);
    await vi.waitFor(() => expect(drawn()).toEqual(["a"]));
    tree.toggle("/p/a");
    await vi.waitFor(() => expect(drawn()).toEqual(["a", "  y"]));
    tree.toggle("/p/a");
    folders["/p/a"] = [file("z")];
    tree.toggle("/p/a");
    expect(drawn()).toEqual(["a", "  y"]);
    await vi.waitFor(() => expect(drawn()).toEqual(["a", "  z"]));
  });

  test("[VIW-721] a folder that changes on and on is read again at once, and then less and less often; after a rest at once again", async () => {
    vi.useFakeTimers();
    try {
      const { tree, read } = planted({ "/p": [file("log")] });
      await vi.advanceTimersByTimeAsync(10_000);
      const before = read.length;
      tree.changed("/p", ["/p/log"]);
      expect(read.length).toBe(before + 1);
      for (let n = 0; n < 600; n += 1) {
        await vi.advanceTimersByTimeAsync(200);
        tree.changed("/p", ["/p/log"]);
      }
      // Two minutes, told five times a second.
      expect(read.length - before).toBeGreaterThan(4);
      expect(read.length - before).toBeLessThan(12);
      const after = read.length;
      await vi.advanceTimersByTimeAsync(REREAD_MOST_MS);
      expect(read.length).toBe(after + 1);
      await vi.advanceTimersByTimeAsync(REREAD_MOST_MS * 4);
      expect(read.length).toBe(after + 1);
      tree.changed("/p", ["/p/log"]);
      expect(read.length).toBe(after + 2);
    } finally {
      vi.useRealTimers();
    }
  });

  test("[VIW-721] of any number of changed paths the newest are marked", async () => {
    const many = Array.from({ length: 400 }, (_, n) => file(`f${n}`));
    const { tree } = planted({ "/p": many });
    await vi.waitFor(() => expect(tree.rows()).toHaveLength(400));
    tree.changed("/p", ["/p/f1"]);
    tree.changed(
      "/p",
      Array.from({ length: MARKS_LIMIT - 1 }, (_, n) => `/p/gone-${n}`),
    );
    const marked = () => tree.rows().filter((row) => row.type === "entry" && row.changed).length;
    expect(marked()).toBe(1);
    tree.changed("/p", ["/p/gone-x", "/p/f2", "/p/f2"]);
    expect(marked()).toBe(1);
    expect(tree.open()).toEqual(["/p"]);
  });

  test("[VIW-631] a folder that cannot be read says why in its place, and its neighbours stay", async () => {
    const { tree, drawn } = planted({ "/p": [folder("shut"), file("x")] });
    await vi.waitFor(() => expect(drawn()).toHaveLength(2));
    tree.toggle("/p/shut");
    await vi.waitFor(() => expect(drawn()[1]).toContain("Permission denied"));
    expect(drawn()).toHaveLength(3);
  });

  test("[VIW-634] what a watch tells is marked until it is looked at; a large folder is read again only when the person asks", async () => {
    const many = Array.from({ length: REREAD_LIMIT + 1 }, (_, n) => file(`f${n}`));
    const { tree, read } = planted({ "/p": [folder("large"), file("x")], "/p/large": many });
    await vi.waitFor(() => expect(tree.rows()).toHaveLength(2));
    tree.changed("/p", ["/p/x"]);
    await vi.waitFor(() => expect(read).toEqual(["/p", "/p"]));
    const marked = () => tree.rows().flatMap((row) => (row.type === "entry" && row.changed ? [row.key] : []));
    expect(marked()).toEqual(["/p/x"]);
    tree.seen("/p/x");
    expect(marked()).toEqual([]);
    tree.toggle("/p/large");
    await vi.waitFor(() => expect(tree.rows().length).toBeGreaterThan(REREAD_LIMIT));
    tree.changed("/p/large", ["/p/large/f1"]);
    expect(read).toEqual(["/p", "/p", "/p/large"]);
    expect(tree.rows().find((row) => row.type === "note")).toMatchObject({ again: true, folder: "/p/large" });
    tree.read("/p/large");
    await vi.waitFor(() => expect(tree.rows().some((row) => row.type === "note")).toBe(false));
  });
});

describe("watches", () => {
  test("[VIW-634] each folder on screen is watched once and let go when it is not any more; another App Server is asked anew, and the number is bounded", async () => {
    const asked: string[] = [];
    const told: [string, readonly string[]][] = [];
    let hear: (params: unknown) => void = () => undefined;
    const session = fakeSession();
    session.onNotification = (_method, listener) => {
      hear = listener;
      return () => undefined;
    };
    let count = 0;
    const acts = {
      watch(_session: unknown, path: string) {
        asked.push(`watch ${path}`);
        return Promise.resolve({ ok: true, value: { id: `w${++count}`, path: `/real${path}` } });
      },
      unwatch(_session: unknown, id: string) {
        asked.push(`unwatch ${id}`);
        return Promise.resolve({ ok: true, value: null });
      },
    } as unknown as FileActs;
    const [folders, setFolders] = createSignal<readonly string[]>(["/p"]);
    const [generation, setGeneration] = createSignal<string | null>("g1");
    const end = createRoot((dispose) => {
      createWatches({
        session,
        acts: () => Promise.resolve(acts),
        folders,
        generation,
        changed: (at, paths) => told.push([at, paths]),
      });
      return dispose;
    });
    await vi.waitFor(() => expect(asked).toEqual(["watch /p"]));
    setFolders(["/p", "/p/a"]);
    await vi.waitFor(() => expect(asked).toEqual(["watch /p", "watch /p/a"]));
    await Promise.resolve();
    hear({ watchId: "w1", changedPaths: ["/real/p/x", "/real/p"] });
    hear({ watchId: "another device's", changedPaths: ["/real/p/x"] });
    hear(null);
    expect(told).toEqual([["/p", ["/p/x", "/p"]]]);
    setFolders(["/p"]);
    await vi.waitFor(() => expect(asked.at(-1)).toBe("unwatch w2"));
    setGeneration(null);
    setGeneration("g2");
    await vi.waitFor(() => expect(asked.at(-1)).toBe("watch /p"));
    setFolders(["/p", ...Array.from({ length: 40 }, (_, n) => `/p/${n}`)]);
    await vi.waitFor(() => expect(asked.filter((one) => one.startsWith("watch /p/")).length).toBe(WATCHES_LIMIT));
    await vi.waitFor(() => expect(count).toBe(2 + WATCHES_LIMIT));
    asked.length = 0;
    end();
    await vi.waitFor(() => expect(asked.filter((one) => one.startsWith("unwatch"))).toHaveLength(WATCHES_LIMIT));
    expect(ownPath("/elsewhere", "/real/p", "/p")).toBe("/elsewhere");
  });
});

describe("watches that are left behind", () => {
  test("[ACT-216] what a page that is gone has watched is ended, of this App Server alone; what a living page watches is not", async () => {
    const asked: string[] = [];
    const acts = {
      watch: () => Promise.resolve({ ok: true, value: { id: "mine", path: "/p" } }),
      unwatch(_session: unknown, id: string) {
        asked.push(id);
        return Promise.resolve({ ok: true, value: null });
      },
    } as unknown as FileActs;
    const note = (id: string, generation: string, page: string) => ({ id, generation, page });
    localStorage.setItem(
      "longwire.watches",
      JSON.stringify([note("left", "g1", "gone"), note("other", "g0", "gone"), note("living", "g1", "tab"), 7]),
    );
    const locks = {
      request: () => new Promise(() => undefined),
      query: () => Promise.resolve({ held: [{ name: "tab" }], pending: [] }),
    };
    Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
    try {
      const end = createRoot((dispose) => {
        const options = {
          session: fakeSession(),
          folders: () => ["/p"],
          generation: () => "g1",
          changed: () => undefined,
        };
        createWatches({ ...options, acts: () => Promise.resolve(acts) });
        return dispose;
      });
      const ids = () =>
        (JSON.parse(localStorage.getItem("longwire.watches") ?? "[]") as { id: string }[]).map(({ id }) => id);
      await vi.waitFor(() => expect(ids()).toEqual(["other", "living", "mine"]));
      expect(asked).toEqual(["left"]);
      end();
      await vi.waitFor(() => expect(ids()).toEqual(["other", "living"]));
      expect(asked).toEqual(["left", "mine"]);
    } finally {
      Reflect.deleteProperty(navigator, "locks");
      localStorage.clear();
    }
  });
});

describe("editing", () => {
  test("[VIW-632] a text comes back byte for byte but for what was typed: its line ends and its mark at the begin stay", () => {
    for (const text of ["", "a", "a\n", "a\r\nb\r\n", "\uFEFFa\nü 日本\n", "\n\n"]) {
      const found = editable(bytes(text));
      if ("problem" in found) throw new Error(found.problem);
      expect(found.text).not.toContain("\r");
      expect(Buffer.from(encoded(found.text, found.ends)).equals(Buffer.from(bytes(text)))).toBe(true);
    }
  });

  test("[VIW-632] what would not come back the same is not edited: other encodings, mixed line ends, zero bytes, large files", () => {
    for (const odd of [
      Uint8Array.from([0xff, 0xfe, 65, 0]),
      Uint8Array.from([0xc3]),
      bytes("a\0"),
      bytes("a\r\nb\n"),
      bytes("a\rb"),
      new Uint8Array(1_000_001).fill(65),
    ])
      expect(editable(odd)).toHaveProperty("problem");
  });
});

describe("uploads", () => {
  const source = (name: string, content: string, size = content.length): Source => ({
    name,
    size,
    arrayBuffer: () => Promise.resolve(bytes(content).buffer),
  });
  function uploading(...outcomes: Outcome<Written>[]) {
    const asked: unknown[][] = [];
    const arrived: string[] = [];
    const answer = (verb: string) => (_session: unknown, path: string, content: Uint8Array) => {
      asked.push([verb, path, new TextDecoder().decode(content)]);
      return Promise.resolve(outcomes.shift() ?? { ok: true, value: { type: "written" } });
    };
    const acts = { create: answer("create"), save: answer("save") } as unknown as FileActs;
    const session = fakeSession();
    const uploads = createRoot(() =>
      createUploads({ session, acts: () => Promise.resolve(acts), arrived: (at) => arrived.push(at) }),
    );
    return { uploads, asked, arrived, session };
  }
  const states = (uploads: ReturnType<typeof uploading>["uploads"]) => uploads.all().map(({ state }) => state.type);

  test("[VIW-638] [D14] a file that does not fit one message is refused before anything is sent, with what fits; the others go", async () => {
    const { uploads, asked, session } = uploading();
    session.set({ maxMessage: 1_000_000 });
    const most = largestUpload(1_000_000);
    uploads.add("/p", [source("large", "x", most + 1), source("small", "x"), source("most", "x", most)]);
    await vi.waitFor(() => expect(states(uploads)).toEqual(["failed", "done", "done"]));
    expect(uploads.all()[0]?.state).toMatchObject({ message: expect.stringContaining("Nothing was sent") as string });
    expect(asked.map(([, path]) => path)).toEqual(["/p/small", "/p/most"]);
  });

  test("[VIW-724] a folder that was dropped, and a name that would lead elsewhere, are refused in words before anything is sent; the files beside them go", async () => {
    const { uploads, asked } = uploading();
    const items = [
      { webkitGetAsEntry: () => ({ isDirectory: true, name: "photos" }) },
      { webkitGetAsEntry: () => ({ isDirectory: false, name: "a" }) },
      { webkitGetAsEntry: () => null },
    ];
    const folders = foldersIn(items as unknown as DataTransferItemList);
    uploads.add("C:\\w", [source("photos", "", 4096), source("..\\..\\evil", "x"), source("a", "A")], folders);
    await vi.waitFor(() => expect(states(uploads)).toEqual(["failed", "failed", "done"]));
    expect(asked).toEqual([["create", "C:\\w\\a", "A"]]);
    const messages = uploads.all().map(({ state }) => (state.type === "failed" ? state.message : ""));
    expect(messages[0]).toContain("This is a folder");
    expect(messages[1]).toContain("separators");
  });

  test("[VIW-638] one after the other; what is in the way waits for the person's word, a failure can be tried again, and nothing is lost", async () => {
    const { uploads, asked, arrived } = uploading(
      { ok: true, value: { type: "in-the-way", now: null } },
      { ok: false, reason: { type: "not-sent", message: "cut" } },
    );
    uploads.add("/p", [source("a", "A"), source("b", "B")]);
    await vi.waitFor(() => expect(states(uploads)).toEqual(["in-the-way", "failed"]));
    expect(arrived).toEqual([]);
    for (const { id, state } of uploads.all()) uploads.again(id, state.type === "in-the-way");
    await vi.waitFor(() => expect(states(uploads)).toEqual(["done", "done"]));
    expect(asked).toEqual([
      ["create", "/p/a", "A"],
      ["create", "/p/b", "B"],
      ["save", "/p/a", "A"],
      ["create", "/p/b", "B"],
    ]);
    expect(arrived).toEqual(["/p", "/p"]);
    uploads.forget(uploads.all()[0]?.id ?? 0);
    expect(uploads.all()).toHaveLength(1);
  });
});
