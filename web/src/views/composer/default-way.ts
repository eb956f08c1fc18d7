// What Enter does while a turn runs: steer it, or queue what comes next. Kept on this device.
import { createSignal } from "solid-js";

export type RunningWay = "steer" | "queue";

const KEY = "longwire.while-running";

function stored(): RunningWay {
  try {
    return localStorage.getItem(KEY) === "queue" ? "queue" : "steer";
  } catch {
    return "steer";
  }
}

const [way, setSignal] = createSignal<RunningWay>(stored());

/** The choice as it is now; other tabs of this device share it. */
export { way as defaultWay };

/** Keeps a choice on this device. */
export function setDefaultWay(next: RunningWay): void {
  setSignal(next);
  try {
    if (next === "queue") localStorage.setItem(KEY, next);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice holds for this page.
  }
}

globalThis.addEventListener?.("storage", (event: StorageEvent) => {
  if (event.key === KEY || event.key === null) setSignal(stored());
});
