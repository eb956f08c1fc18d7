// Messages of this device on their way: from the line that carries them to the user message that claims them.
import type { Pass } from "./pass.ts";
import { leaveQueue } from "./queue.ts";
import { listOf, objectOf, textOf, textOfParts } from "./read.ts";
import type { Item, JsonObject, Outgoing, OwnRequest, ThreadState, Touch, Turn } from "./state.ts";

/** Requests that carry a message of the person. */
export function carriesMessage(method: string): boolean {
  return method === "turn/start" || method === "turn/steer" || method === "thread/queue/add";
}

/** A line of ours that carries a message: its bubble. The same line handed over again is the same bubble. */
export function sendOutgoing(pass: Pass, params: JsonObject): void {
  const { state, row, touch } = pass;
  const id = textOf(params["clientUserMessageId"]);
  if (id === null || state.book.claimed.has(id)) return;
  const parts = listOf(params["input"])
    .map(objectOf)
    .filter((part) => part !== null);
  const known = state.outgoing.get(id);
  if (known !== undefined) {
    if (known.state.type === "accepted") return;
    known.state = { type: "sent" };
    known.generation = row.generation;
    touch(known);
    return;
  }
  const outgoing: Outgoing = {
    clientUserMessageId: id,
    text: textOfParts(parts),
    input: parts,
    at: row.at,
    generation: row.generation,
    state: { type: "sent" },
  };
  state.outgoing.set(id, outgoing);
  touch(state);
  touch(outgoing);
}

/** The relay has the line. */
export function takeOutgoing(state: ThreadState, request: OwnRequest, touch: Touch): void {
  const outgoing = outgoingOf(state, request);
  if (outgoing?.state.type !== "sent" || outgoing.state.taken === true) return;
  outgoing.state = { type: "sent", taken: true };
  touch(outgoing);
}

/** The server has taken the message into a turn. Its bubble stays until the user message shows. */
export function acceptOutgoing(state: ThreadState, request: OwnRequest, turn: string, touch: Touch): void {
  const outgoing = outgoingOf(state, request);
  if (outgoing === undefined) return;
  outgoing.state = { type: "accepted", turn };
  touch(outgoing);
  const known = state.turns.get(turn);
  if (known !== undefined && known.endSeen) leaveUntaken(state, known, touch);
}

/**
 * The turn is over: what it had accepted (as steering) and no user message has claimed was never given to the model. Known
 * only of a turn that was held in full; a user message that comes late claims it all the same.
 */
export function leaveUntaken(state: ThreadState, turn: Turn, touch: Touch): void {
  if (turn.heldInFull) failUntaken(state, turn.id, "the turn ended before it reached the model.", touch);
}

/** What a turn has accepted and no user message has claimed is the person's again, with a reason. */
export function failUntaken(state: ThreadState, turn: string, message: string, touch: Touch): void {
  for (const outgoing of state.outgoing.values()) {
    if (outgoing.state.type !== "accepted" || outgoing.state.turn !== turn) continue;
    outgoing.state = { type: "failed", message };
    touch(outgoing);
  }
}

/** The server refused it, or it was not sent: the sentence says why. */
export function failOutgoing(state: ThreadState, request: OwnRequest, message: string, touch: Touch): void {
  const outgoing = outgoingOf(state, request);
  if (outgoing === undefined) return;
  outgoing.state = { type: "failed", message };
  touch(outgoing);
}

/** The generation has ended: what no user message has claimed may have been taken or not (a steer is lost by a kill). */
export function doubtOutgoing(state: ThreadState, over: (generation: string) => boolean, touch: Touch): void {
  for (const outgoing of state.outgoing.values()) {
    if (!over(outgoing.generation)) continue;
    if (outgoing.state.type !== "sent" && outgoing.state.type !== "accepted") continue;
    outgoing.state = { type: "delivery-unknown" };
    touch(outgoing);
  }
}

/**
 * A user message that is one of ours, by its clientId; by turn and text where the server left the clientId out. Before its
 * reply has come a message is on its way to whatever turn runs in its generation.
 */
export function claimOutgoing(pass: Pass, turn: Turn, item: Extract<Item, { type: "userMessage" }>): void {
  const { state, touch } = pass;
  let id = item.clientId;
  if (id === null) {
    for (const outgoing of state.outgoing.values()) {
      const to = outgoing.state;
      const here =
        to.type === "accepted" ? to.turn === turn.id : to.type === "sent" && outgoing.generation === turn.generation;
      if (!here || outgoing.text !== item.text) continue;
      id = outgoing.clientUserMessageId;
      break;
    }
    if (id === null) return;
    item.clientId = id;
  }
  if (state.book.claimed.has(id)) return;
  state.book.claimed.add(id);
  leaveQueue(state, id, touch);
  if (state.outgoing.delete(id)) touch(state);
}

function outgoingOf(state: ThreadState, request: OwnRequest): Outgoing | undefined {
  const id = textOf(request.params["clientUserMessageId"]);
  return id === null ? undefined : state.outgoing.get(id);
}
