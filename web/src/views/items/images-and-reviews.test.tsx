// @vitest-environment jsdom
// Images that were made, hooks, waiting and reviews.
import { fireEvent, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ITEM_SAMPLES, PIXEL } from "../../projection/testing/item-samples.ts";
import { changed } from "../live.ts";
import { anItem, aThread, aTurn, clearPage, fakeSession, itemOf, preparePage, renderIn } from "../testing.tsx";
import { ItemView } from "./item-view.tsx";

const made: Blob[] = [];
beforeEach(() => {
  preparePage();
  made.length = 0;
  URL.createObjectURL = (blob: Blob) => `blob:${made.push(blob)}`;
  URL.revokeObjectURL = () => undefined;
});
afterEach(clearPage);

const text = (element: Element) => (element.textContent ?? "").replace(/\s+/g, " ");

async function show(wire: object, ready: string) {
  const thread = aThread();
  const turn = aTurn(thread, "t1");
  const item = itemOf(turn, wire, wire);
  const { container } = renderIn(fakeSession(), thread, () => <ItemView item={item} turn={turn} />);
  await waitFor(() => expect(container.querySelector(ready)).not.toBeNull());
  return { container, turn, item };
}

test("[VIW-236] an image that was made is drawn from the message, with what it was made from and where it was saved", async () => {
  const wire = {
    ...ITEM_SAMPLES.imageGeneration.completed,
    transparentBackground: true,
    savedPath: "/home/mara/.codex/a.png",
  };
  const { container } = await show(wire, "img");
  expect(container.querySelector("img")?.getAttribute("alt")).toBe("a wire");
  expect(made[0]?.type).toBe("image/png");
  expect(container.querySelector("[data-checkered]")).not.toBeNull();
  expect(container.querySelector("[data-local-path='/home/mara/.codex/a.png']")).not.toBeNull();
  expect(text(container)).toMatch(/Generated image.*Made from.*a wire/);
});

test.each<[string, object, RegExp]>([
  [
    "a reached limit",
    { failure: { type: "usageLimitExceeded", limitId: "images", resetsAt: 4 } },
    /“images” is reached until/,
  ],
  ["another failure", { failure: { type: "moonPhase" } }, /It failed: moonPhase/],
  ["a failure of no shape", { failure: 7 }, /It failed: 7/],
  ["no image", { status: "completed" }, /The server sent no image/],
])("[VIW-236] %s is said in words", async (_name, more, words) => {
  const { container } = await show({ ...ITEM_SAMPLES.imageGeneration.started, status: "failed", ...more }, ".card");
  expect(text(container)).toMatch(words);
  expect(container.querySelector("img")).toBeNull();
});

test("[VIW-236] what is called an image and is none is not drawn", async () => {
  const wire = { ...ITEM_SAMPLES.imageGeneration.completed, result: btoa("<html><script>alert(1)</script></html>") };
  const { container } = await show(wire, ".media__note");
  expect(text(container)).toContain("Not an image that can be shown");
  expect(made).toEqual([]);
});

test("[VIW-237] findings are read as text; the agent's message that says the very same is not doubled", async () => {
  const { container, turn } = await show(ITEM_SAMPLES.exitedReviewMode.completed, ".review");
  expect(container.querySelector(".review strong")?.textContent).toBe("one");
  const message = anItem(turn, "agentMessage", { text: "- **one** finding" });
  changed(new Set<object>([turn, message]));
  expect(container.querySelector(".review")).toBeNull();
  expect(container.querySelector("summary")?.textContent).toContain("Review finished");
});

test("[VIW-239] hooks' texts are behind a line; one that cannot be read is raw", async () => {
  const { container } = await show(
    { type: "hookPrompt", id: "h", fragments: [{ text: "mind the gap", hookRunId: "run-1" }, { words: 7 }] },
    "details",
  );
  fireEvent.click(screen.getByText("Hooks added 2 texts"));
  await waitFor(() => expect(text(container)).toContain("run-1"));
  expect(text(container)).toContain("mind the gap");
  expect(container.querySelector("[data-generic='fragment']")?.textContent).toContain('"words":7');
});

test("[VIW-236] a picture is drawn as what its bytes are, whatever it is called", async () => {
  const wire = { ...ITEM_SAMPLES.imageGeneration.completed, result: `data:image/svg+xml;base64,${PIXEL}` };
  await show(wire, "img");
  expect(made[0]?.type).toBe("image/png");
});
