// The unsent text of a thread: kept in the journal while it is typed, so that a reload or a crash loses nothing.
import { createSignal, onCleanup, onMount, type Accessor } from "solid-js";
import type { Journal } from "../../journal/journal.ts";

const SAVE_AFTER_MS = 300;

export interface Draft {
  text: Accessor<string>;
  set(text: string): void;
}

/** The draft of one thread of one host (`thread` may be any other name for a box with a draft). */
export function createDraft(journal: Journal, host: string, thread: string): Draft {
  const key = `draft:${host}:${thread}`;
  const [text, setText] = createSignal("");
  let touched = false;
  let dirty = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = () => {
    clearTimeout(timer);
    if (!dirty) return;
    dirty = false;
    // A draft that cannot be stored still stands in the box; the journal's health says that nothing is saved.
    journal.put(key, text()).catch(() => undefined);
  };
  onMount(() => {
    journal
      .get(key)
      .then((stored) => {
        if (!touched && typeof stored === "string" && stored !== "") setText(stored);
      })
      .catch(() => undefined);
    const onHide = () => {
      if (document.visibilityState === "hidden") save();
    };
    document.addEventListener("visibilitychange", onHide);
    addEventListener("pagehide", save);
    onCleanup(() => {
      document.removeEventListener("visibilitychange", onHide);
      removeEventListener("pagehide", save);
      save();
    });
  });
  return {
    text,
    set(next) {
      touched = true;
      dirty = true;
      setText(next);
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_AFTER_MS);
    },
  };
}
