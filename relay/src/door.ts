// The lock on the door: which Host and Origin may speak at all, the token, and the headers of every answer.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { SUBPROTOCOL, TOKEN_SUBPROTOCOL_PREFIX } from "@longwire/shared-protocol/relay-frames";

export interface DoorOptions {
  readonly token: string;
  /** Origins (scheme, name, port) under which the app is reached from outside, `--public-url`. */
  readonly publicOrigins: readonly string[];
  /** Further origins whose pages may talk to this relay, `--allow-origin`. */
  readonly allowedOrigins: readonly string[];
  /** Further hosts that this relay's page may talk to, `--connect-to`. */
  readonly connectTo: readonly string[];
}

/** What the door says of a request. `origin`: the allowed Origin it carries, or null. */
export type Verdict = { kind: "in"; host: string; origin: string | null } | { kind: "out"; why: string };

/** What the offered subprotocols say. `select` is what the answer may name (never the token). */
export interface Offer {
  readonly select: string | false;
  readonly tokenIsRight: boolean;
  readonly versionIsRight: boolean;
}

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?$/;

/** The door of one relay. */
export class Door {
  readonly #tokenHash: Buffer;
  readonly #publicHosts: ReadonlySet<string>;
  readonly #publicOrigins: ReadonlySet<string>;
  readonly #allowedOrigins: ReadonlySet<string>;
  readonly #connectTo: string;

  constructor(options: DoorOptions) {
    this.#tokenHash = hash(options.token);
    this.#publicHosts = new Set(options.publicOrigins.flatMap(hostsOf));
    this.#publicOrigins = new Set(options.publicOrigins);
    this.#allowedOrigins = new Set(options.allowedOrigins);
    const others = options.connectTo.flatMap((origin) => [origin, socketOrigin(origin)]);
    const own = options.publicOrigins.map(socketOrigin);
    this.#connectTo = [...new Set([...own, ...others])].join(" ");
  }

  /** Judges a request by Host and Origin, before anything else is looked at. */
  check(request: IncomingMessage): Verdict {
    if (count(request, "tailscale-funnel-request") > 0)
      return out("This relay is not open to the public internet (Tailscale Funnel).");
    if (count(request, "host") !== 1) return out("The request names no host, or several.");
    const host = request.headers.host ?? "";
    const loopback = LOOPBACK_HOST.exec(host);
    const isLoopback = loopback !== null && Number(loopback[1] ?? 80) <= 65_535;
    if (!isLoopback && !this.#publicHosts.has(host)) {
      return out("This host name is not on the list. Start longwire with --public-url for the name that you use.");
    }
    if (count(request, "origin") === 0) return { kind: "in", host, origin: null };
    if (count(request, "origin") > 1) return out("The request has several origins.");
    const origin = request.headers.origin ?? "";
    const own = isLoopback && origin === `http://${host}`;
    if (own || this.#publicOrigins.has(origin) || this.#allowedOrigins.has(origin)) return { kind: "in", host, origin };
    return out("Pages of this origin may not talk to this relay. Start longwire with --allow-origin for it.");
  }

  /** Judges what a WebSocket request offers. */
  offer(request: IncomingMessage): Offer {
    const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((each) => each.trim());
    const tokens = offered.filter((each) => each.startsWith(TOKEN_SUBPROTOCOL_PREFIX));
    const given = tokens.length === 1 ? (tokens[0] ?? "").slice(TOKEN_SUBPROTOCOL_PREFIX.length) : "";
    const versionIsRight = offered.includes(SUBPROTOCOL);
    // A browser drops a socket whose answer selects nothing, and then cannot be told why: select what it speaks.
    const other = offered.find((each) => each !== "" && !each.startsWith(TOKEN_SUBPROTOCOL_PREFIX));
    return {
      select: versionIsRight ? SUBPROTOCOL : (other ?? false),
      tokenIsRight: timingSafeEqual(hash(given), this.#tokenHash),
      versionIsRight,
    };
  }

  /** The headers of every answer. `host`: the allowed Host of the request, if there is one. */
  headers(host: string | null): Record<string, string> {
    // `[::1]` cannot be named in a policy; 'self' covers it.
    const own = host === null || host.startsWith("[") || this.#publicHosts.has(host) ? "" : ` ws://${host}`;
    const others = this.#connectTo === "" ? "" : ` ${this.#connectTo}`;
    const policy = [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "script-src 'self'",
      "worker-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "manifest-src 'self'",
      "img-src 'self' data: blob:",
      "media-src data: blob:",
      `connect-src 'self'${own}${others}`,
    ];
    return {
      "Content-Security-Policy": policy.join("; "),
      "X-Frame-Options": "DENY",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
    };
  }
}

/** Reads `scheme://name[:port]` exactly. Null when it is anything else (a path, a user, upper case …). */
export function readOrigin(text: string, schemes: readonly string[] = ["http:", "https:"]): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (!schemes.includes(url.protocol) || url.username !== "" || url.password !== "") return null;
  if (
    url.search !== "" ||
    url.hash !== "" ||
    (url.pathname !== "/" && url.pathname !== "") ||
    url.hostname.includes("*")
  )
    return null;
  const origin = `${url.protocol}//${url.host}`;
  return text === origin || text === `${origin}/` ? origin : null;
}

/** The Host values under which an origin is asked for: without the port where it is the scheme's own, and with it. */
function hostsOf(origin: string): string[] {
  const { host, hostname, port, protocol } = new URL(origin);
  return port === "" ? [host, `${hostname}:${protocol === "https:" ? 443 : 80}`] : [host];
}

function socketOrigin(origin: string): string {
  return origin.replace(/^http/, "ws");
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function out(why: string): Verdict {
  return { kind: "out", why };
}

/** How often a header stands in the request (Node itself keeps only the first of some). */
function count(request: IncomingMessage, name: string): number {
  let found = 0;
  for (let i = 0; i < request.rawHeaders.length; i += 2) if (request.rawHeaders[i]?.toLowerCase() === name) found++;
  return found;
}
