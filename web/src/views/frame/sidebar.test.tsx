// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import type { ThreadSummary } from "../../projection/state.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { aDecision, aThread, clearPage, fakeSession, preparePage } from "../testing.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { Sidebar } from "./sidebar.tsx";

beforeEach(preparePage);
afterEach(clearPage);

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

function setUp(open: string | null = null) {
  const session = fakeSession();
  const add = (thread: ThreadSummary) => session.state.threads.set(thread.id, thread);
  const record = { id: "h", url: "ws://x/relay", token: "", label: "devbox", addedAt: 0 };
  const services = {
    actions: { loadMoreThreads: vi.fn(() => Promise.resolve({ ok: true, value: { more: false } })) },
    hosts: () => [{ record, session }],
    ready: () => true,
    onHosts: () => () => undefined,
  } as unknown as AppServices;
  const show = () =>
    render(() => (
      <ServicesProvider services={services}>
        <Sidebar thread={open} />
      </ServicesProvider>
    ));
  return { session, add, show };
}
const rows = () => within(screen.getByRole("navigation", { name: "Threads" })).getAllByRole("link");

test("[VIW-05] threads are links with their id, newest first, and move when one is updated; archived and sub-agent threads are not listed", () => {
  const { session, add, show } = setUp("b");
  add(summary("a", { updatedAt: 1 }));
  add(summary("b", { updatedAt: 2 }));
  add(summary("gone", { archived: true }));
  add(summary("child", { parent: "a" }));
  show();
  const ids = () => rows().map((row) => row.dataset["threadId"]);
  expect(ids()).toEqual(["b", "a"]);
  expect(rows()[0]?.getAttribute("aria-current")).toBe("page");
  const a = session.state.threads.get("a");
  const element = rows()[1];
  if (a !== undefined) a.updatedAt = 3;
  changed(new Set<object>(a === undefined ? [] : [a]));
  expect(ids()).toEqual(["a", "b"]);
  expect(rows()[0], "the row moves, it is not drawn anew").toBe(element);
});

test("[VIW-06] what waits for the person stands above the threads with its number and leads to the inbox", () => {
  const { session, add, show } = setUp();
  add(summary("T", { parent: "a" }));
  show();
  expect(screen.queryByText("Waiting for you")).toBeNull();
  const decision = aDecision(aThread("T"), "item/fileChange/requestApproval", {});
  session.state.decisions.set(decision.key, decision);
  changed(new Set<object>([session.state]));
  const strip = screen.getByRole("link", { name: /Waiting for you/ });
  expect(strip.textContent).toContain("1");
  expect(strip.getAttribute("href")).toBe("/inbox");
  expect(rows()[0]?.textContent, "a sub-agent's thread that asks is listed").toContain("wants to change files");
  decision.state = { type: "withdrawn", at: 0 };
  changed(new Set<object>([decision]));
  expect(screen.queryByText("Waiting for you")).toBeNull();
});

test("[VIW-07] the connection is one status with its word as an attribute, and says whether everything is stored", () => {
  const { session, show } = setUp();
  show();
  const status = () => screen.getByRole("status");
  expect(status().dataset["connection"]).toBe("live");
  expect(status().textContent).toContain("everything stored");
  for (const word of ["connecting", "catching-up", "offline", "refused", "ended"] as const) {
    session.set({ connection: word });
    expect(status().dataset["connection"]).toBe(word);
  }
  session.set({ journal: { type: "not-saving", since: 0, reason: "quota", detail: "" } });
  expect(status().textContent).toContain("no space left");
});

test("[VIW-08] threads can be found by name, first words and folder; Escape shows all again", () => {
  const { add, show } = setUp();
  add(summary("alpha", { cwd: "/srv/courier" }));
  add(summary("beta", { preview: "about the courier" }));
  add(summary("gamma"));
  show();
  const find = screen.getByRole("searchbox", { name: "Find a thread" });
  fireEvent.input(find, { target: { value: "Courier" } });
  expect(rows().map((row) => row.dataset["threadId"])).toEqual(["alpha", "beta"]);
  fireEvent.keyDown(find, { key: "Escape" });
  expect(rows()).toHaveLength(3);
});

test("[VIW-09] a long list is drawn in part; older threads come when asked for", async () => {
  const { add, show } = setUp();
  for (let i = 0; i < 200; i += 1) add(summary(`t${i}`, { updatedAt: i }));
  show();
  expect(rows()).toHaveLength(60);
  fireEvent.click(screen.getByRole("button", { name: "Older threads" }));
  await expect.poll(() => rows().length).toBe(120);
});

test("[VIW-17] what is wrong with the connection or the storage is said with what is safe and the act that mends it", () => {
  const { session } = setUp();
  const { container } = render(() => <ConnectionBanner session={session} />);
  expect(container.textContent).toBe("");
  session.set({ connection: "offline", link: { type: "offline", reason: "The relay cannot be reached.", retryAt: 0 } });
  expect(container.textContent).toContain("can be read");
  expect(screen.getByRole("button", { name: "Try now" })).toBeTruthy();
  session.set({ connection: "ended", link: { type: "ended", end: null } });
  expect(screen.getByRole("button", { name: "Start it again" })).toBeTruthy();
  session.set({
    connection: "refused",
    link: {
      type: "refused",
      refusal: { type: "refused", reason: "bad-token", detail: "", retryAfterMs: null },
      retryAt: null,
    },
  });
  expect(container.querySelector("code")?.textContent).toBe("npx --yes pnpm@10 start link");
  expect(container.textContent).not.toContain("`");
  session.set({ connection: "live", link: { type: "attached" }, journal: { type: "blocked" } });
  expect(container.textContent).toContain("older version");
});

test("[VIW-68] alone on a phone's screen the list says what is wrong with the connection and has the act that mends it", () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(max-width: 700px)",
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const { session, show } = setUp();
  const reconnect = vi.spyOn(session, "reconnect");
  show();
  expect(screen.queryByRole("button", { name: "Try now" })).toBeNull();
  session.set({ connection: "offline", link: { type: "offline", reason: "The relay cannot be reached.", retryAt: 0 } });
  expect(screen.getByRole("main").textContent).toContain("The relay cannot be reached.");
  fireEvent.click(screen.getByRole("button", { name: "Try now" }));
  expect(reconnect).toHaveBeenCalledOnce();
});
