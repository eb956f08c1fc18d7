// The unsent text of a thread: kept in the journal while it is typed, so that a reload or a crash loses nothing. All boxes
// of a thread on this device, in whatever tab, hold one draft.
import { createSignal, onCleanup, onMount, type Accessor } from "solid-js";
import { browserChannel } from "../../journal/announce.ts";
import type { Journal } from "../../journal/journal.ts";
import { asMessage, joinWords } from "./shell.ts";

const SAVE_AFTER_MS = 300;
/** Where boxes tell each other what they hold. */
const CHANNEL = "longwire/drafts";

export interface Draft {
  text: Accessor<string>;
  set(text: string): void;
  /** Stores what stands here now. Resolves when that is done, or cannot be. */
  keep(): Promise<void>;
  /**
   * Empties the box. Until `kept` resolves the words are stored with the draft, and nowhere else: a reload finds them here.
   * When it is rejected they are in the box again.
   */
  leave(kept: Promise<unknown>): void;
}

/** Words that have left their box and are kept nowhere else yet, by the key of the draft. */
const leaving = new Map<string, readonly string[]>();

const withLeaving = (key: string, text: string): string =>
  [...(leaving.get(key) ?? []), text].filter((words) => words !== "").join("\n");

/** What is stored, without those in front that another box of this page has sent off. */
function without(words: readonly string[], stored: string): string {
  const front = words.join("\n");
  if (front === "" || stored === front) return front === "" ? stored : "";
  return stored.startsWith(`${front}\n`) ? stored.slice(front.length + 1) : stored;
}

/** What another box tells: what stands there now, and what stood there when it last told or was told. */
interface Told {
  key: string;
  before: string;
  text: string;
}

function toldOf(data: unknown, key: string): Told | null {
  if (typeof data !== "object" || data === null || !("key" in data) || data.key !== key) return null;
  if (!("text" in data) || typeof data.text !== "string" || !("before" in data)) return null;
  return typeof data.before === "string" ? { key, before: data.before, text: data.text } : null;
}

/** The draft of one thread of one host (`thread` may be any other name for a box with a draft). */
export function createDraft(journal: Journal, host: string, thread: string): Draft {
  // A host's own: it goes with what else is stored of the host.
  const key = `${host}/draft/${thread}`;
  const [text, setText] = createSignal("");
  let now = "";
  const show = (words: string): void => {
    // As a text field has them: places in it are places in this.
    now = words.replaceAll(/\r\n?/g, "\n");
    setText(now);
  };
  const channel = browserChannel()?.(CHANNEL);
  /** Another box has told what stands here: what was stored before that says nothing. */
  let told = false;
  /** What the boxes of this draft held in common, as far as this one knows. */
  let common = "";
  let isRead = false;
  let reading: Promise<void> = Promise.resolve();
  let dirty = false;
  let gone = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (before: string, words: string): void => {
    const told: Told = { key, before, text: words };
    if (!gone) return channel?.postMessage(told);
    // This box has gone, and another may have come in its place.
    const last = browserChannel()?.(CHANNEL);
    last?.postMessage(told);
    last?.close();
  };
  const save = async (): Promise<void> => {
    if (!dirty) return;
    // Stored before what was there is known, it would take its place.
    if (!isRead) await reading;
    clearTimeout(timer);
    if (!dirty) return;
    dirty = false;
    tell(common, now);
    common = now;
    // A draft that cannot be stored still stands in the box; the journal's health says that nothing is saved.
    await journal.put(key, withLeaving(key, now)).catch(() => undefined);
  };
  const set = (next: string): void => {
    dirty = true;
    show(next);
    clearTimeout(timer);
    timer = setTimeout(() => void save(), SAVE_AFTER_MS);
  };
  if (channel !== undefined)
    channel.onmessage = ({ data }) => {
      const other = toldOf(data, key);
      if (other === null) return;
      // Only what came out of the very words that stand here takes their place: what was written here meanwhile stays, and
      // is stored again when this page is left.
      if (isRead ? now !== other.before : dirty) {
        dirty = true;
        return;
      }
      told = true;
      common = other.text;
      show(other.text);
    };
  onMount(() => {
    reading = journal
      .get(key)
      .then((value) => {
        const stored = typeof value === "string" ? without(leaving.get(key) ?? [], value) : "";
        isRead = true;
        if (told) return;
        common = stored;
        if (stored === "") return;
        // Something was written, or put here, before the draft was read: neither takes the other's place.
        if (dirty && now !== "") set(joinWords(stored, now));
        else show(stored);
      })
      .catch(() => void (isRead = true));
    const onHide = () => {
      if (document.visibilityState === "hidden") void save();
    };
    const onPageHide = () => void save();
    document.addEventListener("visibilitychange", onHide);
    addEventListener("pagehide", onPageHide);
    onCleanup(() => {
      document.removeEventListener("visibilitychange", onHide);
      removeEventListener("pagehide", onPageHide);
      void save();
      gone = true;
      channel?.close();
    });
  });

  /** The box has gone, perhaps another has come: only its own words are taken out of what is stored. */
  const takeOut = async (words: string): Promise<void> => {
    const stored = await journal.get(key);
    if (typeof stored === "string") await journal.put(key, without([words], stored));
  };
  return {
    text,
    set,
    keep: save,
    leave(kept) {
      const words = now;
      leaving.set(key, [...(leaving.get(key) ?? []), words]);
      set("");
      if (gone) tell(words, "");
      const left = (): void => {
        const others = [...(leaving.get(key) ?? [])];
        others.splice(others.indexOf(words), 1);
        if (others.length === 0) leaving.delete(key);
        else leaving.set(key, others);
      };
      kept.then(
        () => {
          left();
          if (gone) return void takeOut(words).catch(() => undefined);
          dirty = true;
          void save();
        },
        () => {
          left();
          // A box that has gone has stored them already.
          if (gone) tell("", words);
          else set(now === "" ? asMessage(words) : joinWords(asMessage(words), now));
        },
      );
    },
  };
}
