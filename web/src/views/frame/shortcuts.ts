// The keys of the whole app: which act a key press means. Single keys count only outside of text, and can be turned off.
import { createSignal } from "solid-js";

export type Shortcut = "next" | "previous" | "inbox" | "help";

const KEY = "longwire.single-keys";

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

const [singleKeys, setSignal] = createSignal(stored());
export { singleKeys };

/** Turns the single keys on or off; kept on this device. F8 always works. */
export function setSingleKeys(on: boolean): void {
  setSignal(on);
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Without storage the choice holds for this page.
  }
}

const SINGLE: ReadonlyMap<string, Shortcut> = new Map([
  ["j", "next"],
  ["k", "previous"],
  ["i", "inbox"],
  ["?", "help"],
]);

/** The act that a key press means here and now, or null. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return null;
  // A dialog is a question of its own.
  if (document.querySelector("dialog[open]") !== null) return null;
  if (event.key === "F8") return event.shiftKey ? "previous" : "next";
  if (!singleKeys() || takesKeys(event.target)) return null;
  return SINGLE.get(event.key) ?? null;
}

/** What has the focus takes letters itself. */
function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox], [type=button]), textarea, select"))
  );
}
