// A message that begins with "!" is a command for the machine. With a space before it, it is a message like any other.

/** The command of a text, which may be empty; null: it is a message. */
export function commandOf(text: string): string | null {
  return text.startsWith("!") ? text.slice(1).trim() : null;
}

/** Words that the box would not send as they stand: a command, an act of the app, or a slash that would lose its twin. */
const MEANT = /^(?:!|\/\/|\/[\p{L}\d_-]+(?:\s|$))/u;

/** A message's words for the box. They do not become a command or an act because they stand there now. */
export function asMessage(words: string): string {
  return MEANT.test(words) ? ` ${words}` : words;
}

/** Words of a message, put behind what stands in the box; in front of a command, which would run them as well. */
export function joinWords(box: string, words: string): string {
  if (box === "") return asMessage(words);
  return commandOf(box) === null ? `${box}\n${words}` : `${asMessage(words)}\n${box}`;
}
