// @vitest-environment jsdom
// The machine's activity page: parts, order, search, the account in a line, servers with their errors.
import { fireEvent, render, screen, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import { createHostState, foldHost } from "../../projection/host-fold.ts";
import { toEnvelope } from "../../projection/envelope.ts";
import { tape } from "../../projection/testing/rows.ts";
import type { HostState } from "../../projection/state.ts";
import { changed } from "../live.ts";
import { navigate } from "../route.tsx";
import { ServicesProvider } from "../services.tsx";
import { clearPage, fakeSession, preparePage, type FakeSession } from "../testing.tsx";
import ActivityPage from "./activity-page.tsx";
import { inOrder, resetWords, windowWords } from "./limit-words.ts";

beforeEach(preparePage);
afterEach(clearPage);

const line = tape();

/** Tells the host something; names what changed. */
function tell(state: HostState, method: string, params: object): void {
  line.in({ method, params });
  const row = line.rows.at(-1);
  const touched = new Set<object>();
  if (row !== undefined) foldHost(state, toEnvelope(row), (object) => touched.add(object));
  changed(touched);
}

function draw(sessions: Record<string, FakeSession>): HTMLElement {
  const entries = Object.entries(sessions).map(([id, session]) => ({
    record: { id, url: "ws://x/relay", token: "", label: id, addedAt: 0 },
    session,
  }));
  // The page asks for no other service.
  const services = {
    hosts: () => entries,
    ready: () => true,
    onHosts: () => () => undefined,
  } as unknown as AppServices;
  return render(() => (
    <ServicesProvider services={services}>
      <ActivityPage />
    </ServicesProvider>
  )).container;
}

/** The words of a part's entries, in order. */
const entries = (container: HTMLElement, section: string): string[] =>
  [...container.querySelectorAll(`[data-section=${section}] li b`)].map((element) => element.textContent ?? "");

test("[VIW-256] what belongs to no thread is in its part, newest first; a part that has nothing to say is not there", () => {
  const state = createHostState("h");
  tell(state, "deprecationNotice", { summary: "old", details: null });
  tell(state, "configWarning", { summary: "key", details: null });
  tell(state, "process/exited", { processHandle: "p", exitCode: 1, stdout: "", stderr: "" });
  const container = draw({ h: fakeSession(state) });
  expect(entries(container, "warnings")).toEqual(["Configuration", "Going away"]);
  expect(entries(container, "processes")).toEqual(["Process ended"]);
  expect(container.querySelector("[data-section=other]")).toBeNull();
  tell(state, "hologram/projected", { beam: 1 });
  expect(container.querySelector("[data-section=other] [data-generic='hologram/projected']")).not.toBeNull();
});

test("[VIW-256] a stream's entry comes to the front again and stays the same element", () => {
  const state = createHostState("h");
  const watch = (id: string) => tell(state, "fs/changed", { watchId: id, changedPaths: ["/a"] });
  watch("w1");
  tell(state, "process/exited", { processHandle: "p", exitCode: 0, stdout: "", stderr: "" });
  const container = draw({ h: fakeSession(state) });
  const first = container.querySelector("[data-card='fs/changed']");
  expect(entries(container, "processes")).toEqual(["Process ended", "Files changed"]);
  watch("w1");
  expect(entries(container, "processes")).toEqual(["Files changed", "Process ended"]);
  expect(container.querySelector("[data-card='fs/changed']")).toBe(first);
});

test("[VIW-257] the search looks into words, names and raw lines; Escape shows all again", () => {
  const state = createHostState("h");
  tell(state, "configWarning", { summary: "unknown key `modle`", details: null, path: "/c/config.toml" });
  tell(state, "deprecationNotice", { summary: "old", details: "use the new one" });
  tell(state, "mcpServer/startupStatus/updated", { name: "issues", status: "ready", error: null, threadId: null });
  const container = draw({ h: fakeSession(state) });
  const box = screen.getByRole("searchbox", { name: "Search the activity" });
  const look = (text: string) => {
    fireEvent.input(box, { target: { value: text } });
    return [...container.querySelectorAll("[data-card], [data-server]")].map(
      (element) => element.getAttribute("data-card") ?? element.getAttribute("data-server"),
    );
  };
  expect(look("MODLE")).toEqual(["configWarning"]);
  expect(look("the new one")).toEqual(["deprecationNotice"]);
  expect(look("issues")).toEqual(["issues"]);
  expect(look("nothing of it")).toEqual([]);
  expect(screen.getByRole("status").textContent).toContain("nothing of it");
  fireEvent.keyDown(box, { key: "Escape" });
  expect(container.querySelectorAll("[data-card]")).toHaveLength(2);
});

test("[VIW-601] the account is one line with the way to its own page, and a limit that is reached", () => {
  const state = createHostState("h");
  tell(state, "account/updated", { authMode: "chatgpt", planType: "plus" });
  const container = draw({ h: fakeSession(state) });
  const section = () => container.querySelector("section[aria-labelledby=account]");
  expect(section()?.textContent).toContain("Signed in with ChatGPT · plan plus");
  expect(
    within(section() as HTMLElement)
      .getByRole("link")
      .getAttribute("href"),
  ).toBe("/settings/machine/h/account");
  expect(section()?.textContent).not.toContain("Limit reached");
  const resetsAt = Math.round(Date.now() / 1000) + 3600;
  tell(state, "account/rateLimits/updated", {
    rateLimits: { limitId: "codex", primary: { usedPercent: 100, windowDurationMins: 300, resetsAt }, secondary: null },
  });
  expect(section()?.textContent).toContain("Limit reached: codex");
});

test("[VIW-258] windows have words for every length, and one that was reset since says so", () => {
  expect([60, 300, 1440, 10_080, 43_200, 30, 90, null].map((minutes) => windowWords({ minutes }))).toEqual([
    "1 hour",
    "5 hours",
    "1 day",
    "Week",
    "Month",
    "30 minutes",
    "1.5 hours",
    "A time that is not told",
  ]);
  expect(resetWords(1000, 2000)).toBe("has been reset since; not told again yet");
  expect(resetWords(null, 2000)).toBeNull();
  const window = (minutes: number | null) => ({ slot: "primary" as const, usedPercent: 0, minutes, resetsAt: null });
  expect(inOrder([window(null), window(10_080), window(300)]).map(({ minutes }) => minutes)).toEqual([
    300,
    10_080,
    null,
  ]);
});

test("[VIW-259] servers say how far they are and why not; what an earlier process said is marked as that", () => {
  const state = createHostState("h");
  const server = (name: string, status: string, error: string | null = null) =>
    tell(state, "mcpServer/startupStatus/updated", { name, status, error, threadId: null, failureReason: null });
  server("issues", "ready");
  server("browser", "failed", "program not found");
  const container = draw({ h: fakeSession(state) });
  const words = () => [...container.querySelectorAll("[data-server]")].map((element) => element.textContent ?? "");
  expect(words()[0]).toContain("browser could not start");
  expect(words()[0]).toContain("program not found");
  expect(words()[1]).toContain("issues is ready");
  state.current = "g2";
  changed(new Set([state]));
  expect(words()[1]).toContain("in an earlier process");
});

test("[VIW-256] several machines have a page each", () => {
  const one = createHostState("a");
  const two = createHostState("b");
  tell(two, "deprecationNotice", { summary: "of the second", details: null });
  navigate("/settings/activity?host=b");
  const container = draw({ a: fakeSession(one), b: fakeSession(two) });
  const machines = screen.getByRole("navigation", { name: "Machines" });
  expect(within(machines).getAllByRole("link")).toHaveLength(2);
  expect(container.textContent).toContain("of the second");
});

test("[VIW-403] a process whose output is not kept is among the processes, each by itself", () => {
  const state = createHostState("h");
  for (const n of [1, 2]) {
    line.in({ method: "process/exited", params: { processHandle: `p${n}`, exitCode: 0, stdout: "x", stderr: "" } });
    const row = line.rows.at(-1);
    if (row?.kind !== "in") throw new Error("no row");
    const stub = { stub: true as const, method: "process/exited", id: null, bytes: 90, sha256: null };
    foldHost(state, toEnvelope({ ...row, line: stub }), () => undefined);
  }
  const container = draw({ h: fakeSession(state) });
  expect(entries(container, "processes")).toEqual(["Process ended", "Process ended"]);
});

test("[VIW-404] the way back leads to the settings", () => {
  draw({ h: fakeSession(createHostState("h")) });
  expect(screen.getByRole("link", { name: "Back to settings" }).getAttribute("href")).toBe("/settings");
});

test("[VIW-405] remote control that is off is told too, and not before the server has told it", () => {
  const state = createHostState("h");
  tell(state, "deprecationNotice", { summary: "old", details: null });
  state.current = line.rows.at(-1)?.generation ?? null;
  const container = draw({ h: fakeSession(state) });
  expect(container.textContent).not.toContain("Remote control");
  tell(state, "remoteControl/status/changed", { status: "disabled", serverName: "devbox", installationId: "i" });
  expect(container.textContent).toContain("Remote control: disabled · devbox");
});

test("[VIW-754] what searches for files of this app told is not among what a person reads; another client’s is", () => {
  const state = createHostState("h");
  const files = (sessionId: string) => ({ sessionId, query: "a", files: [] });
  tell(state, "fuzzyFileSearch/sessionUpdated", files("files-0123456789abcdef01234567"));
  tell(state, "fuzzyFileSearch/sessionCompleted", { sessionId: "files-0123456789abcdef01234567" });
  const container = draw({ h: fakeSession(state) });
  expect(container.querySelector("[data-section=processes]")).toBeNull();
  tell(state, "fuzzyFileSearch/sessionUpdated", files("an editor"));
  expect(entries(container, "processes")).toHaveLength(1);
});
