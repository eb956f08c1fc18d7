// The line with which a recovered thread begins; projection/recovered.ts knows it again.

/** Characters of the old thread's title that the line repeats. */
const TITLE_LIMIT = 60;

/** The first line of the first message. The old thread's id is what the link back needs. */
export function recoveredHead(thread: string, title: string): string {
  // The line must be one line, and its quotes its own.
  const name = title.replaceAll(/[\p{C}“”\s]+/gu, " ").trim();
  const short = name.length > TITLE_LIMIT ? `${name.slice(0, TITLE_LIMIT).trim()}…` : name;
  return `Continued from “${short}” (thread ${thread}, which Codex no longer has).`;
}
