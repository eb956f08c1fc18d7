// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changed } from "../live.ts";
import { aDecision, aThread, aTurn, clearPage, fakeSession, preparePage } from "../testing.tsx";
import { openThreadSettings, settingsGroup, settingsOf } from "../thread-settings/asked.ts";
import { ModeButton } from "./mode-button.tsx";
import { ThreadHeader } from "./thread-header.tsx";

beforeEach(preparePage);
afterEach(clearPage);

function setUp() {
  const session = fakeSession();
  const thread = aThread();
  const { container } = render(() => (
    <ThreadHeader session={session} state={thread} home="/home/mara" onPanel={null} />
  ));
  return { session, thread, text: () => container.textContent ?? "", tell: () => changed(new Set<object>([thread])) };
}

test("[VIW-48] context used is the last turn against the window; unknown is not shown as a number", () => {
  const { thread, text, tell } = setUp();
  expect(text()).not.toContain("%");
  thread.tokenUsage = { total: 1_200_000, last: 120_000, window: 258_000 };
  tell();
  expect(text()).toContain("47 %");
  thread.tokenUsage = { total: 1_200_000, last: 120_000, window: null };
  tell();
  expect(text()).not.toContain("%");
});

test("[VIW-49] what the thread may do is shown as the server reports it, changes with the report, and is not there before", () => {
  const { thread, text, tell } = setUp();
  expect(text()).not.toContain("asks");
  thread.settings = {
    ...thread.settings,
    cwd: "/home/mara/src",
    sandbox: { type: "workspaceWrite" },
    approvalPolicy: "on-request",
  };
  tell();
  expect(text()).toContain("Workspace write · asks first");
  expect(text()).toContain("~/src");
  thread.settings = { ...thread.settings, sandbox: { type: "dangerFullAccess" }, approvalPolicy: "never" };
  tell();
  expect(text()).toContain("Full access · never asks");
  thread.settings = { ...thread.settings, sandbox: { type: "bubbleWrap" }, approvalPolicy: { granular: {} } };
  tell();
  expect(text()).toContain("bubbleWrap · asks by rules");
});

test("[VIW-18] the status is the server's own word; a decision that waits comes first; without a connection nothing is said to work", () => {
  const { session, thread, text, tell } = setUp();
  thread.status = { type: "other", word: "hibernating" };
  tell();
  expect(text()).toContain("hibernating");
  const turn = aTurn(thread);
  tell();
  expect(text()).toContain("Working");
  session.set({ connection: "offline" });
  expect(text()).toContain("Was working");
  session.set({ connection: "live" });
  const decision = aDecision(thread, "item/fileChange/requestApproval", {});
  tell();
  expect(text()).toContain("Waiting for approval");
  decision.state = { type: "withdrawn", at: 0 };
  turn.reported = "completed";
  thread.status = { type: "idle" };
  changed(new Set<object>([thread, turn, decision]));
  expect(text()).toContain("Idle");
});

test("[VIW-263] a goal and a limit that is reached are in the head while they last", () => {
  const { session, thread, text, tell } = setUp();
  thread.goal = {
    objective: "Ship it",
    status: "active",
    tokenBudget: 400,
    tokensUsed: 100,
    timeUsedSeconds: null,
    createdAt: null,
  };
  tell();
  expect(text()).toContain("Goal· 25 %");
  thread.goal = { ...thread.goal, status: "complete", tokenBudget: null };
  tell();
  expect(text()).toContain("Goal reached");
  expect(text()).not.toContain("%");
  thread.goal = null;
  tell();
  expect(text()).not.toContain("Goal");

  const limit = (usedPercent: number, resetsAt: number) => {
    session.state.rateLimits.set("codex", {
      id: "codex",
      name: "Codex",
      windows: [{ slot: "primary", usedPercent, minutes: 300, resetsAt }],
      credits: null,
      individual: null,
      plan: null,
      reached: usedPercent >= 100 ? "rate_limit_reached" : null,
      at: 0,
    });
    changed(new Set([session.state]));
  };
  limit(99, Date.now() + 60_000);
  expect(text()).not.toContain("Limit reached");
  limit(100, Date.now() + 60_000);
  expect(text()).toContain("Limit reached");
  limit(100, Date.now() - 60_000);
  expect(text()).not.toContain("Limit reached");
});

test("[VIW-405] a thread that the server has unloaded says so, and that the next act loads it again", () => {
  const { thread, text, tell } = setUp();
  const chip = () => document.querySelector<HTMLElement>(".thread-header__status");
  thread.status = { type: "idle" };
  tell();
  expect(chip()?.title).toBe("");
  thread.status = { type: "notLoaded" };
  tell();
  expect(text()).toContain("Not loaded");
  expect(chip()?.title).toContain("loads it again");
});

test("[VIW-770] a mode that is not that of every thread stands in the head and by the message box, and leads to its setting", () => {
  const { thread, tell } = setUp();
  render(() => <ModeButton state={thread} class="" />);
  const chips = () => [...document.querySelectorAll<HTMLElement>(".mode-button")].map(({ textContent }) => textContent);
  thread.settings = { ...thread.settings, mode: "default" };
  tell();
  expect(chips()).toEqual([]);
  thread.settings = { ...thread.settings, mode: "plan" };
  tell();
  expect(chips()).toEqual(["Plan mode", "Plan mode"]);
  for (const button of screen.getAllByRole("button", { name: "Plan mode" })) {
    openThreadSettings(null);
    fireEvent.click(button);
    expect([settingsOf(), settingsGroup()]).toEqual(["T", "Mode"]);
  }
  thread.settings = { ...thread.settings, mode: `of\u202e${"m".repeat(500)}` };
  tell();
  expect(chips()[0]).toMatch(/^Of\P{Cf}{1,60}… mode$/u);
  thread.settings = { ...thread.settings, mode: null };
  tell();
  expect(chips()).toEqual([]);
  openThreadSettings(null);
});

test("[VIW-771] the model in the head is the way to choose another one", () => {
  const { thread, text, tell } = setUp();
  expect(screen.queryByRole("button", { name: /Model/ })).toBeNull();
  thread.settings = { ...thread.settings, model: "m-1", effort: "high", cwd: "/home/mara/src" };
  tell();
  expect(text()).toContain("~/src");
  fireEvent.click(screen.getByRole("button", { name: /^Model: ?m-1 · high$/ }));
  expect([settingsOf(), settingsGroup()]).toEqual(["T", "Model"]);
  openThreadSettings(null);
});
