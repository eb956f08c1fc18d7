// Reads a program's name and version out of its userAgent. Some begin it with the name of their client, which is ours, and
// their own version (`longwire/0.149.1 (…)`); others with their own name (`heron/2.4.0 (linux)`).
import { CLIENT_NAME } from "../host/handshake.ts";

/** The version, or the whole text when it has another form. */
export function userAgentVersion(userAgent: string): string {
  return /\/(\d+\.\d+\.\d+[^\s(]*)/.exec(userAgent)?.[1] ?? userAgent;
}

/** The name that a program gives itself; null where it gives only ours back, or none. */
export function programName(userAgent: string): string | null {
  const product = PRODUCT.exec(userAgent)?.[1] ?? null;
  return product === CLIENT_NAME ? null : product;
}

/** A program as sentences and lists name it: "heron 2.4.0", or "App Server 0.149.1" where it has no name of its own. */
export function programWords(userAgent: string): string {
  const name = programName(userAgent) ?? "App Server";
  const [, product, own] = PRODUCT.exec(userAgent) ?? [];
  const version = name === product ? own : /^\d[\w.+-]{0,63}$/.exec(userAgentVersion(userAgent))?.[0];
  return version === undefined ? name : `${name} ${version}`;
}

/** The first product and its version, in letters that can deceive nobody. */
const PRODUCT = /^([a-z][\w.+-]{0,63})(?:\/([\w.+-]{1,64}))?(?=[\s(]|$)/i;
