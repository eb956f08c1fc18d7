// The list and the page say the same of a thread, whatever comes of its turns in whichever order: stops that are refused, not
// sent, unanswered or forced, tries and errors, words that are not known, the end of the process.
import { expect, test } from "vitest";
import { toEnvelope } from "./envelope.ts";
import { createHostState, foldHost } from "./host-fold.ts";
import { lastTurnStanding } from "./status.ts";
import { seededNumbers } from "./testing/batches.ts";
import { HOST, T, tape } from "./testing/rows.ts";
import {
  agent,
  completed,
  delta,
  itemCompleted,
  itemStarted,
  note,
  refusal,
  reply,
  request,
  started,
  status,
} from "./testing/wire.ts";
import { foldThread } from "./thread-fold.ts";
import { createThreadState } from "./thread-state.ts";
import { newestTurn, turnStanding } from "./turn-standing.ts";

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const RUNS = 400;
const STEPS = 16;

/** One thread's rows, as a session would come to write them, and what was done in words. */
function story(below: (limit: number) => number) {
  const line = tape();
  const told: string[] = [];
  let turns = 0;
  let runs = false;
  let stop: { id: string; state: "sent" | "taken" | "unanswered" | "forced" } | null = null;
  const turn = () => `t${turns}`;
  const wrong = (willRetry: boolean) =>
    note("error", { threadId: T, turnId: turn(), error: { message: "m" }, willRetry });
  const acts: { [word: string]: () => unknown } = {
    start: () => {
      turns += 1;
      runs = true;
      stop = null;
      return line.in(started(turn()));
    },
    end: () => {
      runs = false;
      stop = null;
      return line.in(completed(turn(), ["completed", "interrupted", "failed", "evaporated"][below(4)]));
    },
    delta: () => line.in(delta(turn(), "m", "x")),
    began: () => line.in(itemStarted(turn(), agent("m", "x"))),
    done: () => line.in(itemCompleted(turn(), agent("m", "x"))),
    retry: () => line.in(wrong(true)),
    giveUp: () => line.in(wrong(false)),
    active: () => line.in(status("active", below(2) === 0 ? [] : ["waitingOnApproval"])),
    idle: () => line.in(status("idle")),
    usage: () =>
      line.in(note("thread/tokenUsage/updated", { threadId: T, turnId: turn(), tokenUsage: { total: {}, last: {} } })),
    renamed: () => line.in(note("thread/name/updated", { threadId: T, threadName: "n" })),
    stop: () => {
      if (stop !== null) return null;
      stop = { id: `a.${turn()}.${told.length}`, state: "sent" };
      return line.out(request(stop.id, "turn/interrupt", { threadId: T, turnId: turn() }));
    },
    taken: () => {
      if (stop?.state !== "sent") return null;
      stop = { ...stop, state: "taken" };
      return line.local({ type: "taken", id: `s:${stop.id}` }, T);
    },
    refused: () => {
      if (stop?.state !== "taken") return null;
      const { id } = stop;
      stop = null;
      return line.in(refusal(id, -32600, "no"));
    },
    notSent: () => {
      if (stop?.state !== "sent") return null;
      const { id } = stop;
      stop = null;
      return line.local({ type: "not-sent", id: `s:${id}`, reason: "r" }, T);
    },
    unanswered: () => {
      if (stop?.state !== "taken") return null;
      stop = { ...stop, state: "unanswered" };
      return line.local({ type: "stop-unanswered", turn: turn() }, T);
    },
    forced: () => {
      if (stop?.state !== "unanswered") return null;
      stop = { ...stop, state: "forced" };
      return line.local({ type: "terminate", turn: turn() }, T);
    },
  };
  line.out(request("a.0", "thread/start", {})).in(reply("a.0", { thread: { id: T, turns: [] }, model: "m" }));
  const words = Object.keys(acts);
  for (let step = 0; step < STEPS; step++) {
    const word = words[below(words.length)] ?? "start";
    if (turns === 0 ? word !== "start" : runs ? word === "start" : word === "stop" || word === "end") continue;
    if (acts[word]?.() !== null) told.push(word);
  }
  if (below(2) === 0) line.exit();
  return { rows: line.rows, told: told.join(" ") };
}

test(`[PRJ-332] the list and the page say the same of a thread, whatever comes of its turns (seed ${seed})`, () => {
  const below = seededNumbers(seed);
  let compared = 0;
  for (let run = 0; run < RUNS; run++) {
    const { rows, told } = story(below);
    const host = createHostState(HOST);
    const state = createThreadState(T);
    for (const [at, row] of rows.entries()) {
      foldHost(host, toEnvelope(row), () => undefined);
      foldThread(state, { host: HOST }, toEnvelope(row), () => undefined);
      const newest = newestTurn(state);
      const summary = host.threads.get(T);
      if (newest === null || summary === undefined) continue;
      compared += 1;
      const place = `run ${run} of seed ${seed}, row ${at}: ${told}`;
      const page = turnStanding(newest);
      const list = lastTurnStanding(summary);
      expect(list, place).toEqual(page);
    }
  }
  expect(compared).toBeGreaterThan(RUNS);
});
