// A choice between two ways that is kept on this device; other tabs share it.
import { type Accessor, createSignal } from "solid-js";

/** The choice as it is now, and how it is changed. `usual` is what holds until the other is chosen. */
export function keptChoice<T extends string>(key: string, usual: T, other: T): [Accessor<T>, (next: T) => void] {
  const stored = (): T => {
    try {
      return localStorage.getItem(key) === other ? other : usual;
    } catch {
      return usual;
    }
  };
  const [choice, setChoice] = createSignal<T>(stored());
  globalThis.addEventListener?.("storage", (event: StorageEvent) => {
    if (event.key === key || event.key === null) setChoice(stored);
  });
  const keep = (next: T): void => {
    setChoice(() => next);
    try {
      if (next === other) localStorage.setItem(key, next);
      else localStorage.removeItem(key);
    } catch {
      // Without storage the choice holds for this page.
    }
  };
  return [choice, keep];
}
