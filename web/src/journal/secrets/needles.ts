// The ways in which a secret may stand in a text: as it is, and escaped for JSON once or twice, since a tool's answer
// is often JSON inside a string. Encoders differ in what they escape; each of the common habits is a needle.

type Encode = (text: string) => string;

const shortEscapes: Record<string, string> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function encoder(hex: "lower" | "upper", escapes: (unit: string, code: number) => boolean, slash = false): Encode {
  const escape = (code: number): string => {
    const digits = code.toString(16).padStart(4, "0");
    return `\\u${hex === "lower" ? digits : digits.toUpperCase()}`;
  };
  return (text) => {
    let out = "";
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charAt(i);
      const code = text.charCodeAt(i);
      const known = shortEscapes[unit];
      if (escapes(unit, code)) out += escape(code);
      else if (known !== undefined) out += known;
      else if (slash && unit === "/") out += "\\/";
      else out += code < 0x20 ? escape(code) : unit;
    }
    return out;
  };
}

const beyondAscii = (_: string, code: number): boolean => code > 0x7e;

const encoders: readonly Encode[] = [
  // Rust, JavaScript
  (text) => JSON.stringify(text).slice(1, -1),
  // Python, Ruby
  encoder("lower", beyondAscii),
  // Java and .NET habits
  encoder("upper", beyondAscii),
  encoder("upper", (unit, code) => code > 0x7e || "\"'<>&+`".includes(unit)),
  // PHP
  encoder("lower", beyondAscii, true),
  encoder("lower", () => false, true),
  // Go, and what is meant to stand in HTML
  encoder("lower", (unit, code) => "<>&".includes(unit) || code === 0x2028 || code === 0x2029),
];

/** All texts to look for, the longest first. A secret of plain letters and digits has just one. */
export function needlesOf(secret: string): string[] {
  const needles = new Set([secret]);
  let level = [secret];
  for (let depth = 0; depth < 2; depth += 1) {
    level = [...new Set(level.flatMap((text) => encoders.map((encode) => encode(text))))];
    for (const needle of level) needles.add(needle);
  }
  return [...needles].toSorted((a, b) => b.length - a.length);
}

/** The longest part of a secret that every encoder leaves as it is: where it is not, the secret is not. May be "". */
export function coreOf(secret: string): string {
  let longest = "";
  for (const [part] of secret.matchAll(/[A-Za-z0-9_.-]+/g)) if (part.length > longest.length) longest = part;
  return longest;
}
