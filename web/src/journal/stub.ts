// Lines whose content is not stored, each with a visible stub of method, size and hash: contents of files, output of
// commands that a page ran beside the agent, large replies to other devices. The live page has seen them; the store need not.
import type { RpcMessage } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import type { Stub } from "./rows.ts";

/** Replies to other devices are kept up to this many bytes: they tell what became of a thread. */
export const FOREIGN_REPLY_LIMIT = 4096;

/** A folder of ten thousand entries has a megabyte, and is read again whenever something in it changes. */
export const LISTING_LIMIT = 65_536;
/** A build changes thousands of files at once, and all of their paths are told. */
export const CHANGES_LIMIT = 4096;

const outputNotifications = new Set(["command/exec/outputDelta", "process/outputDelta"]);
const exitNotifications = new Set(["process/exited"]);
/** Requests whose reply may bring output. */
const outputRequests = /^(?:command\/exec|process\/.*)$/;
// A configuration holds environment values and headers of everything that it starts: the room that shows it leaves them out.
const contentRequests = new Set(["fs/readFile", "mcpServer/resource/read", "config/read"]);

/**
 * Whether the content of a line is kept.
 * @param bytes the line's length, LF included
 * @param method what the reply answers; null when no page of this device asked; unused for other messages
 */
export function isKept(message: RpcMessage, bytes: number, method: string | null): boolean {
  switch (message.kind) {
    case "notification":
      if (outputNotifications.has(message.method)) return false;
      if (message.method === "fs/changed") return bytes <= CHANGES_LIMIT;
      return !(exitNotifications.has(message.method) && hasOutput(message.params));
    case "response":
      // By its shape too: which of them another device asked for is not known here.
      if (holdsConfig(message.result)) return false;
      if (method === null) return bytes <= FOREIGN_REPLY_LIMIT;
      if (contentRequests.has(method)) return false;
      if (method === "fs/readDirectory") return bytes <= LISTING_LIMIT;
      return !(outputRequests.test(method) && (hasOutput(message.result) || bytes > FOREIGN_REPLY_LIMIT));
    case "error":
      return method !== null || bytes <= FOREIGN_REPLY_LIMIT;
    case "request":
    case "unroutable":
      return true;
  }
}

/** A reading of the configuration, or the value of another layer that counts in the place of what was written. */
function holdsConfig(result: unknown): boolean {
  if (!isTable(result)) return false;
  return (isTable(result["config"]) && isTable(result["origins"])) || isTable(result["overriddenMetadata"]);
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Whether the hash of a line must be made before the transaction, where there is no waiting.
 * @param method as far as it is known then; undefined when only the rows of other tabs will tell
 */
export function needsHash(message: RpcMessage, bytes: number, method: string | undefined): boolean {
  // Output comes in pieces of a few bytes, as a person types: of such a piece the hash is as good as the piece itself.
  if (
    message.kind === "notification" &&
    (outputNotifications.has(message.method) || message.method === "process/exited")
  )
    return false;
  if (message.kind === "response" && method === undefined) return true;
  return !isKept(message, bytes, method ?? null);
}

/** SHA-256 of a line (without its LF) as hex; null where the page has no WebCrypto (an insecure origin). */
export async function hashOf(
  line: string | Uint8Array,
  subtle: Pick<SubtleCrypto, "digest"> | undefined = globalThis.crypto?.subtle,
): Promise<string | null> {
  if (subtle === undefined) return null;
  try {
    const bytes = typeof line === "string" ? new TextEncoder().encode(line) : new Uint8Array(line);
    return Array.from(new Uint8Array(await subtle.digest("SHA-256", bytes)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
  } catch {
    return null;
  }
}

/** What stands in for a line that is not kept. */
export function stubOf(message: RpcMessage, bytes: number, method: string | null, sha256: string | null): Stub {
  const id = "id" in message ? typedId(message.id) : null;
  const about = message.kind === "notification" ? handleIn(message.params) : null;
  return {
    stub: true,
    method: message.kind === "notification" ? message.method : method,
    id,
    bytes,
    sha256,
    ...(about === null ? {} : { about }),
  };
}

/** Handles are chosen by devices: one that is longer than this is not worth its room in every row. */
const HANDLE_LIMIT = 1000;

function handleIn(params: unknown): string | null {
  if (typeof params !== "object" || params === null) return null;
  for (const name of ["processHandle", "processId"]) {
    const handle: unknown = Object.hasOwn(params, name) ? Reflect.get(params, name) : undefined;
    if (typeof handle === "string" && handle.length <= HANDLE_LIMIT) return handle;
  }
  return null;
}

/** Output that is empty was streamed before: such a reply tells the exit code and is kept. */
function hasOutput(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return ["stdout", "stderr"].some((name) => {
    const text: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    return text !== undefined && text !== null && text !== "";
  });
}
