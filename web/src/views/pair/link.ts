// The pairing link: `http(s)://<relay>/pair#token=…`. Reads it from the address bar or from what was pasted.
import { RELAY_PATH } from "@longwire/shared-protocol/relay-frames";

export type ReadLink = { ok: true; wsUrl: string; token: string } | { ok: false; message: string };

/** Tokens are base64url; the length is the relay's business. */
const TOKEN = /^[A-Za-z0-9_-]{16,512}$/;

/** Reads a whole link. */
export function readPairingLink(text: string): ReadLink {
  const trimmed = text.trim();
  if (trimmed === "") return { ok: false, message: "Paste the link that the relay printed on the machine." };
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    return { ok: false, message: "This is not a link. It begins with http:// or https:// and ends in #token=…" };
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return { ok: false, message: "This link is of another kind. It begins with http:// or https://" };
  const token = tokenIn(url.hash);
  if (token === null) return { ok: false, message: "The link has no token. Copy all of it, with the part behind #." };
  return { ok: true, wsUrl: relayAddress(url), token };
}

/** The token in a fragment (`#token=…`), or null. */
export function tokenIn(fragment: string): string | null {
  const token = new URLSearchParams(fragment.replace(/^#/, "")).get("token");
  return token !== null && TOKEN.test(token) ? token : null;
}

/** The relay's WebSocket address at the origin of a page or link. */
export function relayAddress(url: { protocol: string; host: string }): string {
  return `${url.protocol === "https:" ? "wss" : "ws"}://${url.host}${RELAY_PATH}`;
}
