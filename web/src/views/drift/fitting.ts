// Journal rows against the pinned schema. What is sent names its method, a reply does not: it waits here for the request of
// ours that it answers, whichever of the two is read first.
import type { Misfit } from "@longwire/shared-protocol/fit";
import { NO_MESSAGE, type RpcError, type RpcMessage } from "@longwire/shared-protocol/json-rpc";
import { pinnedMisfits, type SentKind } from "@longwire/shared-protocol/pinned-fit";
import { typedId } from "@longwire/shared-protocol/request-key";

/** What of a line does not fit. */
export interface Fit {
  /** `refusal`: an error in place of a reply. `unreadable`: no message at all. */
  readonly kind: SentKind | "refusal" | "unreadable";
  readonly method: string;
  /** One at least. */
  readonly misfits: readonly Misfit[];
}

/** Where a line was read. */
export interface LineFrom {
  readonly out: boolean;
  readonly generation: string;
  /** The method that the row itself names for a reply: a snapshot does. */
  readonly method: string | null;
}

/** Replies that wait for their requests, and requests that are remembered for replies: the oldest are let go. */
const MOST_WAITING = 32;
const MOST_REQUESTS = 5000;

/**
 * Looks at lines in any order. `found` is told of each that does not fit, at once or when the request of a reply was met.
 * Gives whether the line is one that is held against the schema.
 */
export function createFitting<T>(
  found: (line: T, fit: Fit) => void,
): (line: T, message: RpcMessage, from: LineFrom) => boolean {
  const requests = new Map<string, string>();
  const waiting = new Map<string, { line: T; result: unknown }>();
  const hold = (line: T, kind: SentKind, method: string, value: unknown) => {
    const misfits = pinnedMisfits(kind, method, value) ?? [];
    if (misfits.length > 0) found(line, { kind, method, misfits });
  };
  return (line, message, { out, generation, method }) => {
    if (message.kind === "unroutable") {
      if (!out && message.reason !== "blank")
        found(line, { kind: "unreadable", method: message.reason, misfits: [unreadable(message.detail)] });
      return !out;
    }
    if (out) {
      if (message.kind !== "request") return false;
      const key = `${generation} ${typedId(message.id)}`;
      const reply = waiting.get(key);
      waiting.delete(key);
      putBounded(requests, key, message.method, MOST_REQUESTS);
      if (reply !== undefined) hold(reply.line, "reply", message.method, reply.result);
      return false;
    }
    switch (message.kind) {
      case "notification":
        hold(line, "notified", message.method, message.params === undefined ? {} : message.params);
        return true;
      case "request":
        hold(line, "asked", message.method, message.params === undefined ? {} : message.params);
        return true;
      case "error": {
        const misfits = errorMisfits(message.error);
        const asked = requests.get(`${generation} ${typedId(message.id)}`) ?? "error";
        if (misfits.length > 0) found(line, { kind: "refusal", method: asked, misfits });
        return true;
      }
      case "response": {
        const key = `${generation} ${typedId(message.id)}`;
        const asked = method ?? requests.get(key);
        if (asked === undefined) putBounded(waiting, key, { line, result: message.result }, MOST_WAITING);
        else hold(line, "reply", asked, message.result);
        return true;
      }
    }
  };
}

/** An error is read however it looks; one that is not as JSON-RPC has it is told. */
function errorMisfits({ code, message }: RpcError): Misfit[] {
  const missing = (member: string, expected: string): Misfit => ({
    kind: "contradicts",
    what: "type",
    path: [member],
    expected,
    found: "something else or nothing",
  });
  return [
    ...(code === null ? [missing("code", "a whole number")] : []),
    ...(message === NO_MESSAGE ? [missing("message", "a text")] : []),
  ];
}

function unreadable(detail: string): Misfit {
  return { kind: "contradicts", what: "type", path: [], expected: "a JSON-RPC message", found: detail };
}

function putBounded<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
