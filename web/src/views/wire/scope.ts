// Which rows are behind one turn or one item. Rows come in the order of the journal, so that a reply, an answer or a local
// event finds the request that it speaks of.
import { typedId } from "@longwire/shared-protocol/request-key";
import type { RequestId } from "@longwire/shared-protocol/json-rpc";
import { objectOf, textOf } from "../../projection/read.ts";
import { historyIn, type Reading } from "./envelope.ts";

/** What the envelopes are wanted of. */
export type WireScope =
  | { type: "thread" }
  | { type: "turn"; turn: string }
  /** `clientId`: of a message of the person, under which it was sent. */
  | { type: "item"; turn: string; item: string; clientId: string | null };

/** Says of each row whether it belongs; earlier rows that turn out to belong come with it, in order. */
export type Chooser = (reading: Reading) => Reading[];

/** Of a thread every row belongs. For a turn or an item, give the chooser all rows of the thread, in order. */
export function createChooser(scope: WireScope): Chooser {
  if (scope.type === "thread") return (reading) => [reading];
  /** Requests that belong, as `<whose> <generation> <typedId>`: the App Server's and our own count apart. */
  const chosen = new Set<string>();
  /** Our requests, and the events about them, until a reply tells which turn they began. */
  const open = new Map<string, Reading[]>();

  const direct = ({ envelope, message }: Reading): boolean => {
    if (envelope.kind === "snapshot" && envelope.shape === "response") {
      const items = historyIn(message).get(scope.turn);
      return items !== undefined && (scope.type === "turn" || items.has(scope.item));
    }
    if (scope.type === "turn") return envelope.turn === scope.turn;
    if (envelope.item === scope.item && (envelope.turn === null || envelope.turn === scope.turn)) return true;
    if (scope.clientId === null || message === null || envelope.direction !== "out") return false;
    if (message.kind !== "request") return false;
    return textOf(objectOf(message.params)?.["clientUserMessageId"]) === scope.clientId;
  };

  return (reading) => {
    const { envelope, message } = reading;
    const { generation, id, direction } = envelope;
    const own = `own ${generation} ${id}`;
    const theirs = `theirs ${generation} ${id}`;
    const belongs = direct(reading);

    if (envelope.shape === "request") {
      const whose = direction === "out" ? own : theirs;
      if (belongs) chosen.add(whose);
      else if (direction === "out" && scope.type === "turn") open.set(own, [reading]);
      return belongs ? [reading] : [];
    }
    if (direction === "local") {
      if (belongs) return [reading];
      if (id === null) return [];
      // The id of a local event is one of our lines: a request, or an answer to the App Server's.
      if (chosen.has(own) || chosen.has(theirs)) return [reading];
      open.get(own)?.push(reading);
      return [];
    }
    if (envelope.shape === "response" || envelope.shape === "error" || envelope.shape === "stub") {
      const request = direction === "out" ? theirs : own;
      const before = open.get(request) ?? [];
      if (direction === "in") open.delete(request);
      // A copy of the history is of many turns: the question for it is no line of this one.
      if (envelope.kind === "snapshot") return belongs ? [reading] : [];
      if (chosen.has(request)) return [reading];
      if (!belongs) return [];
      if (direction === "in") chosen.add(own);
      return [...before, reading];
    }
    // `serverRequest/resolved` names the request alone.
    if (!belongs && message?.kind === "notification") {
      const resolved = objectOf(message.params)?.["requestId"];
      if (isId(resolved) && chosen.has(`theirs ${generation} ${typedId(resolved)}`)) return [reading];
    }
    return belongs ? [reading] : [];
  };
}

function isId(value: unknown): value is RequestId {
  return typeof value === "string" || typeof value === "number";
}
