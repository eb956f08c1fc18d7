// For which thread the settings are asked for. The dialog is loaded with the first press.
import { createSignal } from "solid-js";

const [settingsOf, setSettingsOf] = createSignal<string | null>(null);
/** The thread whose settings are open, or null. */
export { settingsOf };

/** The groups of settings that can be gone to. */
export type SettingsGroup = "Model" | "Mode" | "What commands may do";

let group: SettingsGroup | null = null;
/** Where in the settings the person wants to be; null: anywhere. */
export const settingsGroup = (): SettingsGroup | null => group;

/** Opens the settings of a thread that is on screen, at one of their groups; null closes them. */
export function openThreadSettings(thread: string | null, at: SettingsGroup | null = null): void {
  group = at;
  setSettingsOf(thread);
}

/** Why settings that were asked for came to nothing. */
export interface SettingsRefusal {
  words: string;
  /** No answer was seen: they may hold all the same. */
  mayBeDone: boolean;
}

/** Those of dialogs that were closed, by session and thread. */
const [refusals, setRefusals] = createSignal<ReadonlyMap<string, SettingsRefusal>>(new Map());
const keyOf = (host: string, thread: string): string => JSON.stringify([host, thread]);

/** Why the newest change of a thread's settings came to nothing after its dialog was closed; null: it did not. Tracked. */
export function lateRefusal(host: string, thread: string): SettingsRefusal | null {
  return refusals().get(keyOf(host, thread)) ?? null;
}

/** Tells it, or with null that it was read. */
export function tellRefusal(host: string, thread: string, why: SettingsRefusal | null): void {
  setRefusals((before) => {
    const next = new Map(before);
    if (why === null) next.delete(keyOf(host, thread));
    else next.set(keyOf(host, thread), why);
    return next;
  });
}

/** The title of a refusal: where no answer was seen nothing is said to have been left undone. */
export function refusalTitle({ mayBeDone }: SettingsRefusal): string {
  return mayBeDone ? "Whether the settings were changed is not known" : "The settings were not changed";
}
