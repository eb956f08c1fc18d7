// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AppServices, QueueActs } from "../../actions/contract.ts";
import type { Outcome } from "../../host/model.ts";
import type { ThreadQueue } from "../../projection/state.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { aThread, clearPage, fakeSession, preparePage } from "../testing.tsx";
import { Queue } from "./queue.tsx";
import { messageRefusal } from "./refusals.ts";

beforeEach(preparePage);
afterEach(clearPage);

const DONE: Outcome<null> = { ok: true, value: null };
const refusal = (message: string): Outcome<never> => ({
  ok: false,
  reason: { type: "rpc", code: -32600, message, data: null },
});

function setUp(words: readonly string[], more: Partial<ThreadQueue> = {}) {
  const session = fakeSession();
  session.state.current = "g";
  const state = aThread();
  const did: unknown[][] = [];
  const taken: string[] = [];
  let outcome: Outcome<unknown> = DONE;
  const note =
    (verb: string) =>
    (...args: unknown[]) => {
      did.push([verb, ...args.slice(2)]);
      return Promise.resolve(verb === "list" ? DONE : outcome);
    };
  // Outcomes of every kind come from one place here.
  const acts = Object.fromEntries(
    ["list", "edit", "reorder", "remove", "start", "shell"].map((verb) => [verb, note(verb)]),
  ) as unknown as QueueActs;
  const services = {
    actions: { queue: () => Promise.resolve(acts) },
    hosts: () => [],
    ready: () => true,
    onHosts: () => () => undefined,
  } as unknown as AppServices;
  const queue = (texts: readonly string[], facts: Partial<ThreadQueue> = {}) => {
    state.queue = {
      entries: texts.map((text) => ({ id: text, clientUserMessageId: `c-${text}`, text, input: [] })),
      more: null,
      stale: false,
      listedIn: "g",
      refused: null,
      ...facts,
    };
    changed(new Set<object>([state]));
  };
  queue(words, more);
  const view = render(() => (
    <ServicesProvider services={services}>
      <Queue session={session} state={state} running={null} canQueue take={(text) => taken.push(text)} />
    </ServicesProvider>
  ));
  return {
    session,
    did: () => did.filter(([verb]) => verb !== "list"),
    lists: () => did.filter(([verb]) => verb === "list").length,
    taken,
    queue,
    view,
    give: (next: Outcome<unknown>) => (outcome = next),
    row: (text: string) => within(screen.getByText(text).closest("li") ?? document.body),
    order: () => [...document.querySelectorAll<HTMLElement>("[data-queued-id]")].map((row) => row.dataset["queuedId"]),
  };
}
const settle = async () => {
  for (let n = 0; n < 8; n++) await Promise.resolve();
};

test("[VIW-413] messages stand in order with their acts: moved by buttons and keys, edited, started, deleted and taken back", async () => {
  const it = setUp(["one", "two", "three"]);
  expect(it.order()).toEqual(["one", "two", "three"]);
  expect(it.row("one").getByRole<HTMLButtonElement>("button", { name: "Move up" }).disabled).toBe(true);
  fireEvent.click(it.row("three").getByRole("button", { name: "Move up" }));
  await settle();
  const down = it.row("one").getByRole("button", { name: "Edit" });
  fireEvent.keyDown(down, { key: "ArrowDown", altKey: true });
  await settle();
  fireEvent.click(it.row("two").getByRole("button", { name: "Start now" }));
  await settle();
  it.give({ ok: true, value: true });
  fireEvent.click(it.row("two").getByRole("button", { name: "Delete" }));
  await settle();
  fireEvent.click(await screen.findByRole("button", { name: "Put it in the message box" }));
  expect(it.taken).toEqual(["two"]);
  expect(it.did()).toEqual([
    ["reorder", ["one", "three", "two"]],
    ["reorder", ["two", "one", "three"]],
    ["start", "two"],
    ["remove", "two"],
  ]);
});

test("[VIW-413] a row that was moved keeps the focus; two presses are one act", async () => {
  const it = setUp(["one", "two", "three"]);
  const up = it.row("three").getByRole("button", { name: "Move up" });
  up.focus();
  fireEvent.click(up);
  fireEvent.click(up);
  await settle();
  it.queue(["one", "three", "two"]);
  expect(document.activeElement?.closest("li")?.textContent).toContain("three");
  expect(it.did()).toEqual([["reorder", ["one", "three", "two"]]]);
});

test("[VIW-413] long queues are drawn in part, and one that is not whole cannot be put in another order", () => {
  const it = setUp(
    Array.from({ length: 60 }, (_, n) => `message ${n}`),
    { more: "60" },
  );
  expect(it.order().length).toBeLessThan(30);
  expect(it.row("message 3").getByRole<HTMLButtonElement>("button", { name: "Move up" }).disabled).toBe(true);
  expect(screen.getByRole("button", { name: "60 or more waiting messages" })).toBeTruthy();
});

test("[VIW-414] an edit that is refused keeps the words where they are being written; one that was saved closes", async () => {
  const it = setUp(["one"]);
  fireEvent.click(it.row("one").getByRole("button", { name: "Edit" }));
  const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Waiting message" });
  fireEvent.input(box(), { target: { value: "one and a half" } });
  it.give(refusal("queued submission not found: one"));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await settle();
  expect(screen.getByText(/It has left the queue already/)).toBeTruthy();
  expect(box().value).toBe("one and a half");
  it.give(DONE);
  fireEvent.keyDown(box(), { key: "Enter", ctrlKey: true });
  await settle();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(it.did().at(-1)).toEqual(["edit", expect.objectContaining({ id: "one" }), "one and a half"]);
});

test("[VIW-414] what another device does to a message that is being edited is said; words of one that left go to the box", () => {
  const it = setUp(["one", "two"]);
  fireEvent.click(it.row("one").getByRole("button", { name: "Edit" }));
  fireEvent.input(screen.getByRole("textbox"), { target: { value: "mine" } });
  it.queue(["one", "two"]);
  expect(screen.queryByText(/Another device has changed it/)).toBeNull();
  const entries = [{ id: "one", clientUserMessageId: null, text: "theirs", input: [] }];
  it.queue([], { entries });
  expect(screen.getByText(/Another device has changed it/)).toBeTruthy();
  it.queue([]);
  expect(it.taken).toEqual(["mine"]);
  expect(screen.getByText(/Your words are in the message box/)).toBeTruthy();
});

test("[VIW-416] the queue is listed once for each App Server, and again when it may have changed; not while offline", async () => {
  const it = setUp([], { listedIn: null });
  await expect.poll(it.lists).toBe(1);
  it.queue(["one"]);
  await settle();
  expect(it.lists()).toBe(1);
  it.session.set({ connection: "offline" });
  it.queue(["one"], { stale: true });
  await settle();
  expect(it.lists()).toBe(1);
  expect(screen.getByText(/As last told/)).toBeTruthy();
  fireEvent.click(it.row("one").getByRole("button", { name: "Delete" }));
  expect(screen.getByText(/Nothing was done/)).toBeTruthy();
  expect(it.did()).toEqual([]);
  it.session.set({ connection: "live" });
  await expect.poll(it.lists).toBe(2);
});

test("[VIW-411] a refusal of the server is a sentence; what is not known is said in its own words", () => {
  expect(messageRefusal("failed to submit turn input: ActiveTurnNotSteerable { turn_kind: Review }")).toMatch(/review/);
  expect(messageRefusal("cannot steer a compact turn")).toMatch(/compacted/);
  expect(messageRefusal("expected active turn id `a` but found `b`")).toMatch(/Another turn/);
  expect(messageRefusal("no active turn to steer")).toMatch(/was over/);
  expect(messageRefusal("the moon is full")).toBe("the moon is full.");
});
