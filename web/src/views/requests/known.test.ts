// What a field offers: threads by their newest, turns of the thread that was chosen, folders; nothing for any other name.
import { expect, test } from "vitest";
import { createHostState } from "../../projection/host-fold.ts";
import { summaryOf } from "../../projection/summaries.ts";
import type { HostState, ThreadSummary } from "../../projection/state.ts";
import { knownFor } from "./known.ts";

function known(state: HostState, id: string, facts: Partial<ThreadSummary>): void {
  Object.assign(
    summaryOf(state, id, () => undefined),
    facts,
  );
}

test("[VIW-679] threads, turns of the chosen thread and folders that this device knows are offered by a member's name", () => {
  const state = createHostState("h");
  known(state, "T1", { name: "Old one", updatedAt: 1, cwd: "/a" });
  known(state, "T2", { preview: "what is here?", updatedAt: 2, cwd: "/b" });
  known(state, "T3", { updatedAt: 3, deleted: true });
  const offered = (path: (string | number)[], value: unknown = {}) =>
    knownFor(state, path, value).map((one) => one.value);
  expect(offered(["threadId"])).toEqual(["T2", "T1"]);
  expect(offered(["beforeThreadId"])).toEqual(["T2", "T1"]);
  expect(knownFor(state, ["threadId"], {})[0]?.words).toBe("what is here?");
  state.pastTurns.set("T1", ["u1", "u2"]);
  known(state, "T1", { lastTurn: { id: "u3", status: "completed" }, updatedAt: 1, cwd: "/a" });
  expect(offered(["turnId"], { threadId: "T1" })).toEqual(["u3", "u2", "u1"]);
  expect(offered(["turnId"], { threadId: "T2" })).toEqual([]);
  expect(offered(["cwds", 0])).toEqual(["/b", "/a"]);
  expect(offered(["sourcePath"])).toEqual(["/b", "/a"]);
  for (const name of ["keyPath", "model", "id", "threadSource"]) expect(offered([name]), name).toEqual([]);
});
