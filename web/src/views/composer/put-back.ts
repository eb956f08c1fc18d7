// Words that go back into a thread's message box because the person asked for it.
import { createSignal } from "solid-js";

export interface PutBack {
  thread: string;
  text: string;
}

const [putBack, setPutBack] = createSignal<PutBack | null>(null);
/** What is to be taken by the box of that thread, or null. */
export { putBack };

/** Hands the text to the box of the thread, behind what is written there; null: it was taken. */
export function putIntoBox(what: PutBack | null): void {
  setPutBack(what === null ? null : { ...what });
}
