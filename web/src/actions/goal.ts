// A thread's goal: what it works towards by itself. Every device sees what the server tells of it.
import type { HostSession, Outcome } from "../host/model.ts";
import { readGoal } from "../projection/facts-read.ts";
import { objectOf } from "../projection/read.ts";
import type { GoalActs, GoalChange } from "./contract.ts";
import { askLoaded, NOW } from "./loaded.ts";

const DONE: Outcome<null> = { ok: true, value: null };

async function set(session: HostSession, thread: string, change: GoalChange): Promise<Outcome<null>> {
  // Set on a thread that is not loaded it would be stored, and nothing would begin.
  const outcome =
    change.status === "active"
      ? await askLoaded(session, thread, "thread/goal/set", change)
      : await session.request("thread/goal/set", { threadId: thread, ...change }, NOW);
  return outcome.ok ? DONE : outcome;
}

/** The acts on a goal. */
export const goalActs: GoalActs = {
  async read(session, thread) {
    const outcome = await session.request("thread/goal/get", { threadId: thread });
    return outcome.ok ? { ok: true, value: readGoal(objectOf(outcome.value)?.["goal"]) } : outcome;
  },
  set,
  async clear(session, thread) {
    const outcome = await session.request("thread/goal/clear", { threadId: thread }, NOW);
    return outcome.ok ? DONE : outcome;
  },
};
