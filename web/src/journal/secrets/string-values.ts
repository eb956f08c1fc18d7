// Walks over the string values of one JSON text without building anything: where they stand, and under which name.

export interface StringValue {
  /** Between the quotes, in the text as it stands. */
  start: number;
  end: number;
  /** The name of the member that it is the value of, or that holds the array it stands in; null at the top. */
  name: string | null;
  /** How many objects and arrays are around it. */
  depth: number;
}

interface Level {
  object: boolean;
  /** In an object: the name before the value that comes now. In an array: the array's own name. */
  name: string | null;
  nameNext: boolean;
}

/** False when the text cannot be JSON; what was visited until then is then worth nothing. */
export function eachStringValue(text: string, visit: (value: StringValue) => void): boolean {
  const levels: Level[] = [];
  let top: Level | undefined;
  for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case 0x22: {
        const end = endOfString(text, i + 1);
        if (end < 0) return false;
        if (top?.nameNext === true) {
          top.name = decodeString(text.slice(i + 1, end));
          top.nameNext = false;
        } else {
          visit({ start: i + 1, end, name: top?.name ?? null, depth: levels.length });
        }
        i = end;
        break;
      }
      case 0x7b: // {
        top = { object: true, name: null, nameNext: true };
        levels.push(top);
        break;
      case 0x5b: // [
        top = { object: false, name: top?.name ?? null, nameNext: false };
        levels.push(top);
        break;
      case 0x7d: // }
      case 0x5d: // ]
        levels.pop();
        top = levels.at(-1);
        break;
      case 0x2c: // ,
        if (top?.object === true) top.nameNext = true;
        break;
    }
  }
  return levels.length === 0;
}

/** The string that the text between two quotes stands for; the text itself when it is no valid JSON string. */
export function decodeString(raw: string): string {
  if (!raw.includes("\\")) return raw;
  try {
    const value: unknown = JSON.parse(`"${raw}"`);
    return typeof value === "string" ? value : raw;
  } catch {
    return raw;
  }
}

/** For each character of the decoded string, and for its end, where it begins in the raw text. */
export function rawOffsets(raw: string): number[] {
  const offsets: number[] = [];
  for (let i = 0; i < raw.length;) {
    offsets.push(i);
    if (raw.charCodeAt(i) !== 0x5c) i += 1;
    else i += raw.charCodeAt(i + 1) === 0x75 ? 6 : 2;
  }
  offsets.push(raw.length);
  return offsets;
}

function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (quote - 1 - backslashes >= from && text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return -1;
}
