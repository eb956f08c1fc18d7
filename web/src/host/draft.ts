// From a line to its row: which thread it speaks of, whether it is a snapshot, and whether its content is kept at all.
// Runs inside the journal's transaction, with what other tabs wrote meanwhile at hand.
import { parseLine, type RpcMessage } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import { ROW_VERSION, type DraftRow, type Row } from "../journal/rows.ts";
import { hashOf, isKept, needsHash, stubOf } from "../journal/stub.ts";
import type { JsonObject, OwnRequest } from "../projection/state.ts";
import { snapshotOf, threadOf, wholeOf } from "../projection/thread-of.ts";
import type { Folder } from "./folder.ts";
import type { Input, LineInput } from "./inputs.ts";

export interface Drafter {
  prepare: (batch: readonly Input[]) => Promise<void>;
  draft: (input: LineInput, missed: readonly Row[], batch: readonly Input[], at: number) => DraftRow;
}

/**
 * Replies that are more than a copy: from a resume on a thread is loaded and heard again. Replaced by a later one, the
 * fold would not know when that was.
 */
const KEPT_ONE_BY_ONE: ReadonlySet<string> = new Set(["thread/resume"]);

type KnownRequest = Pick<OwnRequest, "method" | "params" | "thread">;

/** Makes the drafter of one session. It knows this device's open requests from the fold. */
export function createDrafter(folder: Folder): Drafter {
  /** Requests of the batch under way and of other tabs' rows that are not folded yet. */
  function notYetFolded(missed: readonly Row[], batch: readonly Input[]): Map<string, KnownRequest> {
    const requests = new Map<string, KnownRequest>();
    const note = (line: string): void => {
      const message = parseLine(line);
      if (message.kind === "request") requests.set(typedId(message.id), asRequest(message));
    };
    for (const row of missed) if (row.kind === "out") note(row.line);
    for (const input of batch) if (input.type === "out" && input.stored !== null) note(input.stored);
    return requests;
  }

  let lastBatch: readonly Input[] | null = null;
  let lastMissed: readonly Row[] | null = null;
  let fresh = new Map<string, KnownRequest>();

  /** Hashes of lines whose content will not be kept, or may not be, by the byte after them. */
  let hashes = new Map<number, string | null>();

  return {
    async prepare(batch) {
      hashes = new Map();
      const known = notYetFolded([], batch);
      for (const { message, generation, start, end, line } of batch.filter((input) => input.type === "line")) {
        const request =
          "id" in message
            ? (known.get(typedId(message.id)) ?? folder.ownRequest(generation, typedId(message.id)))
            : undefined;
        if (needsHash(message, end - start, request?.method)) hashes.set(end, await hashOf(line));
      }
    },
    draft(input, missed, batch, at) {
      if (batch !== lastBatch || missed !== lastMissed) {
        fresh = notYetFolded(
          missed.filter((row) => row.generation === input.generation),
          batch,
        );
        lastBatch = batch;
        lastMissed = missed;
      }
      const { message, generation, start, end, line } = input;
      const isReply = message.kind === "response" || message.kind === "error";
      const request = isReply
        ? (fresh.get(typedId(message.id)) ?? folder.ownRequest(generation, typedId(message.id)))
        : undefined;
      const open = new Map(request === undefined || !isReply ? [] : [[typedId(message.id), request]]);
      const base = { v: ROW_VERSION, generation, offset: end, start, at, thread: threadOf(message, open) } as const;
      const method = request?.method ?? null;
      if (!isKept(message, end - start, method))
        return { ...base, kind: "in", line: stubOf(message, end - start, method, hashes.get(end) ?? null) };
      const snapshot =
        request === undefined || typeof line !== "string" || KEPT_ONE_BY_ONE.has(request.method)
          ? null
          : snapshotOf(request, message);
      if (snapshot !== null && request !== undefined && typeof line === "string") {
        return { ...base, kind: "snapshot", ...snapshot, params: JSON.stringify(request.params), line };
      }
      const whole = typeof line === "string" ? wholeOf(message, end - start) : null;
      if (whole !== null && typeof line === "string")
        return { ...base, kind: "snapshot", ...whole, params: "{}", line };
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
