import { describe, expect, test } from "vitest";
import { autoImage, mayLoadByItself } from "./auto-image.ts";
import { extensionOf, fileName, liesIn, normalise, parseReference, resolvePath } from "./paths.ts";
import { createReading, type Reading } from "./reading.ts";
import { rasterType, sniff } from "./sniff.ts";
import { findIn, piecesOfRow, rowAt, rowOfLine, rowsOf } from "./text-rows.ts";
import { createRoot } from "solid-js";
import type { FileFacts } from "../../actions/contract.ts";
import type { Outcome } from "../../host/model.ts";
import { fakeSession } from "../testing.tsx";

const bytesOf = (...values: number[]) => Uint8Array.from(values);
const textBytes = (text: string) => new TextEncoder().encode(text);
const PNG = bytesOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13);

describe("references", () => {
  test.each([
    ["src/a.ts", { path: "src/a.ts" }],
    ["src/a.ts:12", { path: "src/a.ts", line: 12 }],
    ["src/a.ts:12:3", { path: "src/a.ts", line: 12, column: 3 }],
    ["src/a.ts:12-20", { path: "src/a.ts", line: 12 }],
    ["src/a.ts#L12", { path: "src/a.ts", line: 12 }],
    ["src/a.ts#L12-L20", { path: "src/a.ts", line: 12 }],
    ["src/a.ts#L12C4", { path: "src/a.ts", line: 12, column: 4 }],
    ["C:\\work\\a.ts:7", { path: "C:\\work\\a.ts", line: 7 }],
    ["C:\\work\\a.ts", { path: "C:\\work\\a.ts" }],
    ["odd:0", { path: "odd:0" }],
    [":12", { path: ":12" }],
    ["a\nb:3", { path: "a\nb", line: 3 }],
    ["12", { path: "12" }],
  ])("[VIW-312] %j names a place", (text, place) => {
    expect(parseReference(text)).toEqual(place);
  });

  test("[VIW-312] a relative path starts from the thread's folder, `~` from the home; without either there is no path", () => {
    expect(resolvePath("src/./x/../a.ts", "/home/mara/courier", null)).toBe("/home/mara/courier/src/a.ts");
    expect(resolvePath("~/notes", "/x", "/home/mara")).toBe("/home/mara/notes");
    expect(resolvePath("~/notes", null, null)).toBeNull();
    expect(resolvePath("a.ts", null, "/home/mara")).toBeNull();
    expect(resolvePath("-n", "/w", null)).toBe("/w/-n");
    expect(resolvePath("sub\\a.ts", "C:\\w", null)).toBe("C:\\w\\sub\\a.ts");
    expect(normalise("/a//b/../../../c")).toBe("/c");
    expect([fileName("/a/b.tar.gz"), extensionOf("/a/b.tar.GZ"), extensionOf("/a/.bashrc")]).toEqual([
      "b.tar.gz",
      "gz",
      "",
    ]);
  });
});

describe("what may load by itself", () => {
  const folders = ["/home/mara/courier", "/home/mara/.codex"];
  test.each([
    ["/home/mara/courier/out/a.png", true],
    ["/home/mara/.codex/images/a.webp", true],
    ["/home/mara/courier/./a.PNG", true],
    ["/home/mara/courier/../.ssh/id.png", false],
    ["/home/mara/courier/sub/../a.png", false],
    ["/home/mara/courier-old/a.png", false],
    ["/home/mara/courier", false],
    ["/etc/passwd", false],
    ["/home/mara/courier/a.svg", false],
    ["/home/mara/courier/a.txt", false],
    ["courier/a.png", false],
  ])("[VIW-316] %s: %s", (path, may) => {
    expect(mayLoadByItself(path, folders)).toBe(may);
    expect(mayLoadByItself(path, [null])).toBe(false);
  });

  test("[VIW-316] the root folder allows nothing", () => {
    expect(liesIn("/etc/x.png", "/")).toBe(false);
    expect(mayLoadByItself("/etc/x.png", ["/"])).toBe(false);
  });

  const load = (facts: FileFacts, bytes: Uint8Array<ArrayBuffer>, key: string) => {
    const asked: string[] = [];
    const result = autoImage(
      fakeSession(),
      {
        inspectFile: (_, path) => {
          asked.push(`size ${path}`);
          return Promise.resolve({ ok: true, value: facts });
        },
        readFile: (_, path) => {
          asked.push(`read ${path}`);
          return Promise.resolve({ ok: true, value: bytes });
        },
      },
      "/w/a.png",
      key,
    );
    return { asked, result };
  };

  test("[VIW-316] a link, a large file, one of unknown size and a wrong name are left to the person", async () => {
    const file = { kind: "file", bytes: 12, link: false } as const;
    for (const facts of [
      { ...file, link: true },
      { ...file, bytes: 5_000_001 },
      { ...file, bytes: null },
      { ...file, kind: "folder" as const },
    ]) {
      const { asked, result } = load(facts, PNG, JSON.stringify(facts));
      expect((await result).type).toBe("not");
      expect(asked, "only its size was asked").toEqual(["size /w/a.png"]);
    }
    expect((await load(file, textBytes("<svg/>"), "svg").result).type).toBe("not");
  });

  test("[VIW-316] the same item's image is read once", async () => {
    const facts = { kind: "file", bytes: 12, link: false } as const;
    expect(await load(facts, PNG, "once").result).toMatchObject({ type: "shown", image: { type: "image/png" } });
    const again = load(facts, PNG, "once");
    expect((await again.result).type).toBe("shown");
    expect(again.asked).toEqual([]);
  });
});

describe("what bytes are", () => {
  test("[VIW-315] pictures are known by their bytes, whatever they are called", () => {
    expect(rasterType(PNG)).toBe("image/png");
    expect(rasterType(bytesOf(0xff, 0xd8, 0xff, 0xe0))).toBe("image/jpeg");
    expect(rasterType(textBytes("GIF89a..."))).toBe("image/gif");
    expect(rasterType(textBytes("RIFF....WEBPVP8 "))).toBe("image/webp");
    expect(rasterType(textBytes("....ftypavif...."))).toBe("image/avif");
    expect(rasterType(textBytes("BM is the beginning of a text"))).toBeNull();
    expect(rasterType(textBytes("<svg xmlns='x'>"))).toBeNull();
    expect(rasterType(bytesOf())).toBeNull();
  });

  test("[VIW-315] text is text to its end; a drawing is text that knows it; the rest is bytes", () => {
    expect(sniff(textBytes("let a = 1;\n"))).toEqual({ kind: "text", text: "let a = 1;\n", svg: false });
    expect(sniff(textBytes('<?xml version="1.0"?>\n<!-- x --><svg viewBox="0 0 1 1"/>'))).toMatchObject({ svg: true });
    expect(sniff(textBytes("<html><svg></svg>"))).toMatchObject({ kind: "text", svg: false });
    expect(sniff(bytesOf(0x7f, 0x45, 0x4c, 0x46, 0, 0))).toEqual({ kind: "binary" });
    expect(sniff(bytesOf(0x61, 0xff, 0x62))).toEqual({ kind: "binary" });
    expect(sniff(bytesOf(0xff, 0xfe, 0x61, 0x00))).toMatchObject({ kind: "text", text: "a" });
    expect(sniff(bytesOf())).toMatchObject({ kind: "text", text: "" });
  });
});

describe("reading", () => {
  interface Stage {
    reading: Reading;
    asked: string[];
    dispose: () => void;
    settled: () => Promise<void>;
  }
  const stage = (facts: Outcome<FileFacts>, read?: Outcome<Uint8Array<ArrayBuffer>>, live = true): Stage => {
    const asked: string[] = [];
    const session = fakeSession();
    if (!live) session.set({ connection: "offline" });
    return createRoot((dispose) => ({
      asked,
      dispose,
      settled: async () => {
        for (let turn = 0; turn < 8; turn++) await Promise.resolve();
      },
      reading: createReading({
        session,
        path: "/w/a",
        actions: {
          inspectFile: () => {
            asked.push("size");
            return Promise.resolve(facts);
          },
          readFile: () => {
            asked.push("read");
            return Promise.resolve(read ?? { ok: true, value: textBytes("hello") });
          },
        },
      }),
    }));
  };
  const file = (bytes: number | null): Outcome<FileFacts> => ({
    ok: true,
    value: { kind: "file", bytes, link: false },
  });
  const rpc = (message: string): { ok: false; reason: { type: "rpc"; code: number; message: string; data: null } } => ({
    ok: false,
    reason: { type: "rpc", code: -32603, message, data: null },
  });

  test("[VIW-313] a small file is read after its size; a large one, or one of unknown size, only after a second press", async () => {
    const small = stage(file(5_000_000));
    await small.settled();
    expect(small.asked).toEqual(["size", "read"]);
    expect(small.reading.step()).toMatchObject({ type: "shown", content: { kind: "text", text: "hello" } });
    for (const bytes of [5_000_001, null]) {
      const large = stage(file(bytes));
      await large.settled();
      expect(large.asked).toEqual(["size"]);
      expect(large.reading.step()).toEqual({ type: "confirm", bytes });
      large.reading.readOn();
      large.reading.readOn();
      await large.settled();
      expect(large.asked).toEqual(["size", "read"]);
      large.dispose();
    }
  });

  test("[VIW-317] what hinders is said in a sentence: missing, folder, device, no permission, too big, offline, refused", async () => {
    const message = async (facts: Outcome<FileFacts>, live = true) => {
      const it = stage(facts, undefined, live);
      await it.settled();
      expect(it.asked).not.toContain("read");
      const step = it.reading.step();
      return step.type === "trouble" ? step.message : step.type;
    };
    const kind = (what: "folder" | "other"): Outcome<FileFacts> => ({
      ok: true,
      value: { kind: what, bytes: null, link: false },
    });
    expect(await message(rpc("No such file or directory (os error 2)"))).toContain("There is no file at this path");
    expect(await message(rpc("Permission denied (os error 13)"))).toContain("no permission");
    expect(await message(rpc("File name too long (os error 36)"))).toContain("longer than a path can be");
    expect(await message(rpc("Invalid request: unknown variant `fs/getMetadata`"))).toContain("cannot read files");
    expect(await message(rpc("no"))).toContain("The server said: no");
    expect(await message(kind("folder"))).toContain("This is a folder");
    expect(await message(kind("other"))).toContain("a device or a pipe");
    expect(await message(file(90_000_000))).toContain("90 MB");
    expect(await message(file(1), false)).toContain("not connected");
  });

  test("[VIW-317] trying again asks from the start; a viewer that is closed takes no late answer", async () => {
    const it = stage(rpc("No such file or directory (os error 2)"));
    await it.settled();
    it.reading.again();
    expect(it.reading.step()).toEqual({ type: "asking" });
    await it.settled();
    expect(it.asked).toEqual(["size", "size"]);
    const closed = stage(file(3));
    closed.dispose();
    await closed.settled();
    expect(closed.reading.step()).toEqual({ type: "asking" });
  });
});

describe("rows of a text", () => {
  const drawn = (text: string) => rowsOf(text).map(({ from, to }) => text.slice(from, to));

  test("[VIW-314] rows are the lines, and pieces of a long line; together they are the text", () => {
    expect(drawn("a\nb\r\n\nc")).toEqual(["a", "b", "", "c"]);
    expect(drawn("a\n")).toEqual(["a"]);
    expect(drawn("")).toEqual([""]);
    const long = `${"x".repeat(1199)}😀${"y".repeat(5000)}`;
    const rows = drawn(long);
    expect(rows.join("")).toBe(long);
    expect(rows.every((row) => row.length <= 1200 && row.isWellFormed())).toBe(true);
    expect(new Set(rowsOf(`a\n${long}`).map(({ line }) => line))).toEqual(new Set([1, 2]));
  });

  test("[VIW-314] a line and a place are found among the rows", () => {
    const text = `one\n${"x".repeat(3000)}\nthree`;
    const rows = rowsOf(text);
    expect(rows[rowOfLine(rows, 2)]).toMatchObject({ line: 2, continued: false });
    expect(rows[rowOfLine(rows, 3)]).toMatchObject({ line: 3 });
    expect(rowOfLine(rows, 99)).toBe(rows.length - 1);
    expect(rows[rowAt(rows, text.indexOf("three"))]).toMatchObject({ line: 3 });
    expect(rows[rowAt(rows, 4 + 2500)]).toMatchObject({ line: 2, continued: true });
  });

  test("[VIW-314] finds are marked across colours and rows, whatever their case", () => {
    const text = "let Retry = RETRY(); // [retry]";
    const found = findIn(text, "retry");
    expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(["Retry", "RETRY", "retry"]);
    expect(findIn(text, "[retry]")).toHaveLength(1);
    const [row] = rowsOf(text);
    const colours = { starts: [0, 3, 21], scopes: ["keyword", null, "comment"] };
    const pieces = row === undefined ? [] : piecesOfRow(text, row, colours, found, 1);
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    expect(pieces.map(({ text: words, scope, mark }) => [words, scope, mark])).toEqual([
      ["let", "keyword", "no"],
      [" ", null, "no"],
      ["Retry", null, "found"],
      [" = ", null, "no"],
      ["RETRY", null, "here"],
      ["(); ", null, "no"],
      ["// [", "comment", "no"],
      ["retry", "comment", "found"],
      ["]", "comment", "no"],
    ]);
  });
});
