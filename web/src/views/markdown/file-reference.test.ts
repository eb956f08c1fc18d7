import { expect, test } from "vitest";
import { fileReference, linkedFile } from "./file-reference.ts";
import { leadsTo } from "./links.ts";

test("[VIW-296] a text that is clearly a path names a file, with its place; all else names none", () => {
  for (const [text, file] of [
    ["src/a.ts:12", { path: "src/a.ts", line: 12 }],
    ["src/a.ts:12:3", { path: "src/a.ts", line: 12, column: 3 }],
    ["src/a.ts#L12-L20", { path: "src/a.ts", line: 12 }],
    ["src/a.ts", { path: "src/a.ts" }],
    ["package.json", { path: "package.json" }],
    ["./run", { path: "./run" }],
    ["~/notes/x", { path: "~/notes/x" }],
    ["/home/mara/src/courier/Makefile", { path: "/home/mara/src/courier/Makefile" }],
    ["/etc/hosts", { path: "/etc/hosts" }],
    ["C:\\src\\a.ts:3", { path: "C:\\src\\a.ts", line: 3 }],
    ["bin/longwire:7", { path: "bin/longwire", line: 7 }],
    ["node_modules/@scope/pkg/index.js", { path: "node_modules/@scope/pkg/index.js" }],
  ] as const)
    expect(fileReference(text), text).toEqual(file);
  for (const text of [
    "and/or",
    "fix/resume",
    "application/json",
    "1/2",
    "node.js",
    "Vue.js",
    "UploadQueue.pause()",
    "this.sent",
    "a.b.c",
    "https://x.example/a.ts",
    "//x.example/a.ts",
    "user@host:src/a.ts",
    "git@host.example:a/b.ts",
    "src/*.ts",
    "--out=dist/a.js",
    "rm -rf src/a.ts",
    "$HOME/a.ts",
    "/api/v1/users",
    "localhost:8080",
    "10:30",
    "x",
    "a".repeat(400) + "/a.ts",
    "src/a\u0000.ts",
  ])
    expect(fileReference(text), text).toBeNull();
});

test("[VIW-296] what begins with the root folder of the thread's own folder is a path, whatever that is called", () => {
  expect(fileReference("/check/work/src")).toBeNull();
  expect(fileReference("/check/work/src", "/check/work")).toEqual({ path: "/check/work/src" });
  expect(linkedFile("/check/work/src", "/check")).toEqual({ path: "/check/work/src" });
  expect(fileReference("/api/v1", "/check/work")).toBeNull();
  expect(fileReference("/api/v1", "/")).toBeNull();
});

test("[VIW-297] the target of a link that is a path or a file address names a file; one with another scheme never does", () => {
  expect(linkedFile("/home/mara/My%20Notes/a.md#L3")).toEqual({ path: "/home/mara/My Notes/a.md", line: 3 });
  expect(linkedFile("file:///etc/passwd")).toEqual({ path: "/etc/passwd" });
  expect(linkedFile("src/a.ts:4")).toEqual({ path: "src/a.ts", line: 4 });
  for (const href of [
    "javascript:alert(1)",
    "//x.example/a.ts",
    "data:text/html,a/b.ts",
    "file://x.example/a.ts",
    "#top",
  ])
    expect(linkedFile(href), href).toBeNull();
});

test("[VIW-298] a link says where it leads unless its text does; a text that names another host never does", () => {
  expect(leadsTo("the notes", "https://notes.example/a")).toBe("notes.example");
  expect(leadsTo("https://notes.example/a", "https://notes.example/a")).toBeNull();
  expect(leadsTo("notes.example", "https://notes.example/a")).toBeNull();
  expect(leadsTo("https://good.example", "https://evil.example/")).toBe("evil.example");
  expect(leadsTo("good.example", "https://good.example.evil.example/")).toBe("good.example.evil.example");
  expect(leadsTo("good.example.evil.example", "https://good.example/")).toBe("good.example");
  expect(leadsTo("https://good.example@evil.example", "https://good.example@evil.example/")).toBe("evil.example");
  expect(leadsTo("g\u043eod.example", new URL("https://g\u043eod.example").href)).toMatch(/^xn--/);
  expect(leadsTo("write to me", "mailto:a@b.example?subject=x")).toBe("a@b.example");
  expect(leadsTo("a@b.example", "mailto:a@b.example")).toBeNull();
});
