// @vitest-environment jsdom
// Bringing in files of the app, over a network that fails.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { appFile } from "./app-file.ts";

const BASE = "https://machine.example/assets/";
let away = new Set<string>();
let asked: string[] = [];
let nth = 0;
/** No test knows what another has had. */
let base = "";

const load = vi.fn((href: string) => Promise.resolve(`file ${href.slice(base.length)}`));
const bring = (name: string, needs: readonly string[] = []) => appFile(name, needs, { base, load });

beforeEach(() => {
  nth += 1;
  base = `${BASE}${nth}/`;
  away = new Set();
  asked = [];
  load.mockClear();
  vi.stubGlobal("fetch", (href: string) => {
    const name = href.slice(base.length);
    asked.push(name);
    return away.has(name) ? Promise.reject(new TypeError("no network")) : Promise.resolve(new Response("export {}"));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

/** Of the style sheets that are asked for: what becomes of them. */
function sheets(event: "load" | "error"): string[] {
  const links = [...document.head.querySelectorAll("link")];
  for (const link of links) link.dispatchEvent(new Event(event));
  return links.map(({ href }) => href.slice(base.length));
}

test("[VIW-850] a file is imported when it and all that it needs could be had, each asked for once", async () => {
  expect(await bring("room.js", ["part.js"])).toBe("file room.js");
  expect(await bring("other.js", ["part.js"])).toBe("file other.js");
  expect(asked).toEqual(["room.js", "part.js", "other.js"]);
});

test("[VIW-850] nothing is imported while a file that it needs does not come; what failed alone is asked for again", async () => {
  away.add("part.js");
  await expect(bring("room.js", ["part.js"])).rejects.toThrow("no network");
  expect(load).not.toHaveBeenCalled();
  away.clear();
  expect(await bring("room.js", ["part.js"])).toBe("file room.js");
  expect(asked).toEqual(["room.js", "part.js", "part.js"]);
});

test("[VIW-850] a file that the machine does not have any more is named with the status, and is not imported", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("gone", { status: 404 })));
  await expect(bring("room.js")).rejects.toThrow(`${base}room.js: HTTP 404`);
  expect(load).not.toHaveBeenCalled();
});

test("[VIW-850] a style sheet is waited for; one that does not come leaves nothing behind and is asked for again", async () => {
  const first = bring("room.js", ["room.css"]);
  await vi.waitFor(() => expect(document.head.querySelectorAll("link")).toHaveLength(1));
  expect(sheets("error")).toEqual(["room.css"]);
  await expect(first).rejects.toThrow("room.css: no style sheet");
  expect(document.head.querySelectorAll("link")).toHaveLength(0);
  const second = bring("room.js", ["room.css"]);
  await vi.waitFor(() => expect(document.head.querySelectorAll("link")).toHaveLength(1));
  expect(load).not.toHaveBeenCalled();
  sheets("load");
  expect(await second).toBe("file room.js");
  expect(await bring("other.js", ["room.css"])).toBe("file other.js");
  expect(document.head.querySelectorAll("link")).toHaveLength(1);
});
