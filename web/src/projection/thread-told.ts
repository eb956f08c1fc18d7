// What notifications tell of a thread beside its turns: its goal, queue, project and environments, checks of the model's
// provider, history taken back. Each becomes state that is shown; a card is made where something has happened that a
// reader of the transcript wants to know.
import { addCard, type Pass } from "./pass.ts";
import { readGoal } from "./facts-read.ts";
import { objectOf, textOf } from "./read.ts";
import type { JsonObject } from "./state.ts";
import { changeQueue } from "./queue.ts";
import { doubtHistory } from "./reverting.ts";
import { progress, turnOfEvent } from "./turns.ts";

/** Whether a line that was understood gets a card in the transcript too. */
type Told = "card" | "quiet" | "malformed";

const TOLD: ReadonlyMap<string, (pass: Pass, params: JsonObject) => Told> = new Map<
  string,
  (pass: Pass, params: JsonObject) => Told
>([
  ["thread/goal/updated", updateGoal],
  ["thread/goal/cleared", clearGoal],
  [
    "thread/queue/changed",
    (pass) => {
      changeQueue(pass);
      return "quiet";
    },
  ],
  [
    "thread/project/updated",
    ({ state, touch }, params) => {
      const id = textOf(params["projectId"]);
      if (state.project === id) return "quiet";
      state.project = id;
      touch(state);
      return "card";
    },
  ],
  ["thread/environment/connected", (pass, params) => tellEnvironment(pass, params, true)],
  ["thread/environment/disconnected", (pass, params) => tellEnvironment(pass, params, false)],
  [
    "thread/reverted",
    ({ state, touch }) => {
      doubtHistory(state);
      touch(state);
      return "card";
    },
  ],
  ["thread/compacted", tellCompaction],
  ["model/safetyBuffering/updated", tellBuffering],
  ["guardianWarning", tellGuardian],
  // How far its servers have come is told by the host; here only what went wrong.
  [
    "mcpServer/startupStatus/updated",
    ({ state }, params) => {
      const name = textOf(params["name"]) ?? "";
      const broken = params["status"] === "failed";
      const key = `mcp\n${name}`;
      const before = state.book.lastCards.get(key);
      const now = broken ? JSON.stringify([params["error"], params["failureReason"]]) : "";
      state.book.lastCards.set(key, now);
      return broken && before !== now ? "card" : "quiet";
    },
  ],
]);

/** Folds what is told of the thread beside its turns. False: the method is none of these. */
export function foldTold(pass: Pass, method: string, params: unknown): boolean {
  const tell = TOLD.get(method);
  if (tell === undefined) return false;
  const read = objectOf(params);
  const told = read === null ? "malformed" : tell(pass, read);
  if (told === "quiet") return true;
  const turn = textOf(read?.["turnId"]);
  addCard(pass, turn === null ? null : turnOfEvent(pass, turn), told === "malformed" ? "malformed" : undefined);
  return true;
}

function updateGoal({ state, touch }: Pass, params: JsonObject): Told {
  const goal = readGoal(params["goal"]);
  if (goal === null) return "malformed";
  const before = state.goal;
  state.goal = goal;
  touch(state);
  // Its counters go on with every step: what happened is a new goal, a new status, a new budget.
  const same =
    before?.objective === goal.objective && before.status === goal.status && before.tokenBudget === goal.tokenBudget;
  return same ? "quiet" : "card";
}

/** Every resume says that there is no goal, also where there never was one. */
function clearGoal({ state, touch }: Pass): Told {
  if (state.goal === null) return "quiet";
  state.goal = null;
  touch(state);
  return "card";
}

function tellEnvironment({ state, row, touch }: Pass, params: JsonObject, connected: boolean): Told {
  const id = textOf(params["environmentId"]);
  if (id === null) return "malformed";
  const before = state.environments.get(id);
  if (before?.connected === connected) return "quiet";
  state.environments.set(id, { id, connected, at: row.at });
  touch(state);
  return "card";
}

/** The item `contextCompaction` shows the same; a server that sends only this line is shown by it. */
function tellCompaction(pass: Pass, params: JsonObject): Told {
  const id = textOf(params["turnId"]);
  if (id === null) return "card";
  const turn = turnOfEvent(pass, id);
  for (const item of turn.items.values()) if (item.type === "contextCompaction") return "quiet";
  return "card";
}

function tellBuffering(pass: Pass, params: JsonObject): Told {
  const id = textOf(params["turnId"]);
  if (id === null) return "malformed";
  const turn = turnOfEvent(pass, id);
  progress(pass, turn);
  const shown = params["showBufferingUi"] === true && !turn.endSeen;
  turn.buffering = shown
    ? { model: textOf(params["model"]), fasterModel: textOf(params["fasterModel"]), at: pass.row.at }
    : null;
  pass.touch(turn);
  return "card";
}

/** The outcome of an automatic review is told as a warning too: where the review's card says it already, that is enough. */
function tellGuardian({ state }: Pass, params: JsonObject): Told {
  const message = textOf(params["message"]);
  if (message === null) return "malformed";
  const running = state.book.running === null ? undefined : state.turns.get(state.book.running);
  const last = running?.entries.findLast((entry) => entry.type === "card");
  if (last?.type !== "card" || last.card.name !== "item/autoApprovalReview/completed") return "card";
  const rationale = textOf(objectOf(paramsOf(last.card.raw)?.["review"])?.["rationale"]);
  return rationale !== null && rationale !== "" && message.endsWith(rationale) ? "quiet" : "card";
}

function paramsOf(line: string): JsonObject | null {
  try {
    return objectOf(objectOf(JSON.parse(line))?.["params"]);
  } catch {
    return null;
  }
}
