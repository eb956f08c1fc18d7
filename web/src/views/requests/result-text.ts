// The result of a reply as it stands in its line: what is parsed and written again loses digits of long numbers.

/** The text of the member `result` of a line; null where there is none. The line is JSON. */
export function resultText(line: string): string | null {
  let depth = 0;
  let from: number | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at];
    if (letter === '"') {
      const end = endOfString(line, at + 1);
      const colon = /\s*:\s*/y;
      colon.lastIndex = end;
      if (depth === 1 && from === null && line.slice(at, end) === '"result"' && colon.test(line)) {
        from = colon.lastIndex;
        at = from - 1;
      } else at = end - 1;
    } else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") {
      depth -= 1;
      if (depth === 0 && from !== null) return line.slice(from, at).trim();
    } else if (letter === "," && depth === 1 && from !== null) return line.slice(from, at).trim();
  }
  return null;
}

/** Behind its closing quote. */
function endOfString(line: string, from: number): number {
  for (let quote = line.indexOf('"', from); quote !== -1; quote = line.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (quote - 1 - escapes >= from && line[quote - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
  return line.length;
}
