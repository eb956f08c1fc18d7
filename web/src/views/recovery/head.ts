// The line with which a recovered thread begins; projection/recovered.ts knows it again.

/** Characters of the old thread's title that the line repeats. */
const TITLE_LIMIT = 60;

/** A thread's id as the mark can name it. */
const NAMEABLE = /^\w[\w.-]{0,127}$/;

/** The first line of the first message. The old thread's id is what the link back needs. */
export function recoveredHead(thread: string, title: string): string {
  // The line must be one line, and its quotes its own.
  const name = Array.from(title.replaceAll(/[\p{C}“”\s]+/gu, " ").trim());
  // By characters: half of one would spoil the line.
  const short = name.length > TITLE_LIMIT ? `${name.slice(0, TITLE_LIMIT).join("").trim()}…` : name.join("");
  const which = NAMEABLE.test(thread) ? `thread ${thread}, which` : "a thread that";
  return `Continued from “${short}” (${which} the App Server no longer has).`;
}
