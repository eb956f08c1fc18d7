// How an MCP server stands, in words: from its configuration, the list that was read, and what the App Server told while it
// started it for a thread. The newest of them counts.
import type { McpConfigured, McpEntry } from "../../actions/mcp.ts";
import type { DotKind } from "../../design/chip.tsx";
import type { McpServer } from "../../projection/facts.ts";
import { mcpWords } from "../cards/say-machine.ts";

export interface Standing {
  words: string;
  dot: DotKind;
  /** The server's own words for what went wrong. */
  error: string | null;
  /** What a person can do about it, as a sentence. */
  hint: string | null;
}

/**
 * @param told the newest start that was told in the present process; null: none
 * @param readAt when the list was read
 */
export function standingOf(
  entry: McpEntry | null,
  configured: McpConfigured | null,
  told: McpServer | null,
  readAt: number | null,
): Standing {
  const plain = (words: string, dot: DotKind): Standing => ({ words, dot, error: null, hint: null });
  if (configured?.enabled === false) return plain("is switched off", "off");
  const signedOut = entry?.auth === "notLoggedIn" || told?.reason === "reauthenticationRequired";
  if (told !== null && (entry?.info == null || told.at > (readAt ?? 0))) {
    if (told.status === "starting" && entry?.info == null) return plain("is starting", "run");
    if (told.status === "failed" && !signedOut)
      return {
        words: mcpWords("failed", told.reason),
        dot: "bad",
        error: told.error,
        hint:
          entry?.info == null
            ? null
            : "It answered when this list was read: what failed was a thread's own start of it.",
      };
  }
  if (signedOut && entry?.info == null) return plain("wants a sign-in", "wait");
  if (entry === null) return plain("is not in the list that was read", "idle");
  if (entry.info !== null || entry.tools.length > 0) return plain("answers", "ok");
  return {
    words: "did not answer when this list was read",
    dot: "bad",
    error: null,
    hint: "Why is told when a thread starts it.",
  };
}

/** How it is signed in to, in words; null: there is nothing to say. */
export function authWords(auth: string): string | null {
  switch (auth) {
    case "unsupported":
    case "unknown":
    // How it stands says so.
    case "notLoggedIn":
      return null;
    case "bearerToken":
      return "signed in with a token";
    case "oAuth":
      return "signed in";
    default:
      return auth;
  }
}

/** Where a part of the configuration comes from, in words. */
export function layerWords(layer: string | null): string | null {
  switch (layer) {
    case null:
    case "user":
      return null;
    case "project":
      return "set by a project";
    case "system":
      return "set for the whole machine";
    case "packagedDefaults":
      return "part of the App Server";
    case "sessionFlags":
      return "set where the App Server was started";
    case "mdm":
    case "enterpriseManaged":
    case "legacyManagedConfigTomlFromFile":
    case "legacyManagedConfigTomlFromMdm":
      return "set by an administrator";
    default:
      return `set by ${layer}`;
  }
}
