// What the person chose about notifications on this device: whether there are any, and whether they say what is asked.
import { createSignal } from "solid-js";

export interface NotifyChoice {
  on: boolean;
  /** Names of threads and what is asked may stand in a notification. */
  content: boolean;
}

const KEY = "longwire.notify";

function stored(): NotifyChoice {
  try {
    const value = localStorage.getItem(KEY);
    return { on: value === "on" || value === "on+content", content: value === "on+content" };
  } catch {
    return { on: false, content: false };
  }
}

const [choice, setSignal] = createSignal<NotifyChoice>(stored());

/** The choice as it is now; other tabs of this device share it. */
export { choice as notifyChoice };

/** Keeps a choice on this device. */
export function chooseNotify(next: NotifyChoice): void {
  setSignal(next);
  try {
    if (next.on) localStorage.setItem(KEY, next.content ? "on+content" : "on");
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice holds for this page.
  }
}

/** Follows what another tab chooses, for the life of the page. */
export function followNotifyChoice(): void {
  window.addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) setSignal(stored());
  });
}
