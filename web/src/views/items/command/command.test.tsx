// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changed } from "../../live.ts";
import { anItem, aThread, aTurn, clearPage, fakeSession, preparePage, renderIn } from "../../testing.tsx";
import { ItemView } from "../item-view.tsx";
import { typedPlaces, typedWords } from "./typed-places.ts";

beforeEach(preparePage);
afterEach(clearPage);

const text = (element: Element) => (element.textContent ?? "").replace(/\s+/g, " ");

test("[VIW-228] the small print of a command: who ran it, where, in which process, what the App Server recognises in it", async () => {
  const thread = aThread();
  const turn = aTurn(thread, "t1");
  const item = anItem(turn, "commandExecution", {
    command: "cat a.ts | psql",
    cwd: "/home/mara/src",
    status: "completed",
    exitCode: 0,
    source: "unifiedExecStartup",
    processId: "1042",
    pluginId: "studio@1",
    scriptPath: "scripts/render.py",
    actions: [
      { type: "read", command: "cat a.ts", name: "a.ts", path: "/home/mara/src/a.ts" },
      { type: "search", command: "rg x", query: "needle", path: null },
      { type: "listFiles", command: "ls", path: "lib" },
      { type: "unknown", command: "psql" },
      { type: "hologram" },
    ],
    raw: { type: "commandExecution", id: "c", later: 1 },
  });
  const { container } = renderIn(fakeSession(), thread, () => <ItemView item={item} turn={turn} />);
  fireEvent.click(screen.getByRole("button", { name: "More about this command" }));
  await waitFor(() => expect(text(container)).toContain("run by"));
  expect([...container.querySelectorAll(".json-rows li")].map((line) => text(line))).toEqual([
    "reads /home/mara/src/a.ts",
    "searches the folder for “needle”",
    "lists lib",
    "psql",
    '{"type":"hologram"}',
  ]);
  for (const words of ["a terminal that can go on", "1042", "studio@1", "scripts/render.py", '"later": 1'])
    expect(text(container)).toContain(words);
});

test("[VIW-229] what was typed stands below the line of its echo, as keys that a person knows", () => {
  const thread = aThread();
  const turn = aTurn(thread, "t1");
  const item = anItem(turn, "commandExecution", {
    command: "ask",
    exitCode: 0,
    output: "Name? Ada\r\nHello, Ada\r\nSure? y\r\nDone.\r\n",
    typed: [
      { text: "Ada\n", at: 23 },
      { text: "y\n", at: 40 },
    ],
  });
  const { container } = renderIn(fakeSession(), thread, () => <ItemView item={item} turn={turn} />);
  expect(text(container.querySelector(".output__text") ?? container)).toMatch(
    /Name\? Ada ?typed Ada ⏎ ?Hello, Ada ?Sure\? y ?typed y ⏎ ?Done\./,
  );
  item.typed.push({ text: "\u0003", at: 40 });
  changed(new Set<object>([item]));
  expect(text(container)).toContain("typed Ctrl+C");
});

describe("places of what was typed", () => {
  test.each<[string, string, { text: string; at: number }[], number[]]>([
    ["no output at all", "", [{ text: "y\n", at: 0 }], [-1]],
    ["no echo: before what it caused", "Ready\nyes, master\n", [{ text: "secret\n", at: 18 }], [-1]],
    ["an echo in the second line", "Ready\n> y\nok\n", [{ text: "y\n", at: 13 }], [1]],
    [
      "the same text twice",
      "> y\n> y\n",
      [
        { text: "y\n", at: 4 },
        { text: "y\n", at: 8 },
      ],
      [0, 1],
    ],
    ["a place beyond the output", "> y", [{ text: "y\n", at: 900 }], [0]],
    ["letters that mean something in patterns", "> a.b(\n", [{ text: "a.b(\n", at: 7 }], [0]],
    [
      "no echo of the second",
      "a\nb\nc\n",
      [
        { text: "x\n", at: 2 },
        { text: "\u0003", at: 6 },
      ],
      [-1, 0],
    ],
  ])("[VIW-229] %s", (_name, output, typed, places) => {
    expect(typedPlaces(output, typed)).toEqual(places);
  });

  test.each([
    ["y\n", "y ⏎"],
    ["\u0003", "Ctrl+C"],
    ["\u001b:wq\r", "Esc :wq ⏎"],
    ["a\tb", "a Tab b"],
  ])("[VIW-229] %j is read as %s", (typed, words) => {
    expect(typedWords(typed)).toBe(words);
  });
});
