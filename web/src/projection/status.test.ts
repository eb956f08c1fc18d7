// How turns and threads stand, and that the host's fold and the thread's own give one answer.
import { describe, expect, test } from "vitest";
import { toEnvelope } from "./envelope.ts";
import { createHostState, foldHost } from "./host-fold.ts";
import {
  lastTurnStanding,
  threadStanding,
  type ThreadFacts,
  type ThreadStanding,
  type TurnStanding,
} from "./status.ts";
import { newestTurn, turnStanding } from "./turn-standing.ts";
import { foldThread } from "./thread-fold.ts";
import { createThreadState } from "./thread-state.ts";
import { blankTurn } from "./turns.ts";
import type { Turn } from "./state.ts";
import { recorded, recordings } from "./testing/recordings.ts";
import { HOST } from "./testing/rows.ts";

const turn = (more: Partial<Turn>): Turn => Object.assign(blankTurn("T", "t"), more);
const error = { message: "m", info: null, details: null };

describe("a turn", () => {
  const cases: [string, Partial<Turn>, TurnStanding][] = [
    ["runs", {}, { type: "working" }],
    ["is completed", { reported: "completed" }, { type: "completed" }],
    ["has failed", { reported: "failed" }, { type: "failed", word: null }],
    ["has an end of a word that is not known", { reported: "evaporated" }, { type: "failed", word: "evaporated" }],
    ["was interrupted by somebody", { reported: "interrupted" }, { type: "interrupted", by: "unknown" }],
    [
      "was stopped by the person",
      { reported: "interrupted", stop: { type: "stopping", at: 0, taken: true } },
      { type: "interrupted", by: "you" },
    ],
    [
      "reads interrupted in a copy of a thread that is not loaded",
      { reported: "interrupted", elsewhere: true },
      { type: "interrupted", by: "elsewhere" },
    ],
    ["is being stopped", { stop: { type: "stopping", at: 0, taken: false } }, { type: "stopping" }],
    ["does not answer to a stop", { stop: { type: "unanswered", at: 0 } }, { type: "noAnswerToStop" }],
    ["was lost with its process", { lost: true }, { type: "lost" }],
    ["has an end that was not told", { lost: true, endUntold: true }, { type: "untold" }],
    ["was stopped by force", { lost: true, stop: { type: "forced", at: 0 } }, { type: "stoppedByForce" }],
    [
      "is tried again",
      { retrying: error, retries: { run: 2, total: 3, since: 0, at: 0, last: error } },
      { type: "retrying", attempt: 2 },
    ],
  ];
  test.each(cases)("[PRJ-330] that %s stands as what it is", (_, more, expected) => {
    expect(turnStanding(turn(more))).toEqual(expected);
  });
});

describe("a thread", () => {
  const facts = (more: Partial<ThreadFacts>): ThreadFacts => ({
    status: { type: "idle" },
    turn: null,
    asks: null,
    heldElsewhere: false,
    notResumable: false,
    ...more,
  });
  const active = (...flags: string[]) => ({ type: "active", flags }) as const;
  const cases: [string, Partial<ThreadFacts>, ThreadStanding][] = [
    ["nothing", {}, { type: "idle" }],
    ["a request here", { asks: "question", status: active() }, { type: "waiting", on: "question", seen: true }],
    [
      "a flag alone",
      { status: active("waitingOnApproval"), turn: { type: "working" } },
      { type: "waiting", on: "approval", seen: false },
    ],
    ["another flag", { status: active("waitingOnUserInput") }, { type: "waiting", on: "question", seen: false }],
    ["a flag that is not known", { status: active("waitingOnTheMoon") }, { type: "working" }],
    ["a stop", { status: active("waitingOnApproval"), turn: { type: "stopping" } }, { type: "stopping" }],
    ["a retry", { status: active(), turn: { type: "retrying", attempt: 2 } }, { type: "retrying", attempt: 2 }],
    ["a turn that runs while the status is old", { turn: { type: "working" } }, { type: "working" }],
    ["a system error without a turn", { status: { type: "systemError" } }, { type: "systemError" }],
    [
      "a system error that is a failed turn",
      { status: { type: "systemError" }, turn: { type: "failed", word: null } },
      { type: "failed", word: null },
    ],
    [
      "a status that is not known",
      { status: { type: "other", word: "hibernating" }, turn: { type: "completed" } },
      { type: "other", word: "hibernating" },
    ],
    ["another holder", { heldElsewhere: true, turn: { type: "lost" } }, { type: "heldElsewhere" }],
    ["no rollout", { notResumable: true, status: { type: "notLoaded" } }, { type: "notResumable" }],
    ["a turn that is done", { status: { type: "notLoaded" }, turn: { type: "completed" } }, { type: "notLoaded" }],
  ];
  test.each(cases)("[PRJ-331] with %s stands as what it is", (_, more, expected) => {
    expect(threadStanding(facts(more))).toEqual(expected);
  });
});

describe.each(recordings())("%s %s", (version, name) => {
  const { rows } = recorded(version, name);
  test("[PRJ-332] the list and the page say the same of each thread after every row", () => {
    const host = createHostState(HOST);
    const threads = new Map(
      [...new Set(rows.flatMap(({ thread }) => thread ?? []))].map((id) => [id, createThreadState(id)]),
    );
    let compared = 0;
    for (const [at, row] of rows.entries()) {
      foldHost(host, toEnvelope(row), () => undefined);
      for (const [id, state] of threads) {
        foldThread(state, { host: HOST }, toEnvelope(row), () => undefined);
        const summary = host.threads.get(id);
        if (summary === undefined) continue;
        const newest = newestTurn(state);
        // A reply makes a turn for its page before an event has told the list of one.
        if ((newest?.id ?? null) !== (summary.lastTurn?.id ?? null)) continue;
        compared += 1;
        const page = threadStanding({ ...state, turn: newest === null ? null : turnStanding(newest), asks: null });
        const list = threadStanding({ ...summary, turn: lastTurnStanding(summary), asks: null });
        expect({ at, id, ...list }).toEqual({ at, id, ...page });
      }
    }
    if (threads.size > 0) expect(compared).toBeGreaterThan(0);
  });
});
