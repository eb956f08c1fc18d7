// Which turn's menu is asked for. The menu and what it leads to are loaded with the first of them.
import { createSignal } from "solid-js";

export interface TurnTarget {
  thread: string;
  turn: string;
  /** Gets the focus back; the menu stands beside it. */
  anchor: HTMLElement;
}

const [turnMenu, setTurnMenu] = createSignal<TurnTarget | null>(null);
const [turnMenuNeeded, setNeeded] = createSignal(false);
export { turnMenu, turnMenuNeeded };

/** Opens the menu of a turn; null closes it. */
export function openTurnMenu(target: TurnTarget | null): void {
  if (target !== null) setNeeded(true);
  setTurnMenu(target);
}
