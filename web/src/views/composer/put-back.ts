// Words that go back into a thread's message box because the person asked for it.
import { createSignal } from "solid-js";

export interface PutBack {
  thread: string;
  text: string;
  /** The whole message where it holds more than words, as the server takes it. */
  input?: readonly unknown[];
  /** The box has stored it. */
  kept?: () => void;
}

const [putBack, setPutBack] = createSignal<PutBack | null>(null);
/** What is to be taken by the box of that thread, or null. */
export { putBack };

/** Hands a message to the box of the thread, behind what is written there; null: it was taken. */
export function putIntoBox(what: PutBack | null): void {
  setPutBack(what === null ? null : { ...what });
}
