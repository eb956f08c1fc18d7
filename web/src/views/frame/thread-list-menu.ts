// Which menu is asked for. The menus themselves, and all that they lead to, are loaded with the first of them.
import { createSignal } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";

export interface MenuTarget {
  entry: HostEntry;
  /** The thread, or null for the menu of the whole list. */
  thread: string | null;
  /** Gets the focus back; the menu stands beside it where no place is given. */
  anchor: HTMLElement;
  at: { x: number; y: number } | null;
  /** Straight to an act of the menu. */
  act?: "rename" | "goal" | "terminals";
}

const [menu, setMenu] = createSignal<MenuTarget | null>(null);
/** The menu that is open, or null. */
export { menu };

const [menusNeeded, setNeeded] = createSignal(false);
/** Menus, questions or words about what was done were asked for on this page. */
export { menusNeeded };
export const needMenus = (): void => void setNeeded(true);

/** Opens a menu; null closes it. */
export function openMenu(target: MenuTarget | null): void {
  if (target !== null) needMenus();
  setMenu(target);
}
