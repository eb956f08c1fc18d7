// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aThread, aTurn, clearPage, fakeSession, itemOf, preparePage, renderIn } from "../testing.tsx";
import { ItemView } from "./item-view.tsx";

beforeEach(preparePage);
afterEach(clearPage);

const text = (element: Element) => (element.textContent ?? "").replace(/\s+/g, " ");

async function show(more: object) {
  const thread = aThread();
  const turn = aTurn(thread, "t1");
  const wire = { type: "webSearch", id: "w", query: "", action: null, results: null, ...more };
  const item = itemOf(turn, wire, wire);
  const { container } = renderIn(fakeSession(), thread, () => <ItemView item={item} turn={turn} />);
  await waitFor(() => expect(container.querySelector("b")).not.toBeNull());
  return container;
}

test.each<[string, object, RegExp]>([
  [
    "a search",
    { query: "a", action: { type: "search", query: "a", queries: ["b", 7] } },
    /Searched the web for “a”, “b”/,
  ],
  ["an opened page", { action: { type: "openPage", url: "https://x.example/p" } }, /Opened https:\/\/x\.example\/p/],
  [
    "a look in a page",
    { action: { type: "findInPage", url: "https://x.example/p", pattern: "word" } },
    /Looked for “word” in https/,
  ],
  ["another action", { query: "a", action: { type: "timeTravel" } }, /Searched the web for “a” · timeTravel/],
  ["no action", { query: "a" }, /Searched the web for “a”/],
  ["a page without an address", { action: { type: "openPage", url: null } }, /Opened a page/],
])("[VIW-235] %s is told in words", async (_name, more, words) => {
  expect(text(await show(more))).toMatch(words);
});

test("[VIW-235] results are behind the line, with their addresses; what is none of a known shape is shown as JSON", async () => {
  const container = await show({
    query: "a",
    results: [
      { title: "A title", url: "https://x.example/a", snippet: "in short" },
      { title: "Bad", url: "javascript:alert(1)" },
      { kind: "graph", nodes: 12 },
      "text",
    ],
  });
  fireEvent.click(screen.getByText(/4 results/));
  await waitFor(() => expect(container.querySelectorAll("li")).toHaveLength(4));
  const links = [...container.querySelectorAll("li a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["https://x.example/a"]);
  for (const words of ["A title", "https://x.example/a", "in short", "javascript:alert(1)", "graph", "12", '"text"'])
    expect(text(container)).toContain(words);
});
