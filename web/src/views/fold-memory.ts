// What a person has opened stays open when its row leaves the window and comes back: remembered by the object it shows,
// for as long as that object lives.
import { createSignal, type Accessor } from "solid-js";

const memory = new WeakMap<object, Map<string, boolean>>();

/**
 * A switch that is remembered for `of`.
 * @param name tells several switches of one object apart
 * @param initial how it stands until the person has used it
 */
export function createRemembered(
  of: object,
  name: string,
  initial: boolean,
): [Accessor<boolean>, (on: boolean) => void] {
  const [on, setOn] = createSignal(memory.get(of)?.get(name) ?? initial);
  const set = (next: boolean): void => {
    let switches = memory.get(of);
    if (switches === undefined) {
      switches = new Map();
      memory.set(of, switches);
    }
    switches.set(name, next);
    setOn(next);
  };
  return [on, set];
}
