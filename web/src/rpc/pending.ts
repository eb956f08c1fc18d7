// The requests of this page that wait for their reply. Each promise settles exactly once: by its reply, by the end of its
// generation, or because it was not sent. None is ever left hanging.
import type { RequestId, RpcErrorResponse, RpcResponse } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import type { Failure, Outcome } from "../host/model.ts";

export interface PendingRequests {
  /**
   * The generation whose replies are awaited from now on. The one that was closed stays closed; entries of another
   * generation that were still open are settled as ended, delivery unknown.
   */
  open(generation: string): void;
  /**
   * Waits for the reply to `id`; call it before the line is sent. While closed it settles at once.
   * @throws RangeError when the id already waits
   */
  wait(id: RequestId): Promise<Outcome<unknown>>;
  has(id: RequestId): boolean;
  /** A reply of the open generation. False when nothing waits for it: another device's, or given up meanwhile. */
  reply(message: RpcResponse | RpcErrorResponse): boolean;
  /** Gives one up for a reason of our own (not sent; the turn is over and no reply will come). */
  fail(id: RequestId, reason: Failure): boolean;
  /**
   * The generation has ended: all that wait are settled, and later ones at once, until another generation opens.
   * @param delivered whether the App Server got the line: true, false, or null for unknown
   */
  close(generation: string, delivered: (id: RequestId) => boolean | null): void;
  size(): number;
}

type Gate =
  | { type: "none" }
  | { type: "open"; generation: string }
  /** Sticky: the same generation does not come back. */
  | { type: "closed"; generation: string };

interface Waiting {
  id: RequestId;
  settle(outcome: Outcome<unknown>): void;
}

/** An empty map, closed until the first generation opens. */
export function createPendingRequests(): PendingRequests {
  const waiting = new Map<string, Waiting>();
  let gate: Gate = { type: "none" };

  function take(id: RequestId): Waiting | null {
    const key = typedId(id);
    const entry = waiting.get(key) ?? null;
    waiting.delete(key);
    return entry;
  }

  function settleAll(delivered: (id: RequestId) => boolean | null): void {
    const all = [...waiting.values()];
    waiting.clear();
    for (const entry of all) entry.settle(failed({ type: "ended", delivered: delivered(entry.id) }));
  }

  return {
    open(generation) {
      if (gate.type !== "none" && gate.generation === generation) return;
      settleAll(() => null);
      gate = { type: "open", generation };
    },
    wait(id) {
      if (gate.type === "none")
        return Promise.resolve(failed({ type: "not-sent", message: "Not sent: not connected to the App Server yet." }));
      if (gate.type === "closed") return Promise.resolve(failed({ type: "ended", delivered: false }));
      const key = typedId(id);
      if (waiting.has(key)) throw new RangeError(`request ${key} already waits for its reply`);
      return new Promise((settle) => waiting.set(key, { id, settle }));
    },
    has: (id) => waiting.has(typedId(id)),
    reply(message) {
      const entry = take(message.id);
      if (entry === null) return false;
      if (message.kind === "response") entry.settle({ ok: true, value: message.result });
      else {
        const { code, message: text, data } = message.error;
        entry.settle(failed({ type: "rpc", code, message: text, data }));
      }
      return true;
    },
    fail(id, reason) {
      const entry = take(id);
      entry?.settle(failed(reason));
      return entry !== null;
    },
    close(generation, delivered) {
      // The end of a generation that is not the open one (told late) ends nothing of the present.
      if (gate.type === "open" && gate.generation !== generation) return;
      gate = { type: "closed", generation };
      settleAll(delivered);
    },
    size: () => waiting.size,
  };
}

function failed(reason: Failure): Outcome<unknown> {
  return { ok: false, reason };
}
