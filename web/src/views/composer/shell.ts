// A message that begins with "!" is a command for the machine. With a space before it, it is a message like any other.

/** The command of a text, which may be empty; null: it is a message. */
export function commandOf(text: string): string | null {
  return text.startsWith("!") ? text.slice(1).trim() : null;
}
