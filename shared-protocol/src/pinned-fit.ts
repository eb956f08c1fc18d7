// Holds what the App Server sends against the pinned version's schema. Some 14 kB that only a view which shows it loads.
import { PINNED_SHAPES, SHAPES_VERSION } from "../generated/pinned-shapes.ts";
import { type Misfit, misfitsOf, type Shape } from "./fit.ts";

/** The version of the App Server that the shapes are of. */
export { SHAPES_VERSION };

/** A notification by its parameters, a server request by its own, a reply to a request of ours by its result. */
export type SentKind = "notified" | "asked" | "reply";

const CALLED = { notified: "a notification", asked: "a request" } as const;

type Shapes = Readonly<Record<SentKind, Readonly<Record<string, Shape>>>> & { readonly shapes: readonly Shape[] };

let parsed: Shapes | null = null;

/**
 * What of it does not fit the pinned schema; an empty list: it fits. A method that the pinned version does not have is an
 * addition, and a reply to one cannot be held against anything: null.
 */
export function pinnedMisfits(kind: SentKind, method: string, value: unknown): Misfit[] | null {
  // Written by our own generator; a test holds it against the binary's schema.
  parsed ??= JSON.parse(PINNED_SHAPES) as Shapes;
  const table = parsed[kind];
  const shape = Object.hasOwn(table, method) ? table[method] : undefined;
  if (shape !== undefined) return misfitsOf(parsed.shapes, shape, value);
  if (kind === "reply") return null;
  const other = kind === "notified" ? "asked" : "notified";
  if (Object.hasOwn(parsed[other], method))
    return [{ kind: "contradicts", what: "kind", path: [], expected: CALLED[other], found: CALLED[kind] }];
  return [{ kind: "adds", what: "method", path: [], expected: "no such method", found: method.slice(0, 200) }];
}
