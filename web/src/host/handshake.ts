// The handshake: `initialize` and `initialized`, once per page and generation. The first page's capabilities bind the
// whole connection, so every build sends the same; a refusal of one that comes later is a success, whatever its words are.
import type { ClientRequestParams } from "@longwire/shared-protocol/app-server";
import { RPC_CODE } from "@longwire/shared-protocol/json-rpc";
import type { Outcome } from "./model.ts";

/** By this name an App Server knows its client; many give it back at the beginning of their userAgent. */
export const CLIENT_NAME = "longwire";

/** What every page sends, whatever it can do itself: the first one decides for all. */
export function initializeParams(version: string): ClientRequestParams<"initialize"> {
  return {
    clientInfo: { name: CLIENT_NAME, title: "Longwire", version },
    capabilities: {
      experimentalApi: true,
      requestAttestation: false,
      extensions: { "openai/form": {} },
    },
  };
}

export type HandshakeResult =
  | { ok: true; userAgent: string | null }
  /** `trouble` null: the connection ended, the next attach tries again. `again`: the server was too busy. */
  | { ok: false; trouble: string | null; again: boolean };

/**
 * Reads the reply to `initialize`.
 * @param opened the server has taken a handshake before: it refuses another one in words of its own, and is open
 */
export function readHandshake(outcome: Outcome<unknown>, opened = false): HandshakeResult {
  if (outcome.ok) {
    const value = outcome.value;
    const userAgent =
      typeof value === "object" && value !== null && "userAgent" in value && typeof value.userAgent === "string"
        ? value.userAgent
        : null;
    return { ok: true, userAgent };
  }
  const { reason } = outcome;
  if (reason.type !== "rpc") return { ok: false, trouble: null, again: false };
  if (reason.code === RPC_CODE.overloaded) return { ok: false, trouble: null, again: true };
  if (opened || /already initialized/i.test(reason.message)) return { ok: true, userAgent: null };
  return {
    ok: false,
    again: false,
    trouble: `The program behind the relay refused the handshake: ${reason.message}. Nothing is lost. Check which command the relay was started with.`,
  };
}

function textOfHead(head: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(head), (char) => char.charCodeAt(0)));
  } catch {
    return "";
  }
}

/**
 * Whether the first bytes of a generation hold a reply that is no refusal: no server gives one before it has taken a
 * handshake. One that tells no version is known by that alone.
 */
export function openedInHead(head: string): boolean {
  // Inside a string its quotes would be escaped. The head may be cut anywhere, so it is searched, not parsed.
  return /(?:^|[^\\])"result"\s*:/.test(textOfHead(head));
}

/** The version string in the first bytes of a generation, which hold the reply to the first `initialize`. */
export function userAgentFromHead(head: string): string | null {
  const match = /"userAgent":("(?:[^"\\]|\\.)*")/.exec(textOfHead(head));
  if (match?.[1] === undefined) return null;
  try {
    const value: unknown = JSON.parse(match[1]);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
