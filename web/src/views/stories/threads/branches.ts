// Turns that were taken back, a thread that the server has no more and the one that goes on from it, and a side question.
import type { HostState, ThreadState } from "../../../projection/state.ts";
import { summaryOf } from "../../../projection/summaries.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import { recoveredHead } from "../../recovery/head.ts";
import { add, HOME, MIN, NOW, reported, runs, says, turnIn, user } from "./parts.ts";

const over = { reported: "completed", endSeen: true } as const;

export function goneThread(host: HostState): ThreadState {
  tell(host, "t-lost", "Wind sensor on the pier", { notResumable: true, updatedAt: NOW - 300 * MIN });
  const state = createThreadState("t-lost");
  reported(state, { type: "notLoaded" });
  state.notResumable = true;
  const one = turnIn(state, "n1", over);
  user(one, "The wind sensor reports 255 km/h now and then.");
  says(one, "255 is what the driver sends when a byte is lost. I can drop such readings, or ask again at once.");
  const two = turnIn(state, "n2", { ...over, reverted: "here" });
  user(
    two,
    "Drop them, and log every one of them with the raw bytes so that we can see later what was lost on the way",
  );
  runs(two, "npm test -- sensor", "ok 12\n");
  says(two, "Dropped and logged.");
  const three = turnIn(state, "n3", { ...over, reverted: "elsewhere" });
  user(three, "No, ask again.");
  says(three, "Asking again, at most three times.");
  const four = turnIn(state, "n4", over);
  user(four, "Ask again once, then drop it.");
  add(four, "fileChange", {
    status: "completed",
    changes: [{ path: `${HOME}/src/pier/sensor.ts`, kind: "update", movePath: null, diff: "@@ -1 +1 @@\n-a\n+b\n" }],
  });
  says(four, "It asks once more and drops the reading if that is lost too.");
  return state;
}

export function againThread(host: HostState): ThreadState {
  const head = recoveredHead("t-lost", "Wind sensor on the pier");
  tell(host, "t-again", "", { preview: head, recoveredFrom: "t-lost", updatedAt: NOW - 200 * MIN });
  const state = createThreadState("t-again");
  reported(state, { type: "idle" });
  const one = turnIn(state, "g1", over);
  user(one, `${head}\n\nWhat I want now:\n\nShow the number of readings that were dropped.`);
  says(one, "The status page shows them, per hour.");
  return state;
}

export function asideThread(host: HostState): ThreadState {
  tell(host, "t-aside", "", {
    preview: "What does 255 stand for in that driver?",
    ephemeral: true,
    forkedFrom: "t-ci",
    updatedAt: NOW - 100 * MIN,
  });
  const state = createThreadState("t-aside");
  reported(state, { type: "idle" });
  state.ephemeral = true;
  const one = turnIn(state, "a1", over);
  user(one, "What does 255 stand for in that driver?");
  says(one, "A lost byte: the bus reads as all ones.");
  return state;
}

function tell(host: HostState, id: string, name: string, more: object): void {
  Object.assign(
    summaryOf(host, id, () => undefined),
    {
      name: name === "" ? null : name,
      cwd: `${HOME}/src/pier`,
      branch: "main",
      historyMode: "paginated",
      lastTurn: { id: "n4", status: "completed" },
      listed: true,
      ...more,
    },
  );
}
