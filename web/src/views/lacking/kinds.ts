// Of which kind a refusal is, by the server's own words, and what to say of it: its version does not have the method, a value,
// or wants a field that was not sent; it does it only with the experimental API; or it really failed. The one place that
// reads those words; what is safe and what to do next follows from the kind.
import type { Failure } from "../../host/model.ts";
import { saysUnknown, saysUnknownByCode } from "../../projection/unknown-methods.ts";
import { maskText } from "../masking/text.ts";

export type RefusalKind =
  /** Its version has no such method. */
  | "method"
  /** It has the method, but not a word in the parameters. */
  | "word"
  /** It asks for a field that was not sent. */
  | "field"
  /** It could not read the parameters in another way. */
  | "shape"
  /** Only for clients that asked for the experimental API. */
  | "experimental"
  /** Overloaded: it took nothing. */
  | "busy"
  /** All else: it read the request, and would not or could not do it. */
  | "failed";

export interface Refusal {
  readonly kind: RefusalKind;
  /** The method, word or field that its words name. */
  readonly name: string | null;
}

const STANDARD = /^method not found\b/i;

/** Reads the words of a refused request. `method`: what was asked for, where that is known. */
export function refusalOf({ code, message }: { code: number | null; message: string }, method?: string): Refusal {
  if (code === -32001) return { kind: "busy", name: null };
  if (method !== undefined && saysUnknown(method, code, message)) return { kind: "method", name: method };
  const word = /unknown variant `?([^`,\s]+)/.exec(message)?.[1];
  if (word !== undefined) {
    // A list of methods begins with the first of them that there is; other words have no slash.
    const isMethod = method === undefined && (word.includes("/") || message.includes("one of `initialize`"));
    return { kind: isMethod ? "method" : "word", name: word };
  }
  const field = /missing field `([^`]*)`/.exec(message)?.[1];
  if (field !== undefined) return { kind: "field", name: field };
  const experimental = /^(\S+) requires experimentalApi/.exec(message)?.[1];
  if (experimental !== undefined) return { kind: "experimental", name: experimental };
  if (/^Invalid request:|\binvalid type:/.test(message)) return { kind: "shape", name: null };
  // Where only the words were kept, the standard ones for that code.
  if (code === null ? STANDARD.test(message) : saysUnknownByCode(code, message))
    return { kind: "method", name: method ?? null };
  return { kind: "failed", name: null };
}

/** Which kind it is, what is safe, and what to do; null where the server's own words are all that can be said. */
export function refusalAdvice({ kind, name }: Refusal): string | null {
  const named = name === null ? "" : ` “${maskText(name).slice(0, 80)}”`;
  switch (kind) {
    case "method":
      return "It does not have this method. Nothing was done; what it lacks is named on the machine’s page, under Models and modes.";
    case "word":
      return `It does not know${named}. Nothing was done; choose something else, or use an App Server that knows it.`;
    case "field":
      return `It asks for${named}, which was not sent. Nothing was done; a newer Longwire may know of it.`;
    case "shape":
      return "It reads a value in it otherwise than it was written. Nothing was done; a newer Longwire may know how it is written.";
    case "experimental":
      return `It does${named} only for clients that asked for its experimental API. Nothing was done; end the App Server and let it start again, so that it is asked for.`;
    case "busy":
    case "failed":
      return null;
  }
}

/** The server does not have the method, in whatever words it says so. */
export function isUnknownMethod(failure: Failure): boolean {
  return failure.type === "rpc" && refusalOf(failure).kind === "method";
}

/** The server's version is the reason: it does not know something of the request, or knows it in another form. */
export function isOfVersion({ kind }: Refusal): boolean {
  return kind !== "busy" && kind !== "failed";
}
