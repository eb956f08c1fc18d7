// What the present App Server lacks, by its own words: the methods that it said it does not know. The refusal of one names
// all that it does know, so that one of them tells the whole list.
//
// How others use it:
//   lacks(live(session.state), "thread/rollback")  → null, or why in words that can follow "The server said: "
//   views/lacking/lacking.tsx                      → <Lacking session method="thread/rollback" what="Going back" />
// It is folded from the rows, so it survives a reload and holds offline; another version's answer makes it forgotten.
// What a known method refuses (this thread cannot, a field is missing, experimentalApi) is no lacking.
import { versionOf } from "./unknown-methods.ts";
import type { GenerationState, HostState } from "./state.ts";

/** No server's method: asked for so that its refusal names those that it knows. In the wire view it says whose question it is. */
export const NO_METHOD: string = "longwire/methods";

/** The newest generation's process, or null. */
export function present(state: HostState): GenerationState | null {
  return state.current === null ? null : (state.generations.get(state.current) ?? null);
}

function held(state: HostState) {
  const generation = present(state);
  return generation !== null && state.lacking?.version === versionOf(generation) ? state.lacking : null;
}

/** The server's words for not knowing a method, or that it left it out of its own list; null: it is not known to lack it. */
export function lacks(state: HostState, method: string): string | null {
  const lacking = held(state);
  if (lacking === null) return null;
  const words = lacking.refused.get(method)?.words;
  if (words !== undefined) return words;
  const known = methodsOf(state);
  return known === null || known.has(method) ? null : `\`${method}\` is not among the ${known.size} methods it named`;
}

const lists = new Map<string, ReadonlySet<string> | null>();

/** Every method that the present server knows, as it named them; null: it was never asked for one that it does not know. */
export function methodsOf(state: HostState): ReadonlySet<string> | null {
  const words = held(state)?.words ?? null;
  if (words === null) return null;
  let list = lists.get(words);
  if (list === undefined) {
    list = namedIn(words);
    // One per version and method: a page meets few.
    if (lists.size > 20) lists.clear();
    lists.set(words, list);
  }
  return list;
}

/** `unknown variant `x`, expected one of `initialize`, `thread/start` …`: the list, or null where there is none. */
function namedIn(words: string): ReadonlySet<string> | null {
  const at = words.indexOf(", expected one of ");
  if (at < 0) return null;
  const named = new Set(Array.from(words.slice(at).matchAll(/`([^`]+)`/g), ([, name]) => name ?? ""));
  // A list that was cut, or is of something else, vouches for nothing.
  return named.has("initialize") && named.has("thread/start") && words.trimEnd().endsWith("`") ? named : null;
}

/** What the present server refused as unknown, in order, with when it was asked for. */
export function refusedMethods(state: HostState): { method: string; at: number; words: string }[] {
  return [...(held(state)?.refused ?? [])].map(([method, told]) => ({ method, ...told }));
}
