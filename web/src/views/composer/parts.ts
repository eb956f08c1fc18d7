// What stands in a message box beside its words, and the box as others use it: completions, attachments, what is put back.
// The box itself is made in attach/, which loads after the first screen.
import type { JSX } from "solid-js";
import type { UserInput } from "@longwire/shared-protocol/app-server";
import type { MessageWay } from "../../journal/journal.ts";

/** One input of a message, in the server's own shape. */
export type WireInput = UserInput;

/** A file that is not on the machine yet: it is written there before its message is sent. */
export interface HeldFile {
  name: string;
  /** As the browser tells it, or "". */
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** One thing beside the words of a message. */
export interface Part {
  /** This device's own; in no line. */
  id: string;
  /** Of a file that is still held here: what it becomes, without the folder in its path. */
  input: WireInput;
  /** What its chip says. */
  label: string;
  /** The very words in the text that stand for it; null: a chip alone. */
  marker: string | null;
  /** Left out: nothing of it is to be written to the machine first. */
  file?: HeldFile;
}

/** Where the names of the parts of a thread's draft are kept. */
export const partsKey = (host: string, thread: string): string => `${host}/draft-parts/${thread}`;

/** The message box of a thread. Places are counted in UTF-16 code units, as a text field does. */
export interface ComposerBox {
  text(): string;
  set(text: string, caret?: number): void;
  caret(): { start: number; end: number };
  /** Puts a text in the place of [start, end); the caret stands behind it. */
  replace(start: number, end: number, text: string): void;
  /** Puts the part's marker and a space in the place of [start, end), and the part with it. */
  insertPart(start: number, end: number, part: Part): void;
  parts(): readonly Part[];
  addPart(part: Part): void;
  removePart(id: string): void;
  focus(): void;
}

/** What completions give the box they complete. */
export interface CompletionKeys {
  /** Called for each key before the box acts on it; true: it was theirs. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** Called before a text that begins with a slash is sent; true: it is not to go as it stands. `again` sends it. */
  beforeSend(again: () => void): boolean;
}

/** The parts of a box, as the composer uses them. */
export interface PartsRoom {
  box: ComposerBox;
  /** Something is sent, or being made ready: the box takes nothing else meanwhile. */
  busy(): boolean;
  /** What stands beside the words: parts, and files that are still being read. */
  count(): number;
  /** The control that attaches. */
  button(): JSX.Element;
  /**
   * Sends the words with the parts, once they can be sent; says why where they cannot. Nothing of them is lost.
   * @param way asked for when they go: that may be a while after
   */
  send(way: () => MessageWay | undefined): void;
  /** Puts a message's inputs into the box: its words as `words` puts them, its parts as chips. Resolves once stored. */
  take(input: readonly unknown[], words: (text: string) => void): Promise<void>;
}
