// From a line to its row: which thread it speaks of, whether it is a snapshot, and whether its content is kept at all.
// Runs inside the journal's transaction, with what other tabs wrote meanwhile at hand.
import { parseLine, type RpcMessage } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import { ROW_VERSION, type DraftRow, type Row } from "../journal/rows.ts";
import type { JsonObject, OwnRequest } from "../projection/state.ts";
import { snapshotOf, threadOf } from "../projection/thread-of.ts";
import type { Folder } from "./folder.ts";
import type { Input, LineInput } from "./pump.ts";

export interface Drafter {
  prepare: (batch: readonly Input[]) => Promise<void>;
  draft: (input: LineInput, missed: readonly Row[], batch: readonly Input[], at: number) => DraftRow;
}

type KnownRequest = Pick<OwnRequest, "method" | "params" | "thread">;

/** Makes the drafter of one session. It knows this device's open requests from the fold. */
export function createDrafter(folder: Folder): Drafter {
  /** Requests of the batch under way and of other tabs' rows that are not folded yet. */
  function notYetFolded(generation: string, missed: readonly Row[], batch: readonly Input[]): Map<string, KnownRequest> {
    const requests = new Map<string, KnownRequest>();
    const note = (line: string): void => {
      const message = parseLine(line);
      if (message.kind === "request") requests.set(typedId(message.id), asRequest(message));
    };
    for (const row of missed) if (row.kind === "out" && row.generation === generation) note(row.line);
    for (const input of batch) if (input.type === "out" && input.stored !== null) note(input.stored);
    return requests;
  }

  let lastBatch: readonly Input[] | null = null;
  let lastMissed: readonly Row[] | null = null;
  let fresh = new Map<string, KnownRequest>();

  return {
    prepare: () => Promise.resolve(),
    draft(input, missed, batch, at) {
      if (batch !== lastBatch || missed !== lastMissed) {
        fresh = notYetFolded(input.generation, missed, batch);
        lastBatch = batch;
        lastMissed = missed;
      }
      const { message, generation, start, end, line } = input;
      const find = (id: string): KnownRequest | undefined => fresh.get(id) ?? folder.ownRequest(generation, id);
      const request = message.kind === "response" || message.kind === "error" ? find(typedId(message.id)) : undefined;
      const open = new Map(request === undefined || !("id" in message) ? [] : [[typedId(message.id), request]]);
      const base = { v: ROW_VERSION, generation, offset: end, start, at, thread: threadOf(message, open) } as const;
      const snapshot = request === undefined || typeof line !== "string" ? null : snapshotOf(request, message);
      if (snapshot !== null && request !== undefined && typeof line === "string") {
        return { ...base, kind: "snapshot", ...snapshot, params: JSON.stringify(request.params), line };
      }
      return { ...base, kind: "in", line };
    },
  };
}

function asRequest(message: Extract<RpcMessage, { kind: "request" }>): KnownRequest {
  const { method, params } = message;
  // Our own line, made by JSON.stringify: an object or nothing.
  const object = typeof params === "object" && params !== null && !Array.isArray(params) ? (params as JsonObject) : {};
  const thread = object["threadId"];
  return { method, params: object, thread: typeof thread === "string" ? thread : null };
}
