// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AppServices, BranchActs, GoOn, HostEntry } from "../../actions/contract.ts";
import type { Outcome } from "../../host/model.ts";
import { createHostState } from "../../projection/host-fold.ts";
import { recoveredFrom } from "../../projection/recovered.ts";
import { summaryOf } from "../../projection/summaries.ts";
import type { ThreadState } from "../../projection/state.ts";
import { ServicesProvider } from "../services.tsx";
import AskAside from "../side-question/ask-aside.tsx";
import { anItem, aThread, aTurn, clearPage, fakeSession, preparePage } from "../testing.tsx";
import { CUT_MARK, EXCERPT_LIMIT, excerptOf, firstMessage } from "./excerpt.ts";
import GoOnDialog from "./go-on-dialog.tsx";
import { recoveredHead } from "./head.ts";
import OriginNotices from "./origin-notices.tsx";

beforeEach(preparePage);
afterEach(clearPage);

function talk(state: ThreadState, id: string, text: string, reverted: false | "here" = false): void {
  const turn = aTurn(state, id, { reported: "completed", endSeen: true, reverted });
  anItem(turn, "userMessage", { clientId: null, content: [], text });
}

function setUp(acts: Partial<BranchActs> = {}) {
  const host = createHostState("h");
  const session = fakeSession(host);
  const state = aThread("OLD");
  const summary = summaryOf(host, "OLD", () => undefined);
  Object.assign(summary, { name: "Old gate", cwd: "/w/gate" });
  // What these views use of a host and of the acts.
  const entry = { record: { id: "h" }, session } as unknown as HostEntry;
  const services = {
    hosts: () => [],
    ready: () => true,
    onHosts: () => () => undefined,
    actions: { branch: () => Promise.resolve(acts) },
  } as unknown as AppServices;
  const notices = () =>
    render(() => (
      <ServicesProvider services={services}>
        <OriginNotices entry={entry} state={state} asking={false} onAgain={() => undefined} />
      </ServicesProvider>
    ));
  return { host, session, state, summary, entry, services, notices };
}

describe("the excerpt", () => {
  test("[VIW-425] the newest is kept up to the bound, oldest first, and the cut is marked; what was taken back is left out", () => {
    const state = aThread();
    talk(state, "t0", "a".repeat(EXCERPT_LIMIT));
    talk(state, "t1", "gone", "here");
    talk(state, "t2", "second");
    talk(state, "t3", "third");
    const text = excerptOf(state);
    expect(text.length).toBeLessThanOrEqual(EXCERPT_LIMIT);
    expect(text.startsWith(CUT_MARK)).toBe(true);
    expect(text.endsWith("Me:\nsecond\n\nMe:\nthird")).toBe(true);
    expect(text).not.toContain("gone");
    const short = aThread();
    talk(short, "t1", "all of it");
    expect(excerptOf(short)).toBe("Me:\nall of it");
    short.older = { cursor: "c" };
    expect(excerptOf(short)).toBe(`${CUT_MARK}\n\nMe:\nall of it`);
    expect(excerptOf(aThread())).toBe("");
  });

  test("[VIW-425] a cut halves no character", () => {
    for (const pad of ["", "x"]) {
      const state = aThread();
      talk(state, "t0", `${"😀".repeat(EXCERPT_LIMIT)}${pad}`);
      expect(excerptOf(state).isWellFormed(), JSON.stringify(pad)).toBe(true);
    }
    for (const pad of ["", "x"]) expect(recoveredHead("OLD", `${pad}${"😀".repeat(90)}`).isWellFormed()).toBe(true);
  });

  test("[VIW-425] the message is the line, the excerpt and the wish, each only if there is any", () => {
    expect(firstMessage("HEAD", "", "wish")).toBe("HEAD\n\nWhat I want now:\n\nwish");
    expect(firstMessage("HEAD", "said", "")).toMatch(/^HEAD\n\nWhat follows is an excerpt.*:\n\nsaid$/);
  });
});

test("[VIW-426] all that is sent is seen and edited before; nothing goes before the button, nor when it is too long or offline", async () => {
  const sent: GoOn[] = [];
  const { state, session, entry, services } = setUp({
    goOn: (_session, how) => {
      sent.push(how);
      return Promise.resolve({ ok: false, reason: { type: "rpc", code: -32600, message: "no room", data: null } });
    },
  });
  talk(state, "t1", "Mend the hinge");
  render(() => (
    <ServicesProvider services={services}>
      <GoOnDialog entry={entry} state={state} cwd="/w/gate" onClose={() => undefined} />
    </ServicesProvider>
  ));
  const head = recoveredHead("OLD", "Old gate");
  expect(document.body.textContent).toContain(head);
  expect(document.body.textContent).toContain("/w/gate");
  const excerpt = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Excerpt/ });
  expect(excerpt.value).toBe("Me:\nMend the hinge");
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Start and send" });
  fireEvent.input(excerpt, { target: { value: "x".repeat(EXCERPT_LIMIT + 1) } });
  expect(button.disabled).toBe(true);
  fireEvent.input(excerpt, { target: { value: "Me:\nMend it" } });
  fireEvent.input(screen.getByRole("textbox", { name: "What should the agent do now?" }), {
    target: { value: "Oil it" },
  });
  session.set({ connection: "offline" });
  expect(button.disabled).toBe(true);
  session.set({ connection: "live" });
  expect(sent).toEqual([]);
  fireEvent.click(button);
  expect((await screen.findByRole("alert")).textContent).toContain("no room");
  expect(sent).toEqual([{ cwd: "/w/gate", text: firstMessage(head, "Me:\nMend it", "Oil it") }]);
  expect(excerpt.value, "kept when it failed").toBe("Me:\nMend it");
});

test("[VIW-426] the line that names the old thread holds no secret, and no id that is not a plain one", () => {
  const { state, summary, entry, services } = setUp();
  summary.name = "use password=hunter22x now";
  talk(state, "t1", "Mend it");
  render(() => (
    <ServicesProvider services={services}>
      <GoOnDialog entry={entry} state={state} cwd="/w/gate" onClose={() => undefined} />
    </ServicesProvider>
  ));
  expect(document.body.textContent).toContain("Continued from “use password=");
  expect(document.body.textContent).not.toContain("hunter22x");
  for (const id of ["", "..", "a\nb", "__proto__ x", "x".repeat(100_000)]) {
    const head = recoveredHead(id, "Gate");
    expect(head).toBe("Continued from “Gate” (a thread that the App Server no longer has).");
    expect(recoveredFrom(head)).toBeNull();
  }
});

test("[VIW-427] the first message of a sub-agent is a model's and no mark, and nothing goes on from itself or from elsewhere", () => {
  for (const told of [
    { recoveredFrom: "OLDER", parent: "BOSS" },
    { recoveredFrom: "OLDER", source: "subAgentThreadSpawn" },
    { recoveredFrom: "OLD" },
  ]) {
    const { state, summary, notices } = setUp();
    state.notResumable = true;
    Object.assign(summary, told);
    const { container, unmount } = notices();
    expect(container.textContent, JSON.stringify(told)).toContain("Not resumable");
    expect(container.textContent).not.toContain("Recovered");
    expect(screen.queryAllByRole("link")).toEqual([]);
    unmount();
  }
  for (const id of ["..", ".", "javascript:alert(1)", "//evil.example", "a/b", ""])
    expect(recoveredFrom(`Continued from “x” (thread ${id}, which the App Server no longer has).`), id).toBeNull();
});

test("[VIW-427] a thread that the server has no more says so and offers the way on; both threads name each other", () => {
  const { host, state, notices } = setUp();
  state.notResumable = true;
  const next = summaryOf(host, "NEW", () => undefined);
  Object.assign(next, { name: "New gate", recoveredFrom: "OLD" });
  const { container, unmount } = notices();
  expect(container.textContent).toContain("Not resumable");
  expect(screen.getByRole("button", { name: "Continue in a new thread …" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "New gate" }).getAttribute("href")).toBe("/t/NEW");
  unmount();
  const other = setUp();
  other.summary.recoveredFrom = "OLDER";
  const { container: recovered } = other.notices();
  expect(recovered.textContent).toContain("Recovered");
  expect(screen.getByRole("link").getAttribute("href")).toBe("/t/OLDER");
});

test("[VIW-428] a side question says that it is not kept, beside what it was asked, and when it is over; it is never called missing", () => {
  const { host, state, summary, notices } = setUp();
  summaryOf(host, "SOURCE", () => undefined).name = "The source";
  Object.assign(summary, { ephemeral: true, forkedFrom: "SOURCE" });
  const { container, unmount } = notices();
  expect(container.textContent).toContain("Side question, not kept by the App Server");
  expect(screen.getByRole("link", { name: "The source" }).getAttribute("href")).toBe("/t/SOURCE");
  unmount();
  state.notResumable = true;
  expect(notices().container.textContent).toContain("Side question, over");
  expect(document.body.textContent).not.toContain("Not resumable");
});

test("[VIW-429] a dialog that was closed while it asked moves nobody and closes nothing else", async () => {
  let answer: (outcome: Outcome<{ thread: string }>) => void = () => undefined;
  const { entry, services } = setUp({ askAside: () => new Promise((resolve) => (answer = resolve)) });
  let closed = 0;
  const { unmount } = render(() => (
    <ServicesProvider services={services}>
      <AskAside subject={{ entry, thread: "OLD" }} onClose={() => (closed += 1)} />
    </ServicesProvider>
  ));
  fireEvent.input(screen.getByRole("textbox", { name: "Your question" }), { target: { value: "Why?" } });
  fireEvent.click(screen.getByRole("button", { name: "Ask" }));
  const told = new Promise((resolve) => setTimeout(resolve));
  await told;
  unmount();
  const before = location.pathname;
  answer({ ok: true, value: { thread: "ASIDE" } });
  await new Promise((resolve) => setTimeout(resolve));
  expect([closed, location.pathname]).toEqual([0, before]);
});

test("[VIW-429] a side question is asked once, and stays in its dialog when it could not be", async () => {
  const asked: string[] = [];
  const { entry, services } = setUp({
    askAside: (_session, thread, text) => {
      asked.push(`${thread}: ${text}`);
      return Promise.resolve({ ok: false, reason: { type: "not-sent", message: "Not connected." } });
    },
  });
  render(() => (
    <ServicesProvider services={services}>
      <AskAside subject={{ entry, thread: "OLD" }} onClose={() => undefined} />
    </ServicesProvider>
  ));
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your question" });
  fireEvent.input(box, { target: { value: "Why a gate?" } });
  const button = screen.getByRole("button", { name: "Ask" });
  fireEvent.click(button);
  fireEvent.click(button);
  expect((await screen.findByRole("alert")).textContent).toContain("Not connected.");
  expect(asked).toEqual(["OLD: Why a gate?"]);
  expect(box.value).toBe("Why a gate?");
});
