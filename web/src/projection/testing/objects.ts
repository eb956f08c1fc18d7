// The objects that views subscribe to, each with a picture of its own fields: what a fold changes must also be told.
import type { GenericCard, HostState, ThreadState, Touch } from "../state.ts";

/** Fields that the fold keeps for itself, or that change without being told (`lastSignAt`). */
const UNTOLD: ReadonlySet<string> = new Set([
  "book",
  "lastSignAt",
  "lastCards",
  "openCards",
  "pastTurns",
  "standing",
  "successor",
  "serverAt",
  "open",
]);

/** Maps whose members views subscribe to one by one. */
const OBJECTS: ReadonlySet<string> = new Set([
  "generations",
  "processes",
  "threads",
  "decisions",
  "turns",
  "outgoing",
  "items",
]);

function isCard(value: unknown): value is GenericCard {
  return typeof value === "object" && value !== null && "raw" in value && "key" in value && "lines" in value;
}

/** Every object of a thread that `Touch` may name, with a picture of what is its own. */
export function threadPictures(state: ThreadState): Map<object, string> {
  const pictures = new Map<object, string>([[state, picture(state)]]);
  for (const turn of state.turns.values()) {
    pictures.set(turn, picture(turn));
    for (const item of turn.items.values()) pictures.set(item, picture(item));
    for (const entry of turn.entries) if (entry.type === "card") pictures.set(entry.card, picture(entry.card));
  }
  for (const entry of state.timeline) if (entry.type === "card") pictures.set(entry.card, picture(entry.card));
  for (const decision of state.decisions.values()) pictures.set(decision, picture(decision));
  for (const outgoing of state.outgoing.values()) pictures.set(outgoing, picture(outgoing));
  return pictures;
}

/** The same for a host. */
export function hostPictures(state: HostState): Map<object, string> {
  const pictures = new Map<object, string>([[state, picture(state)]]);
  for (const card of state.activity) pictures.set(card, picture(card));
  for (const generation of state.generations.values()) pictures.set(generation, picture(generation));
  for (const summary of state.threads.values()) pictures.set(summary, picture(summary));
  for (const process of state.processes.values()) pictures.set(process, picture(process));
  for (const decision of state.decisions.values()) pictures.set(decision, picture(decision));
  return pictures;
}

/** Maps of such objects count by their keys. */
function picture(object: object): string {
  const own = Object.entries(object)
    .filter(([name]) => !UNTOLD.has(name))
    .map(([name, value]): [string, unknown] => [
      name,
      OBJECTS.has(name) && value instanceof Map ? [...value.keys()] : value,
    ]);
  return JSON.stringify(own, (_name, value: unknown) => {
    // Facts of the host are plain values in its Maps.
    if (value instanceof Map) return [...value];
    // A card has a picture of its own.
    if (isCard(value) && value !== object) return value.key;
    return value instanceof Set ? [...value] : value;
  });
}

/**
 * A check to run each row through: an object that is there before and after and has changed must have been told. A view
 * that subscribes to it would show the old state otherwise.
 */
export function toldCheck(pictures: () => Map<object, string>): (row: unknown, fold: (touch: Touch) => void) => void {
  let before = pictures();
  return (row, fold) => {
    const told = new Set<object>();
    fold((object) => told.add(object));
    const after = pictures();
    for (const [object, picture] of after) {
      const known = before.get(object);
      if (known !== undefined && known !== picture && !told.has(object))
        throw new Error(`not told: ${known} became ${picture} by ${JSON.stringify(row)}`);
    }
    before = after;
  };
}
