// Which part of the side panel is asked for, and whether the panel is open where it is a sheet. In a file of its own: the
// panel is loaded when it is first shown.
import { createSignal } from "solid-js";

export type SideTab = "Plan" | "Changes" | "Wire";

const [sideTab, setSideTab] = createSignal<SideTab>("Plan");
const [sideSheet, setSideSheet] = createSignal(false);
export { setSideSheet, setSideTab, sideSheet, sideTab };

/** Shows a part of the panel, and the panel where it is not in sight. */
export function openSide(tab: SideTab): void {
  setSideTab(tab);
  if (document.getElementById(`tab-${tab}`) === null) setSideSheet(true);
}
