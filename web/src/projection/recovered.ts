// A thread that goes on in place of one that the App Server no longer has begins with a plain line that says so
// (views/recovery/head.ts makes it): it is part of the history on the server, so every device and every other client can
// read it.

/** The thread that a first message says it goes on from, or null. Threads that were made before say it in older words. */
export function recoveredFrom(text: string): string | null {
  return HEAD.exec(text)?.[1] ?? null;
}

const HEAD = /^Continued from “[^“”\n]*” \(thread (\w[\w.-]{0,127}), which (?:the App Server|Codex) no longer has\)/;
