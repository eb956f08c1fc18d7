// Light, dark or as the system says. Kept in localStorage since it must be known before the first paint.
import { createSignal } from "solid-js";

export type Theme = "system" | "light" | "dark";

const KEY = "longwire.theme";

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}

const [theme, setSignal] = createSignal<Theme>("system");
export { theme };

/** Applies the stored choice; call before rendering. */
export function startTheme(): void {
  apply(stored());
}

/** Applies and keeps a choice. */
export function setTheme(next: Theme): void {
  apply(next);
  try {
    if (next === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // Without storage the choice holds for this page.
  }
}

function apply(next: Theme): void {
  setSignal(next);
  const root = document.documentElement;
  if (next === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = next;
}
