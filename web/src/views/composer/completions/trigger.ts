// What the words before the caret ask for: a file by "@", a skill, app or plugin by "$", an act of the app by "/". Pure.

export type TriggerKind = "file" | "mention" | "command";

export interface Trigger {
  kind: TriggerKind;
  /** Of the sign, in the text. */
  start: number;
  /** Of the caret. */
  end: number;
  /** What is written behind the sign. */
  query: string;
}

const SIGNS: ReadonlyMap<string, TriggerKind> = new Map([
  ["@", "file"],
  ["$", "mention"],
]);
/** What may stand before a sign: "mara@example.org" and "5$" ask for nothing. */
const BEFORE = /[\s([{"'“‘«,;:]/u;
/** Longer than this nothing is looked for. */
const LONGEST = 120;

/**
 * What is asked for at the caret, or null.
 * @param markers words that stand for parts already
 */
export function triggerAt(text: string, caret: number, markers: readonly string[] = []): Trigger | null {
  // A command for the machine is its own.
  if (text.startsWith("!")) return null;
  if (text.startsWith("/")) {
    const word = /^\/([\p{L}\d_-]*)/u.exec(text);
    const end = word?.[0].length ?? 1;
    // Behind its word, or in a path, it is text again.
    if (caret >= 1 && caret <= end && (end === text.length || /\s/.test(text[end] ?? "")))
      return { kind: "command", start: 0, end: caret, query: text.slice(1, caret) };
  }
  for (let at = caret - 1; at >= 0 && caret - at <= LONGEST; at -= 1) {
    const sign = text[at] ?? "";
    if (/\s/.test(sign)) return null;
    const kind = SIGNS.get(sign);
    if (kind === undefined) continue;
    if (at > 0 && !BEFORE.test(text[at - 1] ?? "")) continue;
    if (markers.some((marker) => text.startsWith(marker, at))) return null;
    const query = text.slice(at + 1, caret);
    // "$5" is money, "$HOME/x" a variable.
    if (kind === "mention" && !/^(?:[\p{L}_][^\s/$(){}[\]<>|&;=]*)?$/u.test(query)) return null;
    return { kind, start: at, end: caret, query };
  }
  return null;
}

/** The word of a text that may be meant as an act of the app, and what stands behind it; null: it is a message. */
export function commandIn(text: string): { word: string; rest: string } | null {
  // A path has further slashes, a literal slash a second one or a space.
  const match = /^\/(\p{L}[\p{L}\d_-]*)(?:\s+([\s\S]*))?$/u.exec(text.trimEnd());
  return match?.[1] === undefined ? null : { word: match[1].toLowerCase(), rest: (match[2] ?? "").trim() };
}

/** A text that begins with a doubled slash is a message that begins with one. */
export function withoutDoubledSlash(text: string): string | null {
  return text.startsWith("//") ? text.slice(1) : null;
}

/**
 * The words that stand for a file in a message. The model reads these and nothing else of a mention, so they name the
 * path; where a space would end it, in quotes.
 */
export function fileMarker(path: string): string {
  if (!/[\s"]/u.test(path)) return `@${path}`;
  if (!path.includes('"')) return `@"${path}"`;
  return path.includes("'") ? `@"${path.replaceAll('"', '\\"')}"` : `@'${path}'`;
}
