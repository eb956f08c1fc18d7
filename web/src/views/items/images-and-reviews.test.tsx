// @vitest-environment jsdom
// Images that were made, hooks, waiting and reviews.
import { fireEvent, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import { hostAfter, tape } from "../../projection/testing/rows.ts";
import { ITEM_SAMPLES, PIXEL } from "../../projection/testing/item-samples.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
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

test.each<[string, string, boolean]>([
  ["in the thread's folder", "/w/out/a.png", true],
  ["in CODEX_HOME", "/home/mara/.codex/generated/a.png", true],
  ["anywhere else", "/home/mara/a.png", false],
  ["by a path that climbs", "/w/out/../../etc/a.png", false],
])("[VIW-406] an image without its bytes that was saved %s: by itself %s", async (_name, path, loads) => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      seen: (entries: { isIntersecting: boolean }[]) => void;
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.seen = seen;
      }
      observe(): void {
        this.seen([{ isIntersecting: true }]);
      }
      disconnect(): void {}
    },
  );
  const read: string[] = [];
  const bytes = Uint8Array.from(atob(PIXEL), (letter) => letter.codePointAt(0) ?? 0);
  const services = {
    hosts: () => [],
    ready: () => true,
    onHosts: () => () => undefined,
    actions: {
      inspectFile: (_session: object, of: string) =>
        Promise.resolve({ ok: true, value: { kind: "file", bytes: of.length, link: false } }),
      readFile: (_session: object, of: string) => {
        read.push(of);
        return Promise.resolve({ ok: true, value: bytes });
      },
    },
  } as unknown as AppServices;
  const thread = aThread();
  thread.settings = { ...thread.settings, cwd: "/w" };
  const host = hostAfter(tape().generation("g").rows);
  const [generation] = host.generations.values();
  if (generation === undefined) throw new Error("no process");
  generation.codexHome = "/home/mara/.codex";
  const turn = aTurn(thread, "t1");
  const wire = { ...ITEM_SAMPLES.imageGeneration.completed, result: "", savedPath: path };
  const item = itemOf(turn, wire, wire);
  const { container } = renderIn(fakeSession(host), thread, () => (
    <ServicesProvider services={services}>
      <ItemView item={item} turn={turn} />
    </ServicesProvider>
  ));
  await waitFor(() => expect(container.querySelector("[data-local-path]")).not.toBeNull());
  if (loads) await waitFor(() => expect(container.querySelector("img")).not.toBeNull());
  else expect(container.querySelector("img")).toBeNull();
  expect(read).toEqual(loads ? [path] : []);
});
