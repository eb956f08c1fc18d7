// @vitest-environment jsdom
import { render } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHostState } from "../../projection/host-fold.ts";
import { summaryOf } from "../../projection/summaries.ts";
import type { StopState, ThreadSummary, Turn } from "../../projection/state.ts";
import { ThreadHeader } from "../thread/thread-header.tsx";
import { aThread, aTurn, clearPage, fakeSession, preparePage } from "../testing.tsx";
import { rowFacts } from "./row-facts.ts";
import { listStanding, standingWords, titleWords } from "./standing.ts";
import { pageStanding } from "./page-standing.ts";

beforeEach(preparePage);
afterEach(clearPage);

const error = { message: "Reconnecting... 2/5", info: null, details: null };
const retries = { run: 2, total: 2, since: 0, at: 0, last: error };
const stop = (type: "stopping" | "unanswered" | "forced"): StopState =>
  type === "stopping" ? { type, at: 0, taken: true } : { type, at: 0 };

/** The same thing as the page's fold and as the host's fold have it, and what is said of it. */
const CASES: [string, Partial<Turn>, Partial<ThreadSummary>, string, string][] = [
  ["working", {}, {}, "Working", "Working · "],
  [
    "retrying",
    { retrying: error, retries },
    { beside: { turn: "t1", stop: "none", attempt: 2, elsewhere: false } },
    "Retrying",
    "Retrying · ",
  ],
  [
    "stopping",
    { stop: stop("stopping") },
    { beside: { turn: "t1", stop: "stopping", attempt: 0, elsewhere: false } },
    "Stopping",
    "Stopping · ",
  ],
  [
    "noAnswerToStop",
    { stop: stop("unanswered") },
    { beside: { turn: "t1", stop: "unanswered", attempt: 0, elsewhere: false } },
    "No answer to stop",
    "No answer to stop · ",
  ],
  [
    "stopped by you",
    { reported: "interrupted", stop: stop("stopping") },
    {
      lastTurn: { id: "t1", status: "interrupted" },
      beside: { turn: "t1", stop: "stopping", attempt: 0, elsewhere: false },
    },
    "Stopped by you",
    "",
  ],
  ["interrupted", { reported: "interrupted" }, { lastTurn: { id: "t1", status: "interrupted" } }, "Interrupted", ""],
  [
    "elsewhere",
    { reported: "interrupted", elsewhere: true },
    {
      lastTurn: { id: "t1", status: "interrupted" },
      beside: { turn: "t1", stop: "none", attempt: 0, elsewhere: true },
    },
    "Stopped or running elsewhere",
    "",
  ],
  ["failed", { reported: "failed" }, { lastTurn: { id: "t1", status: "failed" } }, "Failed", "Failed · "],
  [
    "an unknown end",
    { reported: "evaporated" },
    { lastTurn: { id: "t1", status: "evaporated" } },
    "evaporated",
    "evaporated · ",
  ],
  [
    "lost",
    { lost: true },
    { lastTurn: { id: "t1", status: "lost" } },
    "Lost with its process",
    "Lost with its process · ",
  ],
  [
    "forced",
    { lost: true, stop: stop("forced") },
    { lastTurn: { id: "t1", status: "lost" }, beside: { turn: "t1", stop: "forced", attempt: 0, elsewhere: false } },
    "Stopped by force",
    "Stopped by force · ",
  ],
];

test.each(CASES)("[VIW-460] %s is said in the same words by list, head and title", (_, turn, summary, words, title) => {
  const session = fakeSession(createHostState("h"));
  const listed = summaryOf(session.state, "T", () => undefined);
  Object.assign(
    listed,
    { cwd: "/src", status: { type: "idle" }, lastTurn: { id: "t1", status: "inProgress" } },
    summary,
  );
  const state = aThread();
  state.status = { type: "idle" };
  aTurn(state, "t1", turn);
  expect(pageStanding(state)).toEqual(listStanding(listed, null));
  expect(standingWords(pageStanding(state))).toBe(words);
  expect(titleWords(listStanding(listed, null), false)).toBe(title);
  const { container } = render(() => <ThreadHeader session={session} state={state} home={null} onPanel={null} />);
  expect(container.querySelector("[data-standing]")?.textContent).toMatch(new RegExp(`^${words}`));
  const row = rowFacts(listed, [], null, false);
  if (words !== "Working") expect(row.line.toLowerCase()).toContain(words.toLowerCase());
  expect(row.dot === "bad").toBe(title !== "" && pageStanding(state).type !== "working" && row.dot !== "run");
});

test("[VIW-461] without a connection nothing is said to go on, in list, head and title", () => {
  const session = fakeSession(createHostState("h"));
  session.set({ connection: "offline" });
  const listed = summaryOf(session.state, "T", () => undefined);
  listed.lastTurn = { id: "t1", status: "inProgress" };
  const state = aThread();
  aTurn(state);
  expect(titleWords(listStanding(listed, null), true)).toBe("");
  expect(rowFacts(listed, [], null, true)).toMatchObject({ dot: "idle", line: expect.stringContaining("was working") });
  const { container } = render(() => <ThreadHeader session={session} state={state} home={null} onPanel={null} />);
  expect(container.textContent).toContain("Was working");
});

test("[VIW-462] the head says how long nothing has come of a thread that works", () => {
  const session = fakeSession();
  const state = aThread();
  aTurn(state, "t1", { startedAt: Date.now() - 300_000 });
  state.lastSignAt = Date.now() - 75_000;
  const { container } = render(() => <ThreadHeader session={session} state={state} home={null} onPanel={null} />);
  expect(container.textContent).toMatch(/no sign for 1:1\d/);
});
