// @vitest-environment jsdom
import { render } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changed } from "../live.ts";
import { aThread, aTurn, clearPage, fakeSession, preparePage } from "../testing.tsx";
import { PlanTab } from "./plan-tab.tsx";

beforeEach(preparePage);
afterEach(clearPage);

test("[VIW-264] the panel has the goal in full and what else is told of the thread; a line that was not told is not there", () => {
  const thread = aThread();
  const { container } = render(() => <PlanTab session={fakeSession()} state={thread} home="/home/mara" />);
  const facts = () =>
    [...container.querySelectorAll(".side__facts dt")].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent?.replace(/\d{1,2}:\d{2}.*$/, "<clock>"),
    ]);
  expect(facts()).toEqual([]);
  expect(container.querySelector("[data-goal]")).toBeNull();
  thread.goal = {
    objective: "Ship it\nwith tests",
    status: "budgetLimited",
    tokenBudget: 1000,
    tokensUsed: 1000,
    timeUsedSeconds: 90,
    createdAt: null,
  };
  thread.tokenUsage = { total: 5000, last: 1200, window: null };
  thread.project = "p1";
  thread.environments.set("e1", { id: "e1", connected: true, at: 0 });
  thread.environments.set("e2", { id: "e2", connected: false, at: 0 });
  thread.queueChangedAt = 60_000;
  changed(new Set([thread]));
  expect(container.querySelector("[data-goal=budgetLimited]")?.textContent).toBe(
    "Goal has used up its budgetShip it\nwith tests1,000 of 1,000 tokens used · 1 min 30 s",
  );
  expect(facts()).toEqual([
    ["Context", "1,200 tokens"],
    ["All turns", "5,000 tokens"],
    ["Project", "p1"],
    ["Environments", "e1: connected, e2: not connected"],
    ["Queue", "changed <clock>"],
  ]);
});

test("[VIW-264] [VIW-253] the newest turn with steps is the plan of the panel, also when later turns have none", () => {
  const thread = aThread();
  aTurn(thread, "t1", { plan: [{ step: "old", status: "completed" }], reported: "completed", endSeen: true });
  aTurn(thread, "t2", { plan: [{ step: "new", status: "inProgress" }], reported: "interrupted", endSeen: true });
  aTurn(thread, "t3", { reported: "completed", endSeen: true });
  const { container } = render(() => <PlanTab session={fakeSession()} state={thread} home={null} />);
  expect(container.querySelector("h2")?.textContent).toBe("Plan · 0 of 1");
  expect(container.querySelector(".plan li")?.textContent).toContain("new");
  expect(container.querySelector(".plan li")?.hasAttribute("data-now")).toBe(false);
});

test("[VIW-770] the panel has model, effort and mode each in a line of its own, the mode of every thread too", () => {
  const thread = aThread();
  const { container } = render(() => <PlanTab session={fakeSession()} state={thread} home={null} />);
  const facts = () =>
    [...container.querySelectorAll(".side__facts dt")].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent,
    ]);
  thread.settings = { ...thread.settings, model: "m-1", effort: "medium", mode: "plan" };
  changed(new Set([thread]));
  expect(facts()).toEqual([
    ["Model", "m-1"],
    ["Effort", "medium"],
    ["Mode", "Plan"],
  ]);
  thread.settings = { ...thread.settings, effort: null, mode: "default" };
  changed(new Set([thread]));
  expect(facts()).toEqual([
    ["Model", "m-1"],
    ["Mode", "Default"],
  ]);
});
