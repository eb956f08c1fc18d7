// A thread's fold of what the App Server did not say: this device's own lines, and the local events of its journal.
import { typedId } from "@longwire/shared-protocol/request-key";
import type { LocalRow, OutRow } from "../journal/rows.ts";
import type { RpcRequest } from "@longwire/shared-protocol/json-rpc";
import { requestPlace } from "./book.ts";
import { carriesMessage, doubtOutgoing, failOutgoing, takeOutgoing, failUntaken, sendOutgoing } from "./outgoing.ts";
import { forgetMode } from "./settings.ts";
import type { Pass } from "./pass.ts";
import { doubtQueue } from "./queue.ts";
import { objectOf, textOf } from "./read.ts";
import type { OwnRequest, ThreadState, Touch, Turn } from "./state.ts";
import { appendGap, noteEnd } from "./timeline.ts";
import { breakTurns, findTurn, leaveUntold, loseTurns } from "./turns.ts";

/** A request of ours: open until its reply, and a message or a stop on its way. */
export function foldOwnRequest(pass: Pass, row: OutRow, message: RpcRequest): void {
  const { state, touch } = pass;
  const params = objectOf(message.params) ?? {};
  const request: OwnRequest = {
    id: typedId(message.id),
    method: message.method,
    params,
    thread: state.id,
    client: row.client,
    at: row.at,
    taken: false,
    asked: (state.book.asks += 1),
  };
  state.book.open.set(requestPlace(row.generation, request.id), request);
  if (carriesMessage(message.method)) sendOutgoing(pass, params);
  if (message.method === "turn/interrupt") {
    const turn = findTurn(state, textOf(params["turnId"]) ?? "");
    if (turn === undefined || turn.endSeen || turn.stop.type !== "none") return;
    turn.stop = { type: "stopping", at: row.at, taken: false };
    turn.stopRefused = null;
    touch(turn);
  }
}

/** Folds a local event; the decisions' fold reads it too. */
export function foldLocal(pass: Pass, row: LocalRow): void {
  const { state, touch } = pass;
  const { event } = row;
  switch (event.type) {
    case "attached":
      // One relay has one App Server at a time: what ran in another generation is over, however that ended.
      if (state.book.generation !== null && state.book.generation !== row.generation)
        noteEnd(state, state.book.generation, null, touch);
      endGenerations(pass, (generation) => generation !== null && generation !== row.generation, null);
      break;
    case "exit":
      noteEnd(state, event.end.generation, event.end, touch);
      endGenerations(pass, (generation) => generation === null || generation === event.end.generation, event.end);
      if (state.status.type !== "unknown" && state.status.type !== "notLoaded") {
        state.status = { type: "notLoaded" };
        touch(state);
      }
      break;
    case "gap":
      if (state.book.generation === row.generation) appendGap(state, event.from, event.to, touch);
      breakTurns(state, row.generation, touch);
      doubtQueue(state, touch);
      state.book.missed = true;
      break;
    case "taken":
      foldTaken(pass, event.id);
      break;
    case "not-sent":
      foldNotSent(pass, event);
      break;
    case "delivery-unknown": {
      const request = state.book.open.get(requestPlace(row.generation, event.id));
      const id = request === undefined ? null : textOf(request.params["clientUserMessageId"]);
      if (id !== null) doubtOne(state, id, touch);
      break;
    }
    case "stop-unanswered": {
      const turn = findTurn(state, event.turn);
      if (turn === undefined || turn.endSeen || turn.stop.type !== "stopping") break;
      turn.stop = { type: "unanswered", at: row.at };
      touch(turn);
      break;
    }
    case "end-untold": {
      const turn = findTurn(state, event.turn);
      if (turn !== undefined) leaveUntold(state, turn, touch);
      if (turn?.endUntold === true)
        failUntaken(state, turn.id, "its turn stood still, and how it ended was not told.", touch);
      break;
    }
    case "terminate": {
      const turn = event.turn === null ? undefined : findTurn(state, event.turn);
      if (turn === undefined || turn.endSeen) break;
      turn.stop = { type: "forced", at: row.at };
      touch(turn);
      break;
    }
    case "discarded":
      if (state.outgoing.delete(event.message)) touch(state);
      break;
    case "caught-up":
      // Only decisions are concerned.
      break;
    default:
  }
}

/** Everything that waited for these generations: turns, messages, requests. */
function endGenerations(
  pass: Pass,
  over: (generation: string | null) => boolean,
  end: Parameters<typeof loseTurns>[2],
): void {
  const { state, touch } = pass;
  loseTurns(state, over, end, touch);
  if (state.book.generation !== null && over(state.book.generation)) forgetMode(state, touch);
  doubtOutgoing(state, over, touch);
  // What a process had begun goes on in no other one.
  state.book.openCards.clear();
  for (const place of state.book.open.keys())
    if (over(place.slice(0, place.indexOf("\n")))) state.book.open.delete(place);
}

function stoppingTurn(state: ThreadState, request: OwnRequest): Turn | undefined {
  return request.method === "turn/interrupt" ? findTurn(state, textOf(request.params["turnId"]) ?? "") : undefined;
}

function foldTaken(pass: Pass, id: string): void {
  const { state, row, touch } = pass;
  const request = state.book.open.get(requestPlace(row.generation, id));
  if (request === undefined) return;
  request.taken = true;
  takeOutgoing(state, request, touch);
  const turn = stoppingTurn(state, request);
  if (turn?.stop.type !== "stopping" || turn.stop.taken) return;
  turn.stop = { ...turn.stop, taken: true };
  touch(turn);
}

function foldNotSent(pass: Pass, event: { id: string; reason: string; discarded?: boolean }): void {
  const { id, reason, discarded } = event;
  const { state, row, touch } = pass;
  const place = requestPlace(row.generation, id);
  const request = state.book.open.get(place);
  if (request === undefined) return;
  state.book.open.delete(place);
  failOutgoing(state, request, reason, touch);
  // What the person has put away does not come back as one that was not taken.
  const message = textOf(request.params["clientUserMessageId"]);
  if (discarded === true && message !== null && state.outgoing.delete(message)) touch(state);
  const turn = stoppingTurn(state, request);
  if (turn === undefined || turn.endSeen || turn.stop.type !== "stopping") return;
  turn.stop = { type: "none" };
  touch(turn);
}

function doubtOne(state: ThreadState, id: string, touch: Touch): void {
  const outgoing = state.outgoing.get(id);
  if (outgoing === undefined || outgoing.state.type === "failed") return;
  outgoing.state = { type: "delivery-unknown" };
  touch(outgoing);
}
