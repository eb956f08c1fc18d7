import { expect, test } from "vitest";
import { createMemoryEnvironment, settled } from "../link/memory-environment.ts";
import { createDeadlines, STOP_DEADLINE_MS, type Stop } from "./deadlines.ts";

function setup() {
  const environment = createMemoryEnvironment();
  let stops: Stop[] = [];
  let live = true;
  let alive: () => Promise<boolean> = () => Promise.resolve(true);
  const told: string[] = [];
  const deadlines = createDeadlines({
    now: environment.now,
    every(ms, tick) {
      let cancel = environment.after(ms, again);
      function again(): void {
        cancel = environment.after(ms, again);
        tick();
      }
      return () => cancel();
    },
    live: () => live,
    stops: () => stops,
    proveAlive: () => alive(),
    unanswered: ({ turn }) => told.push(`unanswered ${turn}`),
    cleanUp: ({ turn }) => told.push(`clean up ${turn}`),
  });
  return {
    environment,
    deadlines,
    told,
    set(next: Stop[]) {
      stops = next;
      deadlines.check();
    },
    live(yes: boolean) {
      live = yes;
    },
    alive(answer: () => Promise<boolean>) {
      alive = answer;
    },
  };
}

const stop = (stage: Stop["stage"], turn = "t1"): Stop => ({ thread: "T", turn, stage });

test("[ACT-20] ten seconds live without an end: no answer; ten more: clean-up, each told once", async () => {
  const { environment, told, set } = setup();
  set([stop("stopping")]);
  await environment.advance(STOP_DEADLINE_MS - 300);
  expect(told).toEqual([]);
  await environment.advance(600);
  expect(told).toEqual(["unanswered t1"]);
  await environment.advance(5000);
  expect(told).toEqual(["unanswered t1"]);
  set([stop("unanswered")]);
  await environment.advance(STOP_DEADLINE_MS - 300);
  expect(told).toEqual(["unanswered t1"]);
  await environment.advance(600);
  expect(told).toEqual(["unanswered t1", "clean up t1"]);
  await environment.advance(60_000);
  expect(told).toHaveLength(2);
});

test("[ACT-20] time without a connection, and time in which the page slept, does not count", async () => {
  const { environment, told, set, live } = setup();
  set([stop("stopping")]);
  await environment.advance(6000);
  live(false);
  await environment.advance(60_000);
  live(true);
  await environment.sleep(120_000);
  expect(told).toEqual([]);
  await environment.advance(3500);
  expect(told).toEqual([]);
  await environment.advance(1000);
  expect(told).toEqual(["unanswered t1"]);
});

test("[ACT-21] before it is judged a fresh sign of life must have come and been folded; an end that came with it wins", async () => {
  const { environment, told, set, alive } = setup();
  alive(() => Promise.resolve(false));
  set([stop("stopping")]);
  await environment.advance(STOP_DEADLINE_MS + 2000);
  expect(told).toEqual([]);
  let answer: (yes: boolean) => void = () => undefined;
  alive(() => new Promise((resolve) => (answer = resolve)));
  await environment.advance(1000);
  set([]);
  answer(true);
  await settled();
  expect(told).toEqual([]);
});

test("[ACT-21] a stop that ends while another runs leaves that one its own time", async () => {
  const { environment, told, set } = setup();
  set([stop("stopping", "a")]);
  await environment.advance(6000);
  set([stop("stopping", "a"), stop("stopping", "b")]);
  await environment.advance(2000);
  set([stop("stopping", "b")]);
  await environment.advance(7000);
  expect(told).toEqual([]);
  await environment.advance(1500);
  expect(told).toEqual(["unanswered b"]);
});

test("[ACT-20] with nothing to time no clock runs", async () => {
  const { environment, set, deadlines } = setup();
  set([]);
  expect(environment.planned()).toEqual([]);
  set([stop("stopping")]);
  expect(environment.planned()).toHaveLength(1);
  set([]);
  expect(environment.planned()).toEqual([]);
  set([stop("stopping")]);
  deadlines.close();
  expect(environment.planned()).toEqual([]);
});
