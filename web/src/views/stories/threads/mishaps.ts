// What can go wrong in a turn and what is said of it: recovered, gone on, ended by an unknown word, failed with acts, retried.
import type { ThreadState, TurnError } from "../../../projection/state.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import { MIN, NOW, reported, says, turnIn, user } from "./parts.ts";

const away: TurnError = {
  message: "Reconnecting... 2/5",
  info: { responseStreamDisconnected: { httpStatusCode: 503 } },
  details: "unexpected status 503 Service Unavailable: the model is away, url: https://api.example.com/v1/responses",
};

/** The permissions that were shown of this thread before: fewer. */
export const SHOWN_BEFORE = {
  sandbox: { type: "readOnly", networkAccess: false },
  approvalPolicy: "on-request",
  reviewer: "user",
  model: "gpt-5.6-sol",
  effort: "low",
};

export function mishapsThread(): ThreadState {
  const state = createThreadState("t-mishaps");
  reported(state, { type: "systemError" });
  Object.assign(state.settings, { sandbox: { type: "dangerFullAccess" }, approvalPolicy: "never" });
  const one = turnIn(state, "m1", {
    retries: { run: 2, total: 2, since: NOW - 41 * MIN, at: NOW - 40 * MIN, last: away },
  });
  user(one, "Where are the tide tables read?");
  says(one, "In `src/tides/read.ts`, once per day.");
  const two = turnIn(state, "m2", { reported: "interrupted", elsewhere: true });
  user(two, "Read them once an hour instead.");
  const three = turnIn(state, "m3", {
    reported: "evaporated",
    completedAt: NOW - 12 * MIN,
    error: {
      message: "The turn has evaporated.",
      info: { spaceWeather: { kp: 9, region: "north" } },
      details: null,
      more: { ticket: "T-77" },
    },
  });
  user(three, "And write a test for it.");
  const four = turnIn(state, "m4", {
    reported: "failed",
    completedAt: NOW - 2 * MIN,
    error: { message: "The conversation is too long for the model.", info: "contextWindowExceeded", details: null },
    retries: { run: 1, total: 1, since: NOW - 3 * MIN, at: NOW - 3 * MIN, last: away },
  });
  user(four, "Go on with the test, please, and look at the whole log again.");
  return state;
}

export function retryingThread(): ThreadState {
  const state = createThreadState("t-again");
  reported(state, { type: "active", flags: [] });
  const turn = turnIn(state, "r1", {
    reported: "inProgress",
    startedAt: NOW - 25_000,
    retrying: away,
    retries: { run: 2, total: 2, since: NOW - 9000, at: NOW - 4000, last: away },
  });
  user(turn, "Summarise the harbour log.");
  says(turn, "The log begins with the morning tide and");
  state.lastSignAt = NOW - 4000;
  return state;
}
