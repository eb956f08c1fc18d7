// @vitest-environment jsdom
// Every item type of the pinned schema through its view: begun, ended, left open, malformed.
import { fireEvent, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import { ITEM_SAMPLES, type Sample } from "../../projection/testing/item-samples.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { anItem, aThread, aTurn, clearPage, fakeSession, itemOf, preparePage, renderIn } from "../testing.tsx";
import { TurnRow } from "../thread/turn-row.tsx";
import { late } from "./late.ts";

beforeEach(() => {
  preparePage();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  URL.createObjectURL = () => "blob:test";
  URL.revokeObjectURL = () => undefined;
});
afterEach(clearPage);

function setUp() {
  const thread = aThread();
  const turn = aTurn(thread, "t1", { reported: "completed" });
  const services = { hosts: () => [], ready: () => true, onHosts: () => () => undefined } as unknown as AppServices;
  const show = () =>
    renderIn(fakeSession(), thread, () => (
      <ServicesProvider services={services}>
        <TurnRow turn={turn} part={0} last />
      </ServicesProvider>
    )).container;
  return { thread, turn, show };
}

/** What of a sample is to be read in the page. */
const WORDS: Record<keyof typeof ITEM_SAMPLES, RegExp> = {
  userMessage: /hello/,
  hookPrompt: /hook added to the prompt.*mind the gap/i,
  agentMessage: /done/,
  plan: /Proposed plan.*Look/,
  reasoning: /Looking/,
  commandExecution: /make all.*exit 0.*5 ms.*ok/,
  fileChange: /a\.ts.*new.*\+1/,
  mcpToolCall: /tracker › create_issue.*done.*12 ms.*title: "It stops".*Created CO-114\./,
  dynamicToolCall: /office › lookup.*done.*3 ms.*CO-113.*closed/,
  collabAgentToolCall: /Started an agent.*gpt-5\.6-sol · medium.*Count the tests\..*finished.*12 tests\./,
  subAgentActivity: /Agent.*started.*\/root\/counter/,
  webSearch: /Searched the web for “left recursion”/,
  imageView: /Looked at an image.*\/w\/a\.png/,
  imageGeneration: /Generated image.*done.*Made from.*a wire/,
  sleep: /Slept for 30 s/,
  enteredReviewMode: /Review started: changes against main/,
  exitedReviewMode: /Review.*one.*finding/,
  contextCompaction: /Conversation compacted/,
};
const samples = Object.entries(ITEM_SAMPLES) as [keyof typeof ITEM_SAMPLES, Sample][];
const text = (element: Element) => (element.textContent ?? "").replace(/\s+/g, " ");

describe("every item type", () => {
  test.each(samples)("[VIW-220] a %s has a view of its own, which says what the server said", async (type, sample) => {
    const { turn, show } = setUp();
    itemOf(turn, sample.started, sample.completed);
    const container = show();
    await waitFor(() => expect(text(container)).toMatch(WORDS[type]));
    const element = container.querySelector<HTMLElement>(`[data-item-type="${type}"]`);
    expect(element?.dataset["itemId"]).toBe(type);
    expect(container.querySelector("[data-generic]")).toBeNull();
  });

  test.each(samples.filter(([type]) => type !== "userMessage"))(
    "[VIW-238] a %s that its turn left open says so, and nothing of it runs on",
    async (type, sample) => {
      const { turn, show } = setUp();
      const item = itemOf(turn, sample.started);
      const container = show();
      const element = container.querySelector<HTMLElement>(`[data-item-type="${type}"]`);
      // Its view is there before it is closed.
      await waitFor(() => expect(element?.textContent).not.toBe(type));
      item.phase = "closed";
      changed(new Set<object>([item]));
      // What the server calls completed has ended, whatever else did not come.
      const ended = "status" in sample.started && sample.started.status === "completed";
      if (!ended)
        await waitFor(() =>
          expect(text(container)).toMatch(
            /Not finished when its turn ended|none of its text came|not ended when its turn did|was not compacted/,
          ),
        );
      expect(text(container)).not.toMatch(/running|so far/);
      expect(element?.dataset["knot"]).not.toMatch(/open/);
    },
  );
});

test("[VIW-222] an item that cannot be read is shown raw, with the reason", () => {
  const { turn, show } = setUp();
  itemOf(turn, { ...ITEM_SAMPLES.mcpToolCall.completed, tool: ["x"] });
  const container = show();
  const generic = container.querySelector("[data-generic='mcpToolCall']");
  expect(text(generic ?? container)).toMatch(/could not be read: tool: .*"tool":\["x"\]/);
});

test("[VIW-221] a view that cannot be loaded says so and is there after another try", async () => {
  let tries = 0;
  const useView = late<{ word: string }>(() => {
    tries += 1;
    return tries === 1
      ? Promise.reject(new Error("offline"))
      : Promise.resolve({ default: (props: { word: string }) => <b>{props.word}</b> });
  });
  const { thread } = setUp();
  const Shown = () => {
    const { view, failed, again } = useView();
    return (
      <>
        {view()?.({ word: "here" }) ?? "not yet"}
        {failed() ? <button onClick={again}>Load its view again</button> : null}
      </>
    );
  };
  const { container } = renderIn(fakeSession(), thread, () => (
    <>
      <Shown />
    </>
  ));
  fireEvent.click(await screen.findByRole("button", { name: "Load its view again" }));
  await waitFor(() => expect(container.textContent).toBe("here"));
  expect(tries).toBe(2);
});

test("[VIW-400] what applying changes to files printed stands below them, also where there are none", async () => {
  const { turn, show } = setUp();
  anItem(turn, "fileChange", {
    status: "completed",
    changes: [{ path: "/w/a.ts", kind: "add", movePath: null, diff: "one\n" }],
    output: "patched 1 hunk\n",
  });
  anItem(turn, "fileChange", { status: "inProgress", changes: [], output: "looking for a.ts" });
  anItem(turn, "fileChange", { status: "completed", changes: [], output: "" });
  const container = show();
  const items = () =>
    [...container.querySelectorAll("[data-item-type=fileChange]")].map((item) => item.textContent ?? "");
  await waitFor(() => expect(items()[0]).toMatch(/a\.ts.*Output.*patched 1 hunk/s));
  expect(items()[1]).toMatch(/no diff.*Output.*looking for a\.ts/s);
  expect(items()[2]).not.toContain("Output");
});

test("[VIW-401] an entry of a file change that cannot be read is raw in its place, its neighbours are typed", async () => {
  const { turn, show } = setUp();
  const change = (path: string) => ({ path, kind: { type: "add" }, diff: "one\n" });
  itemOf(turn, {
    type: "fileChange",
    id: "f",
    status: "completed",
    changes: [change("/w/a.ts"), { diff: 7, why: "nobody knows" }, change("/w/b.ts")],
  });
  const container = show();
  const raw = container.querySelector<HTMLDetailsElement>("[data-generic='File change']");
  expect(raw?.open).toBe(true);
  await waitFor(() => expect(raw?.textContent).toContain("nobody knows"));
  const text = container.textContent ?? "";
  expect(text.indexOf("/w/a.ts")).toBeLessThan(text.indexOf("File change"));
  expect(text.indexOf("File change")).toBeLessThan(text.indexOf("/w/b.ts"));
  expect(text).not.toContain("no path");
});
