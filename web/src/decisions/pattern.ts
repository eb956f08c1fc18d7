// Patterns that a server asks for. A regular expression can take longer than any page lives, and this one comes from
// outside: only those that cannot are tried here. The server holds the value against its schema in any case.

/** Longer values are not tried, characters. */
const LONGEST_VALUE = 200;
/** This many parts that may repeat cost at most the value's length by that power. */
const MOST_REPEATS = 3;
/** Each choice (an optional part, an alternative) can double the ways through a pattern. */
const MOST_CHOICES = 10;

/** True when trying the pattern on any value of the allowed length ends soon. */
export function isQuickPattern(pattern: string): boolean {
  // Classes and escapes are one character each, whatever stands in them; but a reference back is not.
  if (/\\[1-9k]/.test(pattern)) return false;
  const plain = pattern.replaceAll(/\\./g, "x").replaceAll(/\[[^\]]*\]/g, "x");
  // A repeated group can hold what repeats or has choices: the number of ways through it doubles with each character.
  if (/\)\s*[*+{]/.test(plain)) return false;
  if ((plain.match(/\||(?<!\()\?/g)?.length ?? 0) > MOST_CHOICES) return false;
  return (plain.match(/[*+{]/g)?.length ?? 0) <= MOST_REPEATS;
}

/** Null when the pattern cannot be read, or might take too long. */
export function matchesPattern(pattern: string, value: string): boolean | null {
  if (value.length > LONGEST_VALUE || !isQuickPattern(pattern)) return null;
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return null;
  }
}

/** Members of a schema whose own members are schemas by names that somebody chose. */
const NAMED: ReadonlySet<string> = new Set(["properties", "definitions", "$defs", "dependentSchemas"]);
/** Members that hold values, not schemas. */
const VALUES: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "required"]);

/** A schema without its patterns: for a validator that would try them. */
export function withoutPatterns(schema: unknown, named = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withoutPatterns(one));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => named || (name !== "pattern" && name !== "patternProperties"))
      .map(([name, value]) => [
        name,
        !named && VALUES.has(name) ? value : withoutPatterns(value, !named && NAMED.has(name)),
      ]),
  );
}
