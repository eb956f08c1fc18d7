// For which thread the settings are asked for. The dialog is loaded with the first press.
import { createSignal } from "solid-js";

const [settingsOf, setSettingsOf] = createSignal<string | null>(null);
/** The thread whose settings are open, or null. */
export { settingsOf };

/** Opens the settings of a thread that is on screen; null closes them. */
export function openThreadSettings(thread: string | null): void {
  setSettingsOf(thread);
}
