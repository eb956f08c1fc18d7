// @vitest-environment jsdom
// The dialogs of reviews, goals and background terminals, and what stands under a turn of them.
import { fireEvent, render, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JSX } from "solid-js";
import type { AppServices, GoalActs, ReviewActs, TerminalActs } from "../../actions/contract.ts";
import type { Outcome } from "../../host/model.ts";
import { summaryOf } from "../../projection/summaries.ts";
import GoalAfterStop from "../goal/goal-after-stop.tsx";
import GoalDialog from "../goal/goal-dialog.tsx";
import StartedByGoal from "../goal/started-by-goal.tsx";
import { changed } from "../live.ts";
import ReviewDialog from "../review/review-dialog.tsx";
import { ServicesProvider } from "../services.tsx";
import TerminalsDialog from "../terminals/terminals-dialog.tsx";
import { ThreadScope } from "../thread/scope.tsx";
import { anItem, aThread, aTurn, clearPage, fakeSession, preparePage } from "../testing.tsx";
import { question, said, setQuestion, setSaid } from "./doing.ts";

beforeEach(preparePage);
afterEach(() => {
  setQuestion(null);
  setSaid(null);
  clearPage();
});

const done = <T,>(value: T): Promise<Outcome<T>> => Promise.resolve({ ok: true, value });
const refused = (message: string): Promise<Outcome<never>> =>
  Promise.resolve({ ok: false, reason: { type: "rpc", code: -32600, message, data: null } });

interface Acts {
  review?: Partial<ReviewActs>;
  goals?: Partial<GoalActs>;
  terminals?: Partial<TerminalActs>;
}

function setUp(acts: Acts) {
  const session = fakeSession();
  const state = aThread();
  const summary = summaryOf(session.state, "T", () => undefined);
  Object.assign(summary, { name: "Tides", cwd: "/w/tides", status: { type: "idle" } });
  session.openThread = () => ({
    state,
    ready: true,
    fetching: { type: "no" },
    source: {},
    close: () => undefined,
  });
  const entry = { record: { id: "h", label: "devbox" }, session };
  const services = {
    actions: {
      review: () => Promise.resolve(acts.review),
      goals: () => Promise.resolve(acts.goals),
      terminals: () => Promise.resolve(acts.terminals),
    },
    hosts: () => [entry],
    ready: () => true,
    onHosts: () => () => undefined,
  } as unknown as AppServices;
  const subject = { entry: entry as never, thread: "T" };
  const show = (what: () => JSX.Element) =>
    render(() => (
      <ServicesProvider services={services}>
        <ThreadScope session={session} state={state} home={null} hold={() => undefined}>
          {what()}
        </ThreadScope>
      </ServicesProvider>
    ));
  return { session, state, summary, subject, show };
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const disabled = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name }).disabled;
const type = (name: string, value: string) =>
  fireEvent.input(screen.getByRole("textbox", { name }), { target: { value } });

describe("asking for a review", () => {
  test("[ACT-101] each target is sent as the server's own; what is empty, and what has no connection, cannot be", async () => {
    const start = vi.fn<ReviewActs["start"]>(() => done({ thread: "T" }));
    const { session, subject, show } = setUp({ review: { start } });
    show(() => <ReviewDialog subject={subject} />);
    const submit = async () => {
      const before = start.mock.calls.length;
      press("Start the review");
      await waitFor(() => expect(start.mock.calls.length).toBe(before + 1));
      await waitFor(() => expect(disabled("Start the review")).toBe(false));
      return start.mock.calls.at(-1)?.slice(2);
    };
    expect(await submit()).toEqual([{ type: "uncommittedChanges" }, false]);
    fireEvent.click(screen.getByRole("radio", { name: /Against a branch/ }));
    expect(disabled("Start the review")).toBe(true);
    type("Branch", " main ");
    expect(await submit()).toEqual([{ type: "baseBranch", branch: "main" }, false]);
    fireEvent.click(screen.getByRole("radio", { name: /One commit/ }));
    type("Commit", "HEAD~1");
    expect(await submit()).toEqual([{ type: "commit", sha: "HEAD~1", title: null }, false]);
    fireEvent.click(screen.getByRole("radio", { name: /Something else/ }));
    type("What the reviewer is to look at", "Look for leaks");
    fireEvent.click(screen.getByRole("radio", { name: /thread of its own/ }));
    expect(await submit()).toEqual([{ type: "custom", instructions: "Look for leaks" }, true]);
    session.set({ connection: "offline" });
    expect(disabled("Start the review")).toBe(true);
  });

  test("[ACT-108] git runs only when it is asked for, and what it lists can be chosen; what it cannot is said", async () => {
    const commits = vi.fn<ReviewActs["commits"]>(() => done([{ sha: "4f0c1d2e5b", title: "Read the table once" }]));
    const branches = vi.fn<ReviewActs["branches"]>(() =>
      Promise.resolve({ ok: false, reason: { type: "not-sent", message: "git could not tell. Write it by hand." } }),
    );
    const start = vi.fn<ReviewActs["start"]>(() => done({ thread: "T" }));
    const { subject, show } = setUp({ review: { start, commits, branches } });
    show(() => <ReviewDialog subject={subject} />);
    fireEvent.click(screen.getByRole("radio", { name: /Against a branch/ }));
    expect(branches).not.toHaveBeenCalled();
    press("List the branches");
    expect((await screen.findByRole("alert")).textContent).toContain("Write it by hand");
    fireEvent.click(screen.getByRole("radio", { name: /One commit/ }));
    expect(commits).not.toHaveBeenCalled();
    press("List the newest commits");
    const list = await screen.findByRole("combobox");
    expect(commits.mock.calls[0]?.[1]).toBe("/w/tides");
    fireEvent.change(list, { target: { value: "4f0c1d2e5b" } });
    press("Start the review");
    await waitFor(() => expect(start).toHaveBeenCalled());
    expect(start.mock.calls[0]?.[2]).toEqual({ type: "commit", sha: "4f0c1d2e5b", title: "Read the table once" });
  });

  test("[VIW-448] a dialog that was closed before its review began takes the person nowhere, and closes nothing", async () => {
    let answer: (value: Outcome<{ thread: string }>) => void = () => undefined;
    const start = () => new Promise<Outcome<{ thread: string }>>((resolve) => (answer = resolve));
    const { subject, show } = setUp({ review: { start } });
    const page = show(() => <ReviewDialog subject={subject} />);
    press("Start the review");
    await Promise.resolve();
    await Promise.resolve();
    page.unmount();
    setQuestion({ type: "problem", title: "Another", text: "question" });
    const before = location.pathname;
    answer({ ok: true, value: { thread: "R" } });
    await waitFor(() => expect(said()?.text).toContain("runs in a thread of its own"));
    expect(question()).toMatchObject({ title: "Another" });
    expect(location.pathname).toBe(before);
  });

  test("[VIW-448] a refusal stands beside what was typed; a turn that runs is named before it is interrupted", async () => {
    const start = () => refused("paginated threads do not support detached review");
    const { summary, subject, show } = setUp({ review: { start } });
    Object.assign(summary, { status: { type: "active", flags: [] } });
    show(() => <ReviewDialog subject={subject} />);
    expect(screen.getByText(/the review interrupts it/)).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: /Something else/ }));
    type("What the reviewer is to look at", "Look for leaks");
    press("Stop the turn and review");
    expect((await screen.findByRole("alert")).textContent).toContain("Nothing was started");
    expect(screen.getByDisplayValue("Look for leaks")).toBeTruthy();
  });
});

describe("a goal", () => {
  const goal = (more: object = {}) => ({
    objective: "Find all tides",
    status: "active",
    tokenBudget: 1000,
    tokensUsed: 400,
    timeUsedSeconds: 90,
    createdAt: 5000,
    ...more,
  });

  test("[ACT-103] it is set and started with its budget; one that the server cannot take keeps what was typed", async () => {
    let answer: () => Promise<Outcome<null>> = () => refused("goal objective must not be empty");
    const set = vi.fn<GoalActs["set"]>(() => answer());
    const { subject, show } = setUp({ goals: { set, read: () => done(null) } });
    show(() => <GoalDialog subject={subject} />);
    expect(disabled("Set the goal and start")).toBe(true);
    type("What is to be reached", "Find all tides");
    type("Token budget", "none at all");
    expect(disabled("Set the goal and start"), "no budget").toBe(true);
    type("Token budget", "50k");
    press("Set the goal and start");
    expect((await screen.findByRole("alert")).textContent).toContain("must not be empty");
    expect(screen.getByDisplayValue("Find all tides")).toBeTruthy();
    answer = () => done(null);
    press("Set the goal and start");
    await waitFor(() => expect(set).toHaveBeenCalledTimes(2));
    expect(set.mock.calls[1]?.slice(1)).toEqual([
      "T",
      { objective: "Find all tides", tokenBudget: 50_000, status: "active" },
    ]);
  });

  test("[ACT-103] what another device does to it shows at once; only what was changed is sent", async () => {
    const set = vi.fn<GoalActs["set"]>(() => done(null));
    const clear = vi.fn<GoalActs["clear"]>(() => done(null));
    const { state, session, subject, show } = setUp({ goals: { set, clear, read: () => done(goal()) } });
    state.goal = goal();
    show(() => <GoalDialog subject={subject} />);
    expect(screen.getByText(/400 of 1,000 tokens used · 1 min/)).toBeTruthy();
    press("Pause");
    await waitFor(() => expect(set).toHaveBeenCalledWith(session, "T", { status: "paused" }));
    state.goal = goal({ status: "paused" });
    changed(new Set([state]));
    await screen.findByText("Goal paused");
    await waitFor(() => expect(disabled("Go on with it")).toBe(false));
    type("Token budget", "");
    press("Save");
    await waitFor(() => expect(set).toHaveBeenLastCalledWith(session, "T", { tokenBudget: null }));
    await waitFor(() => expect(disabled("Clear the goal")).toBe(false));
    press("Clear the goal");
    await waitFor(() => expect(clear).toHaveBeenCalled());
    state.goal = null;
    changed(new Set([state]));
    await screen.findByRole("button", { name: "Set the goal and start" });
    session.set({ connection: "offline" });
    type("What is to be reached", "Another");
    expect(disabled("Set the goal and start")).toBe(true);
  });

  test("[ACT-103] one that was cleared elsewhere is gone, whatever was read of it before", async () => {
    const read = vi.fn(() => done(goal({ objective: "As it was read" })));
    const { state, subject, show } = setUp({ goals: { read } });
    show(() => <GoalDialog subject={subject} />);
    await screen.findByDisplayValue("As it was read");
    state.goal = goal({ objective: "As it was told" });
    changed(new Set([state]));
    await screen.findByDisplayValue("As it was told");
    state.goal = null;
    changed(new Set([state]));
    expect(screen.getByRole("button", { name: "Set the goal and start" })).toBeTruthy();
    expect(screen.queryByDisplayValue(/As it was/)).toBeNull();
  });

  test("[ACT-103] what the person has not touched is not sent and stands in no way, whatever the server has there", async () => {
    const set = vi.fn<GoalActs["set"]>(() => done(null));
    const { state, session, subject, show } = setUp({ goals: { set, read: () => done(goal()) } });
    state.goal = goal({ objective: " Find all tides\n", tokenBudget: 0 });
    show(() => <GoalDialog subject={subject} />);
    expect(disabled("Save")).toBe(true);
    type("What is to be reached", "Find the moon");
    press("Save");
    await waitFor(() => expect(set).toHaveBeenLastCalledWith(session, "T", { objective: "Find the moon" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Pause" })).toHaveProperty("disabled", false));
    type("Token budget", "50k");
    press("Save");
    await waitFor(() => expect(set).toHaveBeenLastCalledWith(session, "T", { tokenBudget: 50_000 }));
  });

  test("[ACT-104] under the newest turn, stopped while the goal is active: what that means, and pausing it", async () => {
    const set = vi.fn<GoalActs["set"]>(() => done(null));
    const { state, session, show } = setUp({ goals: { set } });
    state.goal = goal();
    const turn = aTurn(state, "t1", { reported: "interrupted", endSeen: true });
    show(() => <GoalAfterStop turn={turn} />);
    press("Pause the goal");
    await waitFor(() => expect(set).toHaveBeenCalledWith(session, "T", { status: "paused" }));
    const next = aTurn(state, "t2");
    changed(new Set<object>([state, next]));
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("[PRJ-325] a turn of the goal says so once it has begun with something that no person asked for", () => {
    const { state, show } = setUp({});
    const turn = aTurn(state, "t1", { byGoal: true });
    const { container } = show(() => <StartedByGoal turn={turn} />);
    expect(container.textContent).toBe("");
    anItem(turn, "agentMessage", { text: "Step one" });
    changed(new Set<object>([turn]));
    expect(container.textContent).toContain("Started by the goal");
  });

  test("[PRJ-325] a whole copy of a turn since the goal was set says the same; an older one, or one with a message, does not", () => {
    const { state, show } = setUp({});
    state.goal = goal();
    const copy = (id: string, startedAt: number, type: "agentMessage" | "userMessage") => {
      const turn = aTurn(state, id, { itemsView: "full", startedAt });
      anItem(turn, type, { text: "x" });
      return show(() => <StartedByGoal turn={turn} />).container.textContent;
    };
    expect(copy("t1", 5000, "agentMessage")).toContain("Started by the goal");
    expect(copy("t2", 4000, "agentMessage")).toBe("");
    expect(copy("t3", 6000, "userMessage")).toBe("");
  });
});

describe("background terminals", () => {
  const terminal = (process: string) => ({
    item: `c${process}`,
    process,
    command: `sleep ${process}`,
    cwd: "/w",
    pid: 42,
    cpuPercent: null,
    bytes: null,
  });

  test("[ACT-105] they are listed with what is known, ended one by one and all together, and read again", async () => {
    let running = ["1", "2", "3"].map(terminal);
    const end = vi.fn<TerminalActs["end"]>((_session, _thread, process) => {
      running = running.filter((one) => one.process !== process);
      return done(process !== "2");
    });
    const endAll = vi.fn<TerminalActs["endAll"]>(() => {
      running = [];
      return done(null);
    });
    const list = () => done({ terminals: running, more: false });
    const { subject, show } = setUp({ terminals: { list, end, endAll } });
    const { container } = show(() => <TerminalsDialog subject={subject} />);
    await screen.findByText("sleep 1");
    expect(container.textContent).toContain("process 42");
    press("End sleep 2");
    await screen.findByText(/had ended already/);
    await waitFor(() => expect(container.querySelectorAll("li")).toHaveLength(2));
    press("End all");
    await screen.findByText("No command of this thread runs in the background.");
  });

  test("[ACT-105] the second press of a double one ends nothing: the next command has moved there", async () => {
    const running = ["1", "2"].map(terminal);
    const end = vi.fn<TerminalActs["end"]>(() => done(true));
    const { subject, show } = setUp({ terminals: { list: () => done({ terminals: running, more: false }), end } });
    show(() => <TerminalsDialog subject={subject} />);
    await screen.findByText("sleep 1");
    fireEvent.click(screen.getByRole("button", { name: "End sleep 2" }), { detail: 2 });
    fireEvent.click(screen.getByRole("button", { name: "End sleep 1" }), { detail: 1 });
    await waitFor(() => expect(end).toHaveBeenCalled());
    expect(end.mock.calls.map(([, , process]) => process)).toEqual(["1"]);
  });

  test("[VIW-448] a list that is refused says why; without a connection nothing is asked", async () => {
    const list = vi.fn<TerminalActs["list"]>(() => refused("thread not found: T"));
    const { session, subject, show } = setUp({ terminals: { list } });
    session.set({ connection: "offline" });
    show(() => <TerminalsDialog subject={subject} />);
    expect(screen.getByText(/once the connection is back/)).toBeTruthy();
    expect(list).not.toHaveBeenCalled();
    session.set({ connection: "live" });
    expect((await screen.findByRole("alert")).textContent).toContain("has not loaded this thread");
  });
});
