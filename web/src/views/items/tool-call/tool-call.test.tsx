// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ThreadItem } from "@longwire/shared-protocol/app-server";
import { ITEM_SAMPLES } from "../../../projection/testing/item-samples.ts";
import { changed } from "../../live.ts";
import { aThread, aTurn, clearPage, fakeSession, itemOf, preparePage, renderIn } from "../../testing.tsx";
import { ItemView } from "../item-view.tsx";

beforeEach(preparePage);
afterEach(clearPage);

type Mcp = Extract<ThreadItem, { type: "mcpToolCall" }>;
const call = (more: Partial<Mcp>) => ({ ...ITEM_SAMPLES.mcpToolCall.completed, ...more });
const text = (element: Element) => (element.textContent ?? "").replace(/\s+/g, " ");

async function show(started: object, completed?: object) {
  const thread = aThread();
  const turn = aTurn(thread, "t1");
  const item = itemOf(turn, started, completed);
  const { container } = renderIn(fakeSession(), thread, () => <ItemView item={item} turn={turn} />);
  await waitFor(() => expect(container.querySelector(".card, details")).not.toBeNull());
  return { container, item };
}

test("[VIW-230] a call shows its arguments set out on request, deeper ones as JSON, and keys in them masked", async () => {
  const { container } = await show(
    call({ arguments: { title: "It stops", labels: ["a", "b"], api_key: "sk-1234567890abcdefghij", none: null } }),
    call({ arguments: { title: "It stops", labels: ["a", "b"], api_key: "sk-1234567890abcdefghij", none: null } }),
  );
  fireEvent.click(screen.getByText(/title: "It stops"/));
  await waitFor(() => expect(container.querySelector("dl[aria-label='Arguments']")).not.toBeNull());
  const rows = [...container.querySelectorAll("dl[aria-label='Arguments'] > div")].map((row) => text(row));
  expect(rows).toEqual(["titleIt stops", 'labels["a","b"]', expect.stringContaining("[masked]"), "nonenull"]);
  expect(container.innerHTML).not.toContain("1234567890abcdefghij");
});

test("[VIW-230] an answer is shown part by part; an unknown or malformed one is generic, its neighbours are not", async () => {
  const result = {
    content: [
      { type: "text", text: "**not bold** <b>not bold</b>" },
      { type: "hologram", beam: 1 },
      { type: "image", data: 7 },
      { type: "resource", resource: { uri: "tracker://log", mimeType: "text/plain", text: "opened" } },
      { type: "resource_link", uri: "javascript:alert(1)", name: "CO-114" },
      "a text for a part",
    ],
    structuredContent: { id: "CO-114" },
    _meta: null,
  };
  const { container } = await show(call({ result }), call({ result }));
  const parts = [...container.querySelectorAll<HTMLElement>("[data-part]")];
  expect(parts.map((part) => part.dataset["part"])).toEqual([
    "text",
    "unknown",
    "unknown",
    "resource",
    "resourceLink",
    "unknown",
  ]);
  expect(parts[0]?.textContent).toContain("**not bold** <b>not bold</b>");
  expect(parts[1]?.querySelector("[data-generic='hologram']")?.textContent).toContain('"beam":1');
  expect(parts[2]?.textContent).toContain("could not be read: data:");
  expect(parts[3]?.textContent).toContain("opened");
  expect(parts[4]?.querySelector("a")).toBeNull();
  expect(parts[5]?.textContent).toContain("a text for a part");
  fireEvent.click(screen.getByText("Structured content"));
  await waitFor(() => expect(text(container)).toContain("idCO-114"));
});

test.each<[string, object, RegExp]>([
  ["an error", { result: null, status: "failed", error: { message: "no such user" } }, /failed.*no such user/],
  ["an error of another shape", { result: null, error: { code: 7 } }, /failed.*\{"code":7\}/],
  ["an answer that calls itself an error", { result: { content: [], isError: true } }, /failed.*The answer is empty/],
  ["an answer of an unknown shape", { result: "done" }, /An answer of an unknown shape.*"done"/],
  ["nothing", { result: { content: [], structuredContent: null, _meta: null } }, /The answer is empty/],
  ["structured content alone", { result: { content: [], structuredContent: { n: 42 } } }, /Structured content.*n42/],
])("[VIW-230] a call that came back with %s", async (_name, more, words) => {
  const ended = { ...ITEM_SAMPLES.mcpToolCall.completed, ...more };
  const { container } = await show({ ...ended }, ended);
  expect(text(container)).toMatch(words);
});

test("[VIW-231] a running call shows its newest progress, and all of it on request", async () => {
  const { container, item } = await show(ITEM_SAMPLES.mcpToolCall.started);
  expect(text(container)).toMatch(/running/);
  if (item.type !== "mcpToolCall") throw new Error("another type");
  item.progress = Array.from({ length: 12 }, (_, n) => `step ${n}`);
  changed(new Set<object>([item]));
  expect(text(container)).toContain("step 11");
  expect(text(container)).not.toContain("step 8");
  fireEvent.click(screen.getByText("12 messages of progress"));
  await waitFor(() => expect(text(container)).toContain("step 0"));
});

test("[VIW-232] a call that only reads is a quiet line, opened on request; a failed one is a card", async () => {
  const quiet = call({ readOnlyHint: true });
  const { container } = await show(quiet, quiet);
  expect(container.querySelector(".card")).toBeNull();
  expect(container.querySelector<HTMLElement>("article")?.dataset["knot"]).toBe("small");
  fireEvent.click(screen.getByText("create_issue"));
  await waitFor(() => expect(text(container)).toContain("Created CO-114."));
  for (const more of [
    { status: "failed" as const, result: null, error: { message: "no" } },
    { result: null, error: { message: "no" } },
    { result: { content: [], structuredContent: null, _meta: null, isError: true } },
  ]) {
    const failed = call({ readOnlyHint: true, ...more });
    const other = await show(failed, failed);
    expect(other.container.querySelector("article > .card")).not.toBeNull();
    expect(text(other.container)).toContain("failed");
  }
});

test("[VIW-230] the small print has where the tool is from, and all that the server said", async () => {
  const ended = {
    ...call({
      appContext: { connectorId: "c-1", linkId: null, resourceUri: "ui://x", appName: "Tracker", actionName: "New" },
      pluginId: "tracker@1",
    }),
    later: { unknown: true },
  };
  const { container } = await show(ended, ended);
  expect(text(container)).toContain("Tracker: New");
  fireEvent.click(screen.getByRole("button", { name: "More about this call" }));
  await waitFor(() => expect(text(container)).toContain("As the server said it"));
  for (const words of ["c-1", "ui://x", "tracker@1", "may change things", '"unknown": true'])
    expect(text(container)).toContain(words);
});

test("[VIW-233] a tool of a client: an unknown part is generic and its neighbours are typed; no success is a failure", async () => {
  const ended = {
    ...ITEM_SAMPLES.dynamicToolCall.completed,
    contentItems: [
      { type: "inputText", text: "closed" },
      { type: "inputScent", smell: "coffee" },
    ],
    success: false,
  };
  const { container } = await show(ended, ended);
  expect(text(container)).toMatch(/office › lookup.*failed/);
  expect(container.querySelector("[data-part='text']")?.textContent).toContain("closed");
  expect(container.querySelector("[data-generic='inputScent']")?.textContent).toContain("coffee");
});

test("[VIW-230] a long text is cut to its beginning, all of it in a window on request", async () => {
  const long = Array.from({ length: 4000 }, (_, n) => `line ${n}`).join("\n");
  const result = { content: [{ type: "text", text: long }], structuredContent: null, _meta: null };
  const { container } = await show(call({ result }), call({ result }));
  expect(text(container)).toContain("line 9");
  expect(text(container)).not.toContain("line 99");
  fireEvent.click(screen.getByRole("button", { name: /Show all 4000 lines/ }));
  await waitFor(() => expect(screen.getByRole("group", { name: "Text" })).toBeTruthy());
});
