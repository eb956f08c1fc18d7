// For which thread the settings are asked for. The dialog is loaded with the first press.
import { createSignal } from "solid-js";

const [settingsOf, setSettingsOf] = createSignal<string | null>(null);
/** The thread whose settings are open, or null. */
export { settingsOf };

/** Opens the settings of a thread that is on screen; null closes them. */
export function openThreadSettings(thread: string | null): void {
  setSettingsOf(thread);
}

/** Why settings that were asked for were refused, by session and thread: the dialog may be closed when that is told. */
const [refusals, setRefusals] = createSignal<ReadonlyMap<string, string>>(new Map());
const keyOf = (host: string, thread: string): string => JSON.stringify([host, thread]);

/** Why the newest change of a thread's settings came to nothing after its dialog was closed; null: it did not. Tracked. */
export function lateRefusal(host: string, thread: string): string | null {
  return refusals().get(keyOf(host, thread)) ?? null;
}

/** Tells it, or with null that it was read. */
export function tellRefusal(host: string, thread: string, words: string | null): void {
  setRefusals((before) => {
    const next = new Map(before);
    if (words === null) next.delete(keyOf(host, thread));
    else next.set(keyOf(host, thread), words);
    return next;
  });
}
