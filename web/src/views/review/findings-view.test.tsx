// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ItemView } from "../items/item-view.tsx";
import { anItem, aThread, aTurn, clearPage, fakeSession, preparePage, renderIn } from "../testing.tsx";

beforeEach(preparePage);
afterEach(clearPage);

const output = (more: object = {}) =>
  JSON.stringify({
    findings: [
      {
        title: "[P1] The last tide is <b>never</b> found",
        body: "One **short** of the end.",
        confidence_score: 0.95,
        priority: 1,
        code_location: { absolute_file_path: "/w/src/tides.js", line_range: { start: 18, end: 20 } },
        ...more,
      },
    ],
    overall_correctness: "patch is incorrect",
    overall_explanation: "One finding.",
    overall_confidence_score: 0.8,
  });

function message(text: string, phase: "open" | "completed" = "completed") {
  const state = aThread();
  state.settings = { ...state.settings, cwd: "/w" };
  const turn = aTurn(state);
  const item = anItem(turn, "agentMessage", { text, phase });
  return renderIn(fakeSession(), state, () => <ItemView item={item} turn={turn} />).container;
}

test("[VIW-440] a message that is the reviewer's JSON is drawn as findings, never as HTML, and unfolds as it was written", async () => {
  const container = message(output());
  await waitFor(() => expect(container.querySelector(".findings")).not.toBeNull());
  expect(container.querySelector(".finding b b")).toBeNull();
  expect(container.querySelector(".finding__title")?.textContent).toBe("P1The last tide is <b>never</b> found");
  expect(container.querySelector(".finding__body strong")?.textContent).toBe("short");
  expect(container.querySelector(".findings__head")?.textContent).toBe("Review1 findingpatch is incorrect80 % sure");
  expect(screen.getByRole("button", { name: "Open src/tides.js, line 18" })).toBeTruthy();
  expect(screen.getByLabelText("lines 18–20").textContent).toBe("–20");
  fireEvent.click(screen.getByText("As the reviewer wrote it"));
  expect(container.querySelector("pre")?.textContent).toBe(output());
});

test("[VIW-440] the text that the App Server makes of findings is drawn the same", async () => {
  const container = message("One.\n\nReview comment:\n\n- [P0] Gone — /w/a.js:4-4\n  Body.");
  await waitFor(() => expect(container.querySelector(".findings")).not.toBeNull());
  expect(container.querySelector(".finding")?.getAttribute("data-priority")).toBe("0");
  expect(container.querySelector("details"), "the text holds nothing more").toBeNull();
});

test.each([
  ["a finding without a title", output({ title: 5 })],
  ["JSON that is cut", output().slice(0, -20)],
  ["a list of another kind", "Full review comments:\n\n- nothing that has a place"],
])("[VIW-441] %s stays the text that it is", async (_name, text) => {
  const container = message(text);
  await vi.dynamicImportSettled();
  await waitFor(() => expect(container.querySelector(".md")).not.toBeNull());
  expect(container.querySelector(".findings")).toBeNull();
  const shown = (container.querySelector(".md")?.textContent ?? "").replaceAll(/\s/g, "");
  expect(shown).toContain(
    text
      .replaceAll(/[\s*-]/g, "")
      .slice(0, 40)
      .replaceAll(/^-/g, "")
      .slice(0, 20),
  );
});

test("[VIW-441] while it is being written it is text", async () => {
  const container = message(output(), "open");
  await vi.dynamicImportSettled();
  expect(container.querySelector(".findings")).toBeNull();
  expect(container.querySelector(".md")).not.toBeNull();
});
