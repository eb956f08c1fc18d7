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
  let listed: Promise<Outcome<null>> = Promise.resolve(DONE);
  const note =
    (verb: string) =>
    (...args: unknown[]) => {
      did.push([verb, ...args.slice(2)]);
      return verb === "list" ? listed : Promise.resolve(outcome);
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
  const draw = () =>
    render(() => (
      <ServicesProvider services={services}>
        <Queue
          session={session}
          state={state}
          running={null}
          canQueue
          take={(text) => Promise.resolve(void taken.push(text))}
        />
      </ServicesProvider>
    ));
  const view = draw();
  return {
    draw,
    /** Lists wait from now on; the call lets them go. */
    holdLists() {
      let release = (): void => undefined;
      listed = new Promise((resolve) => (release = () => resolve(DONE)));
      return release;
    },
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
  fireEvent.keyDown(it.row("message 3").getByRole("button", { name: "Edit" }), { key: "ArrowUp", altKey: true });
  expect(it.did()).toEqual([]);
  expect(screen.getByRole("button", { name: "60 or more waiting messages" })).toBeTruthy();
});

test("[VIW-413] a very long message is drawn in part, and edited and copied whole", () => {
  const long = "words ".repeat(200_000);
  setUp([long]);
  const drawn = () => document.querySelector(".queue-entry")?.textContent?.length ?? 0;
  expect(drawn()).toBeLessThan(2000);
  fireEvent.click(screen.getByRole("button", { name: "More" }));
  expect(drawn()).toBeLessThan(25_000);
  expect(screen.getByText(/more characters/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe(long);
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

test("[VIW-414] a message that is being edited has not left the queue because its page is still to come", async () => {
  const many = Array.from({ length: 10 }, (_, n) => `message ${n}`);
  const it = setUp(many);
  await settle();
  fireEvent.click(it.row("message 8").getByRole("button", { name: "Edit" }));
  const box = () => screen.queryByRole<HTMLTextAreaElement>("textbox", { name: "Waiting message" });
  fireEvent.input(screen.getByRole("textbox"), { target: { value: "mine" } });
  let release = it.holdLists();
  it.queue(many, { stale: true });
  await settle();
  it.queue(many.slice(0, 5), { more: "5" });
  expect(it.taken).toEqual([]);
  it.queue(many);
  release();
  await settle();
  expect(box()?.value).toBe("mine");
  // Read to the end, or as far as it is read, it is gone.
  release = it.holdLists();
  it.queue(many, { stale: true });
  await settle();
  it.queue(many.slice(0, 5), { more: "5" });
  expect(it.taken).toEqual([]);
  release();
  await expect.poll(() => it.taken).toEqual(["mine"]);
  expect(box()).toBeNull();
});

test("[VIW-414] words being written are there again when the person comes back to the thread, and take no focus", () => {
  const it = setUp(["one", "two"]);
  fireEvent.click(it.row("one").getByRole("button", { name: "Edit" }));
  fireEvent.input(screen.getByRole("textbox"), { target: { value: "mine" } });
  it.view.unmount();
  const second = it.draw();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("mine");
  expect(document.activeElement).toBe(document.body);
  second.unmount();
  it.queue(["two"]);
  const third = it.draw();
  expect(it.taken).toEqual(["mine"]);
  third.unmount();
  it.draw();
  expect(it.taken).toEqual(["mine"]);
});

test("[VIW-413] the focus stays in the list when a row goes or its editing ends, and is taken from nothing else", async () => {
  const it = setUp(["one", "two", "three"]);
  fireEvent.click(it.row("one").getByRole("button", { name: "Edit" }));
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "Escape" });
  await settle();
  expect(document.activeElement).toBe(it.row("one").getByRole("button", { name: "Edit" }));
  it.give({ ok: true, value: true });
  const remove = it.row("two").getByRole("button", { name: "Delete" });
  remove.focus();
  fireEvent.click(remove);
  await settle();
  it.queue(["one", "three"]);
  expect(document.activeElement).toBe(it.row("three").getByRole("button", { name: "Delete" }));
  fireEvent.click(it.row("three").getByRole("button", { name: "Move up" }));
  await settle();
  const elsewhere = document.body.appendChild(document.createElement("textarea"));
  elsewhere.focus();
  it.queue(["three", "one"]);
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
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
