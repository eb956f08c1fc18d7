// Raw JSON for reading: indented, and what would be invisible or turn the direction of writing spelled as JSON spells it.

/** Format characters and separators that a browser does not draw, or that change how others are drawn. */
const HIDDEN = /[\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u0080-\u009f\u2800]/gu;

/** The text indented; one that is no JSON stays as it is. The value is the same: an escape in a string means its character. */
export function prettyJson(raw: string): string {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return raw;
  }
  return JSON.stringify(value, null, 2).replace(HIDDEN, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}
