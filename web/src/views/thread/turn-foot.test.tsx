// @vitest-environment jsdom
// What stands under a turn: what it waits for, what goes on without a connection, and what went wrong in one that ended.
import { screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHostState } from "../../projection/host-fold.ts";
import { summaryOf } from "../../projection/summaries.ts";
import type { StopState, Turn, TurnError } from "../../projection/state.ts";
import { changed } from "../live.ts";
import { aDecision, aThread, aTurn, clearPage, fakeSession, preparePage, renderIn } from "../testing.tsx";
import { TurnRow } from "./turn-row.tsx";

beforeEach(preparePage);
afterEach(clearPage);

function setUp(more: Partial<Turn> = {}) {
  const session = fakeSession(createHostState("h"));
  const thread = aThread();
  const turn = aTurn(thread, "t1", more);
  const { container } = renderIn(session, thread, () => <TurnRow turn={turn} part={0} last />);
  const foot = () => container.querySelector<HTMLElement>(".foot[data-kind='running']");
  return { session, thread, turn, container, foot, text: () => container.textContent ?? "" };
}
const error: TurnError = { message: "the disk is full", info: "other", details: null };
const ASKS = "item/commandExecution/requestApproval";

test("[VIW-481] a turn whose thread waits for the person says so, also when the request names no turn", () => {
  const { thread, turn, foot } = setUp();
  thread.status = { type: "active", flags: ["waitingOnApproval"] };
  const decision = aDecision(thread, "mcpServer/elicitation/request", {}, { turn: null });
  changed(new Set<object>([thread, turn]));
  expect(foot()?.textContent).toBe("Waiting for you");
  // Answered, and not settled by the server yet.
  decision.state = { type: "sent", at: 0, outcome: { type: "answered-here" } } as unknown as typeof decision.state;
  changed(new Set<object>([thread, decision]));
  expect(foot()?.textContent).toBe("Working");
});

test("[VIW-481] what another device may see is told, an answer as well as an approval, and is not called silence", () => {
  const { thread, turn, foot, session } = setUp({ startedAt: Date.now() - 300_000 });
  thread.lastSignAt = Date.now() - 300_000;
  thread.status = { type: "active", flags: ["waitingOnUserInput"] };
  changed(new Set<object>([thread, turn]));
  expect(foot()?.textContent).toContain("Waiting for an answer that this device cannot see");
  expect(foot()?.textContent).not.toMatch(/no sign|asked nothing/);
  thread.status = { type: "active", flags: ["waitingOnApproval"] };
  changed(new Set<object>([thread]));
  expect(foot()?.textContent).toContain("Waiting for an approval that this device cannot see");
  // A sub-agent's request raises the flag of its parent.
  const child = aThread("C");
  summaryOf(session.state, "C", () => undefined).parent = thread.id;
  const asked = aDecision(child, ASKS, {}, { thread: "C" });
  session.state.decisions.set(asked.key, asked);
  changed(new Set<object>([session.state, thread]));
  expect(foot()?.textContent).not.toContain("cannot see");
});

const stopping: StopState = { type: "stopping", at: 0, taken: true };
test.each<[string, Partial<Turn>]>([
  ["working", {}],
  ["retrying", { retrying: error, retries: { run: 2, total: 2, since: 0, at: 0, last: error } }],
  ["stopping", { stop: stopping }],
  ["held for a check", { buffering: { model: "m", fasterModel: null } as unknown as NonNullable<Turn["buffering"]> }],
])("[VIW-461] without a connection a turn that was %s is not said to be, and nothing moves or counts", (_, more) => {
  const { session, foot } = setUp({ startedAt: Date.now() - 5000, ...more });
  expect(foot()?.dataset["paused"]).toBeUndefined();
  session.set({ connection: "offline" });
  expect(foot()?.textContent).toMatch(/^Was .* when last seen/);
  expect(foot()?.textContent).not.toMatch(/\d:\d\d/);
  expect(foot()?.dataset["paused"]).toBe("");
});

test("[VIW-482] without a connection nothing can be stopped by force, and nothing seems to have been", () => {
  const { session } = setUp({ stop: { type: "unanswered", at: 0 } });
  const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Stop by force" });
  expect(button().disabled).toBe(false);
  session.set({ connection: "offline", link: { type: "offline" } as never });
  expect(button().disabled).toBe(true);
  expect(button().title).toBe("Needs the connection");
});

test.each<[string, Partial<Turn>, string]>([
  ["interrupted", { reported: "interrupted" }, "Interrupted"],
  ["stopped", { reported: "interrupted", stop: stopping }, "Stopped by you"],
  ["lost", { lost: true }, "Lost with its process"],
  ["of an end that was not told", { lost: true, endUntold: true }, "How it ended is not known"],
  ["stopped by force", { lost: true, stop: { type: "forced", at: 0 } }, "Stopped by force"],
])("[VIW-469] the error and the tries of a turn that was %s are told, once", (_, more, end) => {
  const { container, text } = setUp({
    ...more,
    error,
    retries: { run: 1, total: 3, since: 0, at: 0, last: { ...error, message: "Reconnecting... 3/5" } },
  });
  expect(text()).toContain(end);
  expect(text()).not.toMatch(/went on|Recovered/);
  expect(container.querySelectorAll("[data-troubles]")).toHaveLength(1);
  expect(text().split("the disk is full")).toHaveLength(2);
  expect(text()).toContain("3 more times");
});
