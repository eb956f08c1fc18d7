// What the bytes of a file are, by the bytes alone: names and declared types are not believed.

export type Sniffed =
  /** A picture made of pixels: may become a blob of its own type. */
  | { kind: "raster"; type: string }
  /** Text, decoded. `svg`: it is also a drawing. */
  | { kind: "text"; text: string; svg: boolean }
  | { kind: "binary" };

const MAGIC: readonly (readonly [type: string, at: number, bytes: readonly number[]])[] = [
  ["image/png", 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", 0, [0xff, 0xd8, 0xff]],
  ["image/gif", 0, [0x47, 0x49, 0x46, 0x38]],
  ["image/bmp", 0, [0x42, 0x4d]],
  ["image/x-icon", 0, [0x00, 0x00, 0x01, 0x00]],
];

/** The names by which a raster image may load by itself; what comes is sniffed all the same. */
export const RASTER_NAMES: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "gif", "webp", "avif", "bmp", "ico"]);

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** The MIME type of a raster image, or null. */
export function rasterType(bytes: Uint8Array): string | null {
  for (const [type, at, magic] of MAGIC) {
    // Two letters are too few to tell a bitmap from a text that begins with them: its size field is looked at too.
    if (type === "image/bmp" && !looksLikeBitmap(bytes)) continue;
    if (magic.every((byte, index) => bytes[at + index] === byte)) return type;
  }
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "image/webp";
  if (ascii(bytes, 4, 8) === "ftyp" && /^avi[fs]$/.test(ascii(bytes, 8, 12))) return "image/avif";
  return null;
}

function looksLikeBitmap(bytes: Uint8Array): boolean {
  return bytes.length > 26 && bytes[6] === 0 && bytes[7] === 0 && bytes[8] === 0 && bytes[9] === 0;
}

const SVG =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE\s+svg[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i;

/** Looks at the whole file: text is text to its end, or it is none. */
export function sniff(bytes: Uint8Array): Sniffed {
  const type = rasterType(bytes);
  if (type !== null) return { kind: "raster", type };
  const text = decode(bytes);
  if (text === null) return { kind: "binary" };
  return { kind: "text", text, svg: SVG.test(text.slice(0, 4096)) };
}

function decode(bytes: Uint8Array): string | null {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  // A zero byte is in no text of a tool that works in bytes.
  if (wide === null && bytes.includes(0)) return null;
  try {
    return new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
