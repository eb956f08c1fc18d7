// @vitest-environment jsdom
// Cards as they are drawn: a sentence, its details, the raw JSON; the plan in its turn.
import { fireEvent, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { GenericCard } from "../../projection/state.ts";
import { hostAfter, tape } from "../../projection/testing/rows.ts";
import { changed } from "../live.ts";
import { aThread, aTurn, clearPage, fakeSession, preparePage, renderIn } from "../testing.tsx";
import { TurnRow } from "../thread/turn-row.tsx";
import { CardView } from "./card-view.tsx";

beforeEach(preparePage);
afterEach(clearPage);

function card(method: string, params: object, more: Partial<GenericCard> = {}): GenericCard {
  return {
    key: "k",
    name: method,
    what: "notification",
    raw: JSON.stringify({ method, params }),
    first: null,
    at: 0,
    since: 0,
    lines: 1,
    bytes: 100,
    text: "",
    ...more,
  };
}

const draw = (one: GenericCard) => renderIn(fakeSession(), aThread(), () => <CardView card={one} />);

const open = (element: Element | null) => {
  if (!(element instanceof HTMLDetailsElement)) throw new Error("nothing to open");
  element.open = true;
  fireEvent(element, new Event("toggle"));
};

test("[VIW-252] a card is a sentence; its details and its raw JSON are drawn when opened", () => {
  const { container } = draw(card("configWarning", { summary: "unknown key", details: "A hint.", path: "/c.toml" }));
  const drawn = container.querySelector("[data-card=configWarning]");
  expect(drawn?.textContent).toBe("Configuration · unknown key");
  open(drawn);
  expect(container.querySelector(".told__facts")?.textContent).toBe("File/c.toml");
  expect(container.querySelector(".told__prose")?.textContent).toBe("A hint.");
  expect(container.querySelector("[data-raw]")).toBeNull();
  open(container.querySelector(".told__raw"));
  expect(container.querySelector("[data-raw]")?.textContent).toContain('"summary": "unknown key"');
});

test("[VIW-252] what has no words is the generic view", () => {
  const { container } = draw(card("hologram/started", { beam: 1 }));
  expect(container.querySelector("[data-generic='hologram/started']")).not.toBeNull();
});

test("[VIW-252] keys and tokens are masked in sentence, details and raw JSON", () => {
  const secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
  const { container } = draw(card("warning", { threadId: "T", message: `bad key ${secret}\napi_key=${secret}` }));
  open(container.querySelector("[data-card]"));
  open(container.querySelector(".told__raw"));
  expect(container.textContent).toContain("[masked]");
  expect(container.innerHTML).not.toContain(secret);
});

test("[VIW-252] a stream says how much it is, and follows without a new card", () => {
  const { rows } = tape()
    .in({ method: "fs/changed", params: { watchId: "w", changedPaths: ["/a"] } })
    .in({ method: "fs/changed", params: { watchId: "w", changedPaths: ["/a", "/b"] } });
  const [one] = hostAfter(rows).activity;
  if (one === undefined) throw new Error("no card");
  const { container } = draw(one);
  expect(container.textContent).toBe("Files changed · 2 paths, told 2 times");
  one.lines = 3;
  changed(new Set([one]));
  expect(container.textContent).toBe("Files changed · 2 paths, told 3 times");
});

test("[VIW-253] C14: the plan is one card in its turn, follows, and no step goes on once the turn is over", () => {
  const thread = aThread();
  const turn = aTurn(thread, "t1", {
    plan: [
      { step: "Read", status: "completed" },
      { step: "Write", status: "inProgress" },
      { step: "Test", status: "pending" },
    ],
  });
  turn.entries.push({ type: "plan" });
  const { container } = renderIn(fakeSession(), thread, () => <TurnRow turn={turn} part={0} last />);
  const steps = () => [...container.querySelectorAll("[data-plan] li")];
  expect(container.querySelector("[data-plan] summary")?.textContent).toBe("Plan1 of 3 done");
  const [, second] = steps();
  expect(second?.hasAttribute("data-now")).toBe(true);
  turn.plan = turn.plan?.map((step) => (step.step === "Write" ? { ...step, status: "completed" } : step)) ?? null;
  changed(new Set([turn]));
  // The steps keep their rows.
  expect(steps()[1]).toBe(second);
  expect(second?.getAttribute("data-step")).toBe("completed");
  turn.plan = [{ step: "Write", status: "inProgress" }];
  turn.reported = "interrupted";
  turn.endSeen = true;
  changed(new Set([turn]));
  expect(steps().map((step) => [step.getAttribute("data-step"), step.hasAttribute("data-now")])).toEqual([
    ["inProgress", false],
  ]);
  expect(steps()[0]?.textContent).toContain("was in progress when the turn ended");
});

test("[VIW-254] a turn that was taken back stays readable and says so", () => {
  const thread = aThread();
  const turn = aTurn(thread, "t1", { reported: "completed", endSeen: true, reverted: "here" });
  const { container } = renderIn(fakeSession(), thread, () => <TurnRow turn={turn} part={0} last />);
  expect(container.querySelector("[data-reverted]")).not.toBeNull();
  expect(screen.getByText("Taken back by you")).toBeTruthy();
});

test("[VIW-255] an answer that its provider holds back is said under the running turn", () => {
  const thread = aThread();
  const turn = aTurn(thread, "t1", { buffering: { model: "gpt-x", fasterModel: "gpt-mini", at: 0 } });
  const { container } = renderIn(fakeSession(), thread, () => <TurnRow turn={turn} part={0} last />);
  expect(container.querySelector(".foot")?.textContent).toContain("Held for a safety check");
  expect(container.querySelector(".foot")?.textContent).toContain("gpt-mini would answer sooner");
});

test("[VIW-402] a long text of a card begins cut and is whole on request", async () => {
  // The page of the tests does not scroll.
  Element.prototype.scrollTo ??= () => undefined;
  const message = `${"line of the text\n".repeat(2000)}the very end`;
  const { container } = draw(card("configWarning", { summary: "s", details: message }));
  open(container.querySelector("[data-card]"));
  const shown = () => container.querySelector(".told__text")?.textContent ?? "";
  expect(shown()).toContain("line of the text");
  expect(shown()).not.toContain("the very end");
  fireEvent.click(screen.getByRole("button", { name: `Show all ${message.length.toLocaleString()} characters` }));
  const find = await screen.findByRole("searchbox");
  expect(container.querySelector(".text-window")).not.toBeNull();
  // Whole: what stands at its end is found in it.
  fireEvent.input(find, { target: { value: "the very end" } });
  await waitFor(() => expect(container.querySelector(".text-window__count")?.textContent).toBe("1 of 1"));
  fireEvent.click(screen.getByRole("button", { name: "Show its beginning only" }));
  expect(container.querySelector(".text-window")).toBeNull();
});

test("[VIW-402] a text that is not long has no such button", () => {
  const { container } = draw(card("configWarning", { summary: "s", details: "short" }));
  open(container.querySelector("[data-card]"));
  expect(screen.queryByRole("button", { name: /^Show all/ })).toBeNull();
});

test.each<[string, Partial<GenericCard>, string]>([
  ["process/exited", { bytes: 4096 }, "Process ended · 4.1 kB; the content is not kept on this device"],
  [
    "fs/readFile",
    { bytes: 10, lines: 3 },
    "Answer to fs/readFile · 3 times, 10 B; the content is not kept on this device",
  ],
  ["not stored", { bytes: 5000 }, "Answer to another device · 5.0 kB; the content is not kept on this device"],
])("[VIW-403] %s, of which the content is not kept, is told by its method and its size", (name, more, words) => {
  const raw = `${name} is not stored: ${more.bytes} bytes, SHA-256 00ff.`;
  const { container } = draw(card(name, {}, { what: "stub", raw, ...more }));
  const drawn = container.querySelector("[data-card]");
  expect(drawn?.textContent).toBe(words);
  open(drawn);
  expect(container.querySelector(".told__raw summary")?.textContent).toContain("What is stored of it");
  open(container.querySelector(".told__raw"));
  expect(container.querySelector("[data-raw]")?.textContent).toBe(raw);
});
