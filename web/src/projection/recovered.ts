// A thread that goes on in place of one that Codex no longer has begins with a plain line that says so: it is part of the
// history on the server, so every device and every other client can read it.

/** Characters of the old thread's title that the line repeats. */
const TITLE_LIMIT = 60;

/** The first line of the first message. The old thread's id is what the link back needs. */
export function recoveredHead(thread: string, title: string): string {
  // The line must be one line, and its quotes its own.
  const name = title.replaceAll(/[\p{C}“”\s]+/gu, " ").trim();
  const short = name.length > TITLE_LIMIT ? `${name.slice(0, TITLE_LIMIT).trim()}…` : name;
  return `Continued from “${short}” (thread ${thread}, which Codex no longer has).`;
}

/** The thread that a first message says it goes on from, or null. */
export function recoveredFrom(text: string): string | null {
  return /^Continued from “[^“”\n]*” \(thread ([\w.-]{1,128}), which Codex no longer has\)/.exec(text)?.[1] ?? null;
}
