// Interrupts of this device and how far they went: sent, taken by the relay, unanswered. The deadlines run on this.
import { typedId } from "@longwire/shared-protocol/request-key";
import type { Envelope } from "../projection/envelope.ts";
import type { Stop } from "./deadlines.ts";

interface KnownStop {
  client: string;
  generation: string;
  taken: boolean;
  unanswered: boolean;
  id: string;
}

/** By the key of `GenerationState.stopping`. Part of the host's checkpoint. */
export type StopBook = Map<string, KnownStop>;

/** Folds one row into the book. */
export function noteStop(stops: StopBook, { row, message }: Envelope): void {
  if (row.kind === "out") {
    if (message?.kind !== "request" || message.method !== "turn/interrupt") return;
    const { params } = message;
    if (typeof params !== "object" || params === null || !("threadId" in params) || !("turnId" in params)) return;
    const key = JSON.stringify([params.threadId, params.turnId]);
    const known = {
      client: row.client,
      generation: row.generation,
      taken: false,
      unanswered: false,
      id: typedId(message.id),
    };
    stops.set(key, known);
  } else if (row.kind === "local") {
    const { event } = row;
    if (event.type === "taken") {
      for (const stop of stops.values()) if (stop.id === event.id) stop.taken = true;
    } else if (event.type === "stop-unanswered" && row.thread !== null) {
      const stop = stops.get(JSON.stringify([row.thread, event.turn]));
      if (stop !== undefined) stop.unanswered = true;
    } else if (event.type === "exit") {
      for (const [key, stop] of stops) if (stop.generation === event.end.generation) stops.delete(key);
    }
  }
}

/**
 * Stops that this device waits for. Each of its pages does: the one that sent it may be closed.
 * @param stopping keys of turns whose interrupt has neither failed nor ended the turn
 */
export function stopsOf(stops: StopBook, stopping: Iterable<string>): Stop[] {
  const list: Stop[] = [];
  for (const key of stopping) {
    const stop = stops.get(key);
    if (stop === undefined || !stop.taken) continue;
    const place: unknown = JSON.parse(key);
    if (!Array.isArray(place)) continue;
    const [thread, turn]: unknown[] = place;
    if (typeof thread !== "string" || typeof turn !== "string") continue;
    list.push({ thread, turn, stage: stop.unanswered ? "unanswered" : "stopping" });
  }
  return list;
}
