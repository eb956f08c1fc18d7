// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@solidjs/testing-library";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changed } from "../../live.ts";
import { anItem, aThread, aTurn, clearPage, fakeSession, itemOf, preparePage, renderIn } from "../../testing.tsx";
import { ItemView } from "../item-view.tsx";
import { textPieces } from "./text-pieces.ts";

beforeEach(() => {
  preparePage();
  URL.createObjectURL = () => "blob:test";
  URL.revokeObjectURL = () => undefined;
});
afterEach(clearPage);

const text = (element: Element) => (element.textContent ?? "").replace(/\s+/g, " ");
const setUp = () => {
  const thread = aThread();
  return { thread, turn: aTurn(thread, "t1") };
};

test("[VIW-223] a message is drawn part by part; an unknown part is generic and its neighbours are not", async () => {
  const { thread, turn } = setUp();
  const wire = {
    type: "userMessage",
    id: "u",
    content: [
      { type: "text", text: "look", text_elements: [] },
      { type: "image", url: "https://x.example/a.png" },
      { type: "localImage", path: "/home/mara/a.png" },
      { type: "hologram", beam: 1 },
      7,
      { type: "skill", name: "brand", path: "/s/SKILL.md" },
      { type: "mention", name: "Calendar", path: "app://calendar" },
      { type: "localAudio", path: "/home/mara/a.m4a" },
      { type: "text", text: "again" },
    ],
  };
  const item = itemOf(turn, wire, wire);
  const { container } = renderIn(fakeSession(), thread, () => <ItemView item={item} turn={turn} />);
  await waitFor(() => expect(container.querySelectorAll("[data-part]")).toHaveLength(9));
  const parts = [...container.querySelectorAll<HTMLElement>("[data-part]")];
  expect(parts.map((part) => part.dataset["part"])).toEqual([
    "text",
    "image",
    "localImage",
    "unknown",
    "unknown",
    "skill",
    "mention",
    "localAudio",
    "text",
  ]);
  expect(parts[1]?.querySelector("[data-elsewhere='x.example']")?.textContent).toContain("https://x.example/a.png");
  expect(parts[2]?.querySelector("[data-local-path='/home/mara/a.png']")).not.toBeNull();
  expect(parts[3]?.querySelector("[data-generic='hologram']")).not.toBeNull();
  expect(parts[4]?.textContent).toContain("7");
  expect(text(container)).toMatch(/Skill ?brand.*Mention ?Calendar.*app:\/\/calendar.*again/);
  expect(container.querySelector("img, audio")).toBeNull();
});

test("[VIW-224] a stretch that stands for something is drawn by its words, and shows its text on a press", async () => {
  const { thread, turn } = setUp();
  const pasted = "ü".repeat(40);
  const wire = {
    type: "userMessage",
    id: "u",
    content: [
      {
        type: "text",
        text: `Read ${pasted} now`,
        text_elements: [{ byteRange: { start: 5, end: 85 }, placeholder: "[Pasted 40 characters]" }],
      },
    ],
  };
  const item = itemOf(turn, wire, wire);
  const { container } = renderIn(fakeSession(), thread, () => <ItemView item={item} turn={turn} />);
  const short = await screen.findByRole("button", { name: "[Pasted 40 characters]" });
  expect(text(container)).toContain("Read [Pasted 40 characters] now");
  fireEvent.click(short);
  expect(text(container)).toContain(`Read ${pasted} now`);
});

test("[VIW-224] whatever stretches are told, the pieces join to the text", () => {
  const range = fc.record({ start: fc.integer({ min: -5, max: 60 }), end: fc.integer({ min: -5, max: 60 }) });
  const element = fc.record({ byteRange: range, placeholder: fc.option(fc.string()) });
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.array(element, { maxLength: 6 }),
      (said, elements) => {
        const pieces = textPieces(said, elements);
        expect(pieces.map((piece) => piece.text).join("")).toBe(said);
      },
    ),
  );
});

test.each<[string | null, string | null, RegExp]>([
  [null, null, /^$/],
  ["commentary", null, /^$/],
  ["final_answer", "async", /came by itself/],
  ["encore", "carrier-pigeon", /encore · carrier-pigeon/],
])("[VIW-225] a message with the phase %s and the delivery %s", (messagePhase, delivery, note) => {
  const { thread, turn } = setUp();
  const item = anItem(turn, "agentMessage", { text: "hello", messagePhase, delivery });
  const { container } = renderIn(fakeSession(), thread, () => <ItemView item={item} turn={turn} />);
  expect(container.querySelector(".agent-message")?.getAttribute("data-message-phase")).toBe(messagePhase);
  expect(container.querySelector(".agent-message__note")?.textContent ?? "").toMatch(note);
  const knot = container.querySelector<HTMLElement>("article")?.dataset["knot"];
  expect(knot).toBe(messagePhase === "commentary" ? "small" : "large");
});

test("[VIW-225] the notes that a message rests on are told with their places and threads; a bad one costs no other", async () => {
  const { thread, turn } = setUp();
  const item = anItem(turn, "agentMessage", {
    text: "hello",
    memoryCitation: {
      entries: [
        { path: "notes/a.md", lineStart: 12, lineEnd: 19, note: "Port 5432 is taken." },
        { path: 7 },
        { path: "notes/b.md", lineStart: 3, lineEnd: 3, note: "" },
      ],
      threadIds: ["T2", 9],
    },
  });
  const { container } = renderIn(fakeSession(), thread, () => <ItemView item={item} turn={turn} />);
  fireEvent.click(await screen.findByText("From memory: 3 notes"));
  await waitFor(() => expect(container.querySelectorAll("li")).toHaveLength(3));
  expect(text(container)).toMatch(
    /notes\/a\.md.*lines 12–19.*Port 5432 is taken.*could not be read.*notes\/b\.md.*line 3/,
  );
  expect(container.querySelector("a[href='/t/T2']")).not.toBeNull();
  Object.assign(item, { memoryCitation: "nonsense" });
  changed(new Set<object>([item]));
  expect(container.querySelector("[data-generic='memoryCitation']")).not.toBeNull();
});

test("[VIW-226] a plan is prose only where its turn has no plan of steps", () => {
  const { thread, turn } = setUp();
  const item = anItem(turn, "plan", { text: "1. Look" });
  const { container } = renderIn(fakeSession(), thread, () => <ItemView item={item} turn={turn} />);
  expect(container.querySelector("details")).toBeNull();
  expect(text(container)).toContain("Proposed plan");
  turn.plan = [{ step: "Look", status: "pending" }];
  changed(new Set<object>([turn]));
  expect(container.querySelector("details summary")?.textContent).toContain("Plan in words");
});

test("[VIW-227] reasoning shows its summary, the raw thoughts behind a fold of their own, or alone where there is no summary", () => {
  const { thread, turn } = setUp();
  const both = anItem(turn, "reasoning", { summary: ["**Looking**", ""], content: ["raw **thought**"] });
  const raw = anItem(turn, "reasoning", { summary: [""], content: ["only raw"] });
  const { container } = renderIn(fakeSession(), thread, () => (
    <>
      <ItemView item={both} turn={turn} />
      <ItemView item={raw} turn={turn} />
    </>
  ));
  const [first, second] = container.querySelectorAll("article");
  expect(first?.querySelector("pre")?.textContent).toContain("raw **thought**");
  expect(first?.querySelector("summary")?.textContent).toContain("Looking");
  expect(second?.querySelector("summary")?.textContent).toContain("only raw");
  expect(second?.querySelector("pre")).toBeNull();
});
