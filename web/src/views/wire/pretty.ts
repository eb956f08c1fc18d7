// Raw JSON for reading: indented, and what would be invisible or turn the direction of writing spelled as JSON spells it. It
// is set out from the text itself: numbers keep every digit, and members of one name all stand there.

/** Format characters and separators that a browser does not draw, or that change how others are drawn. */
const HIDDEN = /[\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u0080-\u009f\u2800]/gu;

/** Deeper levels are not set further in. */
const DEEPEST = 60;
const INDENTS = Array.from({ length: DEEPEST + 1 }, (_, level) => `\n${"  ".repeat(level)}`);

/** The text indented; one that is no JSON stays as it is. The value is the same: an escape in a string means its character. */
export function prettyJson(raw: string): string {
  try {
    JSON.parse(raw);
  } catch {
    return raw;
  }
  return setOut(raw).replace(HIDDEN, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

/** A number or a word. */
const WORD = /[^\s[\]{},:"]+/y;

function setOut(json: string): string {
  const parts: string[] = [];
  let level = 0;
  const line = () => INDENTS[Math.min(level, DEEPEST)] ?? "\n";
  /** The bracket that was opened last has nothing behind it yet. */
  let opened = false;
  for (let at = 0; at < json.length;) {
    const letter = json[at] ?? "";
    if (letter === " " || letter === "\n" || letter === "\t" || letter === "\r") {
      at += 1;
      continue;
    }
    if (letter === "}" || letter === "]") {
      level -= 1;
      parts.push(opened ? letter : line() + letter);
      opened = false;
      at += 1;
      continue;
    }
    if (opened) parts.push(line());
    opened = letter === "{" || letter === "[";
    if (opened) level += 1;
    if (letter === '"') {
      const end = endOfString(json, at + 1);
      parts.push(written(json.slice(at, end)));
      at = end;
    } else if (opened || letter === "," || letter === ":") {
      parts.push(letter === "," ? letter + line() : letter === ":" ? ": " : letter);
      at += 1;
    } else {
      WORD.lastIndex = at;
      const word = WORD.exec(json)?.[0] ?? letter;
      parts.push(word);
      at += word.length;
    }
  }
  return parts.join("");
}

/** Behind its closing quote. A pattern over a text of megabytes would not end well. */
function endOfString(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (quote - 1 - escapes >= from && json[quote - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
  return json.length;
}

/** A text as JSON writes it that escapes no more than it has to. */
function written(token: string): string {
  return /\\[u/]/.test(token) ? JSON.stringify(JSON.parse(token)) : token;
}
