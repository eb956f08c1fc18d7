// The fold of one thread: one row in, the thread's state patched in place. The same for live, replay and offline; folding
// only the rows that speak of the thread and the host's local rows gives the same state as folding all of them.
import { read } from "@longwire/shared-protocol/wire/field";
import { type FoldedNotification, readNotification } from "@longwire/shared-protocol/wire/notifications";
import { planStep } from "@longwire/shared-protocol/wire/turn";
import { closeTurn, foldDecision } from "../decisions/fold.ts";
import type { Decision } from "../decisions/state.ts";
import { stubOfOther } from "./cards.ts";
import { isDelta } from "./delta-methods.ts";
import { foldDelta, foldUnknownDelta } from "./deltas.ts";
import type { Envelope } from "./envelope.ts";
import { noteGoalItem, noteGoalStart } from "./goal-turns.ts";
import { foldItem } from "./items.ts";
import { closeCards, hooksOf } from "./joined-cards.ts";
import { foldLocal, foldOwnRequest } from "./own-events.ts";
import { leaveUntaken } from "./outgoing.ts";
import { addCard, type Pass, type ThreadContext } from "./pass.ts";
import { momentOf, objectOf, textOf } from "./read.ts";
import { foldReply } from "./replies.ts";
import { doubtHistory } from "./reverting.ts";
import { forgetMode, readUsage, settingsOfUpdate } from "./settings.ts";
import { readStatus } from "./thread-words.ts";
import { foldOneTurn } from "./snapshots.ts";
import type { ThreadState, Touch } from "./state.ts";
import { foldTold } from "./thread-told.ts";
import {
  breakTurns,
  completeTurn,
  dropGhosts,
  errorOf,
  failTurn,
  findTurn,
  progress,
  startTurn,
  turnOfEvent,
} from "./turns.ts";

export type { ThreadContext } from "./pass.ts";

/**
 * Folds one row into the thread. Rows that speak of other threads are passed over, so that all rows of a host may be
 * given. `touch` is called with each object that has changed. Never throws.
 */
export function foldThread(state: ThreadState, context: ThreadContext, envelope: Envelope, touch: Touch): void {
  const { row, message } = envelope;
  const pass: Pass = { state, host: context.host, row, message, touch };
  if (row.kind === "local") {
    if (row.thread !== null && row.thread !== state.id) return;
    foldLocal(pass, row);
    decide(pass, envelope);
    return;
  }
  if (row.thread !== state.id) return;
  if (row.kind === "out") {
    if (message?.kind === "request") foldOwnRequest(pass, row, message);
    else decide(pass, envelope);
    return;
  }
  if (message === null) {
    // What another device was told may have been a resume: whether the thread was silent before it cannot be known.
    if (!stubOfOther(row)) addCard(pass, null);
    else {
      breakTurns(state, row.generation, touch);
      // It may as well have been a rollback, of which no event tells.
      doubtHistory(state);
    }
    return;
  }
  if (message.kind === "notification" || message.kind === "request") state.lastSignAt = row.at;
  switch (message.kind) {
    case "notification":
      foldNotification(pass, message.method, message.params);
      if (message.emittedAtMs !== null) state.book.serverAt = message.emittedAtMs;
      if (TELLS_DECISIONS.has(message.method)) decide(pass, envelope);
      return;
    case "request": {
      const decision = decide(pass, envelope);
      if (decision !== null) placeDecision(pass, decision);
      return;
    }
    case "response":
    case "error":
      foldReply(pass, message);
      return;
    case "unroutable":
      addCard(pass, null);
  }
}

/** The notifications that the decisions' fold reads. */
const TELLS_DECISIONS: ReadonlySet<string> = new Set([
  "serverRequest/resolved",
  "turn/completed",
  "item/completed",
  "thread/status/changed",
]);

function decide(pass: Pass, envelope: Envelope): Decision | null {
  const { state, touch } = pass;
  const context = {
    host: pass.host,
    status: () => state.status,
    interrupted: (_thread: string, id: string) => {
      const turn = findTurn(state, id);
      return turn !== undefined && (turn.stop.type !== "none" || turn.reported === "interrupted");
    },
    serverAt: state.book.serverAt,
  };
  return foldDecision(state.decisions, context, envelope, touch);
}

function placeDecision(pass: Pass, decision: Decision): void {
  const { state, touch } = pass;
  if (decision.turn === null) {
    state.timeline.push({ type: "decision", key: decision.key });
  } else {
    const turn = turnOfEvent(pass, decision.turn);
    progress(pass, turn);
    turn.entries.push({ type: "decision", key: decision.key });
    touch(turn);
  }
  touch(state);
}

function foldNotification(pass: Pass, method: string, params: unknown): void {
  if (isDelta(method)) {
    foldDelta(pass, method, params);
    return;
  }
  const reading = readNotification(method, params);
  if (reading === null) foldOther(pass, method, params);
  else if (reading.ok) foldKnown(pass, reading.value);
  else foldMalformed(pass, method, params);
}

function foldKnown(pass: Pass, { method, params }: FoldedNotification): void {
  const { state, row, touch } = pass;
  switch (method) {
    case "turn/started": {
      const first = findTurn(state, params.turn.id) === undefined;
      startTurn(pass, params.turn);
      const turn = findTurn(state, params.turn.id);
      if (first && turn !== undefined) noteGoalStart(pass, turn);
      return;
    }
    case "turn/completed": {
      const turn = completeTurn(pass, params.turn);
      for (const id of new Set([turn.id, params.turn.id])) closeCards(state.book.openCards, hooksOf(id));
      // The decisions of a review may name the turn that only its start did.
      for (const [alias, id] of state.book.turnAliases)
        if (id === turn.id) closeTurn(state.decisions, state.id, alias, row.generation, row.at, touch);
      if (!turn.heldInFull && (params.turn.items ?? []).length > 0) foldOneTurn(pass, params.turn);
      leaveUntaken(state, turn, touch);
      return;
    }
    case "item/started":
    case "item/completed": {
      const turn = turnOfEvent(pass, params.turnId);
      progress(pass, turn);
      const started = method === "item/started";
      const at = momentOf(started ? params["startedAtMs"] : params["completedAtMs"]) ?? row.at;
      foldItem(pass, turn, params.item, started ? "started" : "completed", at);
      if (objectOf(params.item)?.["type"] === "enteredReviewMode") state.book.reviews.add(turn.id);
      noteGoalItem(pass, turn);
      dropGhosts(pass, turn);
      return;
    }
    case "turn/plan/updated": {
      const turn = turnOfEvent(pass, params.turnId);
      progress(pass, turn);
      turn.plan = params.plan.map((value) => {
        const step = read(planStep, value);
        if (step.ok) return { step: step.value.step, status: step.value.status ?? "pending" };
        return { step: textOf(value) ?? JSON.stringify(value), status: "unknown" };
      });
      turn.planExplanation = params.explanation ?? null;
      if (!turn.entries.some((entry) => entry.type === "plan")) turn.entries.push({ type: "plan" });
      touch(turn);
      return;
    }
    case "turn/diff/updated": {
      const turn = turnOfEvent(pass, params.turnId);
      progress(pass, turn);
      turn.diff = params.diff;
      touch(turn);
      return;
    }
    case "error":
      foldError(pass, params);
      return;
    case "thread/started":
      state.ephemeral ||= params.thread.ephemeral === true;
      touch(state);
      setStatus(pass, params.thread.status ?? null);
      return;
    case "thread/status/changed":
      setStatus(pass, params.status);
      return;
    case "thread/closed":
      setStatus(pass, { type: "notLoaded" });
      return;
    case "thread/settings/updated":
      settingsOfUpdate(state, params.threadSettings);
      touch(state);
      return;
    case "thread/tokenUsage/updated":
      state.tokenUsage = readUsage(params.tokenUsage);
      touch(state);
      return;
    case "thread/name/updated":
    case "thread/archived":
    case "thread/unarchived":
    case "thread/deleted":
    case "serverRequest/resolved":
    // The summary and the decisions tell of these.
  }
}

function setStatus(pass: Pass, status: Parameters<typeof readStatus>[0] | null): void {
  if (status === null) return;
  pass.state.status = readStatus(status);
  if (pass.state.status.type === "notLoaded") forgetMode(pass.state, pass.touch);
  pass.touch(pass.state);
}

function foldError(pass: Pass, params: Extract<FoldedNotification, { method: "error" }>["params"]): void {
  const id = params.turnId;
  if (typeof id !== "string") {
    addCard(pass, null);
    return;
  }
  failTurn(pass, turnOfEvent(pass, id), errorOf(params.error), params.willRetry === true);
}

/** A method that is told by a card, or that this app has never heard of: in its turn where it names one. */
function foldOther(pass: Pass, method: string, params: unknown): void {
  if (foldTold(pass, method, params)) return;
  const id = textOf(objectOf(params)?.["turnId"]);
  if (foldUnknownDelta(pass, method, params)) return;
  if (REALTIME_ENDS.has(method)) closeCards(pass.state.book.openCards, "realtime/");
  const turn = id === null ? null : turnOfEvent(pass, id);
  if (turn !== null) progress(pass, turn);
  addCard(pass, turn);
}

const REALTIME_ENDS: ReadonlySet<string> = new Set(["thread/realtime/started", "thread/realtime/closed"]);

/** A known method whose parameters do not parse: shown, and what it says of a turn's start and end still counts. */
function foldMalformed(pass: Pass, method: string, params: unknown): void {
  const object = objectOf(params);
  const wire = objectOf(object?.["turn"]);
  const id = textOf(wire?.["id"]) ?? textOf(object?.["turnId"]);
  const turn = id === null ? null : turnOfEvent(pass, id);
  if (id !== null && method === "turn/started") startTurn(pass, { id });
  if (id !== null && method === "turn/completed") completeTurn(pass, { id, status: textOf(wire?.["status"]) });
  addCard(pass, turn, "malformed");
}
