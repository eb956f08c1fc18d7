// The message box with its parts: a part that is named in the text goes and comes with its marker, and everything is sent
// in the server's own shapes or not at all.
import { createComputed, createSignal, onCleanup, onMount, type Accessor } from "solid-js";
import type { HostSession } from "../../../host/model.ts";
import type { MessageWay } from "../../../journal/journal.ts";
import type { Draft } from "../draft.ts";
import type { ComposerBox, Part, PartsRoom } from "../parts.ts";
import type { PartsStore } from "./parts-store.ts";
import { fromInput, markerRanges, toInput } from "./wire-parts.ts";

export interface RoomOptions {
  session: HostSession;
  thread: string;
  draft: Draft;
  store: PartsStore;
  field: () => HTMLTextAreaElement | undefined;
  /** Why these parts cannot be sent now, as a sentence; null: they can. */
  why: (parts: readonly Part[]) => Promise<string | null> | string | null;
  /** Files that are being read on this device. */
  coming: Accessor<number>;
  /** Resolves when those are parts; false: one could not be read, and that is said. */
  come: () => Promise<boolean>;
  /** Writes what is held here to the machine; a sentence where that failed. */
  bring: (parts: readonly Part[]) => Promise<string | null>;
  refuse: (sentence: string | null) => void;
  onSent: (message: Promise<string>) => void;
  button: PartsRoom["button"];
}

/** Threads whose message is being made ready, also for a box that has gone: another one that comes must not send it too. */
const [sending, setSending] = createSignal<ReadonlySet<string>>(new Set());

let made = 0;
/** A name for a part, of this page alone. */
export function newPartId(): string {
  made += 1;
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}-${made}`;
}

export interface Room extends PartsRoom {
  busy: Accessor<boolean>;
}

/** The box of one thread, for the life of the calling component. */
export function createRoom(options: RoomOptions): Room {
  const { draft, store, session, thread } = options;
  const key = `${session.id}/${thread}`;
  const busy = () => sending().has(key);
  const setBusy = (now: boolean): void => {
    setSending((keys) => new Set(now ? [...keys, key] : [...keys].filter((other) => other !== key)));
  };
  /** Went with their markers: an undo brings them back. */
  const gone = new Map<string, Part>();
  /** Have stood in the words of this box: of those that have not yet, as when another tab puts them in, nothing is gone. */
  const stood = new Set<string>();

  /** After an edit of this box: parts whose markers are not there any more go, those whose markers are back come back. */
  const settle = (text: string): void => {
    const standing = new Set(markerRanges(text, store.parts()).map(({ part }) => part.id));
    for (const part of store.parts()) {
      if (part.marker === null || standing.has(part.id) || !stood.delete(part.id)) continue;
      gone.set(part.id, part);
      store.remove(part.id);
    }
    if (gone.size === 0) return;
    const candidates = [...store.parts(), ...gone.values()];
    for (const { part } of markerRanges(text, candidates)) {
      if (!gone.delete(part.id)) continue;
      store.put({ ...part, id: newPartId() });
    }
  };
  createComputed(() => {
    for (const { part } of markerRanges(draft.text(), store.parts())) stood.add(part.id);
  });

  const set = (text: string, caret = text.length): void => {
    draft.set(text);
    settle(text);
    const field = options.field();
    if (field === undefined) return;
    field.focus();
    field.setSelectionRange(caret, caret);
  };
  const replace = (start: number, end: number, text: string): void => {
    const now = draft.text();
    set(now.slice(0, start) + text + now.slice(end), start + text.length);
  };
  const box: ComposerBox = {
    text: draft.text,
    set,
    caret() {
      const field = options.field();
      const end = draft.text().length;
      return { start: field?.selectionStart ?? end, end: field?.selectionEnd ?? end };
    },
    replace,
    insertPart(start, end, part) {
      store.put(part);
      const behind = draft.text()[end];
      const space = behind === " " || behind === "\n" ? "" : " ";
      if (part.marker !== null) replace(start, end, `${part.marker}${space}`);
      else replace(start, end, "");
    },
    parts: store.parts,
    addPart: store.put,
    removePart(id) {
      const part = store.parts().find((other) => other.id === id);
      if (part === undefined) return;
      const range = markerRanges(draft.text(), store.parts()).find((other) => other.part.id === id);
      store.remove(id);
      // Its marker would be words that stand for nothing.
      if (range !== undefined) {
        const { start } = range;
        const end = draft.text()[range.end] === " " ? range.end + 1 : range.end;
        replace(start, end, "");
      }
    },
    focus: () => options.field()?.focus(),
  };

  onMount(() => {
    const field = options.field();
    const onInput = () => settle(field?.value ?? "");
    field?.addEventListener("input", onInput);
    onCleanup(() => field?.removeEventListener("input", onInput));
  });

  const send = async (way: () => MessageWay | undefined): Promise<void> => {
    if (busy()) return;
    setBusy(true);
    try {
      let looked: readonly Part[] | null = null;
      // What came while others were read or written is part of it, and is looked at too.
      while (looked !== store.parts() || options.coming() > 0) {
        if (!(await options.come())) return;
        const before = store.parts();
        const sentence = (await options.why(before)) ?? (await options.bring(before));
        if (sentence !== null) return options.refuse(sentence);
        looked = before;
      }
      const input = toInput(draft.text(), store.parts());
      // The server takes no message of nothing.
      if (input.length === 0) return;
      const words = input.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
      const kept = session.sendMessage(thread, words, way(), input);
      draft.leave(kept);
      store.leave(kept);
      gone.clear();
      stood.clear();
      options.onSent(kept);
    } finally {
      setBusy(false);
      options.field()?.focus();
    }
  };

  return {
    box,
    busy,
    count: () => store.parts().length + options.coming(),
    button: options.button,
    send: (way) => void send(way),
    async take(input, words) {
      const { text, parts } = fromInput(input, newPartId);
      for (const part of parts) store.put(part);
      if (text !== "") words(text);
      await store.keep();
    },
  };
}
