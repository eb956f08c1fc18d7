import { expect, test } from "vitest";
import { createMemoryEnvironment } from "../link/memory-environment.ts";
import type { Row } from "../journal/rows.ts";
import { AT_MOST_MS, createCheckpoints, QUIET_MS } from "./checkpoints.ts";

function setup() {
  const environment = createMemoryEnvironment();
  const saved: string[] = [];
  const state = { busy: false, unsaved: [] as Row[], due: ["host", "T"] };
  const checkpoints = createCheckpoints({
    pump: {
      exclusive: (job) => job(),
      atOnce(job) {
        if (!state.busy) job();
        return !state.busy;
      },
      unsaved: () => state.unsaved,
    },
    now: environment.now,
    after: environment.after,
    due: () => state.due.map((name) => () => Promise.resolve(void saved.push(name))),
  });
  return { environment, checkpoints, saved, state };
}

test("[JRN-105] checkpoints wait for quiet, but not for ever", async () => {
  const { environment, checkpoints, saved } = setup();
  checkpoints.touched();
  await environment.advance(QUIET_MS - 1);
  expect(saved).toEqual([]);
  await environment.advance(1);
  expect(saved).toEqual(["host", "T"]);
  for (let passed = 0; passed < AT_MOST_MS; passed += 1000) {
    checkpoints.touched();
    await environment.advance(1000);
  }
  expect(saved).toEqual(["host", "T", "host", "T"]);
});

test("[JRN-105] with nothing folded since, or with unsaved rows, leaving saves nothing; a busy page is not held up", async () => {
  const { checkpoints, saved, state, environment } = setup();
  checkpoints.leaving();
  expect(saved).toEqual([]);
  checkpoints.touched();
  state.busy = true;
  checkpoints.leaving();
  expect(saved).toEqual([]);
  state.busy = false;
  state.unsaved = [{} as Row];
  checkpoints.leaving();
  await environment.advance(QUIET_MS);
  expect(saved).toEqual([]);
  state.unsaved = [];
  checkpoints.touched();
  checkpoints.leaving();
  expect(saved).toEqual(["host", "T"]);
  await environment.advance(AT_MOST_MS);
  expect(saved).toEqual(["host", "T"]);
});
