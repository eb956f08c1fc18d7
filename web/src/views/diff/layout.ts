// How diffs are laid out on this device: the person's choice, kept in localStorage, one for all diffs.
import { createSignal, type Accessor } from "solid-js";

export type DiffLayout = "unified" | "split";

const KEY = "longwire.diff";

function stored(): DiffLayout {
  try {
    return localStorage.getItem(KEY) === "split" ? "split" : "unified";
  } catch {
    return "unified";
  }
}

const [layout, setSignal] = createSignal<DiffLayout>(stored());

/** The chosen layout; where there is no room for two sides, unified is drawn all the same. */
export const diffLayout: Accessor<DiffLayout> = layout;

/** Chooses and keeps a layout. */
export function setDiffLayout(next: DiffLayout): void {
  setSignal(next);
  try {
    if (next === "unified") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // Without storage the choice holds for this page.
  }
}
