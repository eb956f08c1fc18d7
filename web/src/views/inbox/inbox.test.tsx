// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import type { Decision } from "../../decisions/state.ts";
import { createHostState } from "../../projection/host-fold.ts";
import type { ThreadSummary } from "../../projection/state.ts";
import { createThreadState } from "../../projection/thread-state.ts";
import { Frame } from "../frame/frame.tsx";
import { setSingleKeys } from "../frame/shortcuts.ts";
import { changed } from "../live.ts";
import { navigate, place, startRouting } from "../route.tsx";
import { ServicesProvider } from "../services.tsx";
import { aDecision, clearPage, type FakeSession, fakeSession, preparePage } from "../testing.tsx";
import InboxPage from "./inbox-page.tsx";
// Loaded when it is needed; here beforehand, so that no test waits for it to be built.
import "../frame/later.tsx";
import "./shortcuts-dialog.tsx";
import { ThreadWaiting } from "./thread-waiting.tsx";
import { UNSEEN_AFTER_MS } from "./unseen.ts";

const COMMAND = "item/commandExecution/requestApproval";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout", "Date"] });
  preparePage();
  Element.prototype.scrollIntoView = () => undefined;
  history.replaceState(null, "", "/inbox");
  startRouting([{ pattern: /.*/, component: InboxPage }]);
});
afterEach(() => {
  setSingleKeys(true);
  clearPage();
});

const summary = (id: string, more: Partial<ThreadSummary> = {}): ThreadSummary => ({
  id,
  name: id,
  preview: "",
  cwd: "/w",
  branch: null,
  createdAt: 0,
  updatedAt: 0,
  status: { type: "idle" },
  source: "",
  parent: null,
  forkedFrom: null,
  recoveredFrom: null,
  agent: null,
  section: null,
  archived: false,
  deleted: false,
  ephemeral: false,
  historyMode: null,
  modelProvider: null,
  lastTurn: null,
  beside: null,
  failure: null,
  heldElsewhere: false,
  notResumable: false,
  listed: true,
  ...more,
});

interface Machine {
  session: FakeSession;
  thread(id: string, more?: Partial<ThreadSummary>): ThreadSummary;
  ask(key: string, thread: string | null, method: string, params: object, at: number): Decision;
}

function machine(host: string): Machine {
  const state = createHostState(host);
  const session = fakeSession(state);
  session.set({ label: host });
  const threads = new Map<string, ReturnType<typeof createThreadState>>();
  const threadState = (id: string) => {
    const known = threads.get(id) ?? createThreadState(id);
    threads.set(id, known);
    return known;
  };
  session.openThread = (id) => ({
    state: threadState(id),
    ready: true,
    fetching: { type: "no" },
    source: {},
    close: () => undefined,
  });
  return {
    session,
    thread(id, more = {}) {
      const made = summary(id, more);
      state.threads.set(id, made);
      changed(new Set([state]));
      return made;
    },
    ask(key, thread, method, params, at) {
      const decision = aDecision(threadState(thread ?? ""), method, params, { key, thread, at, turn: null });
      if (thread !== null) threadState(thread).decisions.set(key, decision);
      state.decisions.set(key, decision);
      changed(new Set([state]));
      return decision;
    },
  };
}

async function show(machines: Machine[], page = () => <InboxPage />): Promise<void> {
  const services = {
    actions: {},
    hosts: () =>
      machines.map(({ session }) => ({
        record: { id: session.state.host, url: "ws://x/relay", token: "", label: session.state.host, addedAt: 0 },
        session,
      })),
    ready: () => true,
    onHosts: () => () => undefined,
  } as unknown as AppServices;
  render(() => (
    <ServicesProvider services={services}>
      <Frame>{page()}</Frame>
    </ServicesProvider>
  ));
  await vi.waitFor(() => screen.getByTestId("announcements"));
}

const settle = (decision: Decision, to: Decision["state"] = { type: "withdrawn", at: 9 }) => {
  decision.state = to;
  changed(new Set([decision]));
};
const cards = () => [...document.querySelectorAll<HTMLElement>("main [data-decision]")];
const pendingKeys = () =>
  cards()
    .filter((card) => card.dataset["state"] === "pending")
    .map((card) => card.dataset["requestKey"]);
const entries = () => within(screen.getByRole("main")).getAllByRole("listitem");
const press = (key: string, more: KeyboardEventInit = {}, on: Element = document.activeElement ?? document.body) =>
  fireEvent.keyDown(on, { key, ...more });
const focused = () => (document.activeElement as HTMLElement | null)?.dataset["requestKey"];

test("[VIW-100] what waits on all hosts is one list by age; title, badge and strip count it, whoever answered", async () => {
  const badge = vi.fn((_count: number) => Promise.resolve());
  Object.defineProperty(navigator, "setAppBadge", { value: badge, configurable: true });
  const [a, b] = [machine("alpha"), machine("beta")];
  a.thread("T1");
  b.thread("T2");
  await show([a, b]);
  expect(document.title).toBe("Longwire");
  a.ask("k3", "T1", COMMAND, { command: "three" }, 3);
  const second = b.ask("k2", "T2", COMMAND, { command: "two" }, 2);
  a.ask("k1", "T1", COMMAND, { command: "one" }, 1);
  expect(pendingKeys()).toEqual(["k1", "k2", "k3"]);
  expect(document.title).toBe("(3) Longwire");
  expect(badge).toHaveBeenLastCalledWith(3);
  expect(screen.getByRole("link", { name: /Waiting for you/ }).textContent).toContain("3");
  settle(second, { type: "resolved", outcome: "answered-elsewhere", answer: null, at: 9 });
  expect(pendingKeys()).toEqual(["k1", "k3"]);
  expect(document.title).toBe("(2) Longwire");
  expect(badge).toHaveBeenLastCalledWith(2);
  Reflect.deleteProperty(navigator, "setAppBadge");
});

test("[VIW-101] an entry shows thread, host, one line and the whole card", async () => {
  const a = machine("alpha");
  a.thread("Retry uploads", { cwd: "/w/courier" });
  a.ask("k", "Retry uploads", COMMAND, { command: "npm test", cwd: "/w" }, 1);
  await show([a]);
  const [entry] = entries();
  expect(entry?.textContent).toContain("alpha · /w/courier");
  expect(entry?.textContent).toContain("wants to run npm test");
  const link = within(entry ?? document.body).getByRole("link", { name: "Retry uploads" });
  expect(link.getAttribute("href")).toBe("/t/Retry%20uploads");
  expect(within(entry ?? document.body).getByRole("button", { name: "Approve" })).toBeTruthy();
});

test("[VIW-102] a request without a thread is there; one of a sub-agent is named under its parent, whose page says so", async () => {
  const a = machine("alpha");
  a.thread("Parent", { parent: null });
  a.thread("Child", { parent: "Parent" });
  a.ask("loose", null, "some/new/request", { x: 1 }, 1);
  const child = a.ask("child", "Child", COMMAND, { command: "make" }, 2);
  const entry = { record: { id: "alpha", url: "", token: "", label: "alpha", addedAt: 0 }, session: a.session };
  await show([a], () => (
    <>
      <InboxPage />
      <ThreadWaiting entry={entry} thread="Parent" />
    </>
  ));
  const [loose, ofChild] = entries();
  expect(loose?.textContent).toContain("No thread");
  expect(loose?.querySelector("[data-generic]")?.textContent).toContain("some/new/request");
  expect(ofChild?.textContent).toContain("Sub-agent of Parent");
  expect(screen.getByText("A sub-agent waits for you")).toBeTruthy();
  settle(child);
  expect(screen.queryByText("A sub-agent waits for you")).toBeNull();
});

test("[VIW-103] what is settled stays as a line in its place and keeps its height while the pointer is on a card", async () => {
  const a = machine("alpha");
  a.thread("T");
  const first = a.ask("k1", "T", COMMAND, { command: "one" }, 1);
  a.ask("k2", "T", COMMAND, { command: "two" }, 1);
  await show([a]);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(240);
  const card = cards()[1]?.querySelector(".dec-card");
  if (!(card instanceof HTMLElement)) throw new Error("no card");
  const pointer = (type: string) => {
    const event = new MouseEvent(type, { bubbles: false });
    Object.defineProperty(event, "pointerType", { value: "mouse" });
    card.dispatchEvent(event);
  };
  pointer("pointerenter");
  settle(first, { type: "resolved", outcome: "answered-elsewhere", answer: null, at: 9 });
  expect(cards().map((one) => one.dataset["state"])).toEqual(["resolved", "pending"]);
  expect(entries()[0]?.textContent).toContain("Answered on another device");
  expect(entries()[0]?.style.minHeight).toBe("240px");
  pointer("pointerleave");
  expect(entries()[0]?.style.minHeight).toBe("");
  vi.restoreAllMocks();
});

test("[VIW-105] a form of an MCP server is what the flag for approvals announces; a tool call is announced by none", async () => {
  const a = machine("alpha");
  a.thread("T", { status: { type: "active", flags: ["waitingOnApproval"] } });
  const form = a.ask("f", "T", "mcpServer/elicitation/request", { mode: "form", requestedSchema: {} }, 1);
  a.ask("c", "T", "item/tool/call", { tool: "x" }, 2);
  await show([a]);
  vi.advanceTimersByTime(UNSEEN_AFTER_MS + 100);
  expect(document.querySelector("[data-unseen]")).toBeNull();
  settle(form);
  vi.advanceTimersByTime(UNSEEN_AFTER_MS + 100);
  expect(document.querySelector<HTMLElement>("[data-unseen]")?.dataset["unseen"]).toBe("approval");
});

test("[VIW-106] what is announced and not here counts in title, badge and strip, in words, until it is here or over", async () => {
  const badge = vi.fn((_count: number) => Promise.resolve());
  Object.defineProperty(navigator, "setAppBadge", { value: badge, configurable: true });
  const a = machine("alpha");
  const thread = a.thread("T", { status: { type: "active", flags: ["waitingOnApproval"] } });
  a.ask("q", "T", "item/tool/requestUserInput", { questions: [] }, 1);
  await show([a]);
  const strip = () => screen.getByRole("link", { name: /Waiting for you/ }).textContent ?? "";
  expect(document.title).toBe("(1) Longwire");
  expect(strip()).not.toContain("cannot be seen");
  vi.advanceTimersByTime(UNSEEN_AFTER_MS + 100);
  expect(document.title).toBe("(2) Longwire");
  expect(badge).toHaveBeenLastCalledWith(2);
  expect(strip()).toContain("1 cannot be seen on this device");
  expect(screen.getByTestId("announcements").textContent).toContain("cannot see");
  // It comes: one that waits, and none that is unseen.
  a.ask("k", "T", COMMAND, { command: "make" }, 2);
  expect(document.title).toBe("(2) Longwire");
  expect(strip()).not.toContain("cannot be seen");
  thread.status = { type: "idle" };
  changed(new Set([thread]));
  Reflect.deleteProperty(navigator, "setAppBadge");
});

test("[VIW-105] a request that the flags announce and that is not here is said in words, with what can be done", async () => {
  const a = machine("alpha");
  const thread = a.thread("T", {
    status: { type: "active", flags: ["waitingOnApproval"] },
    lastTurn: { id: "t9", status: "inProgress" },
  });
  const asked: unknown[] = [];
  a.session.request = (method, params) => {
    asked.push([method, params]);
    return Promise.resolve({ ok: true, value: {} });
  };
  await show([a]);
  const notice = () => document.querySelector<HTMLElement>("[data-unseen]");
  vi.advanceTimersByTime(UNSEEN_AFTER_MS - 100);
  expect(notice(), "a flag comes a moment before its request").toBeNull();
  vi.advanceTimersByTime(200);
  expect(notice()?.dataset["unseen"]).toBe("approval");
  expect(notice()?.textContent).toContain("Waiting for an approval that this device cannot see");
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(a.session.asked).toEqual([["interrupt", "T", "t9"]]);
  fireEvent.click(screen.getByRole("button", { name: "Read again" }));
  expect(asked).toEqual([["thread/resume", expect.objectContaining({ threadId: "T" })]]);
  await vi.waitFor(() => expect(notice()?.textContent).toContain("did not bring it"));
  // It comes after all.
  a.ask("k", "T", COMMAND, { command: "make" }, 1);
  expect(notice()).toBeNull();
  // A question that is announced is not the approval that is here.
  thread.status = { type: "active", flags: ["waitingOnUserInput"] };
  changed(new Set([thread]));
  vi.advanceTimersByTime(UNSEEN_AFTER_MS + 1);
  expect(notice()?.dataset["unseen"]).toBe("question");
  a.session.set({ connection: "offline" });
  expect(notice(), "nothing is said of a host that is not live").toBeNull();
});

test("[VIW-110] the keys go from one waiting decision to the next and back, and answer none", async () => {
  const a = machine("alpha");
  a.thread("T");
  for (const n of [1, 2, 3]) a.ask(`k${n}`, "T", COMMAND, { command: `c${n}` }, n);
  await show([a]);
  vi.advanceTimersByTime(2000);
  const go = async (key: string, more: KeyboardEventInit, to: string) => {
    press(key, more);
    await vi.waitFor(() => expect(focused()).toBe(to));
  };
  await go("j", {}, "k1");
  await go("j", {}, "k2");
  await go("F8", {}, "k3");
  await go("j", {}, "k1");
  await go("k", {}, "k3");
  await go("F8", { shiftKey: true }, "k2");
  press("Enter");
  press(" ");
  expect(a.session.asked).toEqual([]);
});

test("[VIW-110] a card that is not on the page is gone to in the inbox", async () => {
  const a = machine("alpha");
  a.thread("T");
  a.ask("k1", "T", COMMAND, { command: "one" }, 1);
  navigate("/elsewhere");
  await show([a], () => {
    const there = () => place().pathname === "/inbox";
    return <>{there() ? <InboxPage /> : <p>Elsewhere</p>}</>;
  });
  expect(pendingKeys()).toEqual([]);
  press("j");
  await vi.waitFor(() => expect(focused()).toBe("k1"));
  expect(location.pathname + location.search).toBe("/inbox");
});

test("[VIW-111] letters are no keys in text, with a modifier, under a dialog or when turned off; F8 is", async () => {
  const a = machine("alpha");
  a.thread("T");
  a.ask("k1", "T", COMMAND, { command: "one" }, 1);
  await show([a], () => (
    <>
      <InboxPage />
      <textarea aria-label="Text" />
    </>
  ));
  const text = screen.getByRole("textbox", { name: "Text" });
  text.focus();
  const ignored = async (key: string, more: KeyboardEventInit = {}) => {
    expect(press(key, more), `${key} is left alone`).toBe(true);
    await Promise.resolve();
    expect(focused()).toBeUndefined();
  };
  await ignored("j");
  await ignored("?");
  text.blur();
  await ignored("j", { ctrlKey: true });
  await ignored("j", { altKey: true });
  setSingleKeys(false);
  await ignored("j");
  text.focus();
  press("F8");
  await vi.waitFor(() => expect(focused()).toBe("k1"));
});

test("[VIW-112] ? opens the list of keys, where letters can be turned off", async () => {
  const a = machine("alpha");
  a.thread("T");
  a.ask("k1", "T", COMMAND, { command: "one" }, 1);
  await show([a]);
  press("?");
  const dialog = await vi.waitFor(() => screen.getByRole("dialog", { name: "Keys" }));
  expect(dialog.textContent).toContain("Next decision that waits");
  press("j");
  expect(focused(), "a dialog is a question of its own").toBeUndefined();
  fireEvent.click(within(dialog).getByRole("checkbox"));
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  expect(press("?")).toBe(true);
});

test("[VIW-113] a decision that arrives takes no focus and is told once; what goes is not told", async () => {
  const a = machine("alpha");
  a.thread("Retry uploads");
  await show([a]);
  const find = screen.getByRole("searchbox");
  find.focus();
  const told = () => screen.getByTestId("announcements").textContent?.trim();
  expect(told()).toBe("");
  const first = a.ask("k1", "Retry uploads", COMMAND, { command: "make" }, 1);
  expect(told()).toBe("A decision waits for you: Retry uploads wants to run make.");
  a.ask("k2", "Retry uploads", "item/fileChange/requestApproval", {}, 2);
  const second = told();
  expect(second).toBe("A decision waits for you: Retry uploads wants to change files.");
  settle(first);
  expect(told()).toBe(second);
  expect(document.activeElement).toBe(find);
  press("F8", {}, find);
});

test("[VIW-114] the first stops of Tab skip to the page and to what waits", async () => {
  const a = machine("alpha");
  a.thread("T");
  navigate("/elsewhere");
  await show([a], () => <p>Elsewhere</p>);
  const skip = within(screen.getByRole("navigation", { name: "Skip" }));
  expect(skip.queryByRole("button", { name: "What waits for you" })).toBeNull();
  a.ask("k1", "T", COMMAND, { command: "one" }, 1);
  fireEvent.click(skip.getByRole("button", { name: "Skip to the page" }));
  expect(document.activeElement).toBe(screen.getByRole("main"));
  fireEvent.click(skip.getByRole("button", { name: "What waits for you" }));
  expect(location.pathname).toBe("/inbox");
});
