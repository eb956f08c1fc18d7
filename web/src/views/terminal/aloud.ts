// Whether terminals tell a screen reader all they print: a choice of this device.
import { createSignal } from "solid-js";

const KEY = "longwire.terminal-aloud";

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

const [aloud, setSignal] = createSignal(stored());
export { aloud as isAloud };

/** Applies and keeps the choice. */
export function setAloud(next: boolean): void {
  setSignal(next);
  try {
    if (next) localStorage.setItem(KEY, "yes");
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice holds for this page.
  }
}
