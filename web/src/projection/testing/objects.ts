// The objects that views subscribe to, each with a picture of its own fields: what a fold changes must also be told.
import type { HostState, ThreadState } from "../state.ts";

/** Fields that the fold keeps for itself, or that change without being told (`lastSignAt`). */
const UNTOLD: ReadonlySet<string> = new Set([
  "book",
  "lastSignAt",
  "lastCards",
  "standing",
  "successor",
  "serverAt",
  "open",
]);

/** Every object of a thread that `Touch` may name, with a picture of what is its own. */
export function threadPictures(state: ThreadState): Map<object, string> {
  const pictures = new Map<object, string>([[state, picture(state)]]);
  for (const turn of state.turns.values()) {
    pictures.set(turn, picture(turn));
    for (const item of turn.items.values()) pictures.set(item, picture(item));
  }
  for (const decision of state.decisions.values()) pictures.set(decision, picture(decision));
  for (const outgoing of state.outgoing.values()) pictures.set(outgoing, picture(outgoing));
  return pictures;
}

/** The same for a host. */
export function hostPictures(state: HostState): Map<object, string> {
  const pictures = new Map<object, string>([[state, picture(state)]]);
  for (const generation of state.generations.values()) pictures.set(generation, picture(generation));
  for (const summary of state.threads.values()) pictures.set(summary, picture(summary));
  for (const decision of state.decisions.values()) pictures.set(decision, picture(decision));
  return pictures;
}

/** Maps count by their keys: what they hold has a picture of its own. */
function picture(object: object): string {
  const own = Object.entries(object).filter(([name]) => !UNTOLD.has(name));
  return JSON.stringify(own, (_name, value: unknown) => {
    if (value instanceof Map) return [...value.keys()];
    return value instanceof Set ? [...value] : value;
  });
}
