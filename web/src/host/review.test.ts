import { describe, expect, test } from "vitest";
import { requestKey } from "@longwire/shared-protocol/request-key";
import type { Decision, DecisionState } from "../decisions/state.ts";
import type { Intent, MessageWay, OutboxEntry } from "../journal/journal.ts";
import type { Row } from "../journal/rows.ts";
import type { Folder } from "./folder.ts";
import type { LoadState } from "./open-threads.ts";
import { createReviewer, isTaken } from "./review.ts";

const KEY = requestKey("h", "g1", 0);

interface World {
  decision: DecisionState | null;
  answeredBy: string | null;
  lastTurn: string | null;
  load: LoadState;
  runs: boolean;
  active: boolean;
  stoppedBy: string | null;
  current: string;
}

function review(intent: Intent, world: Partial<World>) {
  const {
    decision = null,
    answeredBy = null,
    lastTurn = null,
    load = { type: "loaded" },
    runs = true,
    active = false,
    stoppedBy = null,
    current = "g1",
  } = world;
  const folder = {
    state: {
      host: "h",
      decisions: new Map(
        decision === null ? [] : [[KEY, { key: KEY, generation: "g1", id: 0, state: decision } as Decision]],
      ),
      threads: new Map([
        [
          "T",
          {
            lastTurn: lastTurn === null ? null : { id: lastTurn, status: "completed" },
            status: { type: active ? "active" : "idle" },
          },
        ],
      ]),
    },
    answeredBy: () => answeredBy,
    turnRuns: () => runs,
    stoppedBy: () => stoppedBy,
  } as unknown as Folder;
  return createReviewer({ folder, openThreads: { loadState: () => load }, current: () => current, client: () => "me" })(
    intent,
  );
}

const message = (lastTurn: string | null, way?: MessageWay): Intent => ({
  type: "message",
  thread: "T",
  clientUserMessageId: "m",
  line: "\n",
  text: "hi",
  lastTurn,
  ...(way === undefined ? {} : { way }),
});
const answer: Intent = { type: "answer", generation: "g1", requestKey: KEY, thread: "T", line: "\n" };
const interrupt: Intent = { type: "interrupt", thread: "T", turn: "t1", line: "\n" };
const sent: DecisionState = { type: "sent", answer: { type: "result", result: 1 }, at: 1, taken: false };

describe("review", () => {
  test("[ACT-26] a message waits until its thread is loaded, and comes back with the server's reason when it cannot be", () => {
    expect(review(message(null), { load: { type: "loading" } })).toEqual({ type: "wait" });
    expect(review(message(null), { load: { type: "refused", reason: "no" } })).toEqual({ type: "back", reason: "no" });
    expect(review(message(null), { lastTurn: "t9" })).toEqual({ type: "send" });
  });

  test("[ACT-26] a message comes back when its thread has moved on", () => {
    expect(review(message("t1"), { lastTurn: "t1" })).toEqual({ type: "send" });
    expect(review(message("t1"), { lastTurn: "t2" })).toMatchObject({ type: "back" });
  });

  test("[ACT-80] a steering message is for its turn alone, as long as it runs, whatever else the thread has done", () => {
    const steer = message("t1", { type: "steer", turn: "t1" });
    expect(review(steer, { lastTurn: "t1", runs: true })).toEqual({ type: "send" });
    expect(review(steer, { lastTurn: "t1", runs: false })).toMatchObject({ type: "back" });
    expect(review(steer, { lastTurn: "t2", runs: false })).toMatchObject({ type: "back" });
  });

  test("[ACT-80] a message for an idle thread is sent while it is idle and where it was", () => {
    const start = message("t1", { type: "start" });
    expect(review(start, { lastTurn: "t1" })).toEqual({ type: "send" });
    expect(review(start, { lastTurn: "t2" })).toMatchObject({ type: "back" });
    expect(review(start, { lastTurn: "t1", active: true })).toMatchObject({ type: "back" });
  });

  test("[ACT-80] a message for the queue is sent while the turn that it was written behind is the last one, running or over", () => {
    const queue = message("t1", { type: "queue" });
    for (const active of [true, false]) expect(review(queue, { lastTurn: "t1", active })).toEqual({ type: "send" });
    expect(review(queue, { lastTurn: "t2" })).toMatchObject({ type: "back" });
  });

  test("[ACT-26] an answer goes only to the generation that asked, and while the request waits for it", () => {
    expect(review(answer, { decision: { type: "pending" } })).toEqual({ type: "send" });
    expect(review(answer, { decision: { type: "pending" }, current: "g2" })).toMatchObject({ type: "back" });
    expect(
      review(answer, { decision: { type: "resolved", outcome: "answered-elsewhere", answer: null, at: 1 } }),
    ).toMatchObject({ type: "back" });
    expect(review(answer, { decision: { type: "closed", outcome: "turn-ended", answer: null, at: 1 } })).toMatchObject({
      type: "back",
    });
  });

  test("[ACT-26] an answer that an earlier try stored goes again; one that another page stored does not", () => {
    expect(review(answer, { decision: sent, answeredBy: "me" })).toEqual({ type: "send" });
    expect(review(answer, { decision: sent, answeredBy: "other" })).toMatchObject({ type: "back" });
  });

  test("[ACT-26] an interrupt is sent while its turn runs and no other page stops it", () => {
    expect(review(interrupt, {})).toEqual({ type: "send" });
    expect(review(interrupt, { stoppedBy: "me" })).toEqual({ type: "send" });
    expect(review(interrupt, { stoppedBy: "other" })).toMatchObject({ type: "back" });
    expect(review(interrupt, { runs: false })).toMatchObject({ type: "back" });
  });

  test("[LNK-67] rows of other pages that hold the same act are known by the request, whatever they say of it", () => {
    const out = (line: object, generation = "g1"): Row => ({
      v: 1,
      kind: "out",
      generation,
      offset: 0,
      n: 0,
      at: 1,
      thread: "T",
      client: "x",
      line: JSON.stringify(line),
      bytes: 1,
      redacted: false,
    });
    const entry = (id: string, intent: Intent): OutboxEntry => ({ id, intent, at: 1, state: { type: "waiting" } });
    const mine = entry("n:0", answer);
    expect(isTaken("g1", mine, [out({ id: 0, result: { decision: "decline" } })])).toBe(true);
    expect(isTaken("g1", mine, [out({ id: 0, error: { code: 1, message: "" } })])).toBe(true);
    expect(isTaken("g1", mine, [out({ id: "0", result: {} })])).toBe(false);
    expect(isTaken("g1", mine, [out({ id: 0, result: {} }, "g2")])).toBe(false);
    const stop = entry("s:c.l.1", interrupt);
    expect(
      isTaken("g1", stop, [out({ id: "d.l.9", method: "turn/interrupt", params: { threadId: "T", turnId: "t1" } })]),
    ).toBe(true);
    expect(
      isTaken("g1", stop, [out({ id: "d.l.9", method: "turn/interrupt", params: { threadId: "T", turnId: "t2" } })]),
    ).toBe(false);
  });
});
